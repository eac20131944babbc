"""The pages about bots agree with the code: the session, orders, codes and faults of the protocol, and the tutorial."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from holdtheline.arena.job import FAULT_KINDS
from holdtheline.arena.match import match
from holdtheline.core.catalog import load
from holdtheline.games.towers.bots.commander_view import make_view
from holdtheline.games.towers.bots.json_messages import ACTION_CODES, ORDER_METHODS, parse_orders

from .scripted_processes import session

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "reference" / "protocol.md").read_text()
SESSION = session()
TUTORIALS = "".join((DOCS / "tutorials" / name).read_text() for name in ("bots.md", "units.md"))
BLOCKS = re.findall(r"```python\n(.*?)```", TUTORIALS, re.DOTALL)
BOTS = [text for text in BLOCKS if "import" in text and "class Commander" in text]
PARTS = [text for text in BLOCKS if "import" not in text]
TOWERS = load("towers", plain=True)


# The protocol


def test_the_session_of_the_page_is_a_real_one() -> None:
    (shown,) = re.findall(r"```session\n(.*?)```", PROTOCOL, re.DOTALL)
    assert shown.strip().splitlines() == SESSION


def test_the_page_names_every_field_of_a_message() -> None:
    heard = [json.loads(line[2:]) for line in SESSION if line.startswith("> ")]
    names = {name for message in heard for name in message} | set(heard[1]["me"])
    assert sorted(name for name in names if f"`{name}`" not in PROTOCOL) == []


def test_every_order_of_the_page_can_be_read_and_none_is_missing() -> None:
    table = PROTOCOL.partition("| order | meaning |")[2].partition("### act")[0]
    orders = [json.loads(text) for text in re.findall(r"`(\[.*?\])`", table)]
    assert {order[0] for order in orders} == set(ORDER_METHODS)
    assert parse_orders(orders, make_view(TOWERS.start(), 0)).codes


def test_the_codes_of_actions_are_those_of_the_rules() -> None:
    table = PROTOCOL.partition("| action | code |")[2].partition("An action that")[0]
    assert [int(number) for number in re.findall(r"\| (\d{4})", table)] == list(ACTION_CODES.values())


def test_the_page_lists_every_kind_of_fault() -> None:
    table = PROTOCOL.partition("## Faults")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(FAULT_KINDS)


# The tutorial


def test_the_last_bot_is_the_file_beside_the_page() -> None:
    assert BOTS[-1] == (DOCS / "bots" / "ada.py").read_text()
    assert (len(BOTS), len(PARTS)) == (4, 2)


@pytest.mark.parametrize("text", BOTS, ids=range(2, 2 + len(BOTS)))
def test_every_step_plays_without_a_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ada.py"
    path.write_text(text)
    result = match(TOWERS, path, "book", games=1)
    assert result.faults == ()


def test_the_function_plays_as_the_kernel_does(tmp_path: Path) -> None:
    """The parts of step 5, put into the last bot in the place of its kernels."""
    guard, function = PARTS
    assert guard.partition("    def keep_guard")[2] in BOTS[-1]
    kernels = re.search(r"@kernel\ndef rifle.*?(?=class Commander)", BOTS[-1], re.DOTALL)
    assert kernels is not None
    text = BOTS[-1].replace(kernels.group(), function.partition("class Commander")[0])
    path = tmp_path / "ada.py"
    path.write_text(text)
    by_function, by_kernel = (match(TOWERS, one, "spam", games=1) for one in (path, DOCS / "bots" / "ada.py"))
    assert by_function.faults == ()
    assert by_function.played[0].turns == by_kernel.played[0].turns
