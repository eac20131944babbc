"""Tournaments of many bots: schedule, worker pools, stored results, ratings, standings and the report."""
