"""What seats declare besides their moves: a resignation, the offer of a draw, and the answer to it.

No rulebook knows them, so they are the same in every game. A table records them between the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .definition import DRAWN, LOST, OVER, WON
from .dice import SeededDice
from .errors import IllegalMove
from .events import Event, Move, Outcome
from .game import Game, State
from .sentences import capitalize_first
from .state_record import Words

Declaration = Literal["resign", "offer draw", "accept draw", "decline draw"]
RESIGN: Declaration = "resign"
OFFER_DRAW: Declaration = "offer draw"
ACCEPT_DRAW: Declaration = "accept draw"
DECLINE_DRAW: Declaration = "decline draw"
PAST_TENSE: dict[Declaration, str] = {
    RESIGN: "resigned",
    OFFER_DRAW: "offered a draw",
    ACCEPT_DRAW: "accepted the draw",
    DECLINE_DRAW: "declined the draw",
}
AGREED_DRAW = "the players agreed to a draw"


@dataclass(frozen=True)
class DrawOffer:
    """An offer of a draw that stands: the seat that made it, and all seats that agree so far."""

    seat: int
    agreed: frozenset[int]


class EndedState(State):
    """The last state of a game that its players ended by a declaration. The rules would let it continue."""

    __slots__ = ("_outcome",)

    def __init__(self, game: Game, words: Words, outcome: Outcome) -> None:
        super().__init__(game, words, OVER)
        self._outcome = outcome

    @property
    def outcome(self) -> Outcome:
        return self._outcome

    def can_move(self, seat: int) -> bool:
        return False

    def legal_codes(self, seat: int | None = None) -> list[int]:
        return []

    def play(self, step: Move | str | int, events: list[Event] | None = None, *, frames: bool = True) -> None:
        raise IllegalMove(str(step), "", "the game is over")

    def step(self, code: int, dice: SeededDice | None = None) -> list[int]:
        raise IllegalMove(str(code), "", "the game is over")

    def copy(self) -> State:
        return EndedState(self.game, self.words.copy(), self._outcome)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, EndedState) and self._outcome == other._outcome

    __hash__ = None

    def __reduce__(self) -> tuple[object, ...]:
        return (restore_ended_state, (State(self.game, self.words, OVER), self._outcome))

    def prompt(self, seat: int | None = None) -> str:
        return f"The game is over: {self._outcome.reason}."


def restore_ended_state(state: State, outcome: Outcome) -> EndedState:
    """Return a state that was pickled."""
    return EndedState(state.game, state.words, outcome)


def declare(
    state: State, offer: DrawOffer | None, declaration: Declaration, seat: int
) -> tuple[State, DrawOffer | None]:
    """Return the state and the standing offer after a declaration, or raise IllegalMove."""
    refusal = why_not_declare(state, offer, declaration, seat)
    if refusal is not None:
        raise IllegalMove(declaration, "", refusal)
    if declaration == RESIGN:
        return EndedState(state.game, state.words.copy(), resignation(state.game, seat)), None
    if declaration == OFFER_DRAW:
        return state, DrawOffer(seat, frozenset({seat}))
    if declaration == DECLINE_DRAW:
        return state, None
    assert offer is not None
    offer = replace(offer, agreed=offer.agreed | {seat})
    if len(offer.agreed) < len(state.game.seats):
        return state, offer
    scores = (DRAWN,) * len(state.game.seats)
    return EndedState(state.game, state.words.copy(), Outcome(None, scores, AGREED_DRAW, "")), None


def why_not_declare(state: State, offer: DrawOffer | None, declaration: Declaration, seat: int) -> str | None:
    """Return why a seat cannot declare this now, or None if it can."""
    if not 0 <= seat < len(state.game.seats):
        return f"there is no seat {seat}"
    if state.current_player == OVER:
        return "the game is over"
    if declaration == RESIGN:
        return None
    if len(set(state.game.teams)) < 2:
        return "there is no opponent to agree to a draw"
    if declaration == OFFER_DRAW and offer is not None:
        return "your offer still stands" if seat in offer.agreed else "answer the draw offer on the table first"
    if declaration != OFFER_DRAW and (offer is None or seat in offer.agreed):
        return "there is no draw offer to answer"
    return None


def resignation(game: Game, seat: int) -> Outcome:
    """Return the outcome when a seat resigns: its team loses, and the others win."""
    teams = game.teams
    scores = tuple(LOST if team == teams[seat] else WON for team in teams)
    winner = next((other for other, score in enumerate(scores) if score == WON), None)
    return Outcome(winner, scores, f"{game.sides[seat]} {'resigned' if winner is not None else 'gave up'}", "")


def ends_offer(before: State, seat: int, code: int) -> bool:
    """Return whether this step, played or undone, makes a draw offer lapse.

    Every move does, but no roll; and where seats decide at once, no secret move, because the lapse would reveal it.
    """
    definition = before.game.definition
    is_hidden = definition.simultaneous is not None and definition.is_secret_move(before.record, code)
    return seat >= 0 and not is_hidden


def declaration_text(declaration: Declaration, seat: int, sides: Sequence[str]) -> str:
    """Return a declaration as a sentence: `The Union offered a draw.`"""
    return f"{capitalize_first(sides[seat])} {PAST_TENSE[declaration]}."
