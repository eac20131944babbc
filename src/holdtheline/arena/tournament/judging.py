"""The arena's own referee, as a worker opens it: a keeper for all its games, and a record of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ...core.catalog import contract_of
from ...core.game import Game
from ..jail.handin import Handin, Piece, pieces_of, shelved
from ..jail.keeper import JailFailed, Keeper
from ..jail.walls import missing_walls
from ..playing import Job, play
from ..preparing import keeper_for
from .store import Played


@dataclass(frozen=True)
class Judge:
    """All that a worker has to know; it can be sent to one."""

    game: str
    options: tuple[tuple[str, str | int], ...]
    handins: Mapping[str, Handin]
    """Bots by their digests."""
    bots: Path
    """The folder with their files."""
    trust: bool = False

    @contextmanager
    def opened(self) -> Iterator[Callable[[Job], Played]]:
        with ExitStack() as stack:
            keeper = None if self.trust else stack.enter_context(keeper_for(self.game, [self.bots]))
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="htl-")))
            game = Game(contract_of(self.game), dict(self.options))
            yield lambda job: self.play(job, game, keeper, folder)

    def play(self, job: Job, game: Game, keeper: Keeper | None, folder: Path) -> Played:
        record = folder / "game.htl"
        record.unlink(missing_ok=True)
        result = play(job, self.handins, keeper, record=record, game=game)
        return Played(result, record.read_bytes())


@dataclass(frozen=True)
class Travelling:
    """A judge for another machine, who brings the files of the bots along."""

    judge: Judge
    pieces: Mapping[str, tuple[Piece, ...]]

    @classmethod
    def packed(cls, judge: Judge) -> Travelling:
        return cls(judge, {digest: tuple(pieces_of(one.folder)) for digest, one in judge.handins.items()})

    @contextmanager
    def opened(self) -> Iterator[Callable[[Job], Played]]:
        for wall in () if self.judge.trust else missing_walls():
            raise JailFailed(
                f"a machine of the cluster cannot lock bots in: {wall.keeps}, but {wall.why_not}"
            )
        with TemporaryDirectory(prefix="htl-bots-") as place:
            bots = Path(place)
            bots.chmod(0o755)  # a bot runs as another user, and reads its own files
            handins = {
                digest: replace(one, folder=shelved(list(self.pieces[digest]), bots / one.folder.name))
                for digest, one in self.judge.handins.items()
            }
            with replace(self.judge, handins=handins, bots=bots).opened() as playing:
                yield playing
