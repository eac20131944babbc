"""Whatever goes wrong, told in one shape: a code for programs, a sentence for people, the rule behind it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Literal, get_args

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..core.errors import BadRecord, HtlError, IllegalMove, NotSaved, NoUndo, UnknownName

LOG = logging.getLogger("holdtheline.web")

Code = Literal[
    "malformed", "key", "forbidden", "unknown", "method", "stale", "turn", "undo",
    "too_large", "illegal", "invalid", "busy", "inside", "not_saved",
]  # fmt: skip
STATUS: dict[Code, int] = {
    "malformed": 400,
    "key": 401,
    "forbidden": 403,
    "unknown": 404,
    "method": 405,
    "stale": 409,
    "turn": 409,
    "undo": 409,
    "too_large": 413,
    "illegal": 422,
    "invalid": 422,
    "busy": 429,
    "inside": 500,
    "not_saved": 503,
}
MEANING: dict[Code, str] = {
    "malformed": "The request cannot be read.",
    "key": "The key is missing, or it opens nothing here.",
    "forbidden": "This key does not allow that.",
    "unknown": "There is nothing at this address.",
    "method": "This address does not take such a request.",
    "stale": "The game has gone on since.",
    "turn": "It is not your turn.",
    "undo": "Nothing can be taken back.",
    "too_large": "The request is too large.",
    "illegal": "The rules do not allow that.",
    "invalid": "Something in the request is wrong.",
    "busy": "Too many requests came from your address; wait a moment.",
    "inside": "Something went wrong inside the server; please try again.",
    "not_saved": "The server could not save the game, so it stands as it was before.",
}
CODE_OF_STATUS: dict[int, Code] = {
    **{status: code for code, status in reversed(STATUS.items())},
    409: "stale",
    422: "invalid",
}

LONGEST_ECHO = 60
LONGEST_SENTENCE = 500
FOR_READERS = b"application/json", b"text/html"
"""Errors of these kinds are meant as they are: our shape, or a page for a person who is lost."""
SOCKET_CODES = 4000
"""A socket is closed with this plus the status: 4401, 4429."""


class ErrorDetail(BaseModel):
    code: Code = Field(description="for programs")
    sentence: str = Field(description="for people: what is wrong, in one sentence")
    clause: str | None = Field(None, description="the clause of the rulebook that refuses a move")
    rule: str | None = Field(None, description="where that clause can be read")


class ErrorBody(BaseModel):
    """What every answer that is not a success looks like."""

    error: ErrorDetail


class Problem(Exception):
    """Something that a request is refused for."""

    def __init__(
        self,
        code: Code,
        sentence: str = "",
        *,
        clause: str | None = None,
        rule: str | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.code = code
        self.sentence = as_sentence(sentence or MEANING[code])
        self.clause = clause or None
        self.rule = rule
        self.status = status or STATUS[code]
        self.headers = dict(headers or {})
        if self.status == HTTPStatus.UNAUTHORIZED:
            self.headers.setdefault("WWW-Authenticate", "Bearer")
        super().__init__(self.sentence)

    @property
    def body(self) -> dict[str, dict[str, str | None]]:
        return {
            "error": {"code": self.code, "sentence": self.sentence, "clause": self.clause, "rule": self.rule}
        }


def responses(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI is told of the errors that an address may answer with."""
    told: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        known = told.setdefault(STATUS[code], {"model": ErrorBody, "description": ""})
        known["description"] = f"{known['description']} `{code}`: {MEANING[code]}".strip()
    return told


# Words


def printable(text: str) -> str:
    """Without line breaks, control characters and halves of characters."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(shown.split())


def clipped(text: str, most: int = LONGEST_ECHO) -> str:
    text = printable(text[: 4 * most])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def as_sentence(text: str) -> str:
    """With a capital and a stop."""
    text = clipped(text, LONGEST_SENTENCE)
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


def rule_link(game: str | None, clause: str | None) -> str | None:
    """The place of a clause, the first where there are several."""
    return f"/rules/{game}#{clause.split(',')[0]}" if game and clause else None


# What the rules and the table refuse


def problem_of(error: HtlError, game: str | None = None) -> Problem:
    match error:
        case IllegalMove():
            rule = rule_link(game, error.clause)
            return Problem("illegal", error.reason, clause=error.clause, rule=rule)
        case NoUndo():
            return Problem("undo", str(error))
        case NotSaved():
            return Problem("not_saved", str(error))
        case UnknownName():
            return Problem("unknown", str(error))
        case BadRecord():
            return Problem("invalid", f"this is not a record that can be read: {error}")
        case _:
            return Problem("invalid", str(error))


# What FastAPI refuses

KINDS = ("constrained-", "function-", "str", "int", "list[")
"""Parts of a place that name a type instead of a field."""
PLACES = {"query": "parameter", "path": "part of the address", "header": "header"}


def problem_of_fields(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """The first thing that is wrong with a request. What was sent is not repeated: it may be a secret."""
    first = errors[0] if errors else {}
    kind, where = str(first.get("type", "")), [str(part) for part in first.get("loc", ())]
    if kind == "json_invalid":
        return Problem("malformed", f"The body is not JSON; the fault is at character {where[-1]}.")
    place, path = where[:1], where[1:]
    if not path:
        return Problem("invalid", missing_body(kind))
    name = clipped(".".join(part for part in path if not part.startswith(KINDS)))
    thing = f"the {PLACES.get(place[0], 'field')} {name}"
    if kind == "missing":
        return Problem("invalid", f"{thing} is missing")
    if kind == "extra_forbidden":
        return Problem("invalid", f"{thing} does not exist")
    return Problem("invalid", f"{thing} is wrong: {told(kind, str(first.get('msg', '')))}")


def missing_body(kind: str) -> str:
    if kind == "missing":
        return "The request has no body; it should be JSON."
    return "The body should be a JSON object, sent as application/json."


def told(kind: str, message: str) -> str:
    """Pydantic's message, as the end of a sentence."""
    if kind in ("value_error", "assertion_error"):
        return message.partition(", ")[2] or message
    if message.startswith("Input should"):
        return f"it{message.removeprefix('Input')}"
    return message[:1].lower() + message[1:]


