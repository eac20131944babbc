"""The bot API of towers as the arena sees it: a commander that plans, and the units that it commands."""

from __future__ import annotations

from pathlib import Path

from ....core.bots.bot_api import BotApi
from ....core.game import Game
from .bot_player import CommanderPlayer
from .commander import Commander
from .commander_view import make_view
from .kit_commander import KitCommander
from .remote_commander import RemoteCommander
from .squads import SquadBuffer
from .unit_kernels import combine_kernels


def warm_up(game: Game) -> None:
    """Run what every commander needs."""
    SquadBuffer(game, combine_kernels({})).take_first_step(game)
    make_view(game.start(), 0)


BOT_API = BotApi(
    class_prefix="Commander",
    declaration="`class {}(Commander)`",
    is_bot_class=lambda class_: issubclass(class_, Commander),
    make_player=CommanderPlayer,
    make_remote_player=RemoteCommander,
    make_kit_bot=KitCommander,
    warm_up=warm_up,
    starters=Path(__file__).parent / "starters",
    first_rival="passive",
    has_kernels=True,
    question_names={"act": "units"},
)
