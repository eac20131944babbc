"""Towers in the terminal: secret plans made at the same time, then the replay of the turn."""
