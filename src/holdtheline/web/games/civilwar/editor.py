"""The battle editor of civilwar: its routes, and a table to try a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from ....games.civilwar.editor.drafts import check_draft, load_fields, parse_fields
from ....games.civilwar.editor.palette import palette
from ....games.civilwar.editor.preview import draw_draft
from ....games.civilwar.state import SEATS
from ...http.auth import ServicesDep
from ...tables.models import OpenedTable
from ..editor import TRY_ERRORS, BattleEditor, CheckedDraft, TryDraft, editor_router, try_draft


def check(fields: Mapping[str, Any]) -> CheckedDraft:
    """Return the faults, the file and the picture of a draft (runs in a worker)."""
    draft = check_draft(fields)
    return CheckedDraft(draft.text, draft.faults, draw_draft(fields))


EDITOR = BattleEditor("civilwar", palette, load_fields, parse_fields, check)
router = editor_router(EDITOR)


class TryBattle(TryDraft):
    side: Literal["union", "confederate", "both"] = Field("union", description="the side that you command")
    opponent: str = Field("book", max_length=40, description="the computer player that commands the other side")


@router.post("/try", status_code=201, responses=TRY_ERRORS, summary="open a table with this battle")
async def try_battle(services: ServicesDep, body: TryBattle) -> OpenedTable:
    seats = ["me" if body.side in (seat, "both") else body.opponent for seat in SEATS]
    return await try_draft(services, EDITOR, body, {}, seats)
