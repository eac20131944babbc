"""Export the results as CSV and JSON.

`standings.csv` and `crosstable.csv` depend on the results alone, byte for byte, not on the machine or on times."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from ...job import FAULT_KINDS
from ..standings import PlayedGame, Standings, StandingsRow

FORMULA_PREFIXES = "=+-@\t\r"
"""Spreadsheets treat a cell with such a prefix as a formula."""


def standings_csv(table: Standings) -> bytes:
    head = "place,group,name,points,games,won,drawn,lost,elo,elo_low,elo_high,rank_low,rank_high,slips"
    faults = [f"lost_by_{kind}" for kind in FAULT_KINDS]
    return to_csv([*head.split(","), *faults, "id", "source"], (standings_cells(row) for row in table.rows))


def standings_cells(row: StandingsRow) -> list[Any]:
    return [
        row.place, row.group, row.entry.name, format_points(row.points), row.games, row.won, row.drawn, row.lost,
        round(row.elo), round(row.low), round(row.high), row.rank_low, row.rank_high, row.slips,
        *(row.faults.get(kind, 0) for kind in FAULT_KINDS), row.entry.id, row.entry.source,
    ]  # fmt: skip


def crosstable_csv(table: Standings) -> bytes:
    """Return the points of each bot (row) against each other (column)."""
    names = [row.entry.name for row in table.rows]
    cells = (
        [name, *("" if met == 0 else format_points(points) for points, met in zip(scored, played, strict=True))]
        for name, scored, played in zip(names, table.points, table.met, strict=True)
    )
    return to_csv(["name", *names], cells)


def games_csv(table: Standings) -> bytes:
    head = "pair,seat_0,seat_1,points_0,points_1,reason,turns,faults,cpu_0,cpu_1,seconds,seed,digest,record,key"
    return to_csv(head.split(","), (game_cells(game) for game in table.games))


def game_cells(game: PlayedGame) -> list[Any]:
    result, names = game.result, [entry.name for entry in game.entries]
    faults = "; ".join(f"{entry.name}: {fault.kind}: {fault.sentence}" for entry, fault in game.faults())
    return [
        game.pair.number, *names, format_points(game.points(0)), format_points(game.points(1)),
        result.reason, result.turns,
        faults, *(f"{used:.3f}" for used in result.cpu or (0.0, 0.0)), f"{result.seconds:.3f}",
        game.pair.jobs[game.order].seed, result.digest, result.record or "", result.key,
    ]  # fmt: skip


def report_json(table: Standings, about: dict[str, Any]) -> bytes:
    names = [row.entry.name for row in table.rows]
    data = {
        "about": about,
        "games": len(table.games),
        "wanted": table.scheduled,
        "different": table.distinct,
        "standings": [row_json(row) for row in table.rows],
        "points": table.points.tolist(),
        "met": table.met.tolist(),
        "expected": (table.win_probability * table.met).round(3).tolist(),
        "residuals": [
            {
                "bots": [names[residual.first], names[residual.second]], "points": residual.points,
                "expected": round(residual.expected, 3), "games": residual.games, "z": round(residual.z, 3),
                "chance": float(f"{residual.p_value:.3g}"), "hint": residual.is_hint,
            }
            for residual in table.residuals
        ],
    }  # fmt: skip
    return json.dumps(data, indent=1).encode() + b"\n"


def row_json(row: StandingsRow) -> dict[str, Any]:
    return {
        "place": row.place, "group": row.group, "name": row.entry.name, "id": row.entry.id,
        "source": row.entry.source, "points": row.points, "games": row.games, "won": row.won,
        "drawn": row.drawn, "lost": row.lost, "elo": round(row.elo, 1),
        "elo_interval": [round(row.low, 1), round(row.high, 1)],
        "rank_interval": [row.rank_low, row.rank_high],
        "faults": dict(row.faults), "slips": row.slips, "cpu_seconds": round(sum(row.cpu), 3),
    }  # fmt: skip


DATA_FILES: dict[str, Callable[[Standings], bytes]] = {
    "standings.csv": standings_csv,
    "crosstable.csv": crosstable_csv,
    "games.csv": games_csv,
}
"""The tables that depend on the results alone."""


def format_points(points: float) -> str:
    """Format points as `13` or `13.5`."""
    return f"{points:.1f}".removesuffix(".0")


def to_csv(head: list[str], rows: Iterable[list[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([escape_cell(cell) for cell in head])
    writer.writerows([escape_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def escape_cell(value: Any) -> Any:
    """Quote text that a spreadsheet would run as a formula."""
    if isinstance(value, str) and value.startswith(tuple(FORMULA_PREFIXES)):
        return f"'{value}"
    return value
