"""What the documentation tells people to type works: commands, sessions in the terminal, Python, and files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from holdtheline.cli.app import app

from ..cli.conftest import Answer
from .markdown import DOCS, PAGES, Block, blocks_of, page_name, read_page

RUN_ELSEWHERE = {
    "docs/tutorials/bots.md": "tests/arena/test_docs.py",
    "docs/tutorials/units.md": "tests/arena/test_docs.py",
    "docs/guides/http.md": "tests/web/test_api_docs.py",
    "docs/guides/python.md": "tests/rl/test_docs.py",
    "docs/guides/environments.md": "tests/rl/test_docs.py",
}
"""Pages whose Python and shell blocks another test runs, with what they need: a jail, a server, other packages."""
TUTORIALS = [path for path in PAGES if page_name(path) not in RUN_ELSEWHERE]
COMMAND_SPAN = re.compile(r"`(htl(?: [^`]+)?)`")
SAVE_AS = re.compile(r"[Ss]ave (?:it|this) as\s+`([\w.-]+)`")
Htl = Callable[..., Answer]


@pytest.mark.compiled  # plain Python would solve siege for minutes
@pytest.mark.parametrize("page", TUTORIALS, ids=page_name)
def test_every_command_and_every_python_block_works(
    page: Path, htl: Htl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = list(blocks_of(page))
    save_files(read_page(page), blocks)
    names: dict[str, Any] = {"__name__": "example"}  # a block may use what one above it has made
    for number, block in enumerate(blocks):
        if block.reason is None and block.kind == "sh":
            run_commands(block.text, session_after(blocks[number + 1 :]), htl)
        if block.reason is None and block.kind == "python":
            exec(compile(block.text, page_name(page), "exec"), names)


def save_files(text: str, blocks: list[Block]) -> None:
    """Write the TOML blocks that the page says to save."""
    files = [block.text for block in blocks if block.kind == "toml"]
    for name, content in zip(SAVE_AS.findall(text), files, strict=True):
        Path(name).write_text(content, encoding="utf-8")


def session_after(blocks: list[Block]) -> list[Block]:
    """Return what is typed and shown after a command, up to the next one."""
    end = next((number for number, block in enumerate(blocks) if block.kind == "sh"), len(blocks))
    return [block for block in blocks[:end] if block.kind in ("typed", "text")]


def run_commands(text: str, session: list[Block], htl: Htl) -> None:
    typed = [line for block in session if block.kind == "typed" for line in block.text.splitlines()]
    for words in command_lines(text):
        answer = htl(*words[1:], lines=typed)
        assert answer.code == 0, answer.err
        assert "This is not a move here" not in answer.out
        shown = " ".join(answer.out.split())
        for block in session:
            if block.kind == "text":
                assert " ".join(block.text.split()) in shown


def command_lines(text: str) -> Iterator[list[str]]:
    """Yield the words of the `htl` commands of a block."""
    for line in text.splitlines():
        for part in re.split(r" && ", line.split("  #")[0]):
            if part.startswith("htl "):
                yield shlex.split(part)


@pytest.mark.parametrize("page", [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *PAGES], ids=page_name)
def test_every_command_and_option_that_a_page_names_exists(page: Path) -> None:
    blocks = [block.text for block in blocks_of(page) if block.kind == "sh"]
    spans = [" ".join(span.split()) for span in COMMAND_SPAN.findall(read_page(page))]
    named = [words for text in blocks for words in command_lines(text)] + [span.split() for span in spans]
    assert [" ".join(words) for words in named if not is_known(words[1:])] == []


def is_known(words: list[str]) -> bool:
    """Return whether these words name a command, and options that it or a game below it has."""
    command: Any = typer.main.get_command(app)
    context = command.make_context("htl", [], resilient_parsing=True)
    commands = [command]
    for word in words:
        if not hasattr(commands[-1], "list_commands") or not re.fullmatch(r"[a-z][a-z-]*", word):
            break
        found = commands[-1].get_command(context, word)
        if found is None:
            return False
        commands.append(found)
    last = commands[-1]
    takes_games = hasattr(last, "list_commands") and last is not command
    below = [last.get_command(context, name) for name in last.list_commands(context)] if takes_games else []
    options = {"-h", "--help", *option_names(commands), *option_names(below)}
    return {word.split("=")[0] for word in words if re.match(r"--?[a-zA-Z]", word)} <= options


def option_names(commands: list[Any]) -> set[str]:
    return {name for one in commands for param in one.params for name in (*param.opts, *param.secondary_opts)}
