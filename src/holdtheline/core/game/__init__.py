"""The same Python interface for every game."""

from .game import Game
from .state import State

__all__ = ["Game", "State"]
