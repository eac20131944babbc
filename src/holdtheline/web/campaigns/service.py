"""Start campaigns, find them by key, append entries, and open the tables for their battles."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from anyio.to_thread import run_sync as to_thread

from ...campaign.battle_result import result_from_record
from ...campaign.entries import (
    CampaignHeader,
    Entry,
    SavePolicy,
    format_entry,
    format_header,
    parse_entry,
    parse_header,
)
from ...campaign.rules import append_entry, replay_entries, start_campaign
from ...campaign.state import CampaignState, Phase
from ...campaign.story import files
from ...campaign.story.model import Aftermath, Wounds
from ...core.catalog import interactive_game
from ...core.errors import HtlError
from ...core.game_record.replay import Record
from ...table.campaigns import utc_timestamp
from ..db.campaign_store import CampaignStore
from ..db.keys import KeyRow, battle_key, digest_key, new_key
from ..db.rows import CampaignRow, GeneralRow, InvitationRow
from ..db.writer import WriteConflict
from ..http.errors import ApiError, error_from_htl
from ..tables.models import SeatInvitation
from ..tables.registry import KEY_IN_USE, ME, TableRegistry
from .models import NewCampaign, StartedCampaign

MAX_ENTRIES = 5_000
CAMPAIGN_CHANGED = "The campaign has changed; please check it again."
NO_CAMPAIGN = "This link does not open a campaign; it may be outdated or incomplete."


@dataclass(frozen=True)
class LoadedCampaign:
    """A campaign as it was read from the database."""

    row: CampaignRow
    entries: list[Entry]
    state: CampaignState
    battle: str | None = None
    """The id of the game of the current battle, if it has a table."""


@dataclass(frozen=True)
class General:
    """The holder of a campaign key."""

    key: str
    row: GeneralRow


class CampaignService:
    """The campaigns of this server. Nothing is kept in memory; every request reads the database."""

    def __init__(self, tables: TableRegistry) -> None:
        self.tables = tables
        self.store = CampaignStore(tables.database)

    # Starting and finding

    async def start(self, request: NewCampaign) -> StartedCampaign:
        header = await to_thread(make_header, request)
        state = await to_thread(lambda: start_campaign(files.parse_texts(header.texts), header))
        row = CampaignRow(
            secrets.token_urlsafe(9),
            format_header(header).removesuffix("\n"),
            title=state.story.title,
            scene=state.current_scene.title,
        )
        titles = state.story.game.seats_for({"generals": header.generals})
        my_seats = tuple(seat for seat, player in enumerate(request.seats) if player == ME)
        started = StartedCampaign(
            id=row.id,
            key=new_key(),
            friends=[
                SeatInvitation(seat=seat, title=titles[seat], invitation=new_key())
                for seat, player in enumerate(request.seats)
                if player != ME
            ],
        )
        generals = [GeneralRow(digest_key(started.key), row.id, my_seats, request.name)]
        invitations = [
            InvitationRow(digest_key(friend.invitation), campaign_id=row.id, seat=friend.seat)
            for friend in started.friends
        ]
        await self.store.new(row, generals, invitations)
        return started

    async def find_general(self, key: str) -> General:
        """Return the general that this key belongs to."""
        if not key:
            raise ApiError("key", "This request needs the key of a campaign; it is part of your link.")
        is_plausible = key.isascii() and len(key) <= 64
        row = await to_thread(self.store.general, key) if is_plausible else None
        if row is None:
            raise ApiError("key", NO_CAMPAIGN)
        return General(key, row)

    async def renew_key(self, general: General, new_key: str) -> None:
        """Replace the key of a general, also at the tables of battles; the old one stops working at once."""
        if digest_key(new_key) == general.row.digest:
            return  # the request is repeated, because its answer was lost
        try:
            games = await self.store.renew_key(general.row, general.key, new_key)
        except WriteConflict as error:
            raise ApiError("invalid", KEY_IN_USE) from error
        if games is None:
            raise ApiError("key", NO_CAMPAIGN)
        for game_id in games:
            await self.tables.reload_keys(game_id)

    async def load(self, general: General) -> LoadedCampaign:
        """Read the campaign; if its battle is over, append the result first."""
        campaign = await to_thread(self._read, general.row.campaign_id)
        while campaign.battle is not None and await self._append_result(campaign, campaign.battle):
            campaign = await to_thread(self._read, general.row.campaign_id)
        return campaign

    # Acting

    async def act(self, general: General, version: int, make_entry: Callable[[CampaignState], Entry]) -> LoadedCampaign:
        """Append one entry, unless the campaign has changed since `version`."""
        campaign = await self.load(general)
        check_version(campaign, version)
        if campaign.row.written >= MAX_ENTRIES:
            raise ApiError("forbidden", "This campaign has reached its limit of entries; start a new one.")
        try:
            await self._append(campaign, make_entry(campaign.state))
        except WriteConflict as error:
            raise ApiError("stale", CAMPAIGN_CHANGED) from error
        except HtlError as error:
            raise error_from_htl(error, campaign.state.story.game.name) from error
        return await self.load(general)

    async def open_battle(self, general: General, version: int) -> LoadedCampaign:
        """Open a table for the battle that comes next, unless it has one."""
        campaign = await self.load(general)
        check_version(campaign, version)
        if campaign.state.phase != Phase.BATTLE:
            raise ApiError("turn", "There is no battle to fight now.")
        if campaign.battle is not None:
            return campaign
        state = campaign.state
        game = await to_thread(interactive_game, state.story.game, state.battle_options())
        dice = "mine" if state.header.dice_are_mine else "table"
        with suppress(WriteConflict):  # another general has just opened it
            await self.tables.open_battle(game, dice, campaign.row.id, campaign.row.written)
        return await self.load(general)

    async def find_battle_key(self, general: General, campaign: LoadedCampaign) -> str | None:
        """Return a general's key to the table of the battle, to play or to watch, or None if there is no table."""
        if campaign.battle is None:
            return None
        text = battle_key(general.key, campaign.battle)
        if await to_thread(self.tables.database.key, text) is None:
            key = battle_key_row(general, text, campaign.battle, count_generals(campaign.state))
            with suppress(WriteConflict):  # another request of this general has just added it
                if not await self.store.add_battle_key(general.row, key):
                    raise ApiError("key", NO_CAMPAIGN)
                await self.tables.reload_keys(campaign.battle)
        return text

    # Private

    def _read(self, campaign_id: str) -> LoadedCampaign:
        row = self.store.campaign(campaign_id)
        if row is None:
            raise ApiError("key", NO_CAMPAIGN)
        texts = self.store.entries(campaign_id)[: row.written]
        try:
            header = parse_header(row.header)
            entries = [parse_entry(text, number) for number, text in enumerate(texts, 2)]
            state = replay_entries(files.parse_texts(header.texts), header, entries)
        except HtlError as error:
            raise ApiError("invalid", f"This campaign can no longer be read: {error}") from error
        is_battle = state.phase == Phase.BATTLE
        return LoadedCampaign(row, entries, state, self.store.battle(row) if is_battle else None)

    async def _append_result(self, campaign: LoadedCampaign, battle: str) -> bool:
        """Append the result of the battle if it is over; its table is locked, so that the end cannot be undone."""
        game = await to_thread(self.tables.database.game, battle)
        if game is None or not game.over:
            return False
        async with self.tables.use(battle) as live, live.lock:
            result = await to_thread(self._read_result, campaign, battle)
            if result is None:
                return False
            with suppress(WriteConflict):  # another request has just appended it
                await self._append(campaign, result)
            live.finalize_result()
        return True

    def _read_result(self, campaign: LoadedCampaign, battle: str) -> Entry | None:
        database = self.tables.database
        game = database.game(battle)
        if game is None or not game.over:
            return None
        return result_from_record(Record.parse(database.record_bytes(game)), campaign.state)

    async def _append(self, campaign: LoadedCampaign, entry: Entry) -> None:
        after = append_entry(campaign.state, campaign.entries, entry)
        scene = after.end or after.current_scene
        await self.store.append(campaign.row, format_entry(entry).removesuffix("\n"), scene.title, after.is_over)


