"""The words of towers: notation, labels, refusals, log, prompts, and positions as text.

The states passed here lack what the seat may not know (`rules.hidden_information`), so nothing here hides anything.
What only its owner knows is left out for the other seat, not written as 0.
"""
