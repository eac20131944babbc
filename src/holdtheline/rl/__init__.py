"""Environments for learning: many games of one kind, stepped together in compiled code.

    from holdtheline.rl import VectorEnv

    games = VectorEnv("civilwar", 256, opponents="book", scenario="bull-run")
    for _ in range(1000):
        observations, rewards, ended, masks = games.step(games.sample())

`games.encoding.features` describes each number of an observation, and
`games.encoding.code_of` the move of an action.
"""

from .vector import VectorEnv

__all__ = ["VectorEnv"]
