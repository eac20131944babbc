"""Campaigns on the disk: a line for each entry, written before it counts, and the records of the battles."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..core.errors import BadOption, BadRecord, HtlError, IllegalMove, UnknownName
from ..core.ledger import Ledger
from ..games.skirmish.campaign import files
from ..games.skirmish.campaign.allowed import why_not
from ..games.skirmish.campaign.entries import (
    Back,
    Entry,
    Header,
    entry_from,
    entry_line,
    header_from,
    header_line,
)
from ..games.skirmish.campaign.journey import Awaits, Journey
from ..games.skirmish.campaign.unfolding import begun, counted, folded, unfolded
from .store import home

ENDING = ".campaign"
LARGEST = 50_000_000
"""Bytes of a campaign that is kept."""
CONSOLATION = "the campaign stands as it was"


def folder() -> Path:
    return home() / "campaigns"


class Campaign:
    """A campaign under way. Every entry is on the disk before it counts."""

    def __init__(self, ledger: Ledger, journey: Journey) -> None:
        self.path = ledger.path
        self._ledger = ledger
        self.entries: list[Entry] = []
        self.journey = journey

    @classmethod
    def begin(cls, header: Header, path: Path | None = None) -> Campaign:
        """A new one; nothing is written if its texts are wrong."""
        journey = begun(files.told(header.texts), header)
        path = path or new_path(header.texts.name)
        return cls(Ledger.begin(path, header_line(header), CONSOLATION), journey)

    @classmethod
    def go_on(cls, path: Path) -> Campaign:
        """As it was left."""
        ledger = Ledger.go_on(path, CONSOLATION)
        try:
            journey, entries, ledger.length = read(path)
        except HtlError:
            ledger.close()
            raise
        campaign = cls(ledger, journey)
        campaign.entries = entries
        return campaign

    def take(self, entry: Entry) -> Journey:
        """Write an entry down and let it count; IllegalMove and NotSaved leave everything as it was."""
        if isinstance(entry, Back):
            if why := why_not(self.journey, entry):
                raise IllegalMove("back", "K6.3", why)
            after = folded(self.journey.story, self.journey.header, [*self.entries, entry])
        else:
            after = unfolded(self.journey, entry)
        self._ledger.append(entry_line(entry))
        self.entries.append(entry)
        self.journey = after
        return after

    def go_back(self, scene: str) -> Journey:
        """To the start of a scene that was played, where the policy allows it."""
        starts = self.journey.starts
        return self.take(Back(starts.get(scene, -1)))

    @property
    def battle_path(self) -> Path:
        """The record of the battle that is being fought; one for each time that somebody begins one."""
        assert self.journey.awaits == Awaits.BATTLE
        name = re.sub(r"[^a-z0-9]+", "-", self.journey.scene.lower()).strip("-")
        return self.path.with_suffix("") / f"{len(self.entries):03}-{name or 'battle'}.htl"

    def close(self) -> None:
        self._ledger.close()


# Reading


def read(path: Path) -> tuple[Journey, list[Entry], int]:
    """A campaign as it was left, its entries, and how many bytes of the file are whole lines."""
    lines, good = whole_lines(path)
    if not lines:
        raise BadRecord("the campaign is empty: it was cut off before its first line was whole", line=1)
    header = header_from(lines[0])
    entries = [entry_from(line, number) for number, line in enumerate(lines[1:], 2)]
    try:
        story = files.told(header.texts)
    except BadOption as error:
        raise BadRecord(f"its story cannot be read: {error}", line=1) from None
    journey = begun(story, header)
    for count in range(1, len(entries) + 1):
        try:
            journey = after(journey, entries[:count])
        except IllegalMove as error:
            raise BadRecord(error.reason, line=count + 1) from None
    return journey, entries, good


def after(journey: Journey, entries: list[Entry]) -> Journey:
    """The campaign after the last of these entries; `journey` is how it stood before."""
    last = entries[-1]
    if not isinstance(last, Back):
        return unfolded(journey, last)
    if why := why_not(journey, last):
        raise IllegalMove("back", "K6.3", why)
    return folded(journey.story, journey.header, counted(entries))


def whole_lines(path: Path) -> tuple[list[str], int]:
    """The lines that were written to their ends, and the bytes that they have."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise BadRecord(f"{path} is too large for a campaign")
    data = data[: data.rfind(b"\n") + 1]
    try:
        return data.decode().split("\n")[:-1], len(data)
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not UTF-8 text") from None


# The folder


@dataclass(frozen=True)
class Saved:
    """A campaign that is kept."""

    path: Path
    title: str
    scene: str
    """Its title, or that of the end."""
    policy: str
    is_over: bool
    made: str


def saved() -> list[Saved]:
    """The campaigns that are kept, the last played first. One that cannot be read is passed over."""
    found: list[tuple[float, Saved]] = []
    for path in folder().glob(f"*{ENDING}") if folder().is_dir() else ():
        try:
            journey, _, _ = read(path)
            played = path.stat().st_mtime
        except (HtlError, OSError):
            continue
        place = journey.end or journey.now
        header = journey.header
        one = Saved(path, journey.story.title, place.title, header.policy.word, journey.is_over, header.made)
        found.append((played, one))
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].path), reverse=True)]


def damaged() -> list[tuple[Path, str]]:
    """The campaigns that are kept and cannot be read, and why."""
    found = []
    for path in sorted(folder().glob(f"*{ENDING}")) if folder().is_dir() else ():
        try:
            read(path)
        except (HtlError, OSError) as error:
            found.append((path, str(error)))
    return found


def find(name: str | None) -> Path:
    """The campaign of this name or number in the list; without a name the last one that goes on."""
    kept = saved()
    if name is None:
        going = [one for one in kept if not one.is_over] or kept
        if not going and damaged():
            raise UnknownName("no campaign can be read; `htl campaign list` tells why")
        if not going:
            raise UnknownName("no campaign has been begun; `htl campaign start NAME` begins one")
        return going[0].path
    for number, one in enumerate(kept, 1):
        if name in (str(number), one.path.name, one.path.stem):
            return one.path
    mine = [one for one in kept if one.path.stem.rsplit("-", 2)[0] == name]
    if mine:
        return mine[0].path
    if os.path.isfile(name) or (folder() / f"{name}{ENDING}").is_file():
        return Path(name) if os.path.isfile(name) else folder() / f"{name}{ENDING}"
    raise UnknownName(f"there is no campaign {name[:60]!r}; `htl campaign list` shows those there are")


def new_path(name: str) -> Path:
    """A name for a new campaign that no file has yet."""
    slug = re.sub(r"[^A-Za-z0-9-]+", "-", name)[:40] or "campaign"
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = folder() / f"{stem}{ENDING}", 1
    while os.path.lexists(path):
        number += 1
        path = path.with_name(f"{stem}.{number}{ENDING}")
    return path


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
