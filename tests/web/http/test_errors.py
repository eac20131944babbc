"""Whatever goes wrong is told in one shape."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from fastapi import FastAPI, Response, WebSocket
from fastapi.responses import FileResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field, field_validator
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketDisconnect

from holdtheline.core import catalog, errors
from holdtheline.core.errors import BadDice, BadOption, BadPosition, BadRecord, HtlError, NotSaved, NoUndo
from holdtheline.web.http.errors import (
    STATUS,
    ApiError,
    as_sentence,
    error_from_htl,
    error_response,
    error_responses,
    install_error_handlers,
)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that httpx will have another name
    from starlette.testclient import TestClient

SECRET = "s3cr3t-" * 30


class Wish(BaseModel, extra="forbid"):
    dice: Literal["table", "mine"]
    name: str = Field("", max_length=20)
    seats: list[str] = []
    options: dict[str, Annotated[int, Field(ge=1)]] = {}

    @field_validator("seats")
    @classmethod
    def few(cls, seats: list[str]) -> list[str]:
        if len(seats) > 2:
            raise ValueError("there are two seats")
        return seats


def make_app() -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)

    @app.post("/wish", responses=error_responses("invalid", "illegal", "key"))
    def wish(wish: Wish) -> Wish:
        return wish

    @app.get("/step/{step}")
    def step(step: int, lens: int = 0) -> int:
        return step + lens

    @app.get("/raise/{what}")
    def throw(what: str) -> None:
        raise RAISED[what]

    @app.get("/broken")
    def broken() -> StreamingResponse:
        def lines() -> Iterator[str]:
            yield "one"
            raise RuntimeError(SECRET)

        return StreamingResponse(lines())

    @app.get("/file")
    def file() -> FileResponse:
        return FileResponse(__file__)

    @app.get("/plain")
    def plain() -> PlainTextResponse:
        return PlainTextResponse(SECRET, status_code=418, headers={"X-Inner": "1"})

    @app.websocket("/socket/{what}")
    async def socket(websocket: WebSocket, what: str) -> None:
        if what.startswith("late-"):
            await websocket.accept()
        if what.endswith("closed"):
            await websocket.close()
        raise RAISED[what.removeprefix("late-")]

    @app.websocket("/number/{number}")
    async def number(websocket: WebSocket, number: int) -> None:
        await websocket.accept()
        await websocket.receive_text()

    return app


RAISED: dict[str, Exception] = {
    "stale": ApiError("stale"),
    "busy": ApiError("busy", "wait", headers={"Retry-After": "3"}),
    "key": ApiError("key"),
    "undo": NoUndo("the dice have spoken"),
    "surprise": RuntimeError(SECRET),
    "closed": RuntimeError(SECRET),
    "teapot": HTTPException(418, "short and stout"),
    "not-modified": HTTPException(304),
    "gateway": HTTPException(502),
    "gone": WebSocketDisconnect(),
}


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(make_app(), raise_server_exceptions=False) as client:
        yield client


def error_in(response: Any, status: int, code: str) -> str:
    """The sentence of an answer that has this status and code, and our shape."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["code", "sentence", "clause", "rule"]
    assert body["error"]["code"] == code
    sentence = body["error"]["sentence"]
    assert isinstance(sentence, str)
    assert sentence[0] == sentence[0].upper()
    assert sentence[-1] in ".!?"
    assert sentence.isprintable()
    assert SECRET[:61] not in response.text
    return sentence


# What the rules and the table refuse


def test_an_illegal_move_names_its_clause_and_links_to_the_rule() -> None:
    state = catalog.load("siege").start()
    refusal = state.why_not("reinforce 1 0 0")
    assert refusal is not None
    problem = error_from_htl(refusal, "siege")
    assert (problem.status, problem.code) == (422, "illegal")
    assert problem.clause == "S2.2"
    assert problem.rule == "/rules/siege#S2.2"
    assert problem.sentence == "A die shows at most 6, and the top lane would have 7."


