"""Studies over the API: start, look, stop, refuse, and open one game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.core.catalog import all_definitions, definition_of
from holdtheline.core.game_record.replay import Record
from holdtheline.lab.study.run import StudyRun
from holdtheline.lab.study.work_file import PlayedGames
from holdtheline.players.batch import Column
from holdtheline.web.http.errors import ApiError
from holdtheline.web.lab import desk as lab_desk
from holdtheline.web.lab.desk import ABANDONED, MAX_KEPT, STOPPED, StudyDesk
from holdtheline.web.lab.models import MAX_GAMES, LabForm, NewStudy, StudyProgress
from holdtheline.web.lab.play import Figures, fast_players, play_study, record_game, study_of, study_options
from holdtheline.web.lab.routes import NOT_HERE
from holdtheline.web.server import is_private
from holdtheline.web.tables.models import UploadedRecord
from holdtheline.web.workers.pool import JobFailed, WorkersBusy

from ..coach.test_reviews import in_loop, settle
from ..server import PATIENCE, Seat, refused, served_at, shaped
from ..workers.fake_pool import FakePool

SWAP: dict[str, Any] = {"game": "siege", "vary": "swap", "values": ["any", "none"], "players": ["book"], "games": 60}
ENDLESS = SWAP | {"games": MAX_GAMES, "players": ["random"]}
PLAYERS: dict[str, Any] = {
    "game": "towers",
    "options": {"turn_limit": 3},
    "vary": "player",
    "values": ["spam", "careless"],
    "seat": 1,
    "players": ["careless", "book"],
    "games": 4,
    "seed": 7,
}


def started(client: httpx.Client, **more: Any) -> dict[str, Any]:
    return shaped(StudyProgress, Seat(client).post("/lab/studies", **(SWAP | more)), 201)


def look(client: httpx.Client, study: dict[str, Any]) -> dict[str, Any]:
    return shaped(StudyProgress, Seat(client).ask("GET", f"/lab/studies/{study['id']}"))


def ended(client: httpx.Client, study: dict[str, Any]) -> dict[str, Any]:
    """Look until the study has ended."""
    until = time.monotonic() + PATIENCE
    while study["state"] == "running":
        assert time.monotonic() < until, "the study does not end"
        time.sleep(0.02)
        study = look(client, study)
    return study


def stopped(client: httpx.Client, study: dict[str, Any]) -> dict[str, Any]:
    return shaped(StudyProgress, Seat(client).ask("POST", f"/lab/studies/{study['id']}/stop"))


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server that plays no studies."""
    with served_at(f"sqlite:///{tmp_path}/web.sqlite", with_lab=False) as client:
        yield client


# Over the API


def test_a_study_is_played_to_its_end_and_has_the_figures_of_the_lab(client: httpx.Client) -> None:
    study = ended(client, started(client))
    assert (study["games"], study["of"], study["ending"]) == (60, 60, "All games were played.")
    run = StudyRun(study_of(NewStudy(**SWAP)), PlayedGames())
    run.run()
    won = [100 * run.values(number, run.main, 60).mean() for number in (0, 1)]
    assert study["variants"] == ["Any order", "Not allowed"]
    main = study["rows"][0]
    assert main["title"] == "won"
    for figure, share in zip(main["figures"], won, strict=True):
        assert float(figure["text"].rstrip("%")) == pytest.approx(share, abs=0.5)
    assert study["sentence"].startswith(f"Any order: won {main['figures'][0]['text']}")
    assert [plot["picture"].startswith("<svg") for plot in study["plots"]] == [True, True]
    assert (
        study["different"]
        == [
            number + 1
            for number in range(60)
            if run.values(0, run.main, 60)[number] != run.values(1, run.main, 60)[number]
        ][:12]
    )


def test_a_study_can_be_stopped_and_what_was_played_counts(client: httpx.Client) -> None:
    study = started(client, **ENDLESS)
    while not study["games"]:
        study = look(client, study)
    assert (study["state"], study["ending"]) == ("running", None)
    study = stopped(client, study)
    assert (study["state"], study["ending"]) == ("ended", STOPPED)
    assert 0 < study["games"] < MAX_GAMES
    assert look(client, study) == study == stopped(client, study)


def test_a_second_study_waits_for_the_first(client: httpx.Client) -> None:
    first = started(client, **ENDLESS)
    sentence = refused(Seat(client).post("/lab/studies", **SWAP), "busy")
    assert sentence.startswith("Another study is running on this server; stop it, or wait until it ends")
    stopped(client, first)
    ended(client, started(client, games=2))


