"""Which files are accepted as a bot and which are refused."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from holdtheline.arena import submission
from holdtheline.arena.submission import MAX_BYTES, BadBot, store_submission, unpack_zip


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
    submission = store_submission(folder_with(tmp_path, *names), tmp_path / "store")
    assert (submission.name, submission.kind, submission.main) == ("ada", kind, main)
    found = [path.relative_to(submission.folder).as_posix() for path in submission.folder.rglob("*") if path.is_file()]
    assert sorted(found) == sorted(names)
    assert (submission.folder / main).read_text() == f"content of {main}"


@pytest.mark.parametrize(("name", "kind"), [("ada.py", "python"), ("ada.js", "node"), ("ada", "program")])
def test_a_file_is_what_its_ending_says(tmp_path: Path, name: str, kind: str) -> None:
    (file := tmp_path / name).write_text("")
    file.chmod(0o755)
    submission = store_submission(file, tmp_path / "store")
    assert (submission.name, submission.kind, submission.main) == ("ada", kind, name)


def test_the_copy_is_read_only_and_does_not_follow_its_author(tmp_path: Path) -> None:
    (file := tmp_path / "ada.py").write_text("first")
    first = store_submission(file, tmp_path / "store")
    file.write_text("second")
    second = store_submission(file, tmp_path / "store")
    assert [(one.folder / one.main).read_text() for one in (first, second)] == ["first", "second"]
    assert (first.folder / first.main).stat().st_mode & 0o222 == 0
    assert first.digest != second.digest
    file.write_text("first")
    assert store_submission(file, tmp_path / "store") == first


def test_the_digest_is_of_paths_contents_and_what_can_be_run(tmp_path: Path) -> None:
    digests = set()
    for number, (name, text, mode) in enumerate(
        [("bot.py", "1", 0o644), ("bot.py", "2", 0o644), ("bot.py", "1", 0o755), ("bot.js", "1", 0o644)]
    ):
        folder = tmp_path / str(number) / "ada"
        folder.mkdir(parents=True)
        (folder / name).write_text(text)
        (folder / name).chmod(mode)
        digests.add(store_submission(folder, tmp_path / "store").digest)
    assert len(digests) == 4


def test_what_tools_leave_behind_is_no_part_of_a_bot(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot.py")
    before = store_submission(folder, tmp_path / "store")
    folder_with(tmp_path, "__pycache__/bot.pyc", ".git/config", ".env")
    assert store_submission(folder, tmp_path / "store") == before


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["readme.md"], "has no bot.py, bot.js, bot.mjs or program named bot"),
        (["bot.py", "bot.js"], r"has bot\.js and bot\.py; keep only one of them"),
    ],
)
def test_a_folder_without_one_bot_is_refused(tmp_path: Path, names: list[str], reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        store_submission(folder_with(tmp_path, *names), tmp_path / "store")


def test_a_program_must_be_one(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot")
    (folder / "bot").chmod(0o644)
    with pytest.raises(BadBot, match="is not executable"):
        store_submission(folder, tmp_path / "store")
    with pytest.raises(BadBot, match=r"must end in \.py, \.js or \.mjs, or it must be executable"):
        store_submission(folder / "bot", tmp_path / "store")


@pytest.mark.parametrize("name", ["", "-x", "a b", "a.b", "<b>x", "\x1b[31m", "ä", "a\n", "x" * 41, "../x"])
def test_a_name_that_could_be_taken_for_something_else_is_refused(tmp_path: Path, name: str) -> None:
    (file := tmp_path / "ada.py").write_text("")
    if name:
        with pytest.raises(BadBot, match="is not a valid bot name") as refusal:
            store_submission(file, tmp_path / "store", name)
        assert str(refusal.value).isascii()
        assert str(refusal.value).isprintable()
    else:
        assert store_submission(file, tmp_path / "store", name).name == "ada"


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "/", "nowhere/at/all", ".."])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret").write_text("")
    folder = folder_with(tmp_path, "bot.py")
    (folder / "link").symlink_to(target)
    with pytest.raises(BadBot, match="link"):
        store_submission(folder, tmp_path / "store")


def test_a_link_to_a_file_of_its_own_becomes_a_file(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "real.py", "bot.py")
    (folder / "bot.py").unlink()
    (folder / "bot.py").symlink_to("real.py")
    submission = store_submission(folder, tmp_path / "store")
    assert not (submission.folder / "bot.py").is_symlink()
    assert (submission.folder / "bot.py").read_text() == "content of real.py"


def test_what_is_no_plain_file_is_refused_and_nobody_waits_for_it(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "bot.py")
    os.mkfifo(folder / "pipe")
    with pytest.raises(BadBot, match="pipe is not a regular file"):
        store_submission(folder, tmp_path / "store")


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_with(tmp_path, "bot.py", "a.txt", "b.txt")
    monkeypatch.setattr(submission, "MAX_FILES", 2)
    with pytest.raises(BadBot, match="has more than 2 files"):
        store_submission(folder, tmp_path / "store")
    monkeypatch.undo()
    with (folder / "bot.py").open("wb") as file:
        file.truncate(submission.MAX_BYTES + 1)
    with pytest.raises(BadBot, match="is too large: a bot may have at most 16 MB"):
        store_submission(folder, tmp_path / "store")


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="there is no file"):
        store_submission(tmp_path / "ada.py", tmp_path / "store")


def test_a_store_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text("")
    (store := tmp_path / "store").write_text("a file")
    with pytest.raises(BadBot, match="cannot be"):
        store_submission(tmp_path / "ada.py", store)


def zipped(*members: tuple[str, str], mode: int = 0, compression: int = ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", compression) as archive:
        for name, text in members:
            info = ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = compression
            archive.writestr(info, text)
    return data.getvalue()


def test_a_bot_is_at_the_top_or_in_the_only_folder(tmp_path: Path) -> None:
    flat = unpack_zip(zipped(("bot.py", "x"), ("more/a.py", "y")), tmp_path / "flat")
    deep = unpack_zip(zipped(("ada/bot.py", "x"), ("__MACOSX/x", ""), ("ada/.git/y", "")), tmp_path / "deep")
    assert store_submission(flat, tmp_path / "store", "ada").main == "bot.py"
    assert store_submission(deep, tmp_path / "store").name == "ada"
    assert sorted(path.name for path in deep.rglob("*")) == ["bot.py"]


def test_a_program_stays_one_also_from_windows(tmp_path: Path) -> None:
    marked = unpack_zip(zipped(("bot", "x"), mode=stat.S_IFREG | 0o755), tmp_path / "a")
    looks = unpack_zip(zipped(("bot", "#!/bin/sh\n")), tmp_path / "b")
    assert [store_submission(one, tmp_path / "store", "x").kind for one in (marked, looks)] == ["program"] * 2
    text = unpack_zip(zipped(("bot", "hello")), tmp_path / "c")
    with pytest.raises(BadBot, match="is not executable"):
        store_submission(text, tmp_path / "store", "x")


@pytest.mark.parametrize(
    "name",
    ["../x", "/etc/x", "a/../../x", "a\\b", "C:x", "a\nb", "x" * 201, "\u202ex", "/".join("abcdefghijklm")],
)
def test_a_path_that_could_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadBot, match="is not allowed") as refusal:
        unpack_zip(zipped((name, "")), tmp_path / "new")
    assert str(refusal.value).isascii()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert not any((tmp_path / "new").iterdir())


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: int) -> None:
    with pytest.raises(BadBot, match="is not a regular file"):
        unpack_zip(zipped(("bot.py", "/etc/passwd"), mode=kind | 0o644), tmp_path / "new")


def test_a_bomb_does_not_go_off(tmp_path: Path) -> None:
    bomb = zipped(("bot.py", "0" * (MAX_BYTES + 1)))
    assert len(bomb) < 100_000
    with pytest.raises(BadBot, match="a bot may have at most 16 MB; the zip file unpacks to more"):
        unpack_zip(bomb, tmp_path / "new")
    with pytest.raises(BadBot, match="has more than 1,000 files"):
        unpack_zip(zipped(*((f"{number}.py", "") for number in range(1001))), tmp_path / "many")
    with pytest.raises(BadBot, match="the zip file is larger than 16 MB"):
        unpack_zip(bytes(MAX_BYTES + 1), tmp_path / "large")


def test_a_file_that_lies_about_its_size_is_not_believed(tmp_path: Path) -> None:
    honest = zipped(("bot.py", "0" * 1_000_000))
    small, large = (10).to_bytes(4, "little"), (1_000_000).to_bytes(4, "little")
    with pytest.raises(BadBot, match="the zip file cannot be read"):
        unpack_zip(honest.replace(large, small), tmp_path / "new")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "cannot be read: File is not a zip file"),
        (b"PK\x05\x06" + bytes(10), "cannot be read"),
        (zipped(("bot.py", "x" * 100))[:60], "cannot be read"),
        (zipped(("bot.py", "x" * 100), compression=ZIP_BZIP2), "unsupported compression method"),
        (zipped(("a", ""), ("a/b", "")), "cannot be unpacked"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        unpack_zip(data, tmp_path / "new")


def test_the_same_file_twice_is_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("bot.py", "1"), ("bot.py", "2"))
    with pytest.raises(BadBot, match="cannot be unpacked: File exists"):
        unpack_zip(data, tmp_path / "new")


def test_a_password_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(("bot.py", "x")))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BadBot, match="the zip file is encrypted"):
        unpack_zip(bytes(data), tmp_path / "new")
