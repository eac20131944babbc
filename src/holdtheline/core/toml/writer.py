"""Write fields as TOML files that people read: a line for each field, wrapped paragraphs, ordered tables."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import tomli_w

from ..errors import BadOption

MAX_LINE_WIDTH = 110


class TomlLayout(NamedTuple):
    """How a kind of file is written."""

    header: Sequence[str]  # the fields above all tables, in their order
    tables: Sequence[str]  # the tables, in their order
    paragraphs: Collection[str] = ()  # texts that are always wrapped, below the line of their name
    drawings: Collection[str] = ()  # texts whose line breaks and blanks are kept


def fields_to_toml(fields: Mapping[str, Any], layout: TomlLayout) -> str:
    """Return the text of a file with these fields, valid or not; raise BadOption where TOML has no form for one."""
    known = {name: fields[name] for name in layout.header if name in fields}
    unknown = {name: value for name, value in fields.items() if name not in (*layout.header, *layout.tables)}
    try:
        parts = ["\n".join(format_fields(known | unknown, layout))]
        for name in layout.tables:
            parts += format_tables(name, fields[name], layout) if name in fields else ()
        text = "\n\n".join(filter(None, parts)) + "\n"
        text.encode()
    except TypeError:
        raise BadOption("a field has no value; fill it in or remove it") from None
    except UnicodeEncodeError:
        raise BadOption("a text has a broken character (half an emoji); type it again") from None
    except RecursionError:
        raise BadOption("lists are nested too deeply") from None
    return text


def format_tables(name: str, value: object, layout: TomlLayout) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield "\n".join((f"[{name}]", *format_fields(value, layout)))
    elif isinstance(value, list):
        for table in value:
            if not isinstance(table, Mapping):
                raise BadOption(f"each {name} must have fields")
            yield "\n".join((f"[[{name}]]", *format_fields(table, layout)))
    elif not isinstance(value, Mapping):
        raise BadOption(f"{name} cannot be a single word or number")


def format_fields(fields: Mapping[str, Any], layout: TomlLayout) -> Iterator[str]:
    """Write each field on one line, except texts, long lists of texts, and long tables."""
    for name, value in fields.items():
        line = f"{format_key(name)} = {format_value(value)}"
        if isinstance(value, str) and is_multiline(name, value, layout):
            text = value if name in layout.drawings else wrap_paragraphs(value)
            yield tomli_w.dumps({name: text}, multiline_strings=True).rstrip("\n")
        elif isinstance(value, Mapping) and value and len(line) > MAX_LINE_WIDTH:
            yield from (f"{format_key(name)}.{format_key(key)} = {format_value(item)}" for key, item in value.items())
        elif isinstance(value, list) and len(line) > MAX_LINE_WIDTH and all(isinstance(item, str) for item in value):
            yield tomli_w.dumps({name: value}).rstrip("\n")
        else:
            yield line


def format_key(name: str) -> str:
    return tomli_w.dumps({name: 0}).removesuffix(" = 0\n")


def format_value(value: object) -> str:
    """Write a value on one line.

    `check_headings` wants lists on one line; tomli-w writes one item per line, so the lines are joined. A table in
    a list with a number is written in braces. Strings have no line breaks here: those are escaped.
    """
    text = tomli_w.dumps({"_": [0, value]}, indent=0)
    line = text.replace("[\n", "[").replace(",\n]", "]").replace(",\n", ", ")
    return line.removeprefix("_ = [0, ").removesuffix("]\n")


def is_multiline(name: str, text: str, layout: TomlLayout) -> bool:
    """Return whether a text is written on several lines, which changes nothing but its line breaks."""
    return name in layout.paragraphs or "\n" in text or (name == "text" and len(text) > MAX_LINE_WIDTH - 10)


def wrap_paragraphs(text: str) -> str:
    """Break each paragraph into lines of readable length; end with a line break."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    wrapper = textwrap.TextWrapper(MAX_LINE_WIDTH - 4, break_on_hyphens=False, break_long_words=False)
    return "\n\n".join(wrapper.fill(" ".join(paragraph.split())) for paragraph in paragraphs) + "\n"
