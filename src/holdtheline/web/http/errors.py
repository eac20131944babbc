"""Errors of the API in one shape: a code for programs, a sentence for people, and the clause behind it."""

from __future__ import annotations

import asyncio
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
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...core.errors import BadRecord, HtlError, IllegalMove, NotSaved, NoUndo, UnknownName

LOG = logging.getLogger("holdtheline.web")

WATCH_ONLY = "This link can only watch; it has no seat."
ErrorCode = Literal[
    "malformed", "key", "forbidden", "unknown", "method", "stale", "turn", "undo",
    "taken", "too_large", "illegal", "invalid", "busy", "inside", "not_saved",
]  # fmt: skip
ERRORS: dict[ErrorCode, tuple[int, str]] = {
    "malformed": (400, "The request cannot be read."),
    "key": (401, "The key is missing or opens nothing here."),
    "forbidden": (403, "This key does not allow that."),
    "unknown": (404, "There is nothing at this address."),
    "method": (405, "This address does not support that method."),
    "stale": (409, "The game has changed since you loaded it."),
    "turn": (409, "It is not your turn."),
    "undo": (409, "Nothing can be undone."),
    "taken": (410, "This seat has been taken."),
    "too_large": (413, "The request is too large."),
    "illegal": (422, "The rules do not allow that."),
    "invalid": (422, "Something in the request is invalid."),
    "busy": (429, "Too many requests came from your address; please wait a moment."),
    "inside": (500, "Something went wrong on the server; please try again."),
    "not_saved": (503, "The server could not save the game; it is unchanged."),
}
"""The HTTP status and the default sentence of each error."""
STATUS = {code: status for code, (status, _) in ERRORS.items()}
DEFAULT_SENTENCES = {code: sentence for code, (_, sentence) in ERRORS.items()}
CODE_OF_STATUS: dict[int, ErrorCode] = {
    **{status: code for code, status in reversed(STATUS.items())},
    409: "stale",
    422: "invalid",
}

SHUTTING_DOWN = "The server is shutting down; look at the game again in a moment."
MAX_ECHO_LENGTH = 60
MAX_SENTENCE_LENGTH = 500
UNCHANGED_TYPES = b"application/json", b"text/html"
"""Error responses of these types are passed on unchanged: our own JSON, or an HTML page."""
SOCKET_CODE_BASE = 4000
"""A socket is closed with this number plus the HTTP status: 4401, 4429."""


class ErrorDetail(BaseModel):
    code: ErrorCode = Field(description="for programs")
    sentence: str = Field(description="for people: what is wrong, in one sentence")
    clause: str | None = Field(None, description="the clause of the rulebook that refuses a move")
    rule: str | None = Field(None, description="where that clause can be read")


class ErrorBody(BaseModel):
    """The body of every error response."""

    error: ErrorDetail


