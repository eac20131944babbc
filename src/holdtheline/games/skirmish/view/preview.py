"""Preview a move: where it would end, what it costs, who would see whom, and why not.

Everything is tried on a copy. Places and lengths come in and go out in inches; the answer is JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from ....core.errors import UnknownName
from ....core.plane import ceil_sqrt, squared_distance
from ....core.sentences import join_words
from ..rules.battlefield import is_engaged
from ..rules.movement.legs import longest_leg, move_allowance
from ..rules.traits.catalog import format_inches
from ..state import BATTLEFIELD_SIZE, INCH, MAX_CHARACTERS, Phase, SkirmishState
from ..text.names import (
    approximate_inches,
    blocker_id,
    blocker_name,
    name_of,
    place_in_inches,
    place_text,
    thing_id,
    thing_with_id,
)
from ..text.prompts import ready_characters
from .preview_moves import Place, Preview, go_via, preview_drag, preview_pivot, try_activation
from .preview_sight import enemy_sights, odds_text


def preview(s: SkirmishState, seat: int, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the move in a query would do, as JSON.

    The query has `who`, an id (None: the active character, or one that can be activated), `to`, a place, and `via`,
    a waypoint or None; `exact`: do not snap to things nearby; `face`: only pivot.
    """
    who = query.get("who")
    piece = thing_with_id(s, str(who)) if who else default_character(s)
    if piece is None or piece >= MAX_CHARACTERS:
        raise UnknownName(f"there is no character {str(who)[:20]!r} in this battle")
    t = Preview(copy_to_lists(s), piece)
    start = t.here
    if try_activation(t):
        to, via = to_place(query["to"]), to_place(query["via"]) if query.get("via") else None
        if query.get("face"):
            preview_pivot(t, to)
        elif not query.get("exact"):
            preview_drag(t, via, to)
        else:
            go_via(t, via, to)
    return preview_json(t, s, start)


def copy_to_lists(s: SkirmishState) -> SkirmishState:
    """Return a copy of the state whose rows are plain lists, which are faster to read many times."""
    fields = {name: getattr(s, name) for name in SkirmishState.names}
    lists = {name: value if isinstance(value, int) else list(value) for name, value in fields.items()}
    return cast("SkirmishState", SimpleNamespace(**lists))


def default_character(s: SkirmishState) -> int | None:
    """Return the active character, or one that can be activated."""
    if s.actor:
        return s.actor - 1
    ready = ready_characters(s)
    return ready[0] if ready else None


def to_place(place: Sequence[float]) -> Place:
    """Convert a place from inches to thousandths, and clamp it to the surroundings of the table."""
    x, y = (min(max(round(number * INCH), -BATTLEFIELD_SIZE), 2 * BATTLEFIELD_SIZE) for number in place)
    return x, y


# The answer


def preview_json(t: Preview, before: SkirmishState, start: Place) -> dict[str, Any]:
    s, clause, reason = t.s, *(t.refused or (0, ""))
    lengths = [int(ceil_sqrt(squared_distance(*a, *b))) for a, b in zip([start, *t.path], t.path, strict=False)]
    is_acting = s.phase == Phase.ACTING and s.actor == t.piece + 1
    left = int(longest_leg(s)) if is_acting and not (t.charges or t.leaves or is_engaged(s, t.piece)) else 0
    farthest = t.stopped
    return {
        "who": thing_id(t.piece),
        "name": name_of(before, t.piece),
        "possible": t.refused is None,
        "clause": clause,
        "sentence": reason,
        "text": t.text or ("" if t.refused else preview_text(t, lengths)),
        "radius": s.radius[t.piece] / INCH,
        "start": place_in_inches(*start),
        "legs": [
            {"to": place_in_inches(*end), "inches": length / INCH, "counts": counted / INCH}
            for end, length, counted in zip(t.path, lengths, t.counts, strict=True)
        ],
        "end": place_in_inches(*t.here),
        "inches": sum(lengths) / INCH,
        "left": left / INCH,
        "move": int(move_allowance(s)) / INCH if is_acting else s.pace[t.piece] / INCH,
        "facing": [s.face_x[t.piece] / INCH, s.face_y[t.piece] / INCH],
        "charges": [thing_id(enemy) for enemy in t.charges],
        "takes": None if t.thing is None else thing_id(t.thing),
        "leaves": t.leaves,
        "in_way": obstacle_json(t),
        "farthest": place_in_inches(*farthest) if farthest else None,
        "sight": enemy_sights(s, t.piece, t.plays) if is_acting else [],
        "plays": t.plays if t.refused is None else [],
        "instead": [*t.plays, f"go {place_text(*farthest)}"] if farthest else [],
    }


def obstacle_json(t: Preview) -> dict[str, Any] | None:
    if not t.in_way:
        return None
    return {"id": blocker_id(t.in_way), "name": blocker_name(t.s, t.in_way), "at": place_in_inches(*t.here)}


def preview_text(t: Preview, lengths: list[int]) -> str:
    """Describe the path in one sentence, for screen readers."""
    s, name = t.s, name_of(t.s, t.piece)
    if not t.path:
        return f"{name} stands at {place_text(*t.here)}"
    parts = " and then ".join(approximate_inches(length) for length in lengths)
    double = ", counted double in the water" if sum(t.counts) > sum(lengths) else ""
    end = f"to {place_text(*t.path[-1])}{'; ' if t.crossing else ''}{t.crossing}"
    if t.charges:
        odds = odds_text(s, t.piece, t.charges[0], False)
        whom = join_words([name_of(s, enemy) for enemy in t.charges])
        return f"{name} charges {whom}, {parts}{double}, {end}{'; then ' if t.crossing else ': '}{odds}"
    if t.leaves:
        return f"{name} leaves the table, {parts}{double}, {end}"
    left = int(longest_leg(s))
    more = f"; another leg of {format_inches(left)} is left" if left else ""
    return f"{name} goes {parts}{double}, {end}{more}"
