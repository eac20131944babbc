"""Computer players: random, the policies of a game, Monte Carlo tree search, and levels of strength."""
