"""Games played at a table for the tests: any options and choices, with undos."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from hypothesis import strategies as st

from holdtheline.core.catalog import definition_of
from holdtheline.core.definition import CHANCE
from holdtheline.table.session import Table

SIEGE = definition_of("siege")
UNDO = 0  # of the choices below, the one that takes a step back where that is allowed

option_sets = st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in SIEGE.options})
seeds = st.integers(-(2**70), 2**70)
choices = st.lists(st.just(UNDO) | st.integers(1, 40), max_size=40)


def every_option_set(mode: str | int) -> list[dict[str, str | int]]:
    """Return every combination of the options except the mode."""
    others = [option for option in SIEGE.options if option.name != "mode"]
    names = ["mode", *(option.name for option in others)]
    values = product([mode], *(option.values for option in others))
    return [dict(zip(names, combination, strict=True)) for combination in values]


def take(table: Table, choice: int) -> None:
    """Take one step: a roll of the table's dice, or the move (for a person's own dice, the face) chosen."""
    if table.turn == CHANCE and table.dice is not None:
        table.roll()
    elif choice == UNDO and table.why_no_undo() is None:
        table.undo()
    else:
        codes = table.state.legal_codes()
        table.play(codes[choice % len(codes)])


def play_on(table: Table, those: Iterable[int]) -> None:
    """Play until the choices or the game end; the end may be undone."""
    for choice in those:
        if not table.is_over or (choice == UNDO and table.why_no_undo() is None):
            take(table, choice)


def play_out(table: Table, choice: int = 1) -> None:
    while not table.is_over:
        take(table, choice)


def text_without_date(path: Path) -> list[str]:
    """Return the lines of a record without what may differ: date, version, and the words of the outcome."""
    header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    kept = {name: value for name, value in header.items() if name not in ("made", "by")}
    for line in lines:
        if "outcome" in line:
            del line["outcome"]["reason"]
    return [json.dumps(line) for line in (kept, *lines)]
