"""The SVG picture of a battle and its parts."""
