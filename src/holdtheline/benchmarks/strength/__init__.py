"""Benchmarks of the strength of players: search, levels, coach."""
