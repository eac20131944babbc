"""Benchmarks of balance: how fair battles are and what units are worth."""
