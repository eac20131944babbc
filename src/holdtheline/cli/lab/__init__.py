"""The commands that play many games: simulate, solve, compare, study, tune and train."""
