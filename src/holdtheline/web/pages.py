"""The pages themselves: a few files that know no rules, and the rulebooks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ..core.catalog import games
from ..core.errors import UnknownName
from . import rulepages
from .problems import answer_error

STATIC = Path(__file__).resolve().parent / "static"
PAGES = {"/": "index.html", "/table": "table.html", "/watch": "table.html", "/replay": "replay.html"}

router = APIRouter(include_in_schema=False)


def install(app: FastAPI) -> None:
    for address, file in PAGES.items():
        app.add_api_route(address, _page(file), methods=["GET", "HEAD"], include_in_schema=False)
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(404, nothing_here)  # type: ignore[arg-type]


def _page(file: str) -> Callable[[], Awaitable[FileResponse]]:
    async def page() -> FileResponse:
        return FileResponse(STATIC / file)

    return page


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


@router.get("/favicon.ico")
async def icon() -> FileResponse:
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")
