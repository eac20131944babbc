"""The page of the protocol says what is said: its session, its orders, its codes and its faults."""

from __future__ import annotations

import json
import re
from pathlib import Path

from holdtheline.arena.jobs import FAULTS
from holdtheline.core.catalog import load
from holdtheline.games.towers.asking import ACTIONS, ORDERS, ordered
from holdtheline.games.towers.view import view_of

from .session import session

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
TOLD = session()


def test_the_session_of_the_page_is_a_real_one() -> None:
    (shown,) = re.findall(r"```session\n(.*?)```", PAGE, re.DOTALL)
    assert shown.strip().splitlines() == TOLD


def test_the_page_tells_every_name_of_a_message() -> None:
    heard = [json.loads(line[2:]) for line in TOLD if line.startswith("> ")]
    names = {name for message in heard for name in message} | set(heard[1]["me"])
    assert sorted(name for name in names if f"`{name}`" not in PAGE) == []


def test_every_order_of_the_page_can_be_read_and_none_is_missing() -> None:
    table = PAGE.partition("| order | meaning |")[2].partition("### act")[0]
    told = [json.loads(text) for text in re.findall(r"`(\[.*?\])`", table)]
    assert {order[0] for order in told} == set(ORDERS)
    assert ordered(told, view_of(load("towers", plain=True).start(), 0)).codes


def test_the_codes_of_actions_are_those_of_the_rules() -> None:
    table = PAGE.partition("| action | code |")[2].partition("An action that")[0]
    assert [int(number) for number in re.findall(r"\| (\d{4})", table)] == list(ACTIONS.values())


def test_every_kind_of_fault_is_told() -> None:
    table = PAGE.partition("## Faults")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(FAULTS)
