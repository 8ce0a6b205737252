"""Failures as values: one that crosses to another process says the same there."""

from __future__ import annotations

import copy
import pickle

import pytest

from lwc.errors import CODES, LwcError


@pytest.mark.parametrize("code", CODES)
def test_a_failure_is_the_same_after_pickling_and_copying(code: str) -> None:
    for error in (
        LwcError(code, "Said."),
        LwcError(code, "Gesagt: 說了.", hint="Do this.", details={"allowed": ["a", "b"], "most": 3}),
    ):
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is LwcError
            assert (again.code, again.message, str(again)) == (code, error.message, str(error))
            assert (again.hint, again.details) == (error.hint, error.details)
            assert (again.retryable, again.exit_code) == (error.retryable, error.exit_code)
