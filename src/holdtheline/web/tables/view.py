"""The view of a table for one key, and the lines of its log."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeVar, cast

from ...core.declarations import EndedState
from ...core.definition import CHANCE, FIRST_MOVE, GameDefinition
from ...core.events import Event
from ...core.game import State
from ...core.game_record.lines import Header
from ...players.levels import player_title
from ...table.forced_moves import undoes_only_forced_moves
from ...table.history import PlayedStep
from ...table.session import PERSON
from ...table.text import options_text, verdict_text
from ..coach.advice import Coach
from ..coach.exact import ExactChances
from ..db.keys import KeyKind, KeyRow
from ..http.errors import rule_link
from ..http.requests import format_time
from . import models
from .declarations import declarations_card
from .guides import guide_minutes, guide_progress
from .live_table import LiveTable
from .table_copy import TableSource, copy_of, source_of
from .view_patch import CachedView, ViewBase
from .visibility import Viewpoint

T = TypeVar("T")
SECRET_MOVE_TEXT = "a secret move"
COACH_FORBIDDEN = "The coach is not allowed at this table."
SPECTATOR_HAS_NO_UNDO = "a spectator has no seat"
MAX_LOG_LINES = 400
"""Log lines in a view, the last ones; the replay has all."""
MAX_NEW_LINES = 40
"""Log lines that may be built in the event loop; more are built in a worker."""
LINES_AT_ONCE = 100
"""Log lines in one message of a worker, so that reading it takes about a millisecond."""
MAX_BASES = 4
"""Views of each kind of key that a patch can start from, the last ones; an older client gets the whole view."""
ViewKey = tuple[KeyKind, tuple[int, ...], bool]
"""What a view depends on: the kind and the seats of the key, and whether luck is known yet."""
LineKey = tuple[int, Viewpoint]
START_LINE = models.LogLine(
    number=0,
    seat=CHANCE,
    play=None,
    headline="the start",
    face=None,
    die=None,
    events=[],
    luck=None,
    heading="",
    continues=False,
    action="",
    ids=[],
    turn_replay=False,
    effects=[],
)
"""The log line for the position before the first step."""


@dataclass(frozen=True, slots=True)
class CachedLine:
    """The log line of a step for one viewpoint, or None if the step is hidden from it."""

    step: PlayedStep
    line: models.LogLine | None


def availability(why_not: str | None) -> models.Availability:
    return models.Availability(possible=why_not is None, why=why_not)


def why_no_coach(live: LiveTable, coach: Coach) -> str | None:
    return coach.why_not(live.game) if live.allows_coach else COACH_FORBIDDEN


async def current_view(live: LiveTable, key: KeyRow, coach: Coach) -> CachedView:
    """Return the view of this key, cached until the table changes, and remember it as a base of patches."""
    viewpoint, steps = Viewpoint.of(live, key), live.table.steps
    if len(steps) > MAX_NEW_LINES and (steps[-MAX_NEW_LINES].number, viewpoint) not in live.line_cache:
        await build_lines_in_worker(live, viewpoint)
    view_key = key.kind, key.seats, coach.solution(live.game) is not None
    if view_key not in live.view_cache:
        view = live.view_cache[view_key] = CachedView.of(table_view(live, key, coach))
        remember_base(live.view_bases.setdefault((key.kind, key.seats), []), view)
    return live.view_cache[view_key]


def remember_base(bases: list[ViewBase], view: CachedView) -> None:
    """Put a view behind the others that clients may have, and forget the oldest."""
    if bases and bases[-1].tag == view.tag:
        return
    bases[:] = [*(base for base in bases if base.tag != view.tag), view.base()][-MAX_BASES:]


async def view_json(live: LiveTable, key: KeyRow, coach: Coach, have: str | None = None) -> str:
    """Return the view of this key as JSON; for a client that has a recent view, by its tag, a patch of that one."""
    view = await current_view(live, key, coach)
    base = next((base for base in live.view_bases.get((key.kind, key.seats), []) if base.tag == have), None)
    return view.text if base is None else view.patch_from(base).model_dump_json()


def table_view(live: LiveTable, key: KeyRow, coach: Coach) -> models.TableView:
    table, game, viewpoint = live.table, live.game, Viewpoint.of(live, key)
    definition = game.definition
    visible = viewpoint.visible_state(table.state)
    viewer, reader = viewpoint.viewer(table.turn), viewpoint.reader(table.turn)
    is_seated = key.kind == "seat" and live.kind == "table"
    decides = is_seated and live.deciding_seat(key) is not None
    moves = [models.MoveCard.model_validate(move) for move in visible.moves_seen_by(viewer)] if decides else []
    no_coach = why_no_coach(live, coach)
    return models.TableView(
        **table_facts(live, key),
        tag="",
        options={option.name: option.public_value(game.options[option.name]) for option in definition.options},
        seat=viewer,
        spectator=not is_seated,
        turn=table.turn,
        may_act=decides,
        may_roll=is_seated and live.may_roll(key),
        roller=table.roller,
        dice=cast(Literal["table", "mine", "seeded", "guide"], live.header.dice["kind"]),
        prompt=prompt_text(visible, reader),
        board=definition.view.board(visible.record, viewer),
        spots=[
            models.HotspotCard(id=spot.id, key=spot.key, label=spot.label)
            for spot in definition.view.hotspots(visible.record, viewer)
        ],
        moves=moves,
        picture=definition.view.svg(visible.record, reader),
        hud=hud_card(visible, reader),
        log=log_lines(live, viewpoint, coach)[-MAX_LOG_LINES:],
        undo=availability(live.why_no_undo(key) if is_seated else SPECTATOR_HAS_NO_UNDO),
        undoes_only_forced=is_seated and undoes_only_forced_moves(live.table, key.seats),
        coach=models.CoachAvailability(possible=no_coach is None, why=no_coach, never=not live.allows_coach),
        briefing=definition.scenarios is not None,
        by_hand=definition.is_open_table,
        declarations=declarations_card(live, key),
        outcome=outcome_card(live, key),
        guide=guide_progress(live, key, moves),
        guide_minutes=guide_minutes(definition),
    )


def prompt_text(visible: State, reader: int) -> str:
    """Return what the state asks for; a game that its players ended asks for nothing more."""
    if isinstance(visible, EndedState):
        return visible.prompt()
    return visible.game.definition.text.prompt(visible.record, reader)


def hud_card(visible: State, reader: int) -> models.HudCard | None:
    """Return the head-up display; in a game that its players ended, no side acts and no dice are left to roll."""
    hud = visible.game.definition.view.hud(visible.record, reader)
    if hud is None:
        return None
    if isinstance(visible, EndedState):
        sides = tuple(replace(side, acts=False) for side in hud.sides)
        hud = replace(hud, sides=sides, dice=0, dice_text="")
    return models.HudCard.model_validate(asdict(hud))


def table_facts(live: LiveTable, key: KeyRow) -> dict[str, Any]:
    """Return what a view and a replay have in common."""
    game = live.game
    return {
        "id": live.id,
        "version": live.version_for(key),
        "game": game.name,
        "title": game.definition.title,
        "options_text": options_text(game),
        "rules": f"/rules/{game.name}",
        "seats": seat_presences(live, key),
    }


def seat_cards(
    titles: Sequence[str], header: Header, seat_keys: Sequence[KeyRow], viewer: KeyRow
) -> list[models.SeatCard]:
    names = {seat: key.name for key in seat_keys for seat in key.seats}
    return [
        models.SeatCard(
            seat=seat,
            title=title,
            name=names.get(seat, ""),
            player=header.seats[seat],
            player_title=None if header.seats[seat] == PERSON else player_title(header.seats[seat]),
            mine=viewer.kind == "seat" and seat in viewer.seats,
        )
        for seat, title in enumerate(titles)
    ]


def seat_presences(live: LiveTable, key: KeyRow) -> list[models.SeatPresence]:
    """Return the seats, and which of their players are connected."""
    return [
        models.SeatPresence(
            **dict(card),
            here=card.player != PERSON or live.is_online(card.seat),
            claimed=format_time(claimed) if (claimed := live.claimed.get(card.seat)) else None,
        )
        for card in seat_cards(live.game.seats, live.header, live.seat_keys, key)
    ]


def outcome_card(live: LiveTable, key: KeyRow) -> models.OutcomeCard | None:
    outcome, game = live.table.state.outcome, live.game
    if outcome is None:
        return None
    seats = key.seats if key.kind == "seat" else ()
    return models.OutcomeCard(
        winner=outcome.winner,
        scores=list(outcome.scores),
        reason=outcome.reason,
        clause=outcome.clause,
        rule=rule_link(game.name, outcome.clause),
        verdict=verdict_text(outcome, game.sides, seats),
    )


# The log


def log_lines(live: LiveTable, viewpoint: Viewpoint, coach: ExactChances) -> list[models.LogLine]:
    return [line for _, line in visible_steps(live, viewpoint, coach)]


async def build_lines_in_worker(live: LiveTable, viewpoint: Viewpoint) -> None:
    """Fill the cache with the log lines of all steps."""
    source = await source_of(live)

    def cache(lines: list[tuple[int, models.LogLine | None]] | None) -> None:
        if lines is not None and live.version == source.row.written:
            for number, line in lines:
                live.line_cache[number, viewpoint] = CachedLine(live.table.steps[number - 1], line)

    job = live.workers.start(live.id, build_lines, source, viewpoint)
    job.on_value = cache
    await job.result


def build_lines(
    source: TableSource, viewpoint: Viewpoint
) -> Generator[list[tuple[int, models.LogLine | None]] | None, None, None]:
    """Yield the log lines of all steps by their numbers, None for a hidden step (runs in a worker)."""
    copy = yield from copy_of(source)
    exact, visible = ExactChances(), 0
    for steps in batched(copy.table.steps, LINES_AT_ONCE):
        lines = []
        for step in steps:
            line = _cached_line(copy, viewpoint, exact, step, visible + 1)
            visible += line is not None
            lines.append((step.number, line))
        yield lines


def batched(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def visible_steps(
    live: LiveTable, viewpoint: Viewpoint, coach: ExactChances
) -> list[tuple[PlayedStep, models.LogLine]]:
    """Return the steps that are visible from a viewpoint, with their log lines, numbered from 1."""
    steps: list[tuple[PlayedStep, models.LogLine]] = []
    for step in live.table.steps:
        line = _cached_line(live, viewpoint, coach, step, len(steps) + 1)
        if line is not None:
            steps.append((step, line))
    return steps


def _cached_line(
    live: LiveTable, viewpoint: Viewpoint, coach: ExactChances, step: PlayedStep, number: int
) -> models.LogLine | None:
    """Return the log line of a step. It is built once, and again when the luck of its roll is known."""
    line_key = step.number, viewpoint
    cached = live.line_cache.get(line_key)
    if cached is None or cached.step is not step or _lacks_luck(live, coach, cached):
        is_visible = viewpoint.sees_step(live, step)
        line = make_log_line(live, viewpoint, coach, step, number) if is_visible else None
        cached = live.line_cache[line_key] = CachedLine(step, line)
    return cached.line


def _lacks_luck(live: LiveTable, coach: ExactChances, cached: CachedLine) -> bool:
    is_missing = (
        live.table.guide is None and cached.step.seat == CHANCE and (cached.line is None or cached.line.luck is None)
    )
    return is_missing and coach.solution(live.game) is not None


def make_log_line(
    live: LiveTable, viewpoint: Viewpoint, coach: ExactChances, step: PlayedStep, number: int
) -> models.LogLine:
    before, after = live.table.state_after(step.number - 1), live.table.state_after(step.number)
    definition = live.game.definition
    is_known = viewpoint.may_know(definition, step, before)
    is_roll = step.seat == CHANCE
    visible = viewpoint.visible_state(before)
    replay, book = definition.turn_replay, definition.order_book
    events = readable_events(definition, viewpoint, step)
    return models.LogLine(
        number=number,
        seat=step.seat,
        play=step.play if is_known else None,
        headline=visible.move(step.code).label if is_known else SECRET_MOVE_TEXT,
        face=step.code if is_roll and step.code < FIRST_MOVE else None,
        die=(definition.view.die_id(visible.record) or None) if is_roll else None,
        events=[event_card(event, definition) for event in events],
        luck=coach.luck(before, after) if is_roll and live.table.guide is None else None,  # a guide's dice are no luck
        heading=book.turn_heading(visible.record) if book else "",
        continues=book is not None and book.continues_action(before.record, step.code),
        action=action_text(live, viewpoint, step),
        ids=event_ids(definition, after.record, events),
        turn_replay=replay is not None and replay.has_ended(before.record, after.record),
        effects=list(definition.view.effects(visible.record, viewpoint.visible_state(after).record, events)),
    )


def readable_events(definition: GameDefinition, viewpoint: Viewpoint, step: PlayedStep) -> list[Event]:
    return [event for event in step.events if viewpoint.may_read(definition, event)]


def action_text(live: LiveTable, viewpoint: Viewpoint, step: PlayedStep) -> str:
    """Return the action that a step belongs to in one line, as far as this step."""
    definition = live.game.definition
    book = definition.order_book
    if book is None:
        return ""
    first = step.number
    while first > 1 and book.continues_action(
        live.table.state_after(first - 1).record, live.table.steps[first - 1].code
    ):
        first -= 1
    steps = live.table.steps[first - 1 : step.number]
    events = [event for one in steps for event in readable_events(definition, viewpoint, one)]
    after = viewpoint.visible_state(live.table.state_after(step.number))
    return book.action_text(after.record, events)


def event_ids(definition: GameDefinition, after: Any, events: Sequence[Event]) -> list[str]:
    book = definition.order_book
    ids = [id_ for event in events for id_ in (book.event_ids(after, event.kind, event.numbers) if book else ())]
    return list(dict.fromkeys(ids))


def event_card(event: Event, definition: GameDefinition) -> models.EventCard:
    trace = definition.trace(event.kind, event.numbers)
    return models.EventCard(
        text=event.text,
        clause=event.clause,
        rule=rule_link(definition.name, event.clause),
        trace=None if trace is None else models.EventTrace.model_validate(trace),
    )
