"""The pages themselves: a few files that know no rules, and the rulebooks."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from ..core.catalog import games
from ..core.errors import UnknownName
from . import rulepages
from .problems import answer_error

STATIC = Path(__file__).resolve().parent / "static"
PAGES = {
    "/": "index.html",
    "/table": "table.html",
    "/watch": "table.html",
    "/replay": "replay.html",
    "/editor": "editor.html",
    "/campaign": "campaign.html",
    "/course": "course.html",
}

router = APIRouter(include_in_schema=False)


def install(app: FastAPI) -> None:
    for address, file in PAGES.items():
        app.add_api_route(address, _page(file), methods=["GET", "HEAD"], include_in_schema=False)
    app.include_router(router)
    app.add_exception_handler(404, nothing_here)  # type: ignore[arg-type]


def _page(file: str) -> Callable[[], Awaitable[HTMLResponse]]:
    text = with_modules_named((STATIC / file).read_text(encoding="utf-8"))

    async def page() -> HTMLResponse:
        return HTMLResponse(text)

    return page


def with_modules_named(page: str) -> str:
    """The page with all modules of its script in its head: else each would be asked for only when found."""
    found = re.findall(r'<script type="module" src="/static/js/([a-z]+\.js)">', page)
    for module in found:
        text = (STATIC / "js" / module).read_text(encoding="utf-8")
        found += [name for name in IMPORTED.findall(text) if name not in found]
    links = "".join(f'<link rel="modulepreload" href="/static/js/{module}">\n' for module in found)
    return page.replace("</head>", f"{links}</head>")


IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"\./([a-z]+\.js)";', re.MULTILINE)


async def nothing_here(connection: Request | WebSocket, error: Exception) -> Response | None:
    """A person who is lost finds a page; a program, the shape of all refusals."""
    if isinstance(connection, Request) and _wants_a_page(connection):
        return HTMLResponse((STATIC / "error.html").read_text(encoding="utf-8"), status_code=404)
    return await answer_error(connection, error)


def _wants_a_page(request: Request) -> bool:
    is_api = request.url.path.startswith("/api/")
    return not is_api and "text/html" in request.headers.get("accept", "")


@router.get("/rules")
def rules() -> RedirectResponse:
    return RedirectResponse(f"/rules/{games()[0]}")


@router.get("/rules/{game}")
def rulebook(game: str) -> HTMLResponse:
    try:
        return HTMLResponse(rulepages.page(game))
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error


@router.get("/rules/{game}/example/{place}.svg")
def example(game: str, place: int) -> Response:
    try:
        drawn = rulepages.close_up(game, place)
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type=KINDS[".svg"])


class Kept(NamedTuple):
    """A file in memory. A page asks for dozens, and each would cost more to find on the disk than to send."""

    content: bytes
    kind: str
    tag: str


@functools.cache
def kept_files() -> dict[str, Kept]:
    return {path.relative_to(STATIC).as_posix(): kept(path) for path in STATIC.rglob("*.*")}


def kept(path: Path) -> Kept:
    content = path.read_bytes()
    return Kept(content, KINDS[path.suffix], f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"')


KINDS = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml"}


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def file(name: str, request: Request) -> Response:
    found = kept_files().get(name)
    if found is None:
        raise HTTPException(404)
    headers = {"ETag": found.tag}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.kind, headers=headers)


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return await file("favicon.svg", request)
