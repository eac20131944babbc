"""Puzzles in the browser: their positions, answers, hints and solutions. The browser keeps which are solved."""
