"""Keys: the secrets in links, their digests in the database, and what a table's key opens."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal

KeyKind = Literal["seat", "watch"]


def new_key() -> str:
    """Return a random secret. It is the only proof of a seat, so it must be impossible to guess."""
    return secrets.token_urlsafe(16)


def digest_key(key: str) -> str:
    """Return what the database stores of a key; the key cannot be computed from it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def derive_key(key: str, purpose: str) -> str:
    """Derive a second secret that only the holder of `key` can compute again."""
    digest = hmac.digest(key.encode(), purpose.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def join_key(teacher_key: str, number: int) -> str:
    """Return the key of the join link; each number gives a different link."""
    return derive_key(teacher_key, f"join {number}")


def battle_key(campaign_key: str, game_id: str) -> str:
    """Return a general's key to the table of a battle."""
    return derive_key(campaign_key, f"table {game_id}")


@dataclass(frozen=True)
class KeyRow:
    """What a key opens: the seats it holds, or the seats whose view it watches (no seats: the public view)."""

    digest: str
    game_id: str
    kind: KeyKind
    seats: tuple[int, ...] = ()
    name: str = ""

    @classmethod
    def of(cls, key: str, game_id: str, kind: KeyKind, seats: tuple[int, ...] = (), name: str = "") -> KeyRow:
        return cls(digest_key(key), game_id, kind, seats, name)


def format_seats(seats: tuple[int, ...]) -> str:
    """Return seats as the database stores them: `0,2`."""
    return ",".join(map(str, seats))


def parse_seats(text: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in text.split(",") if seat)
