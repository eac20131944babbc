"""Read studies from TOML files, and make them from the words of a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from ...core.catalog import definition_of
from ...core.definition import GameDefinition
from ...core.errors import BadOption, HtlError, UnknownName
from ...core.toml.file import TomlFile, TomlTable, read_text_file
from ...players.player import check_player
from .measures import default_measures, find_measure
from .model import DEFAULT_FIRST_LOOK, DEFAULT_SEEDS, FIXED, MAX_SEEDS, SWAP, Study, Variant
from .numbers import change_numbers

MAX_FILE_BYTES = 60_000
MAX_LINE = 200
MAX_VARIANTS = 100
MAX_NUMBER = 10_000_000
FIELDS = (
    "title", "question", "game", "players", "seats", "seat", "measure", "measures", "precision", "games", "first_look",
    "seed", "options", "vary",
)  # fmt: skip
SHIPPED_FOLDER = Path(__file__).parents[1] / "studies"
PLAYERS = "players"
ALL = "all"
"""Instead of the values of an option: all that are shipped."""


class Factor(NamedTuple):
    """Something that varies: an option, the players, or a number of the game's file; and its values."""

    kind: str
    """`option`, `number` or `players`."""
    name: str
    values: tuple[str | int | tuple[str, ...], ...]


class Plan(NamedTuple):
    """What the variants of a study are made of."""

    definition: GameDefinition
    options: Mapping[str, object]
    players: tuple[str, ...]
    factors: Sequence[Factor]
    folder: Path
    """The folder from which files are named."""


def shipped_studies() -> tuple[str, ...]:
    """Return the names of the studies of the project itself."""
    return tuple(sorted(path.stem for path in SHIPPED_FOLDER.glob("*.toml")))


def find_study(name: str) -> Study:
    """Return a study by the path of its file, or a shipped one by its name."""
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return read_study(path)
    if name not in shipped_studies():
        raise UnknownName(
            f"there is no study {name[:60]!r}; name a TOML file, or one of: {', '.join(shipped_studies())}"
        )
    return read_study(SHIPPED_FOLDER / f"{name}.toml")


def read_study(path: Path) -> Study:
    """Return the study in a file, or raise BadFile with all its faults."""
    return parse_study(read_text_file(path, MAX_FILE_BYTES, "study"), path.name, path.parent)


def parse_study(text: str, file_name: str, folder: Path) -> Study:
    with TomlFile(text, file_name, ("options", "vary")) as top:
        top.allow_only(FIELDS)
        try:
            definition = definition_of(top.line("game", MAX_LINE))
        except UnknownName as error:
            raise top.error("game", str(error)) from None
        factors = [factor for table in top.tables("vary") if (factor := parse_factor(table, definition)) is not None]
        options = dict(top.table("options").data) if "options" in top.data else {}
        players = top.lines("players", 1, MAX_LINE) if "players" in top.data else ()
        title = top.line("title", MAX_LINE)
        question = top.line("question", MAX_LINE) if "question" in top.data else ""
        numbers = {
            "seeds": _integer(top, "games", 1, MAX_SEEDS, DEFAULT_SEEDS),
            "first_look": _integer(top, "first_look", 2, MAX_SEEDS, DEFAULT_FIRST_LOOK),
            "seed": _integer(top, "seed", 0, 2**62, 1),
        }
        swaps = top.choice("seats", (FIXED, SWAP)) == SWAP if "seats" in top.data else False
        seat_name = top.line("seat", MAX_LINE) if "seat" in top.data else ""
        measure = top.line("measure", MAX_LINE) if "measure" in top.data else ""
        measures = top.lines("measures", 1, MAX_LINE) if "measures" in top.data else ()
        precision = parse_precision(top)
        top.file.raise_faults()
        plan = Plan(definition, options, players, factors, folder)
        try:
            return make_study(
                plan, title, measure, measures, precision, swaps=swaps, seat_name=seat_name, question=question,
                name=Path(file_name).stem, **numbers,
            )  # fmt: skip
        except HtlError as error:
            raise BadOption(f"{file_name}: {error}") from error
    raise AssertionError("a study was returned")


def _integer(top: TomlTable, field: str, minimum: int, maximum: int, default: int) -> int:
    return top.integer(field, minimum, maximum) if field in top.data else default


def parse_precision(top: TomlTable) -> float | None:
    value = top.data.get("precision")
    if value is None:
        return None
    if type(value) not in (int, float) or not 0 < value < MAX_NUMBER:
        top.report_value("precision", "a number above 0, such as 0.01 for one percentage point")
        return None
    return float(value)


def parse_factor(table: TomlTable, definition: GameDefinition) -> Factor | None:
    """Return what one [[vary]] says, or None after reporting a fault."""
    kinds = [kind for kind in ("option", "number", PLAYERS) if kind in table.data]
    table.allow_only(("option", "number", PLAYERS, "values"))
    if len(kinds) != 1:
        table.report("values", "say what varies, with one of: option, number or players")
        return None
    kind = kinds[0]
    values = table.data.get(PLAYERS if kind == PLAYERS else "values")
    if kind == "option" and values == ALL:
        values = [value for option in definition.options if option.name == table.data[kind] for value in option.values]
    if not isinstance(values, list) or not values:
        table.report_value(PLAYERS if kind == PLAYERS else "values", "a list of values, the usual one first")
        return None
    if kind == PLAYERS:
        return Factor(PLAYERS, PLAYERS, tuple(tuple(map(str, v)) if isinstance(v, list) else (str(v),) for v in values))
    if kind == "number" and any(type(value) is not int for value in values):
        table.report("values", "a number of a file can only be a whole number")
        return None
    return Factor(kind, table.line(kind, MAX_LINE), tuple(v if type(v) is int else str(v) for v in values))


