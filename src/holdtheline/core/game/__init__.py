"""The same Python interface for every game."""

from .game import Game
from .legal_moves import LegalMoves
from .state import State

__all__ = ["Game", "LegalMoves", "State"]
