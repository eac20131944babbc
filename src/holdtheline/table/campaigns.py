"""Play and save campaigns: write each entry to disk before it counts, and open battles at a table."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..campaign.battle_result import result_from_record
from ..campaign.entries import (
    CampaignHeader,
    Entry,
    Rewind,
    format_entry,
    format_header,
    parse_entry,
    parse_header,
)
from ..campaign.rules import append_entry, start_campaign
from ..campaign.state import CampaignState, Phase
from ..campaign.story import files
from ..core.catalog import should_run_plain
from ..core.errors import BadOption, BadRecord, HtlError, IllegalMove, UnknownName
from ..core.game import Game
from ..core.game_record.lines import OWN_DICE, SEEDED_DICE
from ..core.game_record.replay import Record
from ..core.game_record.writer import AppendOnlyFile
from ..core.scenarios.campaign_battles import BattleResult
from .saved_games import data_folder
from .session import PERSON, Table

CAMPAIGN_SUFFIX = ".campaign"
MAX_CAMPAIGN_BYTES = 50_000_000
NOT_SAVED_NOTE = "the campaign is as it was before"


def campaign_folder() -> Path:
    return data_folder() / "campaigns"


class CampaignSession:
    """A campaign being played. Every entry is on the disk before it counts."""

    def __init__(self, file: AppendOnlyFile, state: CampaignState) -> None:
        self.path = file.path
        self._file = file
        self.entries: list[Entry] = []
        self.state = state

    @classmethod
    def start(cls, header: CampaignHeader, path: Path | None = None) -> CampaignSession:
        """Start a campaign; write nothing if its texts have errors."""
        state = start_campaign(files.parse_texts(header.texts), header)
        path = path or new_campaign_path(header.texts.name)
        return cls(AppendOnlyFile.create(path, format_header(header), NOT_SAVED_NOTE), state)

    @classmethod
    def resume(cls, path: Path) -> CampaignSession:
        """Open a saved campaign, to write after its last whole line."""
        file = AppendOnlyFile.open(path, NOT_SAVED_NOTE)
        try:
            state, entries, file.length = read_campaign(path)
        except HtlError:
            file.close()
            raise
        campaign = cls(file, state)
        campaign.entries = entries
        return campaign

    def take(self, entry: Entry) -> CampaignState:
        """Save an entry and apply it; IllegalMove and NotSaved leave everything as it was."""
        after = append_entry(self.state, self.entries, entry)
        self._file.append(format_entry(entry))
        self.entries.append(entry)
        self.state = after
        return after

    def go_back(self, scene: str) -> CampaignState:
        """Go back to the start of a scene that was played, if the save policy allows it."""
        starts = self.state.starts
        return self.take(Rewind(starts.get(scene, -1)))

    @property
    def battle_path(self) -> Path:
        """The record of the current battle; a battle that is started again gets a new one."""
        assert self.state.phase == Phase.BATTLE
        name = re.sub(r"[^a-z0-9]+", "-", self.state.scene.lower()).strip("-")
        return self.path.with_suffix("") / f"{len(self.entries):03}-{name or 'battle'}.htl"

    def close(self) -> None:
        self._file.close()


# Read


def read_campaign(path: Path) -> tuple[CampaignState, list[Entry], int]:
    """Return the state of a campaign, its entries, and how many bytes of the file are whole lines."""
    lines, size = read_whole_lines(path)
    if not lines:
        raise BadRecord("the campaign is empty: it was cut off in its first line", line=1)
    header = parse_header(lines[0])
    entries = [parse_entry(line, number) for number, line in enumerate(lines[1:], 2)]
    try:
        story = files.parse_texts(header.texts)
    except BadOption as error:
        raise BadRecord(f"its story cannot be read: {error}", line=1) from None
    state = start_campaign(story, header)
    for count, entry in enumerate(entries):
        try:
            state = append_entry(state, entries[:count], entry)
        except IllegalMove as error:
            raise BadRecord(error.reason, line=count + 2) from None
    return state, entries, size


def read_whole_lines(path: Path) -> tuple[list[str], int]:
    """Return the lines that are whole, and their size in bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_CAMPAIGN_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}", path=str(path)) from None
    if len(data) > MAX_CAMPAIGN_BYTES:
        raise BadRecord(f"{path} is too large for a campaign", path=str(path))
    data = data[: data.rfind(b"\n") + 1]
    try:
        return data.decode().split("\n")[:-1], len(data)
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not UTF-8 text", path=str(path)) from None


