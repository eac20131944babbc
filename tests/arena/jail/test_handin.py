"""What is a bot, and what is refused as one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from holdtheline.arena.jail import handin as handins
from holdtheline.arena.jail.handin import BadBot, hand_in


def folder_with(place: Path, *names: str, name: str = "ada") -> Path:
    folder = place / name
    for one in names:
        file = folder / one
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"content of {one}")
        file.chmod(0o755 if file.suffix == "" else 0o644)
    return folder


@pytest.mark.parametrize(
    ("names", "kind", "main"),
    [
        (["bot.py", "more/plan.py"], "python", "bot.py"),
        (["bot.js", "package.json"], "node", "bot.js"),
        (["bot.mjs"], "node", "bot.mjs"),
        (["bot", "table.txt"], "program", "bot"),
    ],
)
def test_a_folder_is_what_its_bot_is(tmp_path: Path, names: list[str], kind: str, main: str) -> None:
    handin = hand_in(folder_with(tmp_path, *names), tmp_path / "shelf")
    assert (handin.name, handin.kind, handin.main) == ("ada", kind, main)
    found = [
        path.relative_to(handin.folder).as_posix() for path in handin.folder.rglob("*") if path.is_file()
    ]
    assert sorted(found) == sorted(names)
    assert (handin.folder / main).read_text() == f"content of {main}"


@pytest.mark.parametrize(("name", "kind"), [("ada.py", "python"), ("ada.js", "node"), ("ada", "program")])
def test_a_file_is_what_its_ending_says(tmp_path: Path, name: str, kind: str) -> None:
    (file := tmp_path / name).write_text("")
    file.chmod(0o755)
    handin = hand_in(file, tmp_path / "shelf")
    assert (handin.name, handin.kind, handin.main) == ("ada", kind, name)


def test_the_copy_is_read_only_and_does_not_follow_its_author(tmp_path: Path) -> None:
    (file := tmp_path / "ada.py").write_text("first")
    first = hand_in(file, tmp_path / "shelf")
    file.write_text("second")
    second = hand_in(file, tmp_path / "shelf")
    assert [(one.folder / one.main).read_text() for one in (first, second)] == ["first", "second"]
    assert (first.folder / first.main).stat().st_mode & 0o222 == 0
    assert first.digest != second.digest
    file.write_text("first")
    assert hand_in(file, tmp_path / "shelf") == first


def test_the_digest_is_of_paths_contents_and_what_can_be_run(tmp_path: Path) -> None:
    digests = set()
    for number, (name, text, mode) in enumerate(
        [("bot.py", "1", 0o644), ("bot.py", "2", 0o644), ("bot.py", "1", 0o755), ("bot.js", "1", 0o644)]
    ):
        folder = tmp_path / str(number) / "ada"
        folder.mkdir(parents=True)
        (folder / name).write_text(text)
        (folder / name).chmod(mode)
        digests.add(hand_in(folder, tmp_path / "shelf").digest)
    assert len(digests) == 4


def test_what_tools_leave_behind_is_no_part_of_a_bot(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot.py")
    before = hand_in(folder, tmp_path / "shelf")
    folder_with(tmp_path, "__pycache__/bot.pyc", ".git/config", ".env")
    assert hand_in(folder, tmp_path / "shelf") == before


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["readme.md"], "has no bot.py, no bot.js, no bot.mjs and no program called bot"),
        (["bot.py", "bot.js"], r"has bot\.js and bot\.py; a bot has one of them"),
    ],
)
def test_a_folder_without_one_bot_is_refused(tmp_path: Path, names: list[str], reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        hand_in(folder_with(tmp_path, *names), tmp_path / "shelf")


def test_a_program_must_be_one(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot")
    (folder / "bot").chmod(0o644)
    with pytest.raises(BadBot, match="cannot be run: it is not marked as a program"):
        hand_in(folder, tmp_path / "shelf")
    with pytest.raises(BadBot, match=r"must end in \.py, \.js or \.mjs, or be a program"):
        hand_in(folder / "bot", tmp_path / "shelf")


@pytest.mark.parametrize("name", ["", "-x", "a b", "a.b", "<b>x", "\x1b[31m", "ä", "a\n", "x" * 41, "../x"])
def test_a_name_that_could_be_taken_for_something_else_is_refused(tmp_path: Path, name: str) -> None:
    (file := tmp_path / "ada.py").write_text("")
    if name:
        with pytest.raises(BadBot, match="a bot is named with letters, digits, _ and -") as refusal:
            hand_in(file, tmp_path / "shelf", name)
        assert str(refusal.value).isascii()
        assert str(refusal.value).isprintable()
    else:
        assert hand_in(file, tmp_path / "shelf", name).name == "ada"


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "/", "nowhere/at/all", ".."])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret").write_text("")
    folder = folder_with(tmp_path, "bot.py")
    (folder / "link").symlink_to(target)
    with pytest.raises(BadBot, match="link"):
        hand_in(folder, tmp_path / "shelf")


def test_a_link_to_a_file_of_its_own_becomes_a_file(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "real.py", "bot.py")
    (folder / "bot.py").unlink()
    (folder / "bot.py").symlink_to("real.py")
    handin = hand_in(folder, tmp_path / "shelf")
    assert not (handin.folder / "bot.py").is_symlink()
    assert (handin.folder / "bot.py").read_text() == "content of real.py"


def test_what_is_no_plain_file_is_refused_and_nobody_waits_for_it(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot.py")
    os.mkfifo(folder / "pipe")
    with pytest.raises(BadBot, match="pipe is no plain file"):
        hand_in(folder, tmp_path / "shelf")


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_with(tmp_path, "bot.py", "a.txt", "b.txt")
    monkeypatch.setattr(handins, "MOST_FILES", 2)
    with pytest.raises(BadBot, match="has more than 2 files"):
        hand_in(folder, tmp_path / "shelf")
    monkeypatch.undo()
    with (folder / "bot.py").open("wb") as file:
        file.truncate(handins.MOST_BYTES + 1)
    with pytest.raises(BadBot, match=r"a bot may have 16 MB, and .* is too much"):
        hand_in(folder, tmp_path / "shelf")


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="there is no file"):
        hand_in(tmp_path / "ada.py", tmp_path / "shelf")


def test_a_shelf_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text("")
    (shelf := tmp_path / "shelf").write_text("a file")
    with pytest.raises(BadBot, match="cannot be"):
        hand_in(tmp_path / "ada.py", shelf)