def test_a_text_that_is_no_move_is_illegal_without_a_clause() -> None:
    refusal = catalog.load("siege").start().why_not("dance")
    assert refusal is not None
    problem = error_from_htl(refusal, "siege")
    assert (problem.code, problem.clause, problem.rule) == ("illegal", None, None)
    assert problem.sentence.startswith("This is not a move here; an example: ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadRecord("torn", line=3), "invalid"),
        (BadOption("no such option"), "invalid"),
        (BadPosition("no such position"), "invalid"),
        (BadDice("no face left"), "invalid"),
        (HtlError("anything else"), "invalid"),
        (errors.UnknownName("no such game"), "unknown"),
        (NoUndo("nothing to undo"), "undo"),
        (NotSaved("the disk is full"), "not_saved"),
    ],
)
def test_each_refusal_of_the_table_has_its_code(error: HtlError, code: str) -> None:
    problem = error_from_htl(error, "siege")
    assert problem.code == code
    assert problem.status == STATUS[problem.code]
    assert str(error) in problem.sentence.lower()


# Sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the game is over", "The game is over."),
        ("Stop!", "Stop!"),
        ("a\nb\x00c\x1b[2Jd\u202ee", "A b c [2Jd e."),
        ("half \ud800 a character", "Half a character."),
    ],
)
def test_a_sentence_has_a_capital_a_stop_and_nothing_unprintable(text: str, sentence: str) -> None:
    assert as_sentence(text) == sentence


def test_a_sentence_does_not_grow_with_what_was_sent() -> None:
    assert len(as_sentence("no game " + "x" * 100_000)) <= 501


# What FastAPI refuses


@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"[" * 60_000, b"\xff\xfe", b'{"dice": ' + b"9" * 5000 + b"}", b"{'dice': 'mine'}"],
)
def test_what_is_not_JSON_is_malformed(client: TestClient, body: bytes) -> None:
    response = client.post("/wish", content=body, headers={"Content-Type": "application/json"})
    if body:
        error_in(response, 400, "malformed")
    else:
        assert error_in(response, 422, "invalid") == "The request has no body; send JSON."


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "The field dice is missing."),
        ({"dice": SECRET}, "The field dice is invalid: it should be 'table' or 'mine'."),
        (
            {"dice": "mine", "name": SECRET},
            "The field name is invalid: string should have at most 20 characters.",
        ),
        ({"dice": "mine", "seats": [1]}, "The field seats.0 is invalid: it should be a valid string."),
        ({"dice": "mine", "seats": ["a"] * 3}, "The field seats is invalid: there are two seats."),
        ({"dice": "mine", "more": SECRET}, "The field more does not exist."),
        ({"dice": "mine", SECRET: 1}, f"The field {SECRET[:59]}… does not exist."),
        (
            {"dice": "mine", "options": {"<b>\n\u202e": 0}},
            "The field options.<b> is invalid: it should be greater than or equal to 1.",
        ),
        ([], "The body must be a JSON object, sent as application/json."),
        (None, "The request has no body; send JSON."),
    ],
)
def test_a_wrong_field_is_named_and_what_was_sent_is_not_repeated(client: TestClient, body: Any, sentence: str) -> None:
    assert error_in(client.post("/wish", json=body), 422, "invalid") == sentence


def test_a_body_that_is_not_sent_as_JSON_is_invalid(client: TestClient) -> None:
    response = client.post("/wish", content=b"dice=mine", headers={"Content-Type": "text/plain"})
    assert "application/json" in error_in(response, 422, "invalid")


def test_a_wrong_part_of_the_address_is_named(client: TestClient) -> None:
    sentence = error_in(client.get("/step/x"), 422, "invalid")
    assert sentence.startswith("The part of the address step is invalid: it should be a valid integer")
    sentence = error_in(client.get("/step/1?lens=x"), 422, "invalid")
    assert sentence.startswith("The parameter lens is invalid")


def test_an_address_that_leads_nowhere_is_unknown(client: TestClient) -> None:
    assert error_in(client.get("/nowhere"), 404, "unknown") == "There is nothing at this address."


def test_a_wrong_method_is_told_which_are_right(client: TestClient) -> None:
    response = client.delete("/wish")
    error_in(response, 405, "method")
    assert response.headers["allow"] == "POST"


def test_other_http_errors_keep_their_status(client: TestClient) -> None:
    assert error_in(client.get("/raise/teapot"), 418, "malformed") == "Short and stout."
    error_in(client.get("/raise/gateway"), 502, "inside")
    assert client.get("/raise/not-modified").status_code == 304


