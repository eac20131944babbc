"""Parts of requests and responses that tables, campaigns and courses share."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.responses import Response

from .names import MAX_NAME_LENGTH, clean_name

MAX_CODE = 2**63 - 1

DiceKind = Literal["table", "mine"]

Name = Annotated[
    str, Field(max_length=MAX_NAME_LENGTH, description="optional; the other players see it"), AfterValidator(clean_name)
]


NewKey = Annotated[
    str,
    Field(pattern="^[A-Za-z0-9_-]{22,64}$", description="a secret that you made of at least 128 random bits"),
]
KeyText = Annotated[str, Field(min_length=1, max_length=64)]
TableVersion = Annotated[int, Field(ge=0, le=MAX_CODE, description="the version of the table that you saw")]


class RequestBody(BaseModel):
    """A request body; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VersionOnly(RequestBody):
    at: TableVersion


class KeyRenewal(RequestBody):
    key: NewKey


class EmptyBody(RequestBody):
    """A body without fields."""


def format_time(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def raw_body(content_type: str, **schema: str) -> dict[str, Any]:
    """Describe a body that is not JSON for OpenAPI."""
    return {"requestBody": {"required": True, "content": {content_type: {"schema": {"type": "string", **schema}}}}}


def download(content: str | bytes, content_type: str, filename: str) -> Response:
    """Return a response that a browser saves as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return Response(content, media_type=content_type, headers=headers)
