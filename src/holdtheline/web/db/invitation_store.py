"""Store invitations: each is exchanged once for a key that only the claimer knows."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from .database import ID_PARAMETER, Database
from .keys import digest_key, format_seats
from .rows import InvitationRow, utc_now
from .schema import generals_table, invitations_table, keys_table, members_table

SELECT_INVITATION = sa.select(invitations_table).where(invitations_table.c.digest == ID_PARAMETER)


class InvitationStore:
    """The invitations in a database. When a method that writes returns, the data is on the disk."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def find(self, token: str) -> InvitationRow | None:
        rows = self.database.select(SELECT_INVITATION, digest_key(token))
        return InvitationRow(**rows[0]) if rows else None

    async def claim(self, invitation: InvitationRow, key: str, name: str) -> bool:
        """Exchange an invitation for this key; return whether the key now holds the place.

        Of several claims at the same time one succeeds. It can be repeated with the same key, in case the answer
        was lost. Raise WriteConflict if the key already opens something else.
        """
        digest = digest_key(key)
        update = _unclaimed(invitation).values(claimed=utc_now())

        def work(connection: Connection) -> bool:
            if connection.execute(update).rowcount == 1:
                connection.execute(_give_place(invitation, digest, name))
                if invitation.game_id is not None:
                    self.database.announce(connection, invitation.game_id)
                return True
            return connection.execute(_find_place(invitation, digest)).first() is not None

        return await self.database.write(work)

    async def renew(self, invitation: InvitationRow, token: str) -> bool:
        """Replace an invitation that no one has claimed; return whether there is one."""
        update = _unclaimed(invitation).values(digest=digest_key(token))
        return await self.database.write(lambda connection: connection.execute(update).rowcount == 1)


def _unclaimed(invitation: InvitationRow) -> sa.Update:
    return sa.update(invitations_table).where(
        invitations_table.c.digest == invitation.digest, invitations_table.c.claimed.is_(None)
    )


def _place(invitation: InvitationRow) -> tuple[sa.Table, dict[str, str]]:
    """Return the table of the offered place, and the columns that identify it besides its key."""
    if invitation.member_id is not None:
        return members_table, {"id": invitation.member_id}
    seats = format_seats(() if invitation.seat is None else (invitation.seat,))
    if invitation.game_id is not None:
        return keys_table, {"game_id": invitation.game_id, "kind": "seat", "seats": seats}
    return generals_table, {"campaign_id": str(invitation.campaign_id), "seats": seats}


def _give_place(invitation: InvitationRow, digest: str, name: str) -> sa.Insert | sa.Update:
    table, columns = _place(invitation)
    if table is members_table:
        return sa.update(table).where(table.c.id == invitation.member_id).values(digest=digest)
    return sa.insert(table).values(digest=digest, name=name, **columns)


def _find_place(invitation: InvitationRow, digest: str) -> sa.Select[tuple[str]]:
    table, columns = _place(invitation)
    return sa.select(table.c.digest).where(
        table.c.digest == digest, *(table.c[name] == value for name, value in columns.items())
    )