def problem_of_http(error: HTTPException) -> Problem:
    status = error.status_code
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in CODE_OF_STATUS:
        code: Code = "inside"
    else:
        code = CODE_OF_STATUS.get(status, "malformed")
    said = str(error.detail or "")
    phrases = {phrase.phrase for phrase in HTTPStatus} | {"There was an error parsing the body"}
    sentence = MEANING[code] if said in phrases else said
    return Problem(code, sentence, status=status, headers=error.headers)


def problem_of_any(error: Exception) -> Problem:
    match error:
        case Problem():
            return error
        case HtlError():
            return problem_of(error)
        case RequestValidationError() | WebSocketRequestValidationError():
            return problem_of_fields(error.errors())
        case HTTPException():
            return problem_of_http(error)
        case _:
            return Problem("inside")


# How it is answered


def answer(problem: Problem) -> JSONResponse:
    return JSONResponse(problem.body, status_code=problem.status, headers=problem.headers)


async def close(socket: WebSocket, problem: Problem) -> None:
    """Tell a socket what is wrong, and close it: only an open socket can read a sentence."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_json(problem.body)
        await socket.close(SOCKET_CODES + problem.status, problem.code)


async def answer_error(connection: Request | WebSocket, error: Exception) -> Response | None:
    if isinstance(error, WebSocketDisconnect):
        return None
    if isinstance(error, HTTPException) and error.status_code in (204, 304):
        return Response(status_code=error.status_code, headers=error.headers)
    problem = problem_of_any(error)
    if isinstance(connection, WebSocket):
        await close(connection, problem)
        return None
    return answer(problem)


class Faults:
    """Pure ASGI: an error that nobody foresaw goes to the log, and its sender learns only that there was one.

    Answers that are no success and not in our shape, such as those of static files, are put into it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        shaped = Shaped(send)
        try:
            await self.app(scope, receive, shaped.send)
        except Exception as error:
            LOG.error("%s %s failed", scope.get("method", "socket"), clipped(scope["path"]), exc_info=error)
            await self.tell(scope, receive, send, shaped)

    async def tell(self, scope: Scope, receive: Receive, send: Send, shaped: Shaped) -> None:
        problem = Problem("inside")
        if scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            socket.client_state = WebSocketState.CONNECTED
            socket.application_state = shaped.socket_state
            await close(socket, problem)
        elif not shaped.started:
            await answer(problem)(scope, receive, send)
        else:
            raise ConnectionAbortedError("an answer broke off")  # the server then cuts the connection


class Shaped:
    """What an app sends, with plain errors put into our shape."""

    def __init__(self, send: Send) -> None:
        self.forward = send
        self.started = False
        self.replaced = False
        self.socket_state = WebSocketState.CONNECTING

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "http.response.start":
                await self.start(message)
            case "http.response.body" if self.replaced:
                return
            case "websocket.accept":
                self.socket_state = WebSocketState.CONNECTED
                await self.forward(message)
            case "websocket.close":
                self.socket_state = WebSocketState.DISCONNECTED
                await self.forward(message)
            case _:
                await self.forward(message)

    async def start(self, message: Message) -> None:
        self.started = True
        headers = dict(message["headers"])
        kind = headers.get(b"content-type", b"")
        if message["status"] < HTTPStatus.BAD_REQUEST or kind.startswith(FOR_READERS):
            await self.forward(message)
            return
        self.replaced = True
        error = HTTPException(message["status"], headers=kept(headers))
        response = answer(problem_of_http(error))
        start = {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": response.raw_headers,
        }
        await self.forward(start)
        await self.forward({"type": "http.response.body", "body": response.body})


def kept(headers: Mapping[bytes, bytes]) -> dict[str, str]:
    """The headers of an answer that say more than its body does."""
    names = (b"allow", b"content-range", b"retry-after")
    return {name.decode(): headers[name].decode("latin-1") for name in names if name in headers}


def install(app: FastAPI) -> None:
    """Call it before other middleware is added, so that theirs stands around it."""
    for kind in (
        Problem,
        HtlError,
        RequestValidationError,
        WebSocketRequestValidationError,
        HTTPException,
        WebSocketDisconnect,
        Exception,
    ):
        app.add_exception_handler(kind, answer_error)  # type: ignore[arg-type]
    app.add_middleware(Faults)


assert set(get_args(Code)) == set(STATUS) == set(MEANING)