def check_version(campaign: LoadedCampaign, version: int) -> None:
    if version != campaign.row.written:
        raise ApiError("stale", CAMPAIGN_CHANGED)


def make_header(request: NewCampaign) -> CampaignHeader:
    texts = files.read_shipped_texts(request.campaign)
    story = files.parse_texts(texts)
    felled_travel = request.felled_travel == "on" if request.felled_travel else story.felled_travel
    return CampaignHeader(
        texts=texts,
        seed=secrets.randbits(32),
        policy=SavePolicy[request.policy.upper()],
        generals=len(request.seats),
        aftermath=Aftermath[request.aftermath.upper()] if request.aftermath else story.aftermath,
        wounds=Wounds[request.wounds.upper()] if request.wounds else story.wounds,
        felled_travel=felled_travel,
        dice_are_mine=request.dice == "mine",
        created=utc_timestamp(),
    )


def count_generals(state: CampaignState) -> int:
    """Return how many generals command in the battle: no more than have a character to command."""
    return int(state.settings(state.battle())["generals"])


def battle_key_row(general: General, text: str, game_id: str, generals: int) -> KeyRow:
    """Return what a battle key opens: the general's seats, or only a view if the battle has fewer seats."""
    seats = tuple(seat for seat in general.row.seats if seat < generals)
    return KeyRow.of(text, game_id, "seat" if seats else "watch", seats, general.row.name)
