"""Games played at a table for the tests: any options, any choices, undos among them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from hypothesis import strategies as st

from holdtheline.core.catalog import contract_of
from holdtheline.core.contract import CHANCE
from holdtheline.table.session import Table

SIEGE = contract_of("siege")
UNDO = 0  # of the choices below, the one that takes a step back where that is allowed

option_sets = st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in SIEGE.options})
seeds = st.integers(-(2**70), 2**70)
choices = st.lists(st.just(UNDO) | st.integers(1, 40), max_size=40)


def every_option_set(mode: str | int) -> list[dict[str, str | int]]:
    """Every combination of the options but the mode, which is given."""
    others = [option for option in SIEGE.options if option.name != "mode"]
    names = ["mode", *(option.name for option in others)]
    values = product([mode], *(option.values for option in others))
    return [dict(zip(names, combination, strict=True)) for combination in values]


def take(table: Table, choice: int) -> None:
    """One step: the table's dice, or the move (of a person's own dice, the face) that the choice means."""
    if table.turn == CHANCE and table.dice is not None:
        table.roll()
    elif choice == UNDO and table.why_no_undo() is None:
        table.undo()
    else:
        codes = table.state.codes()
        table.play(codes[choice % len(codes)])


def play_on(table: Table, those: Iterable[int]) -> None:
    """Play until the choices or the game come to an end; an end may be taken back."""
    for choice in those:
        if not table.is_over or (choice == UNDO and table.why_no_undo() is None):
            take(table, choice)


def play_out(table: Table, choice: int = 1) -> None:
    while not table.is_over:
        take(table, choice)


def text_without_date(path: Path) -> list[str]:
    """The lines of a record without when and by which version it was made."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    kept = {name: value for name, value in json.loads(header).items() if name not in ("made", "by")}
    return [json.dumps(kept), *lines]
