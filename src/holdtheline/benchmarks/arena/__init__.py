"""Benchmarks of the arena: jail, matches and tournaments."""
