"""The computer players of siege: the book player, the search model with its levels, and the exact solver."""
