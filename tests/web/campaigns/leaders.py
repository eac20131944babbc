"""Players of campaigns over the API."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from holdtheline.web.campaigns import models
from holdtheline.web.db.rows import GeneralRow

from ..server import Seat, claimed, shaped

HERE = Path(__file__).parents[2] / "campaign" / "data"
NAME = "lantern-road"
GENERAL = GeneralRow("digest", "c", (0,))
COMPANY = ["Oda Verrin", "Hask", "Pim Sallow", "Wenna Thorne"]


@dataclass(frozen=True)
class Leader:
    """A client with the key of a campaign."""

    client: httpx.Client
    key: str

    @property
    def seat(self) -> Seat:
        return Seat(self.client, self.key)

    @property
    def view(self) -> dict[str, Any]:
        return shaped(models.CampaignView, self.seat.ask("GET", "/campaign"))

    def act(self, do: str, at: int | None = None, **more: Any) -> httpx.Response:
        at = self.view["version"] if at is None else at
        return self.seat.post("/campaign/acts", at=at, act={"do": do, **more})

    def does(self, do: str, **more: Any) -> dict[str, Any]:
        return shaped(models.CampaignView, self.act(do, **more))

    def fights(self, at: int | None = None) -> dict[str, Any]:
        """The campaign with a table for its battle."""
        at = self.view["version"] if at is None else at
        return shaped(models.CampaignView, self.seat.post("/campaign/battle", at=at))

    def table(self) -> Seat:
        return Seat(self.client, self.view["battle"]["key"])


def started(client: httpx.Client, *seats: str, **more: Any) -> dict[str, Any]:
    asked = {"campaign": NAME, "seats": list(seats or ["me"]), **more}
    return shaped(models.StartedCampaign, Seat(client).post("/campaigns", **asked), 201)


def leader(client: httpx.Client, *seats: str, **more: Any) -> Leader:
    return Leader(client, started(client, *seats, **more)["key"])


def two_generals(client: httpx.Client, **more: Any) -> tuple[Leader, Leader]:
    """A campaign of mine, and the friend who has accepted the invitation."""
    response = started(client, "me", "friend", **more)
    (friend,) = response["friends"]
    return Leader(client, response["key"]), Leader(client, str(claimed(client, friend["invitation"], "Bob").key))


def plays_out(seat: Seat) -> dict[str, Any]:
    """A battle in which the friends do nothing but pass."""
    view = seat.view
    while view["outcome"] is None:
        plays = [move["text"] for move in view["moves"]]
        if view["may_roll"]:
            view = seat.rolls(view["version"])
        else:
            view = seat.plays("pass" if "pass" in plays else plays[0], view["version"])
    return view


ANSWERS = {
    "travellers": ("travel",),
    "travel on": ("travel on",),
    "choice": ("choose",),
    "leave": ("go on",),
    "die": ("roll",),
}


def answer(what: str, who: list[str], names: list[str]) -> dict[str, Any]:
    if what == "choice":
        return {"option": names[0]}
    return {"who": who} if what in ("travellers", "travel on") else {}
