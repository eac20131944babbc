"""The built-in commanders: baselines, the book player, the planner, and the evaluation for search."""
