"""Store campaigns: their entries, the keys of their generals, and the tables of their battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ...campaign.entries import SavePolicy, parse_header
from .database import ID_PARAMETER, Database, find_key, insert_invitations, insert_key, lock_row, replace_key
from .keys import KeyRow, battle_key, digest_key, format_seats, parse_seats
from .rows import CampaignRow, GeneralRow, InvitationRow, utc_now
from .schema import battles_table, campaigns_table, entries_table, generals_table
from .writer import WriteConflict

SELECT_CAMPAIGN = sa.select(campaigns_table).where(campaigns_table.c.id == ID_PARAMETER)
SELECT_ENTRIES = (
    sa.select(entries_table.c.text).where(entries_table.c.campaign_id == ID_PARAMETER).order_by(entries_table.c.number)
)
SELECT_GENERAL = sa.select(generals_table).where(generals_table.c.digest == ID_PARAMETER)
SELECT_GENERALS = (
    sa.select(generals_table).where(generals_table.c.campaign_id == ID_PARAMETER).order_by(generals_table.c.seats)
)
SELECT_BATTLE = (
    sa.select(battles_table.c.number, campaigns_table.c.written, campaigns_table.c.header)
    .join(campaigns_table, campaigns_table.c.id == battles_table.c.campaign_id)
    .where(battles_table.c.game_id == ID_PARAMETER)
)
SELECT_BATTLE_GAMES = sa.select(battles_table.c.game_id).where(battles_table.c.campaign_id == ID_PARAMETER)
SHORT_COLUMNS = [column for column in campaigns_table.c if column.name != "header"]


class CampaignStore:
    """The campaigns in a database. When a method that writes returns, the data is on the disk."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Writing

    async def new(
        self, campaign: CampaignRow, generals: Sequence[GeneralRow], invitations: Sequence[InvitationRow] = ()
    ) -> None:
        def work(connection: Connection) -> None:
            connection.execute(sa.insert(campaigns_table), asdict(campaign))
            connection.execute(sa.insert(generals_table), [_general_values(general) for general in generals])
            insert_invitations(connection, invitations)

        await self.database.write(work)

    async def append(self, campaign: CampaignRow, text: str, scene: str, is_over: bool) -> None:
        """Append one entry; raise WriteConflict if the campaign has more entries than `campaign` says."""
        written = campaign.written
        update = (
            sa.update(campaigns_table)
            .where(campaigns_table.c.id == campaign.id, campaigns_table.c.written == written)
            .values(written=written + 1, scene=scene, over=is_over, played=utc_now())
        )
        entry = {"campaign_id": campaign.id, "number": written, "text": text}

        def work(connection: Connection) -> None:
            if connection.execute(update).rowcount != 1:
                raise WriteConflict("another request has written to this campaign")
            connection.execute(sa.insert(entries_table), entry)

        await self.database.write(work)

    async def renew_key(self, general: GeneralRow, old_key: str, new_key: str) -> list[str] | None:
        """Replace the key of a general, and the keys of battles that are derived from it.

        Return the games of the battles, or None if there is no such key.
        """
        update = sa.update(generals_table).where(generals_table.c.digest == general.digest)

        def work(connection: Connection) -> list[str] | None:
            lock_row(connection, campaigns_table, general.campaign_id)
            if connection.execute(update.values(digest=digest_key(new_key))).rowcount != 1:
                return None
            games = connection.execute(SELECT_BATTLE_GAMES, {"row_id": general.campaign_id}).scalars().all()
            for game_id in games:
                key = find_key(connection, battle_key(old_key, game_id))
                if key is not None:
                    self.database.announce(connection, game_id)
                    replace_key(connection, key, digest_key(battle_key(new_key, game_id)))
            return list(games)

        return await self.database.write(work)

    async def add_battle_key(self, general: GeneralRow, key: KeyRow) -> bool:
        """Add a general's key to a battle, unless the general has just replaced theirs; return whether it was added.

        Raise WriteConflict if it exists.
        """

        def work(connection: Connection) -> bool:
            lock_row(connection, campaigns_table, general.campaign_id)
            if connection.execute(SELECT_GENERAL, {"row_id": general.digest}).first() is None:
                return False
            insert_key(connection, key)
            self.database.announce(connection, key.game_id)
            return True

        return await self.database.write(work)

    # Reading

    def general(self, key: str) -> GeneralRow | None:
        """Return the general that this key belongs to, if it belongs to one."""
        rows = self.database.select(SELECT_GENERAL, digest_key(key))
        return _general_row(rows[0]) if rows else None

    def generals(self, campaign_id: str) -> list[GeneralRow]:
        return [_general_row(row) for row in self.database.select(SELECT_GENERALS, campaign_id)]

    def campaign(self, campaign_id: str) -> CampaignRow | None:
        rows = self.database.select(SELECT_CAMPAIGN, campaign_id)
        return CampaignRow(**rows[0]) if rows else None

    def entries(self, campaign_id: str) -> list[str]:
        return [row["text"] for row in self.database.select(SELECT_ENTRIES, campaign_id)]

    def battle(self, campaign: CampaignRow) -> str | None:
        """Return the id of the game of the current battle, if there is one."""
        statement = sa.select(battles_table.c.game_id).where(
            battles_table.c.campaign_id == ID_PARAMETER, battles_table.c.number == campaign.written
        )
        rows = self.database.select(statement, campaign.id)
        return rows[0]["game_id"] if rows else None

    def result_is_final(self, game_id: str) -> bool:
        """Return whether the end of this battle cannot be undone: the policy is iron, or the campaign moved on."""
        rows = self.database.select(SELECT_BATTLE, game_id)
        return any(
            row["written"] > row["number"] or parse_header(row["header"]).policy == SavePolicy.IRON for row in rows
        )

    def is_battle(self, game_id: str) -> bool:
        return bool(self.database.select(SELECT_BATTLE, game_id))

    def list_by_keys(self, keys: Sequence[str]) -> list[CampaignRow | None]:
        """Return the campaigns that these keys open, in the same order, without their long headers."""
        digests = [digest_key(key) for key in keys]
        select_ids = sa.select(generals_table.c.digest, generals_table.c.campaign_id).where(
            generals_table.c.digest.in_(digests)
        )
        with self.database.reading() as connection:
            ids = {row.digest: row.campaign_id for row in connection.execute(select_ids)}
            statement = sa.select(*SHORT_COLUMNS).where(campaigns_table.c.id.in_(set(ids.values())))
            rows = {row["id"]: CampaignRow(header="", **row) for row in connection.execute(statement).mappings()}
        return [rows.get(ids.get(digest, "")) for digest in digests]


def _general_values(general: GeneralRow) -> dict[str, Any]:
    return asdict(general) | {"seats": format_seats(general.seats)}


def _general_row(row: sa.RowMapping) -> GeneralRow:
    return GeneralRow(row["digest"], row["campaign_id"], parse_seats(row["seats"]), row["name"])
