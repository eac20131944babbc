"""Skirmish in the terminal: an open table with coordinates in inches."""
