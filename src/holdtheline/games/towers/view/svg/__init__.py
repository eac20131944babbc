"""The board as SVG."""
