"""Server routes for skirmish only: the battle editor."""

from .editor import router as router
