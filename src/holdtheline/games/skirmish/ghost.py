"""A move that is only thought of: where it would end, what it costs, who would see whom, and why not.

Everything is tried on a copy. Places and lengths come in and go out in inches, as a hand on the table has
them; the answer is JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from ...core.errors import UnknownName
from ...core.plane import root_up, square
from .ghostmove import Spot, Trial, go_all, go_where_meant, is_activated, turn
from .ghostsight import odds_text, sights
from .moving import longest_leg, pace_now
from .names import (
    about,
    blocker_id,
    blocker_name,
    decimal,
    listed_words,
    name_of,
    place_words,
    thing_id,
    thing_with_id,
)
from .space import is_engaged
from .state import CHARACTERS, DTYPE, TABLE, Phase
from .text import ready_now

INCH = 1000
FIELDS = DTYPE.names or ()


def trial(s: Any, seat: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What would become of the move that is asked about.

    `who` is an id (None: the active character, or one that can be used), `to` a place, `via` a way-point or
    None; `exact`: nothing snaps to what is near; `face`: only a pivot.
    """
    who = asked.get("who")
    piece = thing_with_id(s, str(who)) if who else usual(s)
    if piece is None or piece >= CHARACTERS:
        raise UnknownName(f"there is no character {str(who)[:20]!r} in this battle")
    t = Trial(in_hand(s), piece)
    start = t.here
    if is_activated(t):
        to, via = spot_of(asked["to"]), spot_of(asked["via"]) if asked.get("via") else None
        if asked.get("face"):
            turn(t, to)
        elif not asked.get("exact"):
            go_where_meant(t, via, to)
        else:
            go_all(t, via, to)
    return told(t, s, start)


def in_hand(s: Any) -> Any:
    """A copy of the state in plain lists, which are quicker to read again and again."""
    return SimpleNamespace(**{name: as_list(getattr(s, name)) for name in FIELDS})


def as_list(value: Any) -> Any:
    return value if isinstance(value, int) else list(value)


def usual(s: Any) -> int | None:
    """Who is meant where nobody is named."""
    if s.actor:
        return int(s.actor) - 1
    ready = ready_now(s)
    return ready[0] if ready else None


def spot_of(place: Sequence[float]) -> Spot:
    """A place in thousandths; far beyond the table all places are alike."""
    x, y = (min(max(round(number * INCH), -TABLE), 2 * TABLE) for number in place)
    return x, y


def inches_of(place: Spot) -> list[float]:
    return [place[0] / INCH, place[1] / INCH]


# The answer


def told(t: Trial, before: Any, start: Spot) -> dict[str, Any]:
    s, clause, why = t.s, *(t.refused or (0, ""))
    lengths = [int(root_up(square(*a, *b))) for a, b in zip([start, *t.way], t.way, strict=False)]
    is_acting = s.phase == Phase.ACTING and s.actor == t.piece + 1
    left = int(longest_leg(s)) if is_acting and not (t.charges or t.leaves or is_engaged(s, t.piece)) else 0
    farthest = t.stopped
    return {
        "who": thing_id(t.piece),
        "name": name_of(before, t.piece),
        "possible": t.refused is None,
        "clause": clause,
        "sentence": why,
        "text": t.text or ("" if t.refused else words_of(t, lengths)),
        "radius": int(s.radius[t.piece]) / INCH,
        "start": inches_of(start),
        "legs": [
            {"to": inches_of(end), "inches": length / INCH, "counts": counted / INCH}
            for end, length, counted in zip(t.way, lengths, t.counts, strict=True)
        ],
        "end": inches_of(t.here),
        "inches": sum(lengths) / INCH,
        "left": left / INCH,
        "move": int(pace_now(s)) / INCH if is_acting else int(s.pace[t.piece]) / INCH,
        "facing": [int(s.face_x[t.piece]) / INCH, int(s.face_y[t.piece]) / INCH],
        "charges": [thing_id(one) for one in t.charges],
        "takes": None if t.thing is None else thing_id(t.thing),
        "leaves": t.leaves,
        "in_way": in_way_of(t),
        "farthest": inches_of(farthest) if farthest else None,
        "sight": sights(s, t.piece, t.plays) if is_acting else [],
        "plays": t.plays if t.refused is None else [],
        "instead": [*t.plays, f"go {place_words(*farthest)}"] if farthest else [],
    }


def in_way_of(t: Trial) -> dict[str, Any] | None:
    if not t.in_way:
        return None
    return {"id": blocker_id(t.in_way), "name": blocker_name(t.s, t.in_way), "at": inches_of(t.here)}


def words_of(t: Trial, lengths: list[int]) -> str:
    """What the way is, in one sentence for those who cannot see it."""
    s, name = t.s, name_of(t.s, t.piece)
    if not t.way:
        return f"{name} stands at {place_words(*t.here)}"
    parts = " and then ".join(about(length) for length in lengths)
    double = ", counted double in the water" if sum(t.counts) > sum(lengths) else ""
    end = f"to {place_words(*t.way[-1])}{'; ' if t.crossing else ''}{t.crossing}"
    if t.charges:
        odds = odds_text(s, t.piece, t.charges[0], False)
        whom = listed_words([name_of(s, one) for one in t.charges])
        return f"{name} charges {whom}, {parts}{double}, {end}{'; then ' if t.crossing else ': '}{odds}"
    if t.leaves:
        return f"{name} leaves the table, {parts}{double}, {end}"
    left = int(longest_leg(s))
    more = f"; another leg of {decimal(left)} is left" if left else ""
    return f"{name} goes {parts}{double}, {end}{more}"
