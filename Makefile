# Needs make and a Python of 3.11 or newer: `make demo PYTHON=python3.12` names one.
PYTHON ?= python3
VENV   := .venv
DEMO   := .venv-demo
BIN    := $(VENV)/bin
SOURCE := $(shell find lwc migrations -type f \( -name '*.py' -o -name '*.sql' -o -name py.typed \) 2>/dev/null)

.PHONY: demo test check unit wheel docs bench quality clean
.DEFAULT_GOAL := test

## demo: install lwc as a user would, and show what it does
demo: $(DEMO)/installed
	@$(DEMO)/bin/python fixtures/demo.py

## test: everything a change must pass
test: check wheel unit

## check: style, types, direction of imports, generated documentation
check: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python docs/generate.py --check

## unit: the tests; `make unit TESTS=tests/text` runs some of them
TESTS ?= tests
unit: $(VENV)/installed
	$(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal $(TESTS)

## wheel: the built wheel works in an environment that has nothing else
wheel: $(VENV)/installed
	rm -rf build/wheel && mkdir -p build/wheel
	$(BIN)/python -m build --no-isolation --outdir build/wheel > build/wheel/log 2>&1 || { cat build/wheel/log; exit 1; }
	$(BIN)/python -m venv build/wheel/venv
	build/wheel/venv/bin/python -m pip install --quiet --disable-pip-version-check build/wheel/*.whl
	build/wheel/venv/bin/python -I tests/house/installed.py

## docs: write docs/reference from the code
docs: $(VENV)/installed
	$(BIN)/python docs/generate.py

## bench: speed and size, against raw FTS5 in the same run
bench: $(VENV)/installed
	$(BIN)/python -m benchmarks.speed

## quality: retrieval quality on judged collections; `make quality DATA=DIR` says where they are
DATA ?=
quality: $(VENV)/installed-bench
	$(BIN)/python -m benchmarks.quality $(if $(DATA),--data $(DATA))

## clean: remove what the other targets made
clean:
	rm -rf $(VENV) $(DEMO) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find lwc tests fixtures docs benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "lwc needs Python 3.11 or newer: make PYTHON=…")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

$(DEMO)/installed: pyproject.toml $(SOURCE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "lwc needs Python 3.11 or newer: make PYTHON=…")'
	@test -d $(DEMO) || { echo "Installing lwc into $(DEMO) …"; $(PYTHON) -m venv $(DEMO); }
	@$(DEMO)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade .
	@touch $@
