"""Simulate many games, and review finished ones."""
