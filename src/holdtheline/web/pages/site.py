"""Serve the documentation site under `/docs`, if `make docs` has built it; a wheel contains it."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from .rendering import WEB_FOLDER, render

SITE_FOLDER = WEB_FOLDER / "site"
CONTENT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".png": "image/png",
}
"""The files of the site that are served, by their ending."""

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def redirect_to_site() -> RedirectResponse:
    return RedirectResponse("/docs/")


@router.api_route("/docs/{name:path}", methods=["GET", "HEAD"])
def serve_site(name: str) -> Response:
    if not (SITE_FOLDER / "index.html").is_file():
        return HTMLResponse(render("no_site.html"), status_code=404)
    file = find_file(name or "index.html")
    if file is None:
        raise HTTPException(404)
    return FileResponse(file, media_type=CONTENT_TYPES[file.suffix])


def find_file(name: str) -> Path | None:
    """Return the file of the site with this name, or None if there is none or it lies outside the site."""
    try:
        file = (SITE_FOLDER / name).resolve(strict=True)
    except (OSError, ValueError):
        return None
    is_served = file.is_relative_to(SITE_FOLDER.resolve()) and file.suffix in CONTENT_TYPES
    return file if is_served and file.is_file() else None
