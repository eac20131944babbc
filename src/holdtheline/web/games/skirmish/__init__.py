"""What the server offers for skirmish alone: the battle editor."""

from .editor import router as router
