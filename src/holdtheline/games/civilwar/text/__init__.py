"""Everything in words: names, move notation, log, prompts, refusals, positions and briefings."""
