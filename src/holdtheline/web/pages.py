"""The pages themselves: a few files that know no rules, and the rulebooks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

from ..core.catalog import games
from . import rulepages

STATIC = Path(__file__).resolve().parent / "static"
PAGES = {"/": "index.html", "/table": "table.html", "/watch": "table.html", "/replay": "replay.html"}

router = APIRouter(include_in_schema=False)


def install(app: FastAPI) -> None:
    for address, file in PAGES.items():
        app.add_api_route(address, _page(file), methods=["GET", "HEAD"], include_in_schema=False)
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def _page(file: str) -> Callable[[], Awaitable[FileResponse]]:
    async def page() -> FileResponse:
        return FileResponse(STATIC / file)

    return page


@router.get("/rules")
def rules() -> RedirectResponse:
    return RedirectResponse(f"/rules/{games()[0]}")


@router.get("/rules/{game}")
def rulebook(game: str) -> HTMLResponse:
    return HTMLResponse(rulepages.page(game))


@router.get("/favicon.ico")
async def icon() -> FileResponse:
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")
