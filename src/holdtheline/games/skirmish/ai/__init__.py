"""Computer players: the book player and the evaluation for the search.

The AI general of K5 is in `rules.ai_general`."""
