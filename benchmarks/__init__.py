"""Measurements. Every figure is taken beside its peer in one run, so that the ratio holds."""
