"""Benchmarks of speed: rules, search, solver and start."""