# The folder of saved campaigns


@dataclass(frozen=True)
class SavedCampaign:
    """A saved campaign in a list."""

    path: Path
    title: str
    scene: str  # the title of the current scene, or of the ending
    policy: str
    is_over: bool
    made: str


def saved_campaigns() -> list[SavedCampaign]:
    """Return the saved campaigns, the last played first; skip files that cannot be read."""
    found: list[tuple[float, SavedCampaign]] = []
    for path in campaign_files():
        try:
            state, _, _ = read_campaign(path)
            played = path.stat().st_mtime
        except (HtlError, OSError):
            continue
        header, scene = state.header, state.end or state.current_scene
        saved = SavedCampaign(path, state.story.title, scene.title, header.policy.word, state.is_over, header.created)
        found.append((played, saved))
    return [saved for _, saved in sorted(found, key=lambda pair: (pair[0], pair[1].path), reverse=True)]


def damaged_campaigns() -> list[tuple[Path, str]]:
    """Return the saved campaigns that cannot be read, each with the reason."""
    found = []
    for path in campaign_files():
        try:
            read_campaign(path)
        except (HtlError, OSError) as error:
            found.append((path, str(error)))
    return found


def campaign_files() -> list[Path]:
    folder = campaign_folder()
    return sorted(folder.glob(f"*{CAMPAIGN_SUFFIX}")) if folder.is_dir() else []


def find_campaign(name: str | None) -> Path:
    """Return the campaign with this name, or this number in the list; without a name, the last unfinished one."""
    saved = saved_campaigns()
    if name is None:
        candidates = [campaign for campaign in saved if not campaign.is_over] or saved
        if not candidates and damaged_campaigns():
            raise UnknownName("no campaign can be read; see `htl campaign list` for the reasons")
        if not candidates:
            raise UnknownName("you have no campaigns; start one with `htl campaign start NAME`")
        return candidates[0].path
    for number, campaign in enumerate(saved, 1):
        if name in (str(number), campaign.path.name, campaign.path.stem):
            return campaign.path
    same_story = [campaign for campaign in saved if campaign.path.stem.rsplit("-", 2)[0] == name]
    if same_story:
        return same_story[0].path
    for path in (Path(name), campaign_folder() / f"{name}{CAMPAIGN_SUFFIX}"):
        if os.path.isfile(path):
            return path
    raise UnknownName(f"there is no campaign {name[:60]!r}; see `htl campaign list`")


def new_campaign_path(name: str) -> Path:
    """Return a path for a new campaign that does not exist yet."""
    slug = re.sub(r"[^A-Za-z0-9-]+", "-", name)[:40] or "campaign"
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = campaign_folder() / f"{stem}{CAMPAIGN_SUFFIX}", 1
    while os.path.lexists(path):
        number += 1
        path = path.with_name(f"{stem}.{number}{CAMPAIGN_SUFFIX}")
    return path


def utc_timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def open_battle(campaign: CampaignSession) -> Table:
    """Start or resume the battle that the campaign waits for."""
    definition = campaign.state.story.game
    plain = should_run_plain(definition)
    path = campaign.battle_path
    if path.is_file() and b"\n" not in path.read_bytes():
        path.unlink()  # the process was killed while it wrote the first line, so nothing was played
    if path.exists():
        return Table.resume(path, plain=plain)
    state = campaign.state
    game = Game(definition, state.battle_options(), plain=plain)
    return Table.open(
        game,
        seats=[PERSON] * len(game.seats),
        seed=state.battle_seed,
        dice=OWN_DICE if state.header.dice_are_mine else SEEDED_DICE,
        record=path,
    )


def read_battle_result(campaign: CampaignSession) -> BattleResult | None:
    """Return the result of the battle that the campaign waits for, or None if it is not over."""
    path = campaign.battle_path
    if not path.is_file():
        return None
    try:
        record = Record.read(path, cut_off="drop")
    except HtlError:
        return None
    return result_from_record(record, campaign.state)
