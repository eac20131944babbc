"""Scenarios: the battle files in `data`, how they are parsed and validated, and the initial state."""
