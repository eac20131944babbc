"""The battle editor of skirmish: its routes, and a table to try a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from ....games.skirmish.editor.drafts import check_draft, load_fields, parse_fields
from ....games.skirmish.editor.palette import palette
from ....games.skirmish.editor.preview import draw_draft
from ...http.auth import ServicesDep
from ...tables.models import OpenedTable
from ..editor import TRY_ERRORS, BattleEditor, CheckedDraft, TryDraft, editor_router, try_draft


def check(fields: Mapping[str, Any]) -> CheckedDraft:
    """Return the faults, the file and the picture of a draft (runs in a worker)."""
    draft = check_draft(fields)
    return CheckedDraft(draft.text, draft.faults, draw_draft(draft.text) if draft.text else None)


EDITOR = BattleEditor("skirmish", palette, load_fields, parse_fields, check)
router = editor_router(EDITOR)


class TryBattle(TryDraft):
    generals: int = Field(1, ge=1, le=4, description="how many players command the friends")
    enemy: Literal["general", "seat"] = Field("general", description="who commands the enemy")


@router.post("/try", status_code=201, responses=TRY_ERRORS, summary="open a table with this battle")
async def try_battle(services: ServicesDep, body: TryBattle) -> OpenedTable:
    return await try_draft(services, EDITOR, body, {"generals": body.generals, "enemy": body.enemy})
