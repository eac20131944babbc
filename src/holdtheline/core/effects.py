"""Effects: what a step looks like on the table, as data that a client draws one after the other over the picture.

A game makes them from the events that a seat may read and from states without what it may not know, so they tell no
more than its log and its picture. Ids are those of the picture; a `figure` is the new drawing of such a piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["", "own", "enemy", "count"]
ShotStyle = Literal["volley", "cannon", "arrow", "march"]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a side loses: 2 `block`s. A side without a seat has the seat -1."""

    seat: int
    side: str
    count: int
    what: str  # in the singular


@dataclass(frozen=True, slots=True)
class ActEffect:
    """A piece begins to act: what follows is its action."""

    id: str
    seat: int  # that commands it, or -1
    kind: Literal["act"] = "act"


@dataclass(frozen=True, slots=True)
class DieEffect:
    """A die rolls beside a piece, or in its place if it gets a figure; without an id in the middle of the picture."""

    face: int
    id: str = ""
    is_good: bool | None = None  # for the side that rolled; None: the die decides nothing yet
    tone: Tone = ""
    figures: tuple[str, ...] = ()  # what the picture shows as soon as the die lies
    kind: Literal["die"] = "die"


@dataclass(frozen=True, slots=True)
class ShotEffect:
    """Something flies from one piece to another: a volley, a cannonball, arrows, or troops that march."""

    source: str
    target: str
    style: ShotStyle
    count: int = 1
    kind: Literal["shot"] = "shot"


@dataclass(frozen=True, slots=True)
class StrikeEffect:
    """A piece lunges at another one."""

    id: str
    target: str
    kind: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """A piece moves to a point, in the unit in which the picture places it."""

    id: str
    x: float
    y: float
    with_last: bool = False  # at the same time as the effect before
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class HitEffect:
    """A piece is struck: it flinches, and what it loses falls."""

    id: str
    loss: Loss | None = None
    figures: tuple[str, ...] = ()
    kind: Literal["hit"] = "hit"


@dataclass(frozen=True, slots=True)
class GoneEffect:
    """A piece falls and leaves the table."""

    id: str
    loss: Loss | None = None
    kind: Literal["gone"] = "gone"


@dataclass(frozen=True, slots=True)
class ShakeEffect:
    """A part of the picture shakes, such as the castle: what has the class `htl-castle`."""

    part: str
    falls: bool = False
    kind: Literal["shake"] = "shake"


@dataclass(frozen=True, slots=True)
class ChangeEffect:
    """Pieces change without a blow."""

    figures: tuple[str, ...]
    kind: Literal["change"] = "change"


Effect = (
    ActEffect | DieEffect | ShotEffect | StrikeEffect | MoveEffect | HitEffect | GoneEffect | ShakeEffect | ChangeEffect
)
