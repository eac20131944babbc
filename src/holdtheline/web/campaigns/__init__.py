"""Campaigns: routes, the service behind them, and what a general sees."""
