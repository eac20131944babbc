"""The report: tables that depend on the results alone, and a self-contained page."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from holdtheline.arena.job import Fault, GameResult
from holdtheline.arena.tournament.entries import Entry
from holdtheline.arena.tournament.pool import UnplayedJob
from holdtheline.arena.tournament.report.exports import crosstable_csv, escape_cell, standings_csv
from holdtheline.arena.tournament.report.page import write_report
from holdtheline.arena.tournament.result_store import ResultStore
from holdtheline.arena.tournament.run import play_missing_games
from holdtheline.arena.tournament.schedule import GamePair, round_robin
from holdtheline.arena.tournament.standings import Standings, compute_standings

from .fake_job_runner import SETTINGS, HerePool, MadeUp, entries

BOTS = entries(5)
STRENGTH = {bot.id: 400.0 * number for number, bot in enumerate(BOTS)}
PAIRS = round_robin(BOTS, SETTINGS, 4)
WORDS = ["htl", "tournament", "bots", "--game", "towers", "--out", "a folder & more"]
VOID = {"meta", "br", "hr"}


def results_of(pairs: tuple[GamePair, ...], referee: MadeUp) -> dict[str, GameResult]:
    return {job.key: replace(referee.play(job).result, logs=()) for pair in pairs for job in pair.jobs}


def whole(pairs: tuple[GamePair, ...] = PAIRS, referee: MadeUp | None = None) -> Standings:
    table = compute_standings(pairs, results_of(pairs, referee or MadeUp(STRENGTH)))
    assert table is not None
    return table


def reported(folder: Path, pairs: tuple[GamePair, ...] = PAIRS, unplayed: tuple[UnplayedJob, ...] = ()) -> str:
    with ResultStore(folder) as store:
        play_missing_games(pairs, store, HerePool(MadeUp(STRENGTH)))
        table = compute_standings(pairs, store.results)
        assert table is not None
        write_report(store, table, SETTINGS, WORDS, unplayed)
    return (folder / "report.html").read_text(encoding="utf-8")


class Page(HTMLParser):
    """Parses a page and checks that all elements are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.links += [str(given[name]) for name in ("href", "src") if name in given]
        self.ids += [str(given["id"])] if "id" in given else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# Standings


def test_points_are_added_up_and_the_stronger_are_first() -> None:
    table = whole()
    assert [row.entry.name for row in table.rows] == ["bot04", "bot03", "bot02", "bot01", "bot00"]
    assert sum(row.points for row in table.rows) == len(table.games) == 80
    for row in table.rows:
        assert row.games == row.won + row.drawn + row.lost == 32
        assert row.points == table.points[row.place - 1].sum()
    assert (table.points + table.points.T == table.met).all()


def test_the_table_does_not_depend_on_the_order_or_the_time_of_the_games() -> None:
    results = results_of(PAIRS, MadeUp(STRENGTH))
    one = compute_standings(PAIRS, results)
    slower = {key: replace(results[key], cpu=(9.0, 9.0), seconds=99.0) for key in reversed(results)}
    other = compute_standings(PAIRS, slower)
    assert one is not None
    assert other is not None
    assert standings_csv(one) == standings_csv(other)
    assert crosstable_csv(one) == crosstable_csv(other)


def test_before_the_first_game_there_is_no_table() -> None:
    assert compute_standings(PAIRS, {}) is None


def test_a_part_of_the_games_has_a_table_that_says_so() -> None:
    results = results_of(PAIRS, MadeUp(STRENGTH))
    for count in (1, 2, 3, 21):
        table = compute_standings(PAIRS, dict(list(results.items())[:count]))
        assert table is not None
        assert len(table.games) == count
        assert not table.is_complete
        assert len(table.rows) == 5


def test_results_of_other_bots_in_the_same_folder_do_not_count() -> None:
    results = results_of(PAIRS, MadeUp(STRENGTH))
    others = results_of(round_robin(entries(8), SETTINGS, 2), MadeUp())
    table = compute_standings(PAIRS, others | results)
    assert table is not None
    assert standings_csv(table) == standings_csv(whole())


def test_equal_points_are_in_the_order_of_names() -> None:
    bots = [Entry("b", "1", ""), Entry("a", "2", ""), Entry("c", "3", "")]
    pairs = round_robin(bots, SETTINGS, 2)
    drawn = {job.key: GameResult(job.key, (0, 0), "", 1, f"{job.key}") for pair in pairs for job in pair.jobs}
    table = compute_standings(pairs, drawn)
    assert table is not None
    assert [row.entry.name for row in table.rows] == ["a", "b", "c"]
    assert {row.group for row in table.rows} == {1}


def test_faults_are_counted_for_who_made_them() -> None:
    first = PAIRS[0]
    results = results_of(PAIRS, MadeUp(STRENGTH))
    for order, job in enumerate(first.jobs):
        results[job.key] = replace(results[job.key], faults=(Fault(order, "time", "late"),), scores=(0, 0))
    table = compute_standings(PAIRS, results)
    assert table is not None
    [row] = [row for row in table.rows if row.entry == first.first]
    assert row.faults["time"] >= 2


