"""Skirmish: narrative miniatures on an open table."""
