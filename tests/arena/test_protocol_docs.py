"""The protocol page agrees with the code: its session, orders, codes and faults."""

from __future__ import annotations

import json
import re
from pathlib import Path

from holdtheline.arena.job import FAULT_KINDS
from holdtheline.core.catalog import load
from holdtheline.games.towers.bots.commander_view import make_view
from holdtheline.games.towers.bots.json_messages import ACTION_CODES, ORDER_METHODS, parse_orders

from .scripted_session import session

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SESSION = session()


def test_the_session_of_the_page_is_a_real_one() -> None:
    (shown,) = re.findall(r"```session\n(.*?)```", PAGE, re.DOTALL)
    assert shown.strip().splitlines() == SESSION


def test_the_page_names_every_field_of_a_message() -> None:
    heard = [json.loads(line[2:]) for line in SESSION if line.startswith("> ")]
    names = {name for message in heard for name in message} | set(heard[1]["me"])
    assert sorted(name for name in names if f"`{name}`" not in PAGE) == []


def test_every_order_of_the_page_can_be_read_and_none_is_missing() -> None:
    table = PAGE.partition("| order | meaning |")[2].partition("### act")[0]
    told = [json.loads(text) for text in re.findall(r"`(\[.*?\])`", table)]
    assert {order[0] for order in told} == set(ORDER_METHODS)
    assert parse_orders(told, make_view(load("towers", plain=True).start(), 0)).codes


def test_the_codes_of_actions_are_those_of_the_rules() -> None:
    table = PAGE.partition("| action | code |")[2].partition("An action that")[0]
    assert [int(number) for number in re.findall(r"\| (\d{4})", table)] == list(ACTION_CODES.values())


def test_the_page_lists_every_kind_of_fault() -> None:
    table = PAGE.partition("## Faults")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(FAULT_KINDS)
