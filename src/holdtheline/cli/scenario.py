"""`htl scenario`: list, check and show scenarios, built-in ones and your own files."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ..core.ascii_art import drawing_text
from ..core.catalog import all_definitions
from ..core.definition import EVERYONE, GameDefinition
from ..core.errors import MAX_SHOWN_FAULTS, BadFile, BadOption, UnknownName
from ..core.game import Game, State
from ..core.options import Option
from ..core.scenarios import Scenarios, ScenarioSummary
from ..core.sentences import plural
from ..core.toml.file import MAX_PATH_CHARS, printable_line, read_text_file
from . import EXIT_BAD, EXIT_OK
from .common import JsonOption, make_group
from .help_text import HtlCommand

MAX_WIDTH, MIN_WIDTH = 78, 30
INDENT = "  "
SVG_SUFFIX = ".svg"
MAX_FILE_SIZE = 1_000_000

group = make_group("List, check and show scenarios, built-in ones and your own files.")


@group.command("list", cls=HtlCommand)
def list_scenarios(as_json: JsonOption = False) -> None:
    """List the built-in scenarios."""
    if as_json:
        shipped = (found for game in _games_with_scenarios() for found in _shipped_scenarios(game))
        print(json.dumps([_summary_json(found) for found in shipped]))
        return
    for game in _games_with_scenarios():
        print(f"{game.definition.title}: htl play {game.definition.name} --{game.option.name} NAME")
        for found in _shipped_scenarios(game):
            setting = filter(None, (found.summary.title, found.summary.date, found.summary.place))
            print(_wrap(f"{found.value:<17} {', '.join(setting)}", INDENT, " " * 20))
            print(_wrap(f"{_size_text(found.summary)}{_favoured_text(found)}", " " * 20, " " * 20))


@group.command("check", cls=HtlCommand)
def check_scenarios(
    files: Annotated[list[Path], typer.Argument(help="scenario files, .toml, or names of built-in scenarios")],
    as_json: JsonOption = False,
) -> int:
    """Check scenario files, and print each error with its line."""
    results = [_check_file(file) for file in files]
    if as_json:
        print(json.dumps([_check_json(result) for result in results]))
    else:
        for result in results:
            for line in _check_lines(result):
                print(line)
    return EXIT_OK if all(result.is_good for result in results) else EXIT_BAD


@group.command("show", cls=HtlCommand)
def show_scenario(
    scenario: Annotated[str, typer.Argument(help="a name from the list, or a file", metavar="NAME|FILE")],
    svg: Annotated[Path | None, typer.Option(help="write the map to this SVG file", metavar="OUT.svg")] = None,
    as_json: JsonOption = False,
) -> None:
    """Show a scenario: history, rules, reinforcements and the map."""
    if svg is not None and svg.suffix.lower() != SVG_SUFFIX:
        raise BadOption(f"--svg {printable_line(str(svg))!r} must end in {SVG_SUFFIX}")
    found = _find_scenario(scenario.strip())
    if svg is not None:
        svg.write_text(_map_svg(found), encoding="utf-8")
    if as_json:
        print(json.dumps({**_name_json(found), **found.game.scenarios.facts(found.scenario)}))
    elif svg is not None:
        print(f"Wrote the map of {found.summary.title} to {printable_line(str(svg), MAX_PATH_CHARS)}.")
    else:
        _print_card(found)


# Finding scenarios


class ScenarioGame(NamedTuple):
    """A game that has scenarios."""

    definition: GameDefinition
    scenarios: Scenarios
    option: Option


class FoundScenario(NamedTuple):
    """A scenario and the option value that plays it."""

    game: ScenarioGame
    value: str
    scenario: Any

    @property
    def summary(self) -> ScenarioSummary:
        return self.game.scenarios.summary(self.scenario)


def _games_with_scenarios() -> Iterator[ScenarioGame]:
    for definition in all_definitions():
        if definition.scenarios is not None:
            [option] = [option for option in definition.options if option.name == definition.scenarios.option]
            yield ScenarioGame(definition, definition.scenarios, option)


def _shipped_scenarios(game: ScenarioGame) -> Iterator[FoundScenario]:
    for name in map(str, game.option.values):
        yield FoundScenario(game, name, game.scenarios.named(name))


def _find_shipped(value: str) -> FoundScenario | None:
    """Return the built-in scenario with this name, if there is one."""
    for game in _games_with_scenarios():
        if value in game.option.values:
            return FoundScenario(game, value, game.scenarios.named(value))
    return None


def _find_scenario(value: str) -> FoundScenario:
    if (found := _find_shipped(value)) is not None:
        return found
    if any(game.option.is_file(value) for game in _games_with_scenarios()):
        return _read_file(Path(value))
    names = ", ".join(str(name) for game in _games_with_scenarios() for name in game.option.values)
    raise UnknownName(
        f"there is no scenario {printable_line(value)!r}; choose {names or 'none'}, or a file such as my.toml"
    )


def _read_file(path: Path) -> FoundScenario:
    """Return the scenario of the first game that can read the file.

    If none can, raise the error of the game that the file is for. Without a table that tells the game, say so.
    """
    failure, is_known = BadOption("no game has scenarios"), False
    for game in _games_with_scenarios():
        try:
            return FoundScenario(game, str(path), game.scenarios.read(path))
        except BadOption as error:
            failure = failure if is_known else error
            is_known = is_known or game.scenarios.has_heading(_text_or_empty(path))
    is_toml = isinstance(failure, BadFile) and all(fault.field for fault in failure.faults)
    if is_toml and not is_known:
        games = [game for game in _games_with_scenarios() if game.scenarios.headings]
        tables = ", ".join(f"{game.scenarios.headings[0]} for {game.definition.title}" for game in games)
        raise BadFile(f"it has no table that tells which game it is for: {tables}", path=path.name, line=1)
    raise failure


def _text_or_empty(path: Path) -> str:
    try:
        return read_text_file(path, MAX_FILE_SIZE, "file")
    except BadOption:
        return ""


class CheckResult(NamedTuple):
    """A summary of the scenario, or what is wrong with it."""

    file: str
    summary: str
    error: BadOption | None

    @property
    def is_good(self) -> bool:
        return self.error is None


def _check_file(file: Path) -> CheckResult:
    name = printable_line(str(file), MAX_PATH_CHARS)
    try:
        if (campaign := _campaign_text(file)) is not None:
            return CheckResult(name, campaign, None)
        summary = (_find_shipped(str(file)) or _read_file(file)).summary
    except BadOption as error:
        return CheckResult(name, "", error)
    return CheckResult(name, f"{summary.title}, {_size_text(summary)}", None)


def _check_lines(result: CheckResult) -> list[str]:
    """Return a line for the summary, or for each fault, with the full path: two files may have the same name."""
    error = result.error
    if error is None:
        return [f"{result.file}: good: {result.summary}"]
    if not isinstance(error, BadFile):
        sentence = str(error)
        return [sentence if sentence.startswith(result.file) else f"{result.file}: {sentence}"]
    lines = [fault.sentence(_fault_path(result, fault)) for fault in error.faults[:MAX_SHOWN_FAULTS]]
    left_out = len(error.faults) - len(lines)
    return [*lines, f"{result.file}: and {plural(left_out, 'more fault')}"] if left_out else lines


def _fault_path(result: CheckResult, fault: BadFile) -> str:
    """Return the path of a fault, which may be in a battle of a campaign."""
    return result.file if fault.path == Path(result.file).name else f"{result.file}: {fault.path}"


def _check_json(result: CheckResult) -> dict[str, Any]:
    faults = result.error.faults if isinstance(result.error, BadFile) else ()
    return {
        "file": result.file,
        "good": result.is_good,
        "summary": result.summary or "\n".join(_check_lines(result)),
        "faults": [
            {
                "path": fault.path,
                "line": fault.line,
                "field": fault.field,
                "reason": fault.reason,
                "clause": fault.clause,
            }
            for fault in faults
        ],
    }


def _campaign_text(file: Path) -> str | None:
    """Summarize a campaign, if this is a campaign file or the name of a built-in campaign."""
    from ..campaign.story import files

    if str(file) in files.shipped_campaigns():
        story = files.parse_texts(files.read_shipped_texts(str(file)))
    elif files.is_campaign_text(files.read_text_or_empty(file)):
        story = files.read_story(file)
    else:
        return None
    return f"{story.title}, {len(story.scenes)} scenes, {len(story.members)} characters"


# Text


def _size_text(summary: ScenarioSummary) -> str:
    units = " and ".join(map(str, summary.units))
    turns, figures = ("rounds", "characters") if summary.sides else ("turns", "units")
    return f"{summary.turns} {turns}, {units} {figures}"


def _favoured_text(found: FoundScenario) -> str:
    """Return which side history favoured, or nothing for invented battles, which name their sides."""
    seat = found.summary.favoured_seat
    if found.summary.sides:
        return ""
    return f"; history favoured: {'neither' if seat is None else found.game.definition.seats[seat]}"


def _print_card(found: FoundScenario) -> None:
    for section in found.game.scenarios.card(found.scenario):
        print(section.heading)
        if section.paragraph:
            print("\n\n".join(_wrap(text, INDENT, INDENT) for text in (*section.lines, section.paragraph)))
        for line in () if section.paragraph else section.lines:
            _print_card_line(line)
        print()
    drawn = drawing_text(found.game.definition.view.ascii_board(_start_state(found).record, EVERYONE))
    if drawn.strip():
        print(f"The map\n{drawn}")


def _print_card_line(line: str) -> None:
    """Print a line of a card; a line that belongs to the one above is indented."""
    text = line.lstrip()
    indent = INDENT + line[: len(line) - len(text)]
    print(_wrap(text, indent, indent if indent != INDENT else INDENT * 2))


def _wrap(text: str, indent: str, hanging: str) -> str:
    """Wrap a text to the width of the terminal."""
    width = max(min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns - 1, MAX_WIDTH), MIN_WIDTH)
    wrapper = textwrap.TextWrapper(
        width, indent, hanging, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
    return wrapper.fill(text)


# JSON and pictures


def _name_json(found: FoundScenario) -> dict[str, str]:
    return {"game": found.game.definition.name, "name": found.value}


def _summary_json(found: FoundScenario) -> dict[str, Any]:
    summary, seats = found.summary, found.summary.sides or found.game.definition.seats
    fields = {name: value for name, value in asdict(summary).items() if name not in ("sides", "favoured_seat")}
    return {
        **_name_json(found),
        **fields,
        "units": dict(zip(seats, summary.units, strict=True)),
        "favours": "" if summary.favoured_seat is None else seats[summary.favoured_seat],
    }


def _start_state(found: FoundScenario) -> State:
    return Game(found.game.definition, {found.game.option.name: found.value}, plain=True).start()


def _map_svg(found: FoundScenario) -> str:
    if found.game.scenarios.picture is not None:
        return found.game.scenarios.picture(found.scenario)
    return found.game.definition.view.svg(_start_state(found).record, EVERYONE)
