"""Campaigns: battles linked by a story, with a roster that keeps wounds, scars and items (K6)."""
