"""Civil War over the web: what is in reach, whose eyes look, and that hidden morale changes no byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.scenario.parse import SCENARIO_FOLDER, load_scenario
from holdtheline.table.session import Table
from holdtheline.web.tables import lobby_models, models, question_models

from ..server import Opening, Seat, TestClient, bytes_sent, opened, refused, shaped

PIECES = [f"piece-{number}" for number in (*range(12), *range(40, 50), 99)]
SHOT = (
    ("me", "go Porter D4", "end"),
    ("friend", "roll 6", "end"),
    ("me", "roll 4", "fire Porter E5", "roll 6", "roll 2", "roll 2"),
)
MOVES = ("fire Porter E5", "fire Griffin E5", "go Burnside C4", "assault Porter E5")


def battle(client: TestClient, *seats: str, roll: int = 4) -> Opening:
    opening = opened(client, *(seats or ("me", "friend")), game="civilwar", dice="mine")
    opening.me.plays(f"roll {roll}")
    return opening


def marks_of(seat: Seat, *clicks: str) -> list[dict[str, Any]]:
    marks: list[dict[str, Any]] = shaped(question_models.MarkList, seat.post("/table/marks", clicks=clicks))["marks"]
    return marks


def test_battles_are_offered_by_their_titles(client: TestClient) -> None:
    games = shaped(lobby_models.GameList, Seat(client).ask("GET", "/games"))["games"]
    scenario = next(game for game in games if game["name"] == "civilwar")["options"][0]
    titles = dict(zip(scenario["values"], scenario["labels"], strict=True))
    assert (titles["bull-run"], titles["picketts-charge"]) == ("First Bull Run", "Pickett's Charge")


def test_everybody_rolls_their_own_dice(client: TestClient) -> None:
    opening = opened(client, "me", "friend", game="civilwar", dice="mine")
    assert (opening.me.view["may_roll"], opening.friend.view["may_roll"]) == (True, False)
    assert opening.friend.view["roller"] == 0
    why = refused(opening.friend.post("/table/moves", play="roll 4", at=0), "turn")
    assert why == "This die belongs to the Union."
    opening.me.plays("roll 4")
    view = opening.me.plays("end")
    assert (view["may_roll"], view["roller"]) == (False, 1)
    opening.friend.plays("roll 4")


def test_the_table_rolls_for_a_computer_player(client: TestClient) -> None:
    me = opened(client, "me", "book", game="civilwar").me
    me.rolls()
    view = me.plays("end")
    assert (view["turn"], view["roller"], view["board"]["turn"]) == (-1, 0, 2)
    assert any(line["seat"] == 1 for line in view["log"])


def test_a_battle_is_told_before_it_is_played_and_no_morale_with_it(client: TestClient) -> None:
    me = battle(client).me
    response = shaped(question_models.Briefing, me.ask("GET", "/table/briefing"))["sections"]
    assert response[0]["heading"] == "First Bull Run"
    assert not {"green", "black", "gold"} & set(str(response).replace(",", " ").split())
    refused(opened(client, "me").me.ask("GET", "/table/briefing"), "unknown")


@pytest.mark.parametrize("vp_hexes", ["end_only", "live"])
def test_the_briefing_of_a_table_states_the_vp_to_win_of_its_options(client: TestClient, vp_hexes: str) -> None:
    me = opened(client, "me", "friend", game="civilwar", options={"scenario": "shiloh", "vp_hexes": vp_hexes}).me
    sections = shaped(question_models.Briefing, me.ask("GET", "/table/briefing"))["sections"]
    shiloh = load_scenario("shiloh")
    union, confederate = shiloh.vp_live if vp_hexes == "live" else shiloh.vp_to_win
    (line,) = (line for section in sections for line in section["lines"] if "VP (C7.2)" in line)
    assert line == f"The Union wins with {union} VP, the Confederacy with {confederate} VP (C7.2)."


def test_a_battle_of_ones_own_is_uploaded_and_its_text_stays_out_of_the_view(
    client: TestClient, tmp_path: Path
) -> None:
    own = (SCENARIO_FOLDER / "bull-run.toml").read_text().replace("First Bull Run", "Our own battle")
    continued = opened_own(client, own, tmp_path / "own.htl")
    for seat in (continued.me, continued.friend, continued.watcher):
        view = seat.view
        assert view["options"]["scenario"] == "Our own battle"
        assert "morale =" not in str(view)


def opened_own(client: TestClient, text: str, path: Path) -> Opening:
    """Start a battle from the text of a scenario file, through a record."""
    game = load("civilwar", plain=True, scenario=CUSTOM_SCENARIO_HEADER + text.strip())
    table = Table.open(game, seats=("person", "person"), seed=1, record=path)
    table.roll_all()
    table.close()
    sent = shaped(models.UploadedRecord, Seat(client).sends(path.read_text()), 201)
    answer = Seat(client, sent["key"]).post("/replay/0/continue", seats=["me", "friend"], dice="mine")
    return Opening.of(client, shaped(models.OpenedTable, answer, 201))


def test_what_is_touched_tells_what_it_reaches(client: TestClient) -> None:
    me = battle(client).me
    found = {mark["id"]: mark for mark in marks_of(me, "piece-0")}
    assert (found["hex-C4"]["kind"], found["hex-C4"]["sign"]) == ("near", "1")
    far = found["hex-C5"]
    assert far["kind"] == "far"
    for play in far["plays"]:
        view = me.plays(play)
    assert next(piece for piece in view["board"]["pieces"] if piece["number"] == 0)["hex"] == "C5"
    assert marks_of(me) == marks_of(me, "piece-99") == marks_of(me, "nothing", "here") == []


def test_only_the_deciding_seat_may_ask(client: TestClient) -> None:
    opening = battle(client)
    for seat, why in ((opening.friend, "turn"), (opening.watcher, "forbidden")):
        refused(seat.post("/table/marks", clicks=["piece-0"]), why)
    refused(opening.me.post("/table/marks"), "invalid")
    refused(opening.me.post("/table/marks", clicks=["x"] * 61), "invalid")


def test_a_game_without_marks_has_none(client: TestClient) -> None:
    assert marks_of(opened(client, "me").me, "lane-top") == []


def test_hidden_morale_changes_no_byte(client: TestClient, tmp_path: Path) -> None:
    answers, known = [], []
    text = (SCENARIO_FOLDER / "bull-run.toml").read_text()
    for number, own in enumerate((text, with_swapped_morale(text))):
        opening = opened_own(client, own, tmp_path / f"{number}.htl")
        opening.me.plays("roll 4")
        asked: list[tuple[str, str, Any]] = [
            ("GET", "/table", None),
            ("GET", "/replay/1", None),
            *(("POST", "/table/marks", {"clicks": [piece]}) for piece in PIECES),
            *(("POST", "/table/marks", {"clicks": ["piece-1", more]}) for more in ("assault", "piece-9")),
            *(("POST", "/table/odds", {"play": play}) for play in MOVES),
            *(("POST", "/table/inspect", {"id": piece, "clicks": ["piece-1"]}) for piece in PIECES),
        ]
        answers.append(bytes_sent(opening.me, opening, asked))
        for seat, *plays in SHOT:
            for play in plays:
                (opening.me if seat == "me" else opening.friend).plays(play)
        for who, watching in (("me", opening.me), ("watcher", opening.watcher)):
            answers[-1][who] = str(bytes_sent(watching, opening, [("GET", "/table", None)]))
        assert any(effect["kind"] == "hit" for line in opening.me.view["log"] for effect in line["effects"])
        known.append([piece["morale"] for piece in opening.friend.view["board"]["pieces"]])
    assert answers[0] == answers[1]
    assert known[0] != known[1]


def with_swapped_morale(text: str) -> str:
    """Swap the morale of two units of the second army."""
    lines = text.splitlines()
    gold, black = (max(n for n, line in enumerate(lines) if line == f'morale = "{one}"') for one in ("gold", "black"))
    lines[gold], lines[black] = lines[black], lines[gold]
    return "\n".join(lines)


def test_one_person_in_both_seats_rolls_with_the_eyes_of_the_side_that_acts(client: TestClient) -> None:
    me = battle(client, "me", "me").me
    assert me.view["seat"] == 0
    view = me.plays("end")
    assert (view["turn"], view["seat"]) == (-1, 1)
    known = {piece["name"]: piece["morale"] for piece in view["board"]["pieces"]}
    assert known["Evans"] is not None
    assert known["Porter"] is None
    assert view["board"]["sealed"]