def test_a_game_of_a_study_is_opened_as_a_replay(client: httpx.Client) -> None:
    study = ended(client, started(client, games=3))
    path = f"/lab/studies/{study['id']}/game"
    opened = shaped(UploadedRecord, Seat(client).post(path, variant=1, number=3), 201)
    replay = Seat(client, opened["key"]).replay
    assert replay["over"]
    assert replay["title"] == "Siege"
    assert (
        refused(Seat(client).post(path, variant=1, number=4), "invalid") == "Each of the two has played 3 games so far."
    )
    refused(Seat(client).post(path, variant=2, number=1), "invalid")


@pytest.mark.parametrize(
    ("wrong", "code", "sentence"),
    [
        ({"game": "chess"}, "unknown", "Unknown game 'chess'; choose from: "),
        ({"vary": "colour"}, "invalid", "The lab cannot set 'colour' of Siege."),
        ({"values": ["any", "some"]}, "invalid", "The lab cannot set swap to 'some'; it can be any, one or none."),
        ({"values": ["any", "any"]}, "invalid", "Choose two different values: both are 'any'."),
        ({"values": ["any"]}, "invalid", "The field values is invalid: "),
        ({"vary": "player", "values": ["book", "mcts"]}, "invalid", "In the lab Siege has no player 'mcts'; "),
        ({"players": ["me"]}, "invalid", "In the lab Siege has no player 'me'; choose from: random, book, optimal."),
        ({"players": ["book", "book"]}, "invalid", "Siege needs 1 players (defender), not 2."),
        ({"seat": 1}, "invalid", "Siege has no seat 1."),
        ({"games": 0}, "invalid", "The field games is invalid: it should be greater than or equal to 1."),
        ({"games": MAX_GAMES + 1}, "invalid", "The field games is invalid: it should be less than or equal to 20000."),
        ({"options": {"mode": "/etc/passwd"}}, "invalid", "The lab cannot set mode to '/etc/passwd'; it can be "),
        (
            {"game": "skirmish", "players": ["book"], "vary": "scenario", "values": ["millrace", "/etc/passwd"]},
            "invalid",
            "The lab cannot set scenario to '/etc/passwd'; it can be ",
        ),
        (
            {"game": "skirmish", "players": ["book"], "vary": "generals", "values": [1, 2]},
            "invalid",
            "The lab cannot set 'generals' of Skirmish.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_studied_is_refused_in_one_sentence(
    client: httpx.Client, wrong: dict[str, Any], code: str, sentence: str
) -> None:
    assert refused(Seat(client).post("/lab/studies", **(SWAP | wrong)), code).startswith(sentence)


def test_a_study_waits_until_its_game_is_compiled(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Compiler:
        def notice(self, name: str) -> str | None:
            return "Ready in about 2 minutes." if name == "siege" else None

    monkeypatch.setattr(client.app.state.services.coach, "compiler", Compiler())  # type: ignore[attr-defined]
    sentence = refused(Seat(client).post("/lab/studies", **SWAP), "busy")
    assert sentence == "The rules of this game are still being compiled. Ready in about 2 minutes."
    ended(client, shaped(StudyProgress, Seat(client).post("/lab/studies", **PLAYERS), 201))


def test_a_study_that_there_is_not_is_refused(client: httpx.Client) -> None:
    for method, path in (("GET", ""), ("POST", "/stop")):
        refused(Seat(client).ask(method, f"/lab/studies/none{path}"), "unknown")
    refused(Seat(client).post("/lab/studies/none/game", variant=0, number=1), "unknown")


def test_the_form_offers_the_games_and_only_fast_players(client: httpx.Client) -> None:
    form = shaped(LabForm, Seat(client).ask("GET", "/lab"))
    assert form["why_not"] is None
    assert [game["name"] for game in form["games"]] == [definition.name for definition in all_definitions()]
    towers = next(game for game in form["games"] if game["name"] == "towers")
    names = [player["name"] for player in towers["players"]]
    assert {"random", "book"} <= set(names)
    assert not {"planner", "mcts", "person"} & set(names)


def test_a_server_that_is_not_allowed_plays_no_studies(closed: httpx.Client) -> None:
    form = shaped(LabForm, Seat(closed).ask("GET", "/lab"))
    assert (form["why_not"], form["games"]) == (NOT_HERE, [])
    assert refused(Seat(closed).post("/lab/studies", **SWAP), "forbidden") == NOT_HERE
    refused(Seat(closed).ask("GET", "/lab/studies/any"), "forbidden")
    assert 'href="/lab"' not in closed.get("/").text


def test_the_lobby_leads_to_the_lab(client: httpx.Client) -> None:
    assert 'href="/lab"' in client.get("/").text
    assert client.get("/lab").status_code == 200


@pytest.mark.parametrize(
    ("host", "proxy", "private"),
    [
        ("127.0.0.1", None, True),
        ("::1", None, True),
        ("localhost", None, True),
        ("0.0.0.0", None, False),
        ("", None, False),
        ("192.168.1.7", None, False),
        ("games.example.org", None, False),
        ("127.0.0.1", "127.0.0.1", False),
    ],
)
def test_only_a_server_of_this_machine_alone_plays_studies_unasked(host: str, proxy: str | None, private: bool) -> None:
    assert is_private(host, proxy) == private


# In a worker


def whole(order: NewStudy) -> Figures:
    playing = play_study(order)
    while True:
        try:
            next(playing)
        except StopIteration as end:
            found: Figures = end.value
            return found


def test_a_study_can_compare_two_players_of_a_seat() -> None:
    study = study_of(NewStudy(**PLAYERS))
    assert [variant.players for variant in study.variants] == [("careless", "spam"), ("careless", "careless")]
    assert [variant.name for variant in study.variants] == ["spam", "careless"]
    assert (study.title, study.seat) == ("Towers: Player of the right", 1)
    figures = whole(NewStudy(**PLAYERS))
    assert figures.games == 4
    assert figures.sentence.startswith("spam: won ")


@pytest.mark.parametrize(
    "order",
    [
        SWAP | {"players": ["random"]},
        SWAP | {"players": ["optimal"]},
        PLAYERS,
        {"game": "skirmish", "vary": "followup", "values": ["chain", "off"], "players": ["random"], "games": 2},
        {"game": "civilwar", "vary": "player", "values": ["random", "easy"], "players": ["book", "random"], "games": 2},
    ],
    ids=["siege-random", "siege-optimal", "towers", "skirmish", "civilwar"],
)
@pytest.mark.compiled
def test_a_recorded_game_is_the_one_that_was_counted(order: dict[str, Any]) -> None:
    study = NewStudy(**order)
    run = StudyRun(study_of(study), PlayedGames())
    run.play_until(0, 2)
    run.play_until(1, 2)
    for variant in (0, 1):
        for number in (1, 2):
            record = Record.parse(record_game(study, variant, number))
            *_, last = record.replay_steps()
            row = run.work.rows((variant, 0), 2)[number - 1]
            assert last.state.is_over
            assert record.is_over
            assert last.step == row[Column.DECISIONS] + row[Column.ROLLS]
            seats = len(run.games[0].seats)
            results = [int(run.games[0].engine.result(last.state.words, seat)) for seat in range(seats)]
            assert results == row[len(Column) : len(Column) + seats].tolist()


def test_options_that_change_the_seats_and_slow_players_are_not_offered() -> None:
    skirmish = definition_of("skirmish")
    assert {"generals", "enemy"} & set(study_options(skirmish)) == set()
    assert "planner" not in fast_players(definition_of("towers"))


# The desk


FIGURES = Figures(5, "a: won 50%.", [], [], [], [])


class Visitor:
    """A page that starts studies and looks at them; a job yields what the test says."""

    def __init__(self, **more: float) -> None:
        self.pool = FakePool()
        self.desk = StudyDesk(self.pool, **more)

    def begins(self) -> str:
        return self.desk.begin(NewStudy(**SWAP), "title", ["a", "b"]).id


def test_a_study_that_nobody_looks_at_ends() -> None:
    async def test() -> None:
        visitor = Visitor(abandon_seconds=-1.0)
        study = visitor.begins()
        visitor.pool.jobs[0].on_value(FIGURES)
        assert visitor.pool.jobs[0].result.cancelled()
        progress = visitor.desk.find(study).progress()
        assert (progress.state, progress.ending, progress.games) == ("ended", ABANDONED, 5)
        visitor.begins()

    in_loop(test)


def test_a_study_ends_when_its_seconds_are_over() -> None:
    async def test() -> None:
        visitor = Visitor(max_seconds=-1.0)
        study = visitor.begins()
        visitor.pool.jobs[0].on_value(None)
        ending = visitor.desk.find(study).progress().ending
        assert ending
        assert "the most that this server allows" in ending

    in_loop(test)


def test_a_study_that_fails_says_so_and_the_next_one_can_begin() -> None:
    async def test() -> None:
        visitor = Visitor()
        study = visitor.begins()
        with pytest.raises(WorkersBusy, match="Another study"):
            visitor.begins()
        visitor.pool.jobs[0].result.set_exception(JobFailed("out of order"))
        await settle()
        progress = visitor.desk.find(study).progress()
        assert progress.state == "ended"
        assert progress.ending
        assert "out of order" in progress.ending
        visitor.begins()

    in_loop(test)


def test_only_the_last_studies_are_kept() -> None:
    async def test() -> None:
        visitor = Visitor()
        studies = []
        for number in range(MAX_KEPT + 1):
            studies.append(visitor.begins())
            visitor.pool.jobs[number].result.set_result(FIGURES)
            await settle()
        with pytest.raises(ApiError, match=lab_desk.NO_STUDY):
            visitor.desk.find(studies[0])
        assert visitor.desk.find(studies[-1]).progress().games == 5

    in_loop(test)
