"""Battles written as files: TOML text that, when it is read, gives the same battle again."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.errors import BadOption
from .filed import fields_of
from .scenario import HEAD, TABLES
from .table import Scenario

WIDEST = 110
DEEPEST = 4
"""Lists in lists, and no more."""
KEY = re.compile(r"[A-Za-z0-9_-]+")


def text_of(scenario: Scenario) -> str:
    """The text of a file; `scenario.from_text` makes an equal battle of it, if the file has the same name."""
    return text_from(fields_of(scenario))


def text_from(fields: Mapping[str, Any]) -> str:
    """The text of a file with these fields, right or wrong; BadOption where TOML cannot tell one."""
    known = {name: fields[name] for name in HEAD if name in fields}
    strange = {name: value for name, value in fields.items() if name not in (*HEAD, *TABLES)}
    parts = ["\n".join(lines_of(known | strange))]
    for name in TABLES:
        parts += tables_of(name, fields[name]) if name in fields else ()
    return "\n\n".join(filter(None, parts)) + "\n"


def tables_of(name: str, value: object) -> Iterable[str]:
    if isinstance(value, Mapping) and value:
        yield "\n".join((f"[{name}]", *lines_of(value)))
    elif isinstance(value, list):
        for one in value:
            if not isinstance(one, Mapping):
                raise BadOption(f"each {name} must have fields")
            yield "\n".join((f"[[{name}]]", *lines_of(one)))
    elif not isinstance(value, Mapping):
        raise BadOption(f"{name} cannot be a single word or number")


def lines_of(fields: Mapping[str, Any]) -> Iterable[str]:
    for name, value in fields.items():
        if isinstance(value, str) and is_long(name, value):
            yield f"{key(name)} = {long_string(value)}"
            continue
        line = f"{key(name)} = {value_text(value)}"
        if isinstance(value, Mapping) and value and len(line) > WIDEST:
            yield from (f"{key(name)}.{key(part)} = {value_text(one)}" for part, one in value.items())
        else:
            yield line


def is_long(name: str, words: str) -> bool:
    """Whether it is written in several lines, which only texts can be without a change."""
    return name == "story" or "\n" in words or (name == "text" and len(words) > WIDEST - 10)


def key(name: str) -> str:
    return name if KEY.fullmatch(name) else string(name)


def value_text(value: object, depth: int = 0) -> str:
    """One value in one line."""
    if depth > DEEPEST:
        raise BadOption("lists are nested too deep")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_text(one, depth + 1) for one in value)}]"
    if isinstance(value, Mapping):
        pairs = (f"{key(str(name))} = {value_text(one, depth + 1)}" for name, one in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    raise BadOption("a field is empty")


def string(words: str) -> str:
    """In quotes; what cannot be printed is written as its number."""
    return "".join(letter if letter.isprintable() else escaped(letter) for letter in quoted(words))


def quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def escaped(letter: str) -> str:
    if 0xD800 <= ord(letter) <= 0xDFFF:
        raise BadOption("a text has half a letter")
    return f"\\U{ord(letter):08x}"


def long_string(words: str) -> str:
    """Paragraphs between three quotes, each broken into lines that a person can read."""
    paragraphs = re.split(r"\n\s*\n", words.strip())
    told = [wrapped(" ".join(one.split())) for one in paragraphs]
    return '"""\n' + "\n\n".join(told) + '\n"""'


def wrapped(paragraph: str) -> str:
    lines = textwrap.wrap(paragraph, WIDEST - 4, break_on_hyphens=False, break_long_words=False)
    return "\n".join(string(line)[1:-1].replace('\\"', '"').replace('""', '"\\"') for line in lines)
