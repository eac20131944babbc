"""Campaigns: battles in a story, with a company that remembers them (K6)."""
