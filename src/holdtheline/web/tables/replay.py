"""Replays: a game step by step, until its end as a seat saw it, and afterwards with all secrets."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

from ...core.errors import UnknownName
from ...core.game import Game
from ...players.player import describe_players
from ...table.turn_replay import make_turn_replay
from ..coach.exact import ExactChances
from ..coach.reviews import why_no_review
from ..db.keys import KeyRow
from ..http.errors import ApiError
from . import models
from .live_table import LiveTable
from .table_copy import TableSource, copy_of
from .view import (
    START_LINE,
    availability,
    hud_card,
    log_lines,
    make_log_line,
    outcome_card,
    prompt_text,
    table_facts,
    visible_steps,
)
from .visibility import Viewpoint

CHANCES = ExactChances()
LENS_ALL = "all"
LENS_PUBLIC = "public"


# These three run in a worker and return JSON.


def replay_json(source: TableSource, key: KeyRow) -> Generator[None, None, str]:
    copy = yield from copy_of(source)
    return replay_view(copy, key, CHANCES).model_dump_json(by_alias=True)


def replay_frame_json(source: TableSource, key: KeyRow, step: int, lens: str | None) -> Generator[None, None, str]:
    copy = yield from copy_of(source)
    return replay_frame(copy, key, step, lens, CHANCES).model_dump_json(by_alias=True)


def turn_replay_json(source: TableSource, key: KeyRow, step: int, lens: str | None) -> Generator[None, None, str]:
    copy = yield from copy_of(source)
    return json.dumps(turn_replay(copy, key, step, lens))


def replay_view(live: LiveTable, key: KeyRow, coach: ExactChances) -> models.Replay:
    outcome = outcome_card(live, key)
    return models.Replay(
        **table_facts(live, key),
        over=live.table.is_over,
        steps=[START_LINE, *log_lines(live, Viewpoint.of(live, key), coach)],
        lenses=list_lenses(live, key),
        verdict=outcome.verdict if outcome else None,
        players=player_cards(live.game),
        continuing=availability(why_record_is_secret(live)),
        download=availability(why_record_is_secret(live)),
        review=availability(why_no_review(live.table)),
    )


def player_cards(game: Game) -> list[models.PlayerCard]:
    players = describe_players(game.definition).items()
    return [models.PlayerCard(name=name, sentence=sentence) for name, sentence in players]


def replay_frame(live: LiveTable, key: KeyRow, step: int, lens: str | None, coach: ExactChances) -> models.ReplayFrame:
    """Return the table after a step, seen through one of the lenses of this key."""
    viewpoint = viewpoint_of_lens(live, key, lens)
    steps = visible_steps(live, Viewpoint.of(live, key), coach)
    if step > len(steps):
        raise ApiError("unknown", f"The game has only {len(steps)} steps.")
    played = steps[step - 1][0] if step else None
    state = live.table.state_after(played.number if played else 0)
    visible, reader = viewpoint.visible_state(state), viewpoint.reader(state.current_player)
    definition = live.game.definition
    return models.ReplayFrame(
        step=step,
        line=make_log_line(live, viewpoint, coach, played, step) if played else START_LINE,
        prompt=prompt_text(visible, reader),
        picture=definition.view.svg(visible.record, reader),
        hud=hud_card(visible, reader),
        position=None if definition.has_secrets and not live.is_open else visible.position(),
    )


def turn_replay(live: LiveTable, key: KeyRow, step: int, lens: str | None) -> dict[str, Any]:
    """Return the animation of the turn that ended with a step, seen through one of the lenses of this key."""
    viewpoint, own = viewpoint_of_lens(live, key, lens), Viewpoint.of(live, key)
    visible = [played for played in live.table.steps if own.sees_step(live, played)]
    replay = None
    if 0 < step <= len(visible):
        number, reader = visible[step - 1].number, viewpoint.reader(live.table.turn)
        replay = make_turn_replay(live.table, number, viewpoint.visible_state, reader)
    if replay is None:
        raise ApiError("unknown", f"No turn ended with step {step}.")
    return replay


def list_lenses(live: LiveTable, key: KeyRow) -> list[models.Lens]:
    """List the views that this key may choose: its own seats until the end, then every seat and everything."""
    if not live.game.definition.has_secrets:
        return [models.Lens(lens=LENS_ALL, title="the whole table")]
    everything = [models.Lens(lens=LENS_ALL, title="everything")] if live.is_open else []
    seats = range(len(live.game.seats)) if live.is_open else Viewpoint.of(live, key).seats
    by_seat = [models.Lens(lens=str(seat), title=f"as the {live.game.seats[seat]} saw it") for seat in seats]
    return everything + by_seat or [models.Lens(lens=LENS_PUBLIC, title="what everyone knows")]


def viewpoint_of_lens(live: LiveTable, key: KeyRow, lens: str | None) -> Viewpoint:
    known = [known.lens for known in list_lenses(live, key)]
    has_secrets = live.game.definition.has_secrets
    lens = known[0] if lens is None else lens
    seats = () if has_secrets else map(str, range(len(live.game.seats)))
    if lens not in (*known, *seats):
        raise UnknownName(f"there is no lens {lens[:20]!r} here; choose one of: {', '.join(known)}")
    if lens == LENS_ALL or not has_secrets:
        return Viewpoint(key.seats, sees_all=True)
    return Viewpoint((int(lens),)) if lens != LENS_PUBLIC else Viewpoint(())


def why_record_is_secret(live: LiveTable) -> str | None:
    """Return why the record cannot be downloaded yet, or None."""
    if live.game.definition.has_secrets and not live.is_open:
        return "the record of a game with secrets is available when the game is over"
    return None
