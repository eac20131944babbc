"""Serve the pages, the rulebooks, the guides and the static files; `site.py` serves the documentation."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from ...core.catalog import definition_of, games
from ...core.errors import UnknownName
from ...table.puzzles import puzzle_of
from ..http.errors import handle_error
from . import guides, rulebook, site
from .rendering import STATIC_FOLDER, environment, render

PAGE_TEMPLATES = {
    "/": "lobby.html",
    "/table": "table.html",
    "/watch": "table.html",
    "/replay": "replay.html",
    "/campaign": "campaign.html",
    "/course": "course.html",
    "/join": "join.html",
    "/puzzles": "puzzles.html",
    "/lab": "lab.html",
}
CONTENT_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

router = APIRouter(include_in_schema=False)


def install_pages(app: FastAPI, *, has_lab: bool) -> None:
    for address, template in PAGE_TEMPLATES.items():
        app.add_api_route(address, _page_route(template, has_lab), methods=["GET", "HEAD"], include_in_schema=False)
    app.include_router(router)
    app.include_router(site.router)
    app.add_exception_handler(404, page_not_found)  # type: ignore[arg-type]


def _page_route(template: str, has_lab: bool) -> Callable[[], Awaitable[HTMLResponse]]:
    html = render(template, has_lab=has_lab)

    async def page() -> HTMLResponse:
        return HTMLResponse(html)

    return page


async def page_not_found(connection: Request | WebSocket, error: Exception) -> Response | None:
    """Answer a browser with a page, and a program with the usual error JSON."""
    if isinstance(connection, Request) and _wants_html(connection):
        return HTMLResponse(render("error.html"), status_code=404)
    return await handle_error(connection, error)


def _wants_html(request: Request) -> bool:
    is_api = request.url.path.startswith("/api/")
    return not is_api and "text/html" in request.headers.get("accept", "")


# Editors


@router.get("/editor")
def redirect_to_editor() -> RedirectResponse:
    return RedirectResponse(f"/editor/{editors()[0]}")


@router.get("/editor/{game}")
def editor_page(game: str) -> HTMLResponse:
    if game not in editors():
        raise HTTPException(404, f"there is no editor for {game[:40]!r}")
    return HTMLResponse(render_editor(game))


@functools.cache
def editors() -> tuple[str, ...]:
    """Return the games that have an editor: a template of their own."""
    return tuple(name for name in games() if f"editor_{name}.html" in environment.list_templates())


@functools.cache
def render_editor(game: str) -> str:
    return render(f"editor_{game}.html")


# Puzzles


@router.get("/puzzles/{game}/{number}")
def puzzle_page(game: str, number: int) -> HTMLResponse:
    try:
        puzzle_of(definition_of(game), number)
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error
    return HTMLResponse(render_puzzle())


@functools.cache
def render_puzzle() -> str:
    return render("puzzle.html")


# Rulebooks


@router.get("/rules")
def redirect_to_rules() -> RedirectResponse:
    return RedirectResponse(f"/rules/{games()[0]}")


@router.get("/rules/{game}")
def rulebook_page(game: str) -> HTMLResponse:
    try:
        return HTMLResponse(rulebook.render_rulebook(game))
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error


@router.get("/rules/{game}/example/{number}.svg")
def example_picture(game: str, number: int) -> Response:
    return rulebook_picture(rulebook.draw_example, game, number)


@router.get("/rules/{game}/picture/{number}.svg")
def summary_picture(game: str, number: int) -> Response:
    return rulebook_picture(rulebook.draw_picture, game, number)


def rulebook_picture(draw: Callable[[str, int], str | None], game: str, number: int) -> Response:
    try:
        svg = draw(game, number)
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error
    if svg is None:
        raise HTTPException(404)
    return Response(svg, media_type=CONTENT_TYPES[".svg"])


@router.get("/guides/{name}")
def guide_page(name: str) -> HTMLResponse:
    try:
        return HTMLResponse(guides.render_guide(name))
    except UnknownName as error:
        raise HTTPException(404, str(error)) from error


# Static files


class StaticFile(NamedTuple):
    """A file in memory: a page loads dozens, and reading one from the disk would take longer than sending it."""

    content: bytes
    content_type: str
    etag: str


@functools.cache
def static_files() -> dict[str, StaticFile]:
    return {path.relative_to(STATIC_FOLDER).as_posix(): read_static_file(path) for path in STATIC_FOLDER.rglob("*.*")}


def read_static_file(path: Path) -> StaticFile:
    content = path.read_bytes()
    return StaticFile(content, CONTENT_TYPES[path.suffix], f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"')


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def serve_static_file(name: str, request: Request) -> Response:
    file = static_files().get(name)
    if file is None:
        raise HTTPException(404)
    headers = {"ETag": file.etag}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.content_type, headers=headers)


@router.get("/favicon.ico")
async def serve_favicon(request: Request) -> Response:
    return await serve_static_file("favicon.svg", request)
