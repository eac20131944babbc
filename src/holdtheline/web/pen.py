"""The pen of a record that is in the database."""

from __future__ import annotations

from collections.abc import Callable

from ..core.contract import OVER
from ..core.record import BackLine, Line, OutcomeLine, StepLine, as_text
from .schema import Progress
from .storage import Storage

Standing = Callable[[], tuple[int | None, str | None]]


class DatabasePen:
    """Writes the lines of one game. A line is in the database when `write` comes back."""

    def __init__(
        self, storage: Storage, game_id: str, written: int, standing: Standing | None = None
    ) -> None:
        """`standing` is asked at every write for the turn and the verdict that these lines lead to."""
        self.game_id = game_id
        self.written = written
        self.standing = standing
        self._storage = storage

    def write(self, *lines: Line) -> None:
        """All of these lines, or none of them: NotSaved, or Clash when somebody else wrote in this game."""
        texts = [as_text(line).removesuffix("\n") for line in lines]
        self.written = self._storage.append(self.game_id, self.written, texts, self._progress(lines))

    def close(self) -> None:
        """Nothing is open here: the database is everybody's."""

    def _progress(self, lines: tuple[Line, ...]) -> Progress:
        steps: int | None = None
        for line in lines:
            if isinstance(line, StepLine):
                steps = line.step
            elif isinstance(line, BackLine):
                steps = line.back_to
        turn, verdict = self.standing() if self.standing is not None else (None, None)
        over = isinstance(lines[-1], OutcomeLine)
        return Progress(steps, OVER if over else turn, over, verdict if over else None)
