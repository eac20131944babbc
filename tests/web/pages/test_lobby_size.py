"""The lobby is small: what a first visit loads stays below a limit when it is compressed."""

from __future__ import annotations

import gzip
import re

import httpx

from ..server import client

__all__ = ["client"]

MAX_BYTES = 150_000


def test_a_first_visit_to_the_lobby_loads_less_than_150_kb_compressed(client: httpx.Client) -> None:
    page = client.get("/").text
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    games = client.get("/api/games").json()["games"]
    pictures = {game["picture"] for game in games}
    loaded = ["/", "/api/games", *addresses, *pictures]
    assert len(addresses) > 10
    assert sum(len(gzip.compress(client.get(address).content)) for address in loaded) < MAX_BYTES
