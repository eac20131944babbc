"""Complete the pages of the site with what the code knows: commands, HTTP addresses, the Python API, rulebook pictures.

A page has a marker such as `<!-- generated: commands -->`; on a code host it is invisible, and the text around it says
where else the list can be read.
"""

from __future__ import annotations

import inspect
import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import holdtheline
from holdtheline.cli.app import SECTIONS, app
from holdtheline.core import rulebook

logging.getLogger("alembic").setLevel(logging.WARNING)  # making the application migrates an empty database

DOCS = Path(__file__).resolve().parents[1]
REPOSITORY = "https://github.com/holdtheline/holdtheline/blob/main/"
MARKER = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)
PICTURE_FENCE = re.compile(r"```picture\n(.*?)```\n", re.DOTALL)
LINK = re.compile(r"(\]\()((?!https?:|#|/)[^)#\s]+)((?:#[^)\s]*)?\))")


def complete_page(sphinx: Sphinx, name: str, source: list[str]) -> None:
    """Fill in the markers of a page, show the pictures of a rulebook, and lead other links to the repository."""
    text = MARKER.sub(lambda marker: GENERATORS[marker[1]](), source[0])
    if name.startswith("rules/"):
        text = show_pictures(name.removeprefix("rules/"), text)
    source[0] = LINK.sub(lambda link: link[1] + link_target(DOCS / name, link[2]) + link[3], text)


def link_target(page: Path, target: str) -> str:
    """Return the address of a file that is not a page of the site, and any other target as it is."""
    path = (page.parent / target).resolve()
    is_served = path.is_relative_to(DOCS) and path.suffix != ".py"
    return target if is_served else REPOSITORY + path.relative_to(DOCS.parent).as_posix()


# Rulebooks


def show_pictures(game: str, text: str) -> str:
    pictures = rulebook.find_pictures(text)

    def figure(fence: re.Match[str]) -> str:
        picture = rulebook.parse_picture(fence[1])
        address = f"../_static/rules/{game}-{pictures.index(picture)}.svg"
        return f'<figure><img src="{address}" alt=""><figcaption>{picture.caption}</figcaption></figure>\n'

    return PICTURE_FENCE.sub(figure, text)


def write_pictures(sphinx: Sphinx, error: Exception | None) -> None:
    """Draw the pictures at the top of the rulebooks."""
    from holdtheline.web.pages.rulebook import draw_picture

    if error is not None:
        return
    folder = Path(sphinx.outdir) / "_static" / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    for game in rulebook.rulebook_names():
        for number in range(len(rulebook.find_pictures(rulebook.read_rulebook(game).text))):
            (folder / f"{game}-{number}.svg").write_text(draw_picture(game, number) or "", encoding="utf-8")


# Commands


def list_commands() -> str:
    """Return every command with its arguments and options."""
    import typer

    group: Any = typer.main.get_command(app)
    context = group.make_context("htl", [], resilient_parsing=True)
    parts = []
    for title, entries in SECTIONS.items():
        parts.append(f"## {title}\n")
        for entry in entries:
            command = group.get_command(context, entry.name)
            parts += describe_command(command, f"htl {entry.name}", entry.description, entry.options == "one game")
    return "\n".join(parts)


def describe_command(command: Any, name: str, description: str, of_games: bool = False) -> Iterator[str]:
    """Yield a heading, a sentence and a table of options; of a group, also its commands."""
    yield f"### {name}\n\n{description}\n"
    if of_games:
        games = command.list_commands(None)
        yield f"`{name} GAME`, where GAME is one of: {', '.join(games)}. The options of `{name} {games[0]}`:\n"
        yield options_table(command.get_command(None, games[0]))
    elif hasattr(command, "list_commands"):
        context = command.make_context(name, [], resilient_parsing=True)
        for below in command.list_commands(context):
            child = command.get_command(context, below)
            yield f"`{name} {below}`: {(child.help or '').split(chr(10))[0]}\n"
            yield options_table(child)
    else:
        yield options_table(command)


