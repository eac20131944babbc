"""The computer players: book heuristics, and the evaluation that the search uses."""
