"""The night and day themes: a colour for every role of a drawing."""

from __future__ import annotations

from textual.theme import Theme

NIGHT = Theme(
    name="night",
    dark=True,
    primary="#8ab4f8",
    secondary="#a5b1c7",
    accent="#f2c14e",
    success="#8fd18a",
    warning="#f2c14e",
    error="#ff8577",
    foreground="#dfe4ee",
    background="#10141b",
    surface="#151a23",
    panel="#1d2430",
    variables={
        "own": "#a8ccff",
        "own-fill": "#1d2d47",
        "enemy": "#ff9a8a",
        "enemy-fill": "#411f24",
        "back": "#a4dca0",
        "back-fill": "#1b3528",
        "count": "#f5cf70",
        "count-fill": "#3a2f16",
        "wall": "#8d8672",
        "quiet": "#8b95a8",
        "selected-fill": "#4d3d10",
        "focus-fill": "#3a5685",
    },
)

DAY = Theme(
    name="day",
    dark=False,
    primary="#1d56b8",
    secondary="#4a566b",
    accent="#7a5200",
    success="#1d6b2a",
    warning="#7a5200",
    error="#b3261e",
    foreground="#1c222c",
    background="#f4f1ea",
    surface="#fbf9f4",
    panel="#e9e4d8",
    variables={
        "own": "#174a9e",
        "own-fill": "#dbe8fb",
        "enemy": "#a3211b",
        "enemy-fill": "#fbdfdb",
        "back": "#1b6130",
        "back-fill": "#dcf0dd",
        "count": "#6f4a00",
        "count-fill": "#fbecc4",
        "wall": "#8a7f66",
        "quiet": "#5c6678",
        "selected-fill": "#f6dc9a",
        "focus-fill": "#a9c8f5",
    },
)
