"""The implementation of the bot API (`games.towers.bot`).

commander, commander_view, unit_view   what a bot is made of, and what it sees
bot_player                             a bot as a player
unit_kernels, step_kernels             unit AIs as kernels; kernels that play a turn unit by unit
turn_buffer, turn_runner               the memory of such a turn, and how it is played
mirrored_state, squads                 all units of a stage at once, for a bot in its own process
json_messages, squad_messages          the wire format: see docs/protocol.md
"""
