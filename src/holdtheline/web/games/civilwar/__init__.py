"""Server routes for civilwar only: the battle editor."""

from .editor import router as router
