"""The whole application: guards outside, then the API, the sockets and the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from anyio.to_thread import run_sync as to_thread
from fastapi import FastAPI

from . import api, campaigns, catalogue, courses, editor, pages, problems, sockets
from .ahead import Ahead
from .coach import settle
from .headers import Careful
from .house import House
from .judging import Judging
from .limits import Guard, Limits
from .register import Register
from .storage import Storage
from .tables import Tables

ABOUT = """Start a game, look at it, play it and watch it. The key of a seat is sent as a bearer token; every
refusal has the same shape, with a sentence and, where the rules refuse, the clause."""


def make_app(
    storage: Storage, limits: Limits | None = None, *, begins_early: bool = False, judges: bool = False
) -> FastAPI:
    """An application over this storage, which it closes when it ends."""
    judging = Judging(storage.engine.url.render_as_string(hide_password=False)) if judges else None
    house = House(Tables(storage), judging=judging)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        settle()
        ahead = Ahead(house) if begins_early else None
        if judging is not None and await to_thread(Register(storage).has_work):
            judging.wake()
        yield
        await to_thread(house.coach.thinking.end)
        if judging is not None:
            await to_thread(judging.end)
        if ahead is not None:
            ahead.end()
        storage.close()

    app = FastAPI(
        title="Hold the Line",
        version=version("holdtheline"),
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        redirect_slashes=False,
    )
    app.state.house = house
    problems.install(app)
    app.add_middleware(Guard, limits=limits or Limits())
    app.add_middleware(Careful)
    for router in (
        catalogue.router,
        campaigns.router,
        courses.router,
        editor.router,
        api.router,
        sockets.router,
    ):
        app.include_router(router, prefix="/api")
    pages.install(app)
    return app
