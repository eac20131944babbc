"""The list of seeded faults stays true: each one can still be seeded, in one line, and names tests that exist."""

from __future__ import annotations

from collections import Counter

import pytest

from .catalog import ROOT, Fault, read_faults

FAULTS = read_faults()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_changes_one_line_of_its_file_and_is_no_syntax_error(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    before, after = fault.changed_lines(text)
    assert len(before) == 1
    assert len(after) <= 1
    if fault.file.endswith(".py"):
        compile(fault.apply(text), fault.file, "exec")
    assert [name for name in fault.tests if not (ROOT / name).exists()] == []


def test_faults_have_names_of_their_own_and_are_spread_over_the_whole_source() -> None:
    assert len({fault.id for fault in FAULTS}) == len(FAULTS) >= 36
    areas = Counter(fault.area for fault in FAULTS)
    assert areas >= Counter(rules=14, view=5, secrets=6, server=5, arena=5, core=4, cli=3, pages=5, other=3)
    games = Counter(fault.file.split("/")[3] for fault in FAULTS if fault.area == "rules")
    assert games >= Counter(siege=3, towers=3, skirmish=3, civilwar=3)
