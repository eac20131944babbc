"""Environments for learning, of every game that has an encoding as arrays (`games/<game>/encoding`).

    import gymnasium
    import holdtheline.rl                                    # registers the environments

    env = gymnasium.make("HoldTheLine/CivilWar-v0", scenario="bull-run", opponents="book")
    envs = gymnasium.make_vec("HoldTheLine/Siege-v0", num_envs=4096)

| | |
|---|---|
| `GameEnv`, `GameVectorEnv` | Gymnasium: one learner, one game or many |
| `aec_env`, `parallel_env` | PettingZoo: all seats learn |
| `VectorEnv` | many games as plain NumPy arrays, without Gymnasium |
| `EncodedGame` | any `State` as arrays |
| `holdtheline.rl.openspiel` | OpenSpiel: import it to register the games |
"""

from __future__ import annotations

from ..core.errors import require_extra

require_extra("`holdtheline.rl`", "rl")

from .encoded_game import EncodedGame  # noqa: E402
from .many_games import GameVectorEnv  # noqa: E402
from .multi_agent import aec_env, parallel_env  # noqa: E402
from .registration import environment_id, register_environments  # noqa: E402
from .single_agent import GameEnv  # noqa: E402
from .vector import VectorEnv  # noqa: E402

__all__ = ["EncodedGame", "GameEnv", "GameVectorEnv", "VectorEnv", "aec_env", "environment_id", "parallel_env"]

register_environments()
