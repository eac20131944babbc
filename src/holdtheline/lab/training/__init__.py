"""Train the network of a game's evaluation: `self_play` makes positions, `fit` fits a network, `run` does both.

In each round the game plays itself: first its book player, then a search with the network of the round before. Some
positions of each game are kept, with its result; a network learns to predict the result from the features.
"""
