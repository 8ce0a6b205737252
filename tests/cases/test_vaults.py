"""Three vaults in three languages in one store, and questions that people would ask of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lwc import Wiki

VAULTS = {"fastapi-en": 155, "fastapi-zh": 124, "fastapi-ja": 124}

#: Chosen by reading the pages, before any of them was searched for; kept as they were chosen.
QUESTIONS = [
    (
        "How do I send an email after the response without making the client wait?",
        "fastapi-en/tutorial/background-tasks.md",
    ),
    (
        "Why does the browser not let JavaScript from another port talk to my backend, and which origins do I allow?",
        "fastapi-en/tutorial/cors.md",
    ),
    (
        "How can I update only some fields of a stored item and leave the rest intact?",
        "fastapi-en/tutorial/body-updates.md",
    ),
    (
        "load a machine learning model once before the application starts receiving requests",
        "fastapi-en/advanced/events.md",
    ),
    (
        "How do I start several worker processes to use multiple cores?",
        "fastapi-en/deployment/server-workers.md",
    ),
    ("用户上传的大文件怎么接收才不会占满内存？", "fastapi-zh/tutorial/request-files.md"),
    ("怎样在 VS Code 里用断点调试？", "fastapi-zh/tutorial/debugging.md"),
    ("JWT 令牌是加密的吗？过期以后用户会怎样？", "fastapi-zh/tutorial/security/oauth2-jwt.md"),
    ("怎么把应用打包成容器镜像来部署？", "fastapi-zh/deployment/docker.md"),
    ("如何从一个目录直接提供图片和样式表这类静态文件？", "fastapi-zh/tutorial/static-files.md"),
    (
        "存在しない項目を要求されたとき、クライアントに404を返すには？",
        "fastapi-ja/tutorial/handling-errors.md",
    ),
    ("シークレットキーやデータベースの認証情報を環境変数から読み込みたい", "fastapi-ja/advanced/settings.md"),
    ("アップグレードで壊れないようにバージョンを固定するには", "fastapi-ja/deployment/versions.md"),
    ("Jinja2 で HTML を返すにはどうすればよいですか", "fastapi-ja/advanced/templates.md"),
    ("いつ async def を使い、いつ普通の def を使えばよいですか", "fastapi-ja/async.md"),
]


@pytest.fixture(scope="module")
def library(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """The three vaults, each added with one call."""
    folder = tmp_path_factory.mktemp("library")
    environ = {"HOME": str(folder), "LWC_HOME": str(folder / "global")}
    with Wiki.open(project=str(folder), environ=environ, cwd=str(folder)) as wiki:
        wiki.init()
        for name, count in VAULTS.items():
            answer = wiki.sources.add_folder(str(shared_data / "vaults" / name))
            assert answer.skipped == ()
            assert len(answer.added) + answer.unchanged == answer.total == count
        yield wiki


@pytest.mark.parametrize(("question", "page"), QUESTIONS, ids=[page for _, page in QUESTIONS])
def test_a_question_finds_the_right_page_in_the_first_five(library: Wiki, question: str, page: str) -> None:
    hits = library.search(question, limit=5).results
    origins = [library.sources.show(hit.identifier, max_chars=0).source.origin for hit in hits]
    assert any(origin.endswith(page) for origin in origins), origins


def test_a_vault_added_again_changes_nothing(library: Wiki, shared_data: Path) -> None:
    for name, count in VAULTS.items():
        answer = library.sources.add_folder(str(shared_data / "vaults" / name))
        assert (answer.changed, answer.added, answer.unchanged) == (False, (), count)
