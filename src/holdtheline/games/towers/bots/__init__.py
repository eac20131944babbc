"""The implementation of the bot API (`games.towers.bot`).

api                                    what the arena calls (`core.bots.bot_api`)
commander, commander_view, unit_view   the parts of a bot, and what it sees
bot_player                             a bot in this process as a player
unit_kernels, step_kernels             unit AIs as kernels; kernels that play a turn unit by unit
turn_buffer, turn_runner               the memory of such a turn, and how it is played
remote_commander, kit_commander        a bot in its own process: the referee's end, and the bot's
mirrored_state, squads                 all units of a stage at once, for a bot in its own process
json_messages, squad_messages          the wire format: see docs/reference/protocol.md
"""

from __future__ import annotations

from ....core.bots.bot_api import BotApi


def load_bot_api() -> BotApi:
    """Return the API; most programs play without bots, so its modules are imported here."""
    from .api import BOT_API

    return BOT_API