def parse_vary_words(words: Sequence[str]) -> list[Factor]:
    """Return what `--vary swap=any,one` says: an option, `players`, or a number such as `missile.cost`."""
    factors = []
    for word in words:
        name, equals, values = (part.strip() for part in word.partition("="))
        parts = [value.strip() for value in values.split(",") if value.strip()]
        if not equals or not parts:
            raise BadOption(f"write --vary NAME=VALUE,VALUE, not {word[:60]!r}")
        if name == PLAYERS:
            factors.append(Factor(PLAYERS, PLAYERS, tuple(tuple(part.split("+")) for part in parts)))
        elif "." in name:
            if not all(part.lstrip("-").isdigit() for part in parts):
                raise BadOption(f"{name} can only be whole numbers, not {values[:60]!r}")
            factors.append(Factor("number", name, tuple(map(int, parts))))
        else:
            factors.append(Factor("option", name.replace("-", "_"), tuple(parts)))
    return factors


def make_study(
    plan: Plan,
    title: str,
    measure: str = "",
    measures: Sequence[str] = (),
    precision: float | None = None,
    *,
    seeds: int = DEFAULT_SEEDS,
    first_look: int = DEFAULT_FIRST_LOOK,
    seed: int = 1,
    swaps: bool = False,
    seat_name: str = "",
    question: str = "",
    name: str = "study",
) -> Study:
    """Return the study of all combinations of the factors' values; raise an error if it makes no sense."""
    variants = make_variants(plan)
    definition = plan.definition
    seats = definition.seats_for(dict(variants[0].options))
    for variant in variants:
        if len(definition.seats_for(dict(variant.options))) != len(seats):
            raise BadOption(f"all variants must have the same seats; {variant.name} has others")
    if swaps and len(seats) != 2:
        raise BadOption(f'seats = "{SWAP}" needs two seats; {definition.name} has {len(seats)} here')
    if seat_name and seat_name not in seats:
        raise BadOption(f"there is no seat {seat_name[:40]!r}; choose from: {', '.join(seats)}")
    measure = measure or ("score" if swaps else "win")
    names = dict.fromkeys((measure, *(measures or default_measures(definition, len(seats)))))
    for each in names:
        find_measure(definition, len(seats), each)
    seat = seats.index(seat_name) if seat_name else 0
    return Study(
        title, definition.name, tuple(variants), measure, tuple(names), precision, seeds, min(first_look, seeds), seed,
        seat, swaps, question, name,
    )  # fmt: skip


def make_variants(plan: Plan) -> list[Variant]:
    variants = []
    for values in product(*(factor.values for factor in plan.factors)):
        chosen = list(zip(plan.factors, values, strict=True))
        options = {**plan.options, **{f.name: value for f, value in chosen if f.kind == "option"}}
        numbers = {f.name: value for f, value in chosen if f.kind == "number" and isinstance(value, int)}
        varied = next((value for f, value in chosen if f.kind == PLAYERS), plan.players)
        options = {name: _file_in(plan, name, value) for name, value in options.items()}
        parsed = plan.definition.parse_options(options)
        if numbers:
            parsed = change_numbers(plan.definition, options, numbers, plan.folder)
        players = fill_seats(plan.definition, parsed, varied if isinstance(varied, tuple) else ())
        changes = tuple((f.name, " and ".join(v) if isinstance(v, tuple) else str(v)) for f, v in chosen)
        name = ", ".join(
            value if f.kind == PLAYERS else f"{key} {value}"
            for (f, _), (key, value) in zip(chosen, changes, strict=True)
        )
        variants.append(Variant(name or "as it is", tuple(sorted(parsed.items())), players, changes))
    if len(variants) > MAX_VARIANTS:
        raise BadOption(f"a study has at most {MAX_VARIANTS} variants, not {len(variants):,}")
    return variants


def _file_in(plan: Plan, name: str, value: object) -> object:
    """Return an option's value; a file is named from the folder of the study."""
    option = next((option for option in plan.definition.options if option.name == name), None)
    is_file = option is not None and option.is_file(value)
    return str(plan.folder / str(value)) if is_file else value


def fill_seats(
    definition: GameDefinition, options: Mapping[str, str | int], players: tuple[str, ...]
) -> tuple[str, ...]:
    """Return a player for each seat: those named, one for all, or `book`."""
    seats = definition.seats_for(options)
    filled = (players or ("book",)) * len(seats) if len(players) < 2 else players
    if len(filled) != len(seats):
        raise BadOption(f"{definition.name} needs {len(seats)} players ({', '.join(seats)}), not {len(filled)}")
    for name in filled:
        check_player(definition, name)
    return filled
