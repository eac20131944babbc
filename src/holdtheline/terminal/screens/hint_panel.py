"""The hint panel: the chance to win and the best moves, computed in the background."""

from __future__ import annotations

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from ...core.events import Move
from ...core.game import State
from ...table.hints import Hint, HintWorker, waiting_text

MAX_HINTS = 8


def hint_footer(hint: Hint, shown: int) -> str:
    """Return the line below the moves: the number of simulations, or of moves that are not shown."""
    if not hint.is_exact:
        return f"  {hint.simulations:,} simulations{'' if hint.is_done else ', still running'}"
    return f"  and {len(hint.moves) - shown} more: l lists them" if len(hint.moves) > shown else ""


def hint_content(hint: Hint | None, note: str, ready_code: int | None) -> Content:
    """Return the chance to win and the best moves; the move that Enter would play is marked."""
    if hint is None:
        return Content.styled(note, "italic $quiet")
    if not hint.is_telling:
        return Content.styled(f"No chances yet: {hint.simulations:,} simulations so far", "italic $quiet")
    interval = f"  {hint.chance.interval}" if hint.chance.interval else ""
    now = (("Chance to win ", "bold"), (str(hint.chance), "bold $success"), (interval, "$quiet"))
    lines = [Content.assemble(*now)]
    lines += [Content.styled(hint.advice, "bold")] if hint.advice else []
    shown = list(hint.moves[:MAX_HINTS])
    if ready_code not in [hinted.move.code for hinted in shown]:
        shown += [hinted for hinted in hint.moves if hinted.move.code == ready_code]
    width = 7 if hint.is_exact else 4
    for move, chance, plays, _ in shown:
        is_ready = move.code == ready_code and not plays
        arrow, style = ("▸ ", "bold $accent") if is_ready else ("  ", "")
        ends = f"{chance.interval:>10}  " if chance.interval else ""
        chance_parts = ((f"{chance!s:>{width}}  ", "$success"), (ends, "$quiet"))
        lines.append(Content.assemble((arrow, style), *chance_parts, (move.label, style)))
    lines.append(Content.styled(hint_footer(hint, len(shown)), "$quiet"))
    return Content("\n").join(line for line in lines if line.plain)


class HintPanel(Static):
    """A panel that computes hints in the background and shows the latest."""

    class Hinted(Message):
        """A new hint, or a sentence that says why there is none."""

        def __init__(self, hint: Hint | str) -> None:
            super().__init__()
            self.hint = hint

    def __init__(self) -> None:
        super().__init__(id="hints")
        self.is_on = False
        self.hint: Hint | None = None
        self._note = ""
        self._question_digest = ""
        self._hints = HintWorker(self._post_hint)

    def _post_hint(self, hint: Hint | str) -> None:
        self.post_message(self.Hinted(hint))

    def toggle(self) -> None:
        self.is_on = not self.is_on
        if not self.is_on:
            self._hints.stop()

    def ask(self, state: State | None, seat: int) -> None:
        """Forget the last hint; if hints are on, start computing one for this state."""
        self.hint = None
        self._question_digest = self._note = ""
        if self.is_on and state is not None:
            seen = state.seen_by(seat)
            self._question_digest = seen.digest()
            self._note = waiting_text(state.game.definition)
            self._hints.ask(seen, seat)
        else:
            self._hints.stop()

    def on_hint_panel_hinted(self, event: Hinted) -> None:
        """Keep a hint unless the game has moved on; the message then bubbles to the screen."""
        if isinstance(event.hint, str):
            self._note = event.hint
        elif event.hint.key == self._question_digest:
            self.hint = event.hint

    def show(self, ready: Move | None) -> None:
        self.update(hint_content(self.hint, self._note, ready.code if ready else None))

    @property
    def line(self) -> str:
        """The hint, or why there is none, in one line."""
        if self.hint is None:
            return self._note
        if not self.hint.is_telling:
            return "The chances are still too uncertain to state."
        if self.hint.advice and self.hint.moves:
            return f"{self.hint.chance}. {self.hint.advice}"
        if not self.hint.moves:
            return f"Chance to win {self.hint.chance}."
        return f"{self.hint.chance}, best: {self.hint.moves[0].move.label}"