class ApiError(Exception):
    """A reason to refuse a request."""

    def __init__(
        self,
        code: ErrorCode,
        sentence: str = "",
        *,
        clause: str | None = None,
        rule: str | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.code = code
        self.sentence = as_sentence(sentence or DEFAULT_SENTENCES[code])
        self.clause = clause or None
        self.rule = rule
        self.status = status or STATUS[code]
        self.headers = dict(headers or {})
        if self.status == HTTPStatus.UNAUTHORIZED:
            self.headers.setdefault("WWW-Authenticate", "Bearer")
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let an error travel between processes; by default an exception is made again from its message alone."""
        return _make_error, (self.code, self.sentence, self.clause, self.rule, self.status, self.headers)

    @property
    def body(self) -> str:
        """The error as JSON."""
        detail = ErrorDetail(code=self.code, sentence=self.sentence, clause=self.clause, rule=self.rule)
        return ErrorBody(error=detail).model_dump_json()


def _make_error(
    code: ErrorCode,
    sentence: str,
    clause: str | None,
    rule: str | None,
    status: int,
    headers: Mapping[str, str],
) -> ApiError:
    return ApiError(code, sentence, clause=clause, rule=rule, status=status, headers=headers)


def error_responses(*codes: ErrorCode) -> dict[int | str, dict[str, Any]]:
    """Describe the errors of a route for OpenAPI."""
    responses: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        response = responses.setdefault(STATUS[code], {"model": ErrorBody, "description": ""})
        response["description"] = f"{response['description']} `{code}`: {DEFAULT_SENTENCES[code]}".strip()
    return responses


# Text


def clip(text: str, length: int = MAX_ECHO_LENGTH) -> str:
    """Shorten a text, and remove line breaks, control characters and lone surrogates."""
    printable = "".join(character if character.isprintable() else " " for character in text[: 4 * length])
    text = " ".join(printable.split())
    return text if len(text) <= length else f"{text[: length - 1]}…"


def as_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    text = clip(text, MAX_SENTENCE_LENGTH)
    stop = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


def rule_link(game: str | None, clause: str | None) -> str | None:
    """Return the URL of a clause in the rulebook; if there are several, of the first."""
    return f"/rules/{game}#{clause.split(',')[0]}" if game and clause else None


# Errors of the rules and the table


def error_from_htl(error: HtlError, game: str | None = None) -> ApiError:
    match error:
        case IllegalMove():
            rule = rule_link(game, error.clause)
            return ApiError("illegal", error.reason, clause=error.clause, rule=rule)
        case NoUndo():
            return ApiError("undo", str(error))
        case NotSaved():
            return ApiError("not_saved", str(error))
        case UnknownName():
            return ApiError("unknown", str(error))
        case BadRecord():
            return ApiError("invalid", f"this record cannot be read: {error}")
        case _:
            return ApiError("invalid", str(error))


# Errors of FastAPI

TYPE_PREFIXES = ("constrained-", "function-", "str", "int", "list[")
"""Parts of a Pydantic location that name a type instead of a field."""
LOCATION_WORDS = {"query": "parameter", "path": "part of the address", "header": "header"}


def error_from_validation(errors: Sequence[Mapping[str, Any]]) -> ApiError:
    """Describe the first invalid part of a request, without echoing its value: that may be a secret."""
    first = errors[0] if errors else {}
    kind, location = str(first.get("type", "")), [str(part) for part in first.get("loc", ())]
    if kind == "json_invalid":
        return ApiError("malformed", f"The body is not valid JSON; see character {location[-1]}.")
    if len(location) < 2:
        if kind == "missing":
            return ApiError("invalid", "The request has no body; send JSON.")
        return ApiError("invalid", "The body must be a JSON object, sent as application/json.")
    where, *path = location
    name = clip(".".join(part for part in path if not part.startswith(TYPE_PREFIXES)))
    subject = f"the {LOCATION_WORDS.get(where, 'field')} {name}"
    if kind == "missing":
        return ApiError("invalid", f"{subject} is missing")
    if kind == "extra_forbidden":
        return ApiError("invalid", f"{subject} does not exist")
    return ApiError("invalid", f"{subject} is invalid: {validation_text(kind, str(first.get('msg', '')))}")


def validation_text(kind: str, message: str) -> str:
    """Return Pydantic's message as the end of a sentence."""
    if kind in ("value_error", "assertion_error"):
        return message.partition(", ")[2] or message
    if message.startswith("Input should"):
        return f"it{message.removeprefix('Input')}"
    return message[:1].lower() + message[1:]


def error_from_http(error: HTTPException) -> ApiError:
    status = error.status_code
    code = CODE_OF_STATUS.get(status, "inside" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "malformed")
    detail = str(error.detail or "")
    phrases = {phrase.phrase for phrase in HTTPStatus} | {"There was an error parsing the body"}
    return ApiError(code, "" if detail in phrases else detail, status=status, headers=error.headers)


def error_from_exception(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case HtlError():
            return error_from_htl(error)
        case RequestValidationError() | WebSocketRequestValidationError():
            return error_from_validation(error.errors())
        case HTTPException():
            return error_from_http(error)
        case _:
            return ApiError("inside")


# Responses


def error_response(error: ApiError) -> Response:
    return Response(error.body, error.status, error.headers, media_type="application/json")


async def close_with_error(socket: WebSocket, error: ApiError) -> None:
    """Send the error and close the socket; a socket must be open for its client to read the sentence."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(error.body)
        await socket.close(SOCKET_CODE_BASE + error.status, error.code)


async def handle_error(connection: Request | WebSocket, error: Exception) -> Response | None:
    if isinstance(error, WebSocketDisconnect):
        return None
    if isinstance(error, HTTPException) and error.status_code in (204, 304):
        return Response(status_code=error.status_code, headers=error.headers)
    api_error = error_from_exception(error)
    if isinstance(connection, WebSocket):
        await close_with_error(connection, api_error)
        return None
    return error_response(api_error)


SOCKET_STATES = {
    "websocket.accept": WebSocketState.CONNECTED,
    "websocket.close": WebSocketState.DISCONNECTED,
}


class ErrorShaper:
    """Forward what an app sends, and replace plain error responses with our JSON."""

    def __init__(self, send: Send) -> None:
        self.forward = send
        self.started = False
        self.replaced = False
        self.socket_state = WebSocketState.CONNECTING

    async def send(self, message: Message) -> None:
        kind = message["type"]
        self.socket_state = SOCKET_STATES.get(kind, self.socket_state)
        if kind == "http.response.start":
            await self.start(message)
        elif not (kind == "http.response.body" and self.replaced):
            await self.forward(message)

    async def start(self, message: Message) -> None:
        self.started = True
        headers = dict(message["headers"])
        kind = headers.get(b"content-type", b"")
        if message["status"] < HTTPStatus.BAD_REQUEST or kind.startswith(UNCHANGED_TYPES):
            await self.forward(message)
            return
        self.replaced = True
        error = HTTPException(message["status"], headers=keep_headers(headers))
        response = error_response(error_from_http(error))
        start = {"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers}
        await self.forward(start)
        await self.forward({"type": "http.response.body", "body": response.body})


def keep_headers(headers: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return the headers of an error response that carry extra information."""
    names = (b"allow", b"content-range", b"retry-after")
    return {name.decode(): headers[name].decode("latin-1") for name in names if name in headers}


class ErrorMiddleware:
    """Log unexpected exceptions and answer them with a plain `inside` error (pure ASGI middleware).

    Error responses that are not in our shape, such as those of Starlette itself, are converted.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        shaped = ErrorShaper(send)
        try:
            await self.app(scope, receive, shaped.send)
        except asyncio.CancelledError:  # the server has waited long enough for running requests
            await self.answer(ApiError("not_saved", SHUTTING_DOWN), scope, receive, send, shaped)
        except Exception as error:
            LOG.error("%s %s failed", scope.get("method", "socket"), clip(scope["path"]), exc_info=error)
            await self.answer(ApiError("inside"), scope, receive, send, shaped)

    async def answer(self, error: ApiError, scope: Scope, receive: Receive, send: Send, shaped: ErrorShaper) -> None:
        if scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            socket.client_state = WebSocketState.CONNECTED
            socket.application_state = shaped.socket_state
            await close_with_error(socket, error)
        elif not shaped.started:
            await error_response(error)(scope, receive, send)
        else:
            raise ConnectionAbortedError("a response failed halfway")  # makes the server cut the connection


def install_error_handlers(app: FastAPI) -> None:
    """Install the handlers. Call this before adding other middleware, which must wrap this one."""
    validation = RequestValidationError, WebSocketRequestValidationError
    for kind in (ApiError, HtlError, *validation, HTTPException, WebSocketDisconnect, Exception):
        app.add_exception_handler(kind, handle_error)  # type: ignore[arg-type]
    app.add_middleware(ErrorMiddleware)


assert set(get_args(ErrorCode)) == set(ERRORS)
