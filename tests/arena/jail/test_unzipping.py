"""Zip files that are bots, and those that mean harm."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from holdtheline.arena.jail.handin import MOST_BYTES, BadBot, hand_in
from holdtheline.arena.jail.unzipping import unzip


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
    flat = unzip(zipped(("bot.py", "x"), ("more/a.py", "y")), tmp_path / "flat")
    deep = unzip(zipped(("ada/bot.py", "x"), ("__MACOSX/x", ""), ("ada/.git/y", "")), tmp_path / "deep")
    assert hand_in(flat, tmp_path / "shelf", "ada").main == "bot.py"
    assert hand_in(deep, tmp_path / "shelf").name == "ada"
    assert sorted(path.name for path in deep.rglob("*")) == ["bot.py"]


def test_a_program_stays_one_also_from_windows(tmp_path: Path) -> None:
    marked = unzip(zipped(("bot", "x"), mode=stat.S_IFREG | 0o755), tmp_path / "a")
    looks = unzip(zipped(("bot", "#!/bin/sh\n")), tmp_path / "b")
    assert [hand_in(one, tmp_path / "shelf", "x").kind for one in (marked, looks)] == ["program"] * 2
    text = unzip(zipped(("bot", "hello")), tmp_path / "c")
    with pytest.raises(BadBot, match="not marked as a program"):
        hand_in(text, tmp_path / "shelf", "x")


@pytest.mark.parametrize(
    "name",
    ["../x", "/etc/x", "a/../../x", "a\\b", "C:x", "a\nb", "x" * 201, "\u202ex", "/".join("abcdefghijklm")],
)
def test_a_path_that_could_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadBot, match="no good name") as refusal:
        unzip(zipped((name, "")), tmp_path / "new")
    assert str(refusal.value).isascii()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert not any((tmp_path / "new").iterdir())


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_what_is_no_plain_file_is_refused(tmp_path: Path, kind: int) -> None:
    with pytest.raises(BadBot, match="is no plain file"):
        unzip(zipped(("bot.py", "/etc/passwd"), mode=kind | 0o644), tmp_path / "new")


def test_a_bomb_does_not_go_off(tmp_path: Path) -> None:
    bomb = zipped(("bot.py", "0" * (MOST_BYTES + 1)))
    assert len(bomb) < 100_000
    with pytest.raises(BadBot, match="a bot may have 16 MB, and the zip file unpacks to more"):
        unzip(bomb, tmp_path / "new")
    with pytest.raises(BadBot, match="has more than 1,000 files"):
        unzip(zipped(*((f"{number}.py", "") for number in range(1001))), tmp_path / "many")
    with pytest.raises(BadBot, match="the zip file is larger than 16 MB"):
        unzip(bytes(MOST_BYTES + 1), tmp_path / "large")


def test_a_file_that_lies_about_its_size_is_not_believed(tmp_path: Path) -> None:
    honest = zipped(("bot.py", "0" * 1_000_000))
    small, large = (10).to_bytes(4, "little"), (1_000_000).to_bytes(4, "little")
    with pytest.raises(BadBot, match="the zip file cannot be read"):
        unzip(honest.replace(large, small), tmp_path / "new")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "cannot be read: File is not a zip file"),
        (b"PK\x05\x06" + bytes(10), "cannot be read"),
        (zipped(("bot.py", "x" * 100))[:60], "cannot be read"),
        (zipped(("bot.py", "x" * 100), compression=ZIP_BZIP2), "packed in a way that is not read here"),
        (zipped(("a", ""), ("a/b", "")), "cannot be unpacked"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(BadBot, match=reason):
        unzip(data, tmp_path / "new")


def test_the_same_file_twice_is_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("bot.py", "1"), ("bot.py", "2"))
    with pytest.raises(BadBot, match="cannot be unpacked: File exists"):
        unzip(data, tmp_path / "new")


def test_a_password_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(("bot.py", "x")))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BadBot, match="the zip file has a password"):
        unzip(bytes(data), tmp_path / "new")
