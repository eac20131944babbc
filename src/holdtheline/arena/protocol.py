"""Encode and parse the messages of the bot protocol; docs/reference/protocol.md lists them.

Messages are JSON lines. A bot's answer is untrusted: whatever it contains, parsing it returns an
object or raises `BotFailure` with one sentence."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..core.bots.faults import BotFailure

PROTOCOL_VERSION = 1
MESSAGE_FORMS = ("json", "words")
MAX_TEXT_LENGTH = 200


def clean_text(value: object) -> str:
    """Return a bot's text as one short line of printable characters."""
    text = " ".join(str(value)[: 4 * MAX_TEXT_LENGTH].split())
    clean = "".join(char if char.isprintable() else "\ufffd" for char in text[:MAX_TEXT_LENGTH])
    return clean if len(text) <= MAX_TEXT_LENGTH else f"{clean}…"


QUOTATION_MARKS = dict.fromkeys(map(ord, '"“”„‟«»‹›'), "'")


def quote(value: object) -> str:
    """Return a bot's own words in quotation marks that they cannot close."""
    return f'"{clean_text(value).translate(QUOTATION_MARKS)}"'


SELF_REPORTED_FAULTS = ("crash", "memory", "malformed", "illegal", "load")


def parse_self_reported_fault(answer: dict[str, Any]) -> BotFailure:
    """Convert the fault that a bot reports about itself into a `BotFailure`, whose sentence quotes the bot."""
    kind = answer.get("kind")
    is_final = answer.get("continues") is not True
    sentence = f"it reported {quote(answer['fault'])}"
    return BotFailure(kind if kind in SELF_REPORTED_FAULTS else "crash", sentence, is_final=is_final)


# JSON


def encode_message(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


class DisallowedJson(ValueError):
    """Valid JSON that the protocol does not allow."""


def reject_fraction(text: str) -> NoReturn:
    raise DisallowedJson("a number is not an integer")


def reject_duplicate_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise DisallowedJson("an object has the same name twice")
    return result


ANSWER_DECODER = json.JSONDecoder(
    parse_float=reject_fraction, parse_constant=reject_fraction, object_pairs_hook=reject_duplicate_names
)


def parse_answer(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object; raise `BotFailure` if it is not one."""
    try:
        text = line.decode()
        answer = ANSWER_DECODER.decode(text)
        if b"\\" in line:  # only an escape can encode a lone surrogate
            text.encode() and json.dumps(answer, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise BotFailure("malformed", "its answer is not UTF-8") from error
    except UnicodeEncodeError as error:
        raise BotFailure("malformed", "its answer contains a lone surrogate") from error
    except DisallowedJson as error:
        raise BotFailure("malformed", f"its answer is not allowed: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BotFailure("malformed", "its answer is not JSON") from error
    if not isinstance(answer, dict):
        raise BotFailure("malformed", "its answer is not a JSON object")
    return answer
