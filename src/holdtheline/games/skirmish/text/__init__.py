"""Texts: names, notation, prompts, refusals, the log, positions and briefings."""
