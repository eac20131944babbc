"""Campaigns on this server: begun, found by their keys, gone on with entry by entry."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from anyio.to_thread import run_sync as to_thread

from ..core.catalog import contract_of, game_for_people
from ..core.errors import HtlError, IllegalMove
from ..core.record import Record
from ..games.skirmish.campaign import files
from ..games.skirmish.campaign.allowed import CLAUSE, why_not
from ..games.skirmish.campaign.entries import (
    Back,
    Entry,
    Header,
    Policy,
    entry_from,
    entry_line,
    header_from,
    header_line,
)
from ..games.skirmish.campaign.journey import Awaits, Journey
from ..games.skirmish.campaign.story import Aftermath
from ..games.skirmish.campaign.unfolding import begun, folded, unfolded
from ..table.campaigns import now
from ..table.sorties import GAME, fought_of
from .campaignmessages import CampaignInvitation, NewCampaign, Started
from .problems import Problem, problem_of
from .schema import CampaignRow, GeneralRow, digest_of, new_key
from .shelf import Shelf
from .storage import Clash, KeyRow
from .tables import ME, Tables

MOST_ENTRIES = 5_000
GONE_ON = "The campaign has gone on since; look at it again."
NO_CAMPAIGN = "This link does not open any campaign; it may be old, or cut off."


@dataclass(frozen=True)
class Kept:
    """A campaign as it was read."""

    row: CampaignRow
    entries: list[Entry]
    journey: Journey
    battle: str | None = None
    """The game of the battle that is being fought."""


@dataclass(frozen=True)
class General:
    """Whoever came with a key of a campaign."""

    key: str
    row: GeneralRow


class Campaigns:
    """The campaigns of this server. Nothing of them is kept in memory: what counts is on the disk."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.shelf = Shelf(tables.storage)

    # Beginning and finding

    async def start(self, asked: NewCampaign) -> Started:
        header = await to_thread(header_for, asked)
        journey = await to_thread(lambda: begun(files.told(header.texts), header))
        row = CampaignRow(
            secrets.token_urlsafe(9),
            header_line(header).removesuffix("\n"),
            title=journey.story.title,
            scene=journey.now.title,
        )
        titles = contract_of(GAME).seats_of({"generals": header.generals})
        mine = tuple(seat for seat, who in enumerate(asked.seats) if who == ME)
        started = Started(
            id=row.id,
            key=new_key(),
            friends=[
                CampaignInvitation(seat=seat, title=titles[seat], key=new_key())
                for seat, who in enumerate(asked.seats)
                if who != ME
            ],
        )
        opens = [GeneralRow(digest_of(started.key), row.id, mine, asked.name)]
        opens += [GeneralRow(digest_of(one.key), row.id, (one.seat,)) for one in started.friends]
        await self.shelf.new(row, opens)
        return started

    async def general(self, key: str) -> General:
        """What a secret opens."""
        if not key:
            raise Problem("key", "This needs the key of a campaign; the link that you were given has it.")
        can_be_one = key.isascii() and len(key) <= 64
        found = await to_thread(self.shelf.general, key) if can_be_one else None
        if found is None:
            raise Problem("key", NO_CAMPAIGN)
        return General(key, found)

    async def at(self, general: General) -> Kept:
        """The campaign as it stands; if its battle is over, with what came of that."""
        kept = await to_thread(self._read, general.row.campaign_id)
        while kept.battle is not None and await self._took(kept, kept.battle):
            kept = await to_thread(self._read, general.row.campaign_id)
        return kept

    # Going on

    async def take(self, general: General, at: int, entry_for: Callable[[Journey], Entry]) -> Kept:
        """One entry more, if nobody has written one since."""
        kept = await self.at(general)
        check(kept, at)
        if kept.row.written >= MOST_ENTRIES:
            raise Problem("forbidden", "So much has been taken back that this campaign is full.")
        try:
            await self._append(kept, entry_for(kept.journey))
        except Clash as error:
            raise Problem("stale", GONE_ON) from error
        except HtlError as error:
            raise problem_of(error, GAME) from error
        return await self.at(general)

    async def fight(self, general: General, at: int) -> Kept:
        """A table for the battle that the campaign waits for; there is never a second one."""
        kept = await self.at(general)
        check(kept, at)
        if kept.journey.awaits != Awaits.BATTLE:
            raise Problem("turn", "No battle is to be fought now.")
        if kept.battle is not None:
            return kept
        journey = kept.journey
        game = await to_thread(game_for_people, contract_of(GAME), journey.battle_options())

        def keys_for(game_id: str) -> dict[str, KeyRow]:
            text = table_key(general.key, game_id)
            return {text: seat_key(general, text, game_id, len(game.seats))}

        dice = "mine" if journey.header.dice_are_mine else "table"
        with suppress(Clash):  # somebody else has opened it at this moment
            await self.tables.open_battle(game, dice, keys_for, (kept.row.id, kept.row.written))
        return await self.at(general)

    async def seat(self, general: General, kept: Kept) -> str | None:
        """The key with which a general sits at the table of the battle, or watches; None: there is none."""
        if kept.battle is None:
            return None
        text = table_key(general.key, kept.battle)
        if await to_thread(self.tables.storage.key, text) is None:
            with suppress(Clash):
                await self.tables.admit(seat_key(general, text, kept.battle, generals_at(kept.journey)))
        return text

    # Inside

    def _read(self, campaign_id: str) -> Kept:
        row = self.shelf.campaign(campaign_id)
        if row is None:
            raise Problem("key", NO_CAMPAIGN)
        texts = self.shelf.entries(campaign_id)[: row.written]
        try:
            header = header_from(row.header)
            entries = [entry_from(text, number) for number, text in enumerate(texts, 2)]
            journey = folded(files.told(header.texts), header, entries)
        except HtlError as error:
            raise Problem("invalid", f"This campaign cannot be read any more: {error}") from error
        is_battle = journey.awaits == Awaits.BATTLE
        return Kept(row, entries, journey, self.shelf.battle(row) if is_battle else None)

    async def _took(self, kept: Kept, battle: str) -> bool:
        """Whether the battle is over, and the campaign has it now; nobody takes it back meanwhile."""
        game = await to_thread(self.tables.storage.game, battle)
        if game is None or not game.over:
            return False
        async with self.tables.at(battle) as live, live.lock:
            fought = await to_thread(self._fought, kept)
            if fought is None:
                return False
            with suppress(Clash):  # somebody else has looked, and taken it
                await self._append(kept, fought)
            live.settle()
        return True

    def _fought(self, kept: Kept) -> Entry | None:
        """How the battle ended; None: it has not."""
        storage = self.tables.storage
        game = storage.game(kept.battle) if kept.battle else None
        if game is None or not game.over:
            return None
        lines = storage.lines_of(game.id)[: game.written]
        record = Record.parse("".join(f"{line}\n" for line in (game.header, *lines)).encode())
        return fought_of(record, kept.journey)

    async def _append(self, kept: Kept, entry: Entry) -> None:
        if isinstance(entry, Back):
            if why := why_not(kept.journey, entry):
                raise IllegalMove("back", CLAUSE, why)
            header = kept.journey.header
            after = folded(kept.journey.story, header, [*kept.entries, entry])
        else:
            after = unfolded(kept.journey, entry)
        place = after.end or after.now
        await self.shelf.append(kept.row, entry_line(entry).removesuffix("\n"), place.title, after.is_over)


def check(kept: Kept, at: int) -> None:
    if at != kept.row.written:
        raise Problem("stale", GONE_ON)


def header_for(asked: NewCampaign) -> Header:
    texts = files.texts_named(asked.campaign)
    usual = files.told(texts).aftermath
    return Header(
        texts=texts,
        seed=secrets.randbits(32),
        policy=Policy[asked.policy.upper()],
        generals=len(asked.seats),
        aftermath=Aftermath[asked.aftermath.upper()] if asked.aftermath else usual,
        dice_are_mine=asked.dice == "mine",
        made=now(),
    )


def generals_at(journey: Journey) -> int:
    """How many command in the battle: no more than have somebody to command."""
    return int(journey.settings(journey.battle())["generals"])


def table_key(key: str, game_id: str) -> str:
    """The secret of a general at a table; who has that of the campaign finds it, and nobody else."""
    digest = hmac.digest(key.encode(), f"table {game_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def seat_key(general: General, text: str, game_id: str, count: int) -> KeyRow:
    """What it opens: the seats of the general, or, if there are fewer in this battle, a view of it."""
    seats = tuple(seat for seat in general.row.seats if seat < count)
    return KeyRow.of(text, game_id, "seat" if seats else "watch", seats, general.row.name)
