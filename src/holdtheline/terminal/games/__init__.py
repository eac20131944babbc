"""Screens and line modes of one game, in a folder named after it. Siege uses the general ones."""
