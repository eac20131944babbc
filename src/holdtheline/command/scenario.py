"""Scenarios: those that are shipped, and the files that people write."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ..core.catalog import contract_of, games
from ..core.contract import EVERYBODY, Contract, Option
from ..core.drawing import as_text
from ..core.errors import BadOption, UnknownName
from ..core.game import Game, State
from ..core.scenario import Scenarios, Summary
from ..core.tomlfile import LONGEST_PATH, one_line, read_text
from . import BAD, FINE

WIDEST, NARROWEST = 78, 30
INDENT = "  "
PICTURE = ".svg"
LARGEST_FILE = 1_000_000

group = typer.Typer(help="The scenarios that there are, and files of your own.", rich_markup_mode=None)

AsJson = Annotated[bool, typer.Option("--json", help="for programs")]


@group.callback(invoke_without_command=True)
def which_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@group.command("list")
def list_scenarios(as_json: AsJson = False) -> None:
    """The scenarios that are shipped."""
    if as_json:
        print(json.dumps([_brief(found) for room in _rooms() for found in _shipped(room)]))
        return
    for room in _rooms():
        print(f"{room.contract.title}: htl play {room.contract.name} --{room.option.name} NAME")
        for found in _shipped(room):
            _tell(f"{found.value:<17} {_setting(found.summary)}", INDENT, " " * 20)
            _tell(f"{_size(found.summary)}{_favoured(found)}", " " * 20, " " * 20)


@group.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="scenario files, .toml, or names of what is shipped")],
    as_json: AsJson = False,
) -> int:
    """Verify scenario files: what is wrong, and in which line."""
    told = [_checked(file) for file in files]
    if as_json:
        print(json.dumps([one._asdict() for one in told]))
    else:
        for one in told:
            print(f"{one.file}: good: {one.told}" if one.good else one.told)
    return FINE if all(one.good for one in told) else BAD


@group.command("show")
def show(
    scenario: Annotated[str, typer.Argument(help="a name of the list, or a file", metavar="NAME|FILE")],
    svg: Annotated[
        Path | None, typer.Option(help="a file for the map as a picture", metavar="OUT.svg")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """A scenario: history, rules, who comes when, and the map."""
    if svg is not None and svg.suffix.lower() != PICTURE:
        raise BadOption(f"--svg {one_line(str(svg))!r} is no name for a picture; it must end in {PICTURE}")
    found = _find(scenario.strip())
    if svg is not None:
        svg.write_text(_picture(found), encoding="utf-8")
    if as_json:
        print(json.dumps({**_identity(found), **found.room.scenarios.facts(found.scenario)}))
    elif svg is not None:
        print(f"{one_line(str(svg), LONGEST_PATH)} is the map of {found.summary.title}.")
    else:
        _tell_card(found)


# Which game, which scenario


class Room(NamedTuple):
    """A game that has scenarios."""

    contract: Contract
    scenarios: Scenarios
    option: Option


class Found(NamedTuple):
    """A scenario, and the value of the option that plays it."""

    room: Room
    value: str
    scenario: Any

    @property
    def summary(self) -> Summary:
        return self.room.scenarios.summary(self.scenario)


def _rooms() -> Iterator[Room]:
    for contract in map(contract_of, games()):
        if contract.scenarios is not None:
            [option] = [one for one in contract.options if one.name == contract.scenarios.option]
            yield Room(contract, contract.scenarios, option)


def _shipped(room: Room) -> Iterator[Found]:
    for name in map(str, room.option.values):
        yield Found(room, name, room.scenarios.named(name))


def _named(value: str) -> Found | None:
    """What is shipped by this name."""
    for room in _rooms():
        if value in room.option.values:
            return Found(room, value, room.scenarios.named(value))
    return None


def _find(value: str) -> Found:
    if (found := _named(value)) is not None:
        return found
    if any(room.option.is_file(value) for room in _rooms()):
        return _read(Path(value))
    names = ", ".join(str(name) for room in _rooms() for name in room.option.values)
    raise UnknownName(
        f"there is no scenario {one_line(value)!r}; there are {names or 'none'}, or a file like my.toml"
    )


def _read(path: Path) -> Found:
    """The scenario of the first game that can read the file; else what is said by the one that it is for."""
    fault, is_known = BadOption("no game has scenarios"), False
    for room in _rooms():
        try:
            return Found(room, str(path), room.scenarios.read(path))
        except BadOption as error:
            fault = fault if is_known else error
            is_known = is_known or _looks_like(room, path)
    raise fault


def _looks_like(room: Room, path: Path) -> bool:
    """Whether a file has a heading that only files of this game have."""
    try:
        lines = read_text(path, LARGEST_FILE, "file").splitlines()
    except BadOption:
        return False
    return any(line.strip() in room.scenarios.headings for line in lines)


class Checked(NamedTuple):
    file: str
    good: bool
    told: str


def _checked(file: Path) -> Checked:
    name = one_line(str(file), LONGEST_PATH)
    try:
        if (campaign := _campaign_in(file)) is not None:
            return Checked(name, True, campaign)
        summary = (_named(str(file)) or _read(file)).summary
    except BadOption as error:
        return Checked(name, False, _with_path(str(error), file.name, name))
    return Checked(name, True, f"{summary.title}, {_size(summary)}")


def _campaign_in(file: Path) -> str | None:
    """A campaign in few words, if the file is one, or the name of one that is shipped."""
    from ..games.skirmish.campaign import files

    if str(file) in files.shipped():
        story = files.told(files.texts_named(str(file)))
    elif files.is_campaign(files.read_start(file)):
        story = files.read(file)
    else:
        return None
    return f"{story.title}, {len(story.scenes)} scenes, {len(story.members)} characters"


def _with_path(sentence: str, short: str, name: str) -> str:
    """The reader of a file knows only the last part of its name; here two files may share it."""
    if sentence.startswith(name):
        return sentence
    return name + sentence.removeprefix(short) if sentence.startswith(short) else f"{name}: {sentence}"


# In words


def _setting(summary: Summary) -> str:
    return ", ".join(filter(None, (summary.title, summary.date, summary.place)))


def _size(summary: Summary) -> str:
    units = " and ".join(map(str, summary.units))
    turns, figures = ("rounds", "characters") if summary.sides else ("turns", "units")
    return f"{summary.turns} {turns}, {units} {figures}"


def _favoured(found: Found) -> str:
    """Nothing where nothing of it ever was."""
    seat = found.summary.favours
    if found.summary.sides:
        return ""
    return f"; history favoured: {'neither' if seat is None else found.room.contract.seats[seat]}"


def _tell_card(found: Found) -> None:
    for section in found.room.scenarios.card(found.scenario):
        print(section.heading)
        if section.paragraph:
            _tell_story([*section.lines, section.paragraph])
        for line in () if section.paragraph else section.lines:
            _tell_line(line)
        print()
    drawn = as_text(found.room.contract.drawing(_started(found).record, EVERYBODY))
    if drawn.strip():
        print(f"The map\n{drawn}")


def _tell_story(paragraphs: list[str]) -> None:
    for number, paragraph in enumerate(paragraphs):
        if number:
            print()
        _tell(paragraph, INDENT, INDENT)


def _tell_line(line: str) -> None:
    """A line of a card; what belongs to the line above stands further in, and stays there."""
    text = line.lstrip()
    own = INDENT + line[: len(line) - len(text)]
    _tell(text, own, own if own != INDENT else INDENT * 2)


def _tell(text: str, indent: str, hanging: str) -> None:
    """Print a line, in several where it is too long."""
    width = max(min(shutil.get_terminal_size((WIDEST, 24)).columns - 1, WIDEST), NARROWEST)
    paper = textwrap.TextWrapper(
        width, indent, hanging, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
    print(paper.fill(text))


# For programs, and as a picture


def _identity(found: Found) -> dict[str, str]:
    return {"game": found.room.contract.name, "name": found.value}


def _brief(found: Found) -> dict[str, Any]:
    summary, seats = found.summary, found.summary.sides or found.room.contract.seats
    told = {name: value for name, value in asdict(summary).items() if name != "sides"}
    return {
        **_identity(found),
        **told,
        "units": dict(zip(seats, summary.units, strict=True)),
        "favours": "" if summary.favours is None else seats[summary.favours],
    }


def _started(found: Found) -> State:
    return Game(found.room.contract, {found.room.option.name: found.value}, plain=True).start()


def _picture(found: Found) -> str:
    if found.room.scenarios.picture is not None:
        return found.room.scenarios.picture(found.scenario)
    return found.room.contract.picture(_started(found).record, EVERYBODY)
