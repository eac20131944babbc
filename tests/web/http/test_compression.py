"""Compression: for clients that accept it, and never where keys could be guessed from lengths (BREACH)."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from holdtheline.web.http.compression import MIN_BYTES, UNCOMPRESSED, CompressionMiddleware

from ..server import TestClient, me_at

FRESH_KEYS = {
    "POST /api/games/{name}/guide",
    "POST /api/tables",
    "POST /api/records",
    "POST /api/lab/studies/{study}/game",
    "POST /api/table/share",
    "POST /api/replay/{step}/continue",
    "POST /api/editor/civilwar/try",
    "POST /api/editor/skirmish/try",
}
"""Each response holds a key that was made for it, so that no two of them can be compared."""
KEY_FIELDS = {"key", "join", "invitation", "watch"}


@pytest.mark.parametrize(
    "path", ["/", "/rules/siege", "/static/js/table/table.js", "/static/css/base.css", "/api/games"]
)
def test_pages_files_and_answers_are_compressed(client: TestClient, path: str) -> None:
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2


def test_a_view_is_compressed_and_a_short_answer_is_not(client: TestClient) -> None:
    me = me_at(client)
    assert me.ask("GET", "/table").headers["content-encoding"] == "gzip"
    short = me.post("/table/why", play="roll 9")
    assert len(short.content) < MIN_BYTES
    assert "content-encoding" not in short.headers


def test_no_response_is_compressed_that_holds_the_same_key_each_time(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    schemas = document["components"]["schemas"]

    def holds_key(schema: Any, seen: frozenset[str] = frozenset()) -> bool:
        if isinstance(schema, list):
            return any(holds_key(part, seen) for part in schema)
        if not isinstance(schema, dict):
            return False
        name = schema.get("$ref", "").rpartition("/")[2]
        if name in seen or name == "HotspotCard":  # its key is one of the keyboard
            return False
        if name:
            return holds_key(schemas[name], seen | {name})
        if any(
            field in KEY_FIELDS and part.get("type") == "string" for field, part in schema.get("properties", {}).items()
        ):
            return True
        return any(holds_key(part, seen) for part in schema.values())

    compressed = {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        if not path.startswith(UNCOMPRESSED)
        for method, operation in methods.items()
        if holds_key([answer for status, answer in operation["responses"].items() if status < "4"])
    }
    assert compressed == FRESH_KEYS


async def long_answer(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("long " * MIN_BYTES)(scope, receive, send)


@pytest.mark.parametrize(
    ("path", "is_compressed"), [("/api/campaign", False), ("/api/course", False), ("/api/x", True)]
)
def test_what_holds_keys_is_sent_as_it_is(path: str, is_compressed: bool) -> None:
    answer = TestClient(CompressionMiddleware(long_answer)).get(path, headers={"Accept-Encoding": "gzip"})
    assert ("content-encoding" in answer.headers) == is_compressed
