"""The examples of a rulebook as pictures: each shows the position with which it begins."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from holdtheline.core import rulebook
from holdtheline.core.catalog import load
from holdtheline.games.civilwar.view.svg.layout import hex_centre
from holdtheline.games.civilwar.view.svg.picture import find_named_hexes

from ..server import TestClient

EXAMPLES = rulebook.read_rulebook("civilwar").examples
BOOKS = ("siege", "towers", "skirmish", "civilwar")
OTHERS = (
    "siege/picture/3",
    "chess/picture/0",
    "siege/picture/-1",
    "siege/example/0",
    "chess/example/0",
    f"civilwar/example/{len(EXAMPLES)}",
    "civilwar/example/-1",
)


def test_every_example_of_a_battle_is_drawn_as_it_begins(client: TestClient) -> None:
    page = client.get("/rules/civilwar").text
    for place, example in enumerate(EXAMPLES):
        address = f"/rules/civilwar/example/{place}.svg"
        assert page.count(f'src="{address}"') == 1
        options, given = example.beginning
        game = load("civilwar", plain=True, **options)
        state = game.start() if given == "start" else game.position(given)
        drawn = ElementTree.fromstring(client.get(address).text)
        assert drawn.attrib["aria-label"] == ElementTree.fromstring(state.svg()).attrib["aria-label"]
        left, top, wide, high = map(float, drawn.attrib["viewBox"].split())
        size = int(state.record.width * state.record.height)
        hexes = find_named_hexes(state.record, " ".join(example.statements)) or range(size)
        for x, y in (hex_centre(hex_, int(state.record.width)) for hex_ in hexes):
            assert left + 30 < x < left + wide - 30
            assert top + 30 < y < top + high - 30


@pytest.mark.parametrize("address", OTHERS)
def test_there_is_no_other_picture(client: TestClient, address: str) -> None:
    assert client.get(f"/rules/{address}.svg").status_code == 404


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_begins_with_a_summary_in_pictures(client: TestClient, name: str) -> None:
    opening = client.get(f"/rules/{name}").text.partition('<nav class="contents"')[0]
    assert opening.count("<figcaption>") == 3
    for place in range(3):
        address = f"/rules/{name}/picture/{place}.svg"
        assert opening.count(f'src="{address}"') == 1
        assert ElementTree.fromstring(client.get(address).text).attrib["aria-label"]


def test_where_a_whole_position_is_small_enough_nothing_is_cut_out(client: TestClient) -> None:
    assert "/example/" not in client.get("/rules/siege").text
