"""The document of the API, and the API held against it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from .course_class import create_course
from .server import PATIENCE, Opening, Seat, app_over, listening, me_with_a_choice, opened, visitor

CONFIG = """
headers = {headers}
request-timeout = {patience}

[generation]
max-examples = {examples}
deterministic = true
database = "none"

[phases.coverage]
enabled = {coverage}

[phases.stateful]
enabled = false

# What the document allows may still be against the rules of a game.
[checks.positive_data_acceptance]
enabled = false

# Where two methods share an address, Starlette names those of the first.
[checks.allow_header_conformance]
enabled = false
"""
LEAST_ANSWERS = 40
OPERATIONS = 75


@schemathesis.serializer("application/x-ndjson")
def as_lines(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@schemathesis.serializer("application/octet-stream")
def as_bytes(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    app = app_over(f"sqlite:///{tmp_path_factory.mktemp('openapi')}/web.sqlite")
    with listening(app) as address, visitor(f"http://{address}") as client:
        yield client


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/openapi.json").json()
    return document


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


# The document


def test_the_document_is_a_valid_one(document: dict[str, Any]) -> None:
    loaded = schemathesis.openapi.from_dict(document)
    loaded.validate()
    assert loaded.specification.version.startswith("3.1")


def test_every_address_says_what_it_does_and_how_it_refuses(document: dict[str, Any]) -> None:
    described = dict(operations(document))
    assert len(described) == OPERATIONS
    for name, operation in described.items():
        assert operation["summary"], name
        refusals = {int(status): answer for status, answer in operation["responses"].items() if status > "4"}
        assert 429 in refusals, name
        assert (401 in refusals) == ("security" in operation), name
        for answer in refusals.values():
            schema = answer["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorBody"}, name


def test_the_document_is_for_every_address_below_api_and_for_no_page(document: dict[str, Any]) -> None:
    assert all(path.startswith("/api/") for path in document["paths"])
    assert document["components"]["securitySchemes"]["HTTPBearer"]["scheme"] == "bearer"


# The API


@pytest.fixture(scope="module")
def seat(client: httpx.Client) -> Seat:
    return me_with_a_choice(client)


@pytest.fixture(scope="module")
def finished(client: httpx.Client) -> Opening:
    return opened(client, "book")


def faults(client: httpx.Client, key: str | None, examples: int, *, coverage: bool, paths: str = ".*") -> list[str]:
    """What is not as the document says, tried by many requests, good and bad ones."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    header_text = "{" + ", ".join(f"{name} = {json.dumps(value)}" for name, value in headers.items()) + "}"
    config = SchemathesisConfig.from_str(
        CONFIG.format(headers=header_text, examples=examples, coverage=str(coverage).lower(), patience=PATIENCE)
    )
    schema = schemathesis.openapi.from_url(f"{client.base_url}/api/openapi.json", config=config, timeout=PATIENCE)
    found: list[str] = []
    answers = 0
    for event in from_schema(schema.include(path_regex=paths)).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            found.append(str(event))
        if isinstance(event, events.ScenarioFinished):
            answers += len(event.recorder.interactions)
            found += faults_in(event.recorder)
    assert answers >= LEAST_ANSWERS
    return found


def faults_in(recorder: Any) -> Iterator[str]:
    for case, checks in recorder.checks.items():
        for check in checks:
            if check.status != Status.SUCCESS:
                asked = recorder.interactions[case].request
                what = f"{asked.method} {asked.uri} {asked.body!r}"
                yield f"{check.name}: {what[:500]}: {check.failure_info and check.failure_info.failure}"


def test_the_API_is_as_its_document_says_for_a_seat(client: httpx.Client, seat: Seat) -> None:
    assert faults(client, seat.key, 3, coverage=True, paths="^/api/(?!campaign|course)") == []


def test_the_API_is_as_its_document_says_for_a_spectator(client: httpx.Client, finished: Opening) -> None:
    assert faults(client, finished.watcher.key, 4, coverage=False, paths="^/api/(replay|table/)") == []


def test_the_API_is_as_its_document_says_for_a_general(client: httpx.Client) -> None:
    started = Seat(client).post("/campaigns", campaign="the-last-lamp", seats=["me"]).json()
    assert faults(client, started["key"], 2, coverage=True, paths="^/api/campaigns?(/|$)") == []


@pytest.mark.parametrize("kind", ["teacher", "student", "join"])
def test_the_API_is_as_its_document_says_in_a_course(client: httpx.Client, kind: str) -> None:
    course = create_course(client)
    keys = {"teacher": course.teacher, "student": course.student("Ada", "1"), "join": course.door}
    is_teacher = kind == "teacher"  # who may do most
    assert faults(client, keys[kind].key, 3, coverage=is_teacher, paths="^/api/courses?(/|$)") == []


def test_the_API_is_as_its_document_says_for_a_client_without_a_key(client: httpx.Client) -> None:
    assert faults(client, None, 2, coverage=False) == []
