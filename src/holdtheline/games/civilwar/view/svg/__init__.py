"""The SVG of a battle: a map in the style of the time, with blocks on it and panels around it."""
