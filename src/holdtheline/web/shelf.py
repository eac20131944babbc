"""Where campaigns are kept: their entries, the keys of their generals, the tables of their battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ..games.skirmish.campaign.entries import Policy, header_from
from .schema import (
    CampaignRow,
    GeneralRow,
    campaigns,
    digest_of,
    entries,
    generals,
    now,
    sorties,
)
from .storage import Clash, Storage

OF: sa.BindParameter[str] = sa.bindparam("of")
CAMPAIGN = sa.select(campaigns).where(campaigns.c.id == OF)
ENTRIES = sa.select(entries.c.text).where(entries.c.campaign_id == OF).order_by(entries.c.number)
GENERAL = sa.select(generals).where(generals.c.digest == OF)
GENERALS = sa.select(generals).where(generals.c.campaign_id == OF).order_by(generals.c.seats)
SORTIE = (
    sa.select(sorties.c.number, campaigns.c.written, campaigns.c.header)
    .join(campaigns, campaigns.c.id == sorties.c.campaign_id)
    .where(sorties.c.game_id == OF)
)
SHORT = [column for column in campaigns.c if column.name != "header"]


class Shelf:
    """The campaigns in a database. What a method wrote is on the disk when it comes back."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    # Writing

    async def new(self, campaign: CampaignRow, opens: Sequence[GeneralRow]) -> None:
        def work(connection: Connection) -> None:
            connection.execute(sa.insert(campaigns), asdict(campaign))
            connection.execute(sa.insert(generals), [_flat(one) for one in opens])

        await self.storage.write(work)

    async def append(self, campaign: CampaignRow, text: str, scene: str, is_over: bool) -> None:
        """One entry more; Clash: there are more already than this campaign was seen with."""
        written = campaign.written
        go_on = (
            sa.update(campaigns)
            .where(campaigns.c.id == campaign.id, campaigns.c.written == written)
            .values(written=written + 1, scene=scene, over=is_over, played=now())
        )
        line = {"campaign_id": campaign.id, "number": written, "text": text}

        def work(connection: Connection) -> None:
            if connection.execute(go_on).rowcount != 1:
                raise Clash("somebody else has written in this campaign")
            connection.execute(sa.insert(entries), line)

        await self.storage.write(work)

    # Reading

    def general(self, key: str) -> GeneralRow | None:
        """What this secret opens; None: no campaign here."""
        found = self.storage.rows(GENERAL, of=digest_of(key))
        return _general(found[0]) if found else None

    def generals(self, campaign_id: str) -> list[GeneralRow]:
        return [_general(row) for row in self.storage.rows(GENERALS, of=campaign_id)]

    def campaign(self, campaign_id: str) -> CampaignRow | None:
        found = self.storage.rows(CAMPAIGN, of=campaign_id)
        return CampaignRow(**found[0]) if found else None

    def entries(self, campaign_id: str) -> list[str]:
        return [row["text"] for row in self.storage.rows(ENTRIES, of=campaign_id)]

    def battle(self, campaign: CampaignRow) -> str | None:
        """The game of the battle that was begun with the entries that there are; None: none yet."""
        choice = sa.select(sorties.c.game_id).where(
            sorties.c.campaign_id == OF, sorties.c.number == campaign.written
        )
        found = self.storage.rows(choice, of=campaign.id)
        return found[0]["game_id"] if found else None

    def ends_for_good(self, game_id: str) -> bool:
        """Whether it is a battle of a campaign that is iron, or has gone on since it was begun."""
        found = self.storage.rows(SORTIE, of=game_id)
        return any(
            row["written"] > row["number"] or header_from(row["header"]).policy == Policy.IRON
            for row in found
        )

    def mine(self, keys: Sequence[str]) -> list[CampaignRow | None]:
        """The campaigns that these keys open, in the same order, without their headers, which are long."""
        digests = [digest_of(key) for key in keys]
        opening = sa.select(generals.c.digest, generals.c.campaign_id).where(generals.c.digest.in_(digests))
        with self.storage.reading() as connection:
            ids = {row.digest: row.campaign_id for row in connection.execute(opening)}
            choice = sa.select(*SHORT).where(campaigns.c.id.in_(set(ids.values())))
            rows = {row["id"]: CampaignRow(header="", **row) for row in connection.execute(choice).mappings()}
        return [rows.get(ids.get(digest, "")) for digest in digests]


def _flat(general: GeneralRow) -> dict[str, Any]:
    return asdict(general) | {"seats": ",".join(map(str, general.seats))}


def _general(row: sa.RowMapping) -> GeneralRow:
    seats = tuple(int(seat) for seat in row["seats"].split(",") if seat)
    return GeneralRow(row["digest"], row["campaign_id"], seats, row["name"])
