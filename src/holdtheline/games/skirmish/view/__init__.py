"""Views: the scene, the board as JSON, SVG and ASCII pictures, input, odds, marks, measuring and previews."""