def test_plain_errors_of_others_are_put_into_the_shape(client: TestClient) -> None:
    error_in(client.get("/plain"), 418, "malformed")
    response = client.get("/file", headers={"Range": "bytes=999999999-"})
    error_in(response, 416, "malformed")
    assert response.headers["content-range"].startswith(("bytes */", "*/"))
    error_in(client.get("/file", headers={"Range": "bytes=x"}), 400, "malformed")


# What the app itself says


def test_a_problem_is_answered_with_its_headers(client: TestClient) -> None:
    error_in(client.get("/raise/stale"), 409, "stale")
    response = client.get("/raise/busy")
    assert error_in(response, 429, "busy") == "Wait."
    assert response.headers["retry-after"] == "3"


def test_a_missing_key_is_answered_as_HTTP_wants_it(client: TestClient) -> None:
    response = client.get("/raise/key")
    error_in(response, 401, "key")
    assert response.headers["www-authenticate"] == "Bearer"


def test_an_error_of_the_table_needs_no_translation_by_the_route(client: TestClient) -> None:
    assert error_in(client.get("/raise/undo"), 409, "undo") == "The dice have spoken."


def test_a_surprise_is_logged_and_its_details_stay_inside(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "holdtheline.web"):
        response = client.get("/raise/surprise")
    error_in(response, 500, "inside")
    assert "s3cr3t" not in response.text
    assert len(caplog.records) == 1
    assert "RuntimeError" in caplog.text
    assert "Traceback" in caplog.text


def test_a_surprise_in_middleware_has_the_shape_too() -> None:
    app = make_app()

    class Bad:
        def __init__(self, app: Any) -> None:
            self.app = app

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            raise RuntimeError(SECRET)

    app.add_middleware(Bad)
    response = TestClient(app, raise_server_exceptions=False).get("/step/1")
    error_in(response, 500, "inside")


def test_an_answer_that_breaks_off_is_not_mended(caplog: pytest.LogCaptureFixture) -> None:
    with TestClient(make_app()) as client, pytest.raises(ConnectionAbortedError):
        client.get("/broken")
    assert "RuntimeError" in caplog.text


# Sockets


@pytest.mark.parametrize("when", ["", "late-"])
@pytest.mark.parametrize(("what", "number"), [("stale", 4409), ("key", 4401), ("undo", 4409), ("surprise", 4500)])
def test_a_socket_is_told_what_is_wrong_and_closed(
    client: TestClient, caplog: pytest.LogCaptureFixture, when: str, what: str, number: int
) -> None:
    with client.websocket_connect(f"/socket/{when}{what}") as socket:
        error = socket.receive_json()["error"]
        assert list(error) == ["code", "sentence", "clause", "rule"]
        assert "s3cr3t" not in error["sentence"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == number
    assert ("Traceback" in caplog.text) == (what == "surprise")


def test_a_socket_that_is_closed_already_is_left_alone(client: TestClient) -> None:
    with client.websocket_connect("/socket/late-closed") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()


def test_a_socket_whose_other_end_has_gone_is_no_fault(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with client.websocket_connect("/number/1"):
        pass
    assert not caplog.records


def test_a_wrong_part_of_a_socket_address_is_told(client: TestClient) -> None:
    with client.websocket_connect("/number/x") as socket:
        assert socket.receive_json()["error"]["code"] == "invalid"


# The document


def test_the_document_tells_of_the_shape(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    responses = document["paths"]["/wish"]["post"]["responses"]
    assert responses["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorBody")
    assert "`invalid`" in responses["422"]["description"]
    assert "`illegal`" in responses["422"]["description"]
    assert "401" in responses
    assert set(document["components"]["schemas"]["ErrorDetail"]["properties"]["code"]["enum"]) == set(STATUS)


def test_an_answer_is_the_body_of_its_problem() -> None:
    response: Response = error_response(ApiError("illegal", "no", clause="S2.2", rule="/rules/siege#S2.2"))
    assert bytes(response.body) == (
        b'{"error":{"code":"illegal","sentence":"No.","clause":"S2.2","rule":"/rules/siege#S2.2"}}'
    )