# Files


def test_all_files_are_written_and_agree(tmp_path: Path) -> None:
    reported(tmp_path)
    rows = list(csv.DictReader((tmp_path / "standings.csv").read_text().splitlines()))
    assert [row["name"] for row in rows] == ["bot04", "bot03", "bot02", "bot01", "bot00"]
    cross = list(csv.reader((tmp_path / "crosstable.csv").read_text().splitlines()))
    assert cross[0] == ["name", *(row["name"] for row in rows)]
    for row, line in zip(rows, cross[1:], strict=True):
        assert sum(float(points) for points in line[1:] if points) == float(row["points"])
    games = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert len(games) == 80
    assert all((tmp_path / game["record"]).is_file() for game in games)
    data = json.loads((tmp_path / "report.json").read_text())
    assert [row["name"] for row in data["standings"]] == [row["name"] for row in rows]
    assert data["about"]["command"].endswith("'a folder & more'")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx"])
def test_a_cell_is_never_a_formula(text: str) -> None:
    assert escape_cell(text) == f"'{text}"
    assert escape_cell(-1) == -1


# The page


def test_the_page_is_well_formed_and_asks_for_nothing(tmp_path: Path) -> None:
    text = reported(tmp_path)
    page = Page(text)
    assert "script" not in page.tags
    assert not re.search(r"(?:https?:)?//[a-z]", text.replace("<!doctype", ""))
    assert "default-src 'none'" in text
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert (tmp_path / link).is_file(), link
    assert len(page.ids) == len(set(page.ids))
    assert sum(link.startswith("games/") for link in page.links) >= 2 * 80


def test_the_page_names_everything_that_made_it(tmp_path: Path) -> None:
    text = reported(tmp_path)
    assert "htl tournament bots --game towers --out &#x27;a folder &amp; more&#x27;" in text
    for bot in BOTS:
        assert bot.id in text
        assert bot.source in text
    assert "rules version" in text
    assert "choix 0." in text


def test_tables_have_captions_and_heads(tmp_path: Path) -> None:
    page = Page(reported(tmp_path))
    tables = page.tags.count("table")
    assert tables == page.tags.count("caption") == page.tags.count("thead") > 5
    assert page.tags.count("title") == 1 + page.tags.count("svg") - text_axes(page)


def text_axes(page: Page) -> int:
    """Axes are hidden from screen readers, so each row has its numbers as text."""
    return 3


def test_names_and_sentences_are_text_and_nothing_else(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    bots = [replace(BOTS[0], name=f"{evil}&\"'"), *BOTS[1:]]
    pairs = round_robin(bots, SETTINGS, 1)
    results = results_of(pairs, MadeUp(STRENGTH))
    for key, result in results.items():
        results[key] = replace(result, reason=evil, faults=(Fault(0, evil, evil),))
    table = compute_standings(pairs, results)
    assert table is not None
    with ResultStore(tmp_path) as store:
        write_report(store, table, SETTINGS, ["htl", evil], (UnplayedJob("k" * 32, evil),))
    text = (tmp_path / "report.html").read_text()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    Page(text)


def test_control_characters_of_a_bots_message_are_left_out(tmp_path: Path) -> None:
    results = results_of(PAIRS, MadeUp(STRENGTH))
    results = {key: replace(one, faults=(Fault(0, "crash", "red \x1b[31m\x00!"),)) for key, one in results.items()}
    table = compute_standings(PAIRS, results)
    assert table is not None
    with ResultStore(tmp_path) as store:
        write_report(store, table, SETTINGS, WORDS)
    text = (tmp_path / "report.html").read_text()
    assert "red [31m!" in text
    assert not {"\x1b", "\x00"} & set(text)


def test_bars_stay_inside_their_plots(tmp_path: Path) -> None:
    bars = re.findall(r'<rect x="([-0-9.]+)%" width="([-0-9.]+)%"', reported(tmp_path))
    assert len(bars) == 2 * len(BOTS)
    for left, width in bars:
        assert 0 <= float(left) <= float(left) + float(width) <= 100


def test_what_could_not_be_played_is_told_without_blame(tmp_path: Path) -> None:
    text = reported(tmp_path, unplayed=(UnplayedJob("0" * 32, "3 workers failed while playing it"),))
    assert "Games that could not be played" in text
    assert "No bot is at fault for these games" in text


def test_a_missing_record_has_no_link(tmp_path: Path) -> None:
    reported(tmp_path)
    gone = next((tmp_path / "games").iterdir())
    gone.unlink()
    text = reported(tmp_path)
    assert f"games/{gone.name}" not in text


def test_bots_that_repeat_their_games_are_told(tmp_path: Path) -> None:
    results = {key: replace(one, digest="same") for key, one in results_of(PAIRS, MadeUp(STRENGTH)).items()}
    table = compute_standings(PAIRS, results)
    assert table is not None
    assert table.distinct == 10
    with ResultStore(tmp_path) as store:
        write_report(store, table, SETTINGS, WORDS)
    assert "Only 10 of the 80 games are distinct" in (tmp_path / "report.html").read_text()