def options_table(command: Any) -> str:
    rows = []
    for parameter in command.params:
        if getattr(parameter, "hidden", False) or parameter.name == "help":
            continue
        if parameter.param_type_name == "argument":
            name = str(parameter.metavar or parameter.name.upper())
        else:
            name = " / ".join((*parameter.opts, *parameter.secondary_opts))
        rows.append(f"| `{cell(name)}` | {cell(getattr(parameter, 'help', None) or '')} |")
    return "\n".join(["| argument or option | meaning |", "|---|---|", *rows, ""]) if rows else ""


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


# HTTP


def list_addresses() -> str:
    """Return a table of the addresses of the API, from its OpenAPI document."""
    from holdtheline.web.app import make_app
    from holdtheline.web.db.database import Database

    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/empty.sqlite")
        document = make_app(database).openapi()
        database.close()
    parts = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"### `{method.upper()} {path}`\n\n{operation.get('description') or operation['summary']}\n")
            parts.append(fields_table(document, operation))
    return "\n".join(parts)


def fields_table(document: dict[str, Any], operation: dict[str, Any]) -> str:
    """Return the fields of the request body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    if not name:
        return ""
    schema = document["components"]["schemas"][name]
    required = schema.get("required", ())
    rows = [
        f"| `{field}` | {type_name(value)}{'' if field in required else ', optional'} |"
        for field, value in schema.get("properties", {}).items()
    ]
    return "\n".join(["| field of the request | type |", "|---|---|", *rows, ""]) if rows else ""


def type_name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(type_name(one) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_name(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


# Python


def describe_python() -> str:
    """Return the names of `holdtheline` with their signatures and docstrings."""
    parts = []
    for name in sorted(holdtheline.__all__, key=str.lower):
        value = getattr(holdtheline, name)
        if inspect.isclass(value):
            parts += describe_class(name, value)
        elif callable(value):
            parts += [f"### `{name}`\n", signature(f"htl.{name}", value), docstring(value)]
        else:
            parts.append(f"### `{name}`\n\n`htl.{name} == {value!r}`\n")
    return "\n".join(parts)


def describe_class(name: str, kind: type) -> Iterator[str]:
    yield f"### `{name}`\n"
    if not issubclass(kind, Exception):
        yield signature(f"htl.{name}", kind)
    yield docstring(kind)
    for member, value in vars(kind).items():
        if member.startswith("_") or not inspect.getdoc(value):
            continue
        if isinstance(value, property):
            yield f"**`{member}`**\n\n{docstring(value)}"
        elif callable(getattr(value, "__func__", value)):
            yield signature(member, getattr(value, "__func__", value)) + docstring(value)


def signature(name: str, value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except ValueError:
        text = "(…)"
    text = re.sub(r"'([\w\[\], .|]+)'", r"\1", text).replace("(self, ", "(").replace("(self)", "()")
    return f"```python\n{name}{text}\n```\n"


def docstring(value: Any) -> str:
    return (inspect.getdoc(value) or "") + "\n"


def bot_api() -> str:
    """Return the classes that bots of towers import."""
    module = import_module("holdtheline.games.towers.bot")
    kinds = [getattr(module, name) for name in module.__all__]
    return "\n".join(part for kind in kinds if inspect.isclass(kind) for part in describe_class(kind.__name__, kind))


def more_tutorials() -> str:
    """Return the pages directly in `docs` that have no place in the navigation yet."""
    return "\n".join(sorted({path.stem for path in DOCS.glob("*.md")} - {"index", "glossary", "faq"}))


GENERATORS: dict[str, Callable[[], str]] = {
    "commands": list_commands,
    "addresses": list_addresses,
    "python": describe_python,
    "bot-api": bot_api,
    "more-tutorials": more_tutorials,
}
