"""The patterns of guided games mean the same to the server and to the page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import holdtheline
from holdtheline.core.scenarios.guide import matches

from ..system_programs import needed, node

LESSON = Path(holdtheline.__file__).parent / "web/static/js/guide/lesson.js"
CASES = [
    ("reinforce 1 2 1", "reinforce 1 2 1", True),
    ("reinforce 1 2 1", "reinforce *", True),
    ("reinforce 1 2 1", "* 2 *", True),
    ("reinforce 1 2 1", "*", True),
    ("", "*", True),
    ("reinforce 1 2 1", "reinforce", False),
    ("reinforce 1 2 1", "1 2 1", False),
    ("move A1 to b2", "move a1 *", False),
    ("move A1 to b2", "move ?1 *", False),
    ("move A1 to b2", "move [AB]1 *", False),
    ("move [AB]1 to b2?", "move [AB]1 to *?", True),
    ("shoot (1.5)", "shoot (1.5)", True),
    ("shoot (125)", "shoot (1.5)", False),
    (r"a\b", r"a\*", True),
]


@pytest.mark.parametrize(("play", "pattern", "expected"), CASES)
def test_only_a_star_stands_for_something_else_in_a_pattern(play: str, pattern: str, expected: bool) -> None:
    assert matches(play, pattern) == expected


def test_the_page_reads_patterns_as_the_server_does() -> None:
    program = needed("nodejs", node)
    cases = json.dumps([case[:2] for case in CASES])
    script = (
        f"{LESSON.read_text()}\nconsole.log(JSON.stringify({cases}.map(([play, pattern]) => matches(play, pattern))));"
    )
    run = subprocess.run([program, "--input-type=module"], input=script, capture_output=True, text=True, timeout=300)
    assert run.stderr == ""
    assert json.loads(run.stdout) == [expected for *_, expected in CASES]
