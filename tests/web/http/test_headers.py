"""Every answer tells the browser to be careful."""

from __future__ import annotations

import warnings

import pytest
from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, HTMLResponse

from holdtheline.web.http.errors import install_error_handlers
from holdtheline.web.http.headers import PAGE_POLICY, SecurityHeadersMiddleware
from holdtheline.web.http.limits import LimitMiddleware, Rate, RequestLimits

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that httpx will have another name
    from starlette.testclient import TestClient


def make_app() -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)
    app.add_middleware(LimitMiddleware, limits=RequestLimits(requests=Rate(1, 50)))
    app.add_middleware(SecurityHeadersMiddleware)

    @app.get("/")
    def page() -> HTMLResponse:
        return HTMLResponse("<p>Hello")

    @app.get("/file")
    def file() -> FileResponse:
        return FileResponse(__file__)

    @app.get("/api/games")
    def games() -> list[str]:
        return ["siege"]

    @app.get("/api/kept")
    def kept() -> Response:
        return Response("x", headers={"Cache-Control": "max-age=60", "Content-Security-Policy": "none"})

    @app.get("/api/games/siege/picture")
    def picture() -> Response:
        return Response("<svg/>", media_type="image/svg+xml")

    @app.get("/api/fault")
    def fault() -> None:
        raise RuntimeError("a fault")

    return app


@pytest.fixture
def client() -> TestClient:
    return TestClient(make_app(), raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/file", 200),
        ("/api/games", 200),
        ("/nowhere", 404),
        ("/api/kept", 200),
        ("/api/fault", 500),
    ],
)
def test_every_answer_has_the_headers(client: TestClient, path: str, status: int) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response.headers["content-security-policy"] == PAGE_POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in response.headers["permissions-policy"]


def test_refusals_by_the_limits_have_them_too(client: TestClient) -> None:
    assert client.post("/api/games", content=b"x" * 100_000).headers["content-security-policy"] == PAGE_POLICY
    for _ in range(1000):  # on a busy machine they come so slowly that the first sixty may pass
        response = client.get("/api/games")
        if response.status_code != 200:
            break
    assert response.status_code == 429
    assert response.headers["content-security-policy"] == PAGE_POLICY
    assert response.headers["cache-control"] == "no-store"


def test_a_page_runs_nothing_but_its_own_scripts() -> None:
    assert "unsafe" not in PAGE_POLICY
    assert PAGE_POLICY.startswith("default-src 'none'; script-src 'self';")
    assert "frame-ancestors 'none'" in PAGE_POLICY


def test_a_picture_brings_its_style_and_runs_nothing(client: TestClient) -> None:
    policy = client.get("/api/games/siege/picture").headers["content-security-policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def test_what_the_api_says_is_not_stored(client: TestClient) -> None:
    assert client.get("/api/games").headers["cache-control"] == "no-store"
    assert client.get("/api/fault").headers["cache-control"] == "no-store"
    assert client.get("/api/kept").headers["cache-control"] == "max-age=60"


def test_a_page_is_asked_for_again_and_comes_only_when_it_has_changed(client: TestClient) -> None:
    assert client.get("/").headers["cache-control"] == "no-cache"
    first = client.get("/file")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["etag"]
