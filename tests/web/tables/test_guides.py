"""Guided first games through the API: ordinary tables, with a text for every step."""

from __future__ import annotations

from ..server import Opening, Seat, TestClient, opened

GUIDED = ("siege", "towers", "skirmish", "civilwar")


def guided(client: TestClient, game: str) -> Opening:
    answer = client.post(f"/api/games/{game}/guide")
    assert answer.status_code == 201, answer.text
    return Opening.of(client, answer.json())


def test_a_guided_game_begins_with_its_first_step(client: TestClient) -> None:
    me = guided(client, "civilwar").me
    assert me.view["guide"] == {"done": 0, "is_possible": True}
    card = me.ask("GET", "/table/guide").json()
    assert card["steps"][0]["text"].startswith("You command the Union")
    assert card["next_seats"] == ["me", "level2"]
    assert card["next_options"] == {}


def test_the_whole_game_after_a_guided_game_without_opponents_is_easy(client: TestClient) -> None:
    card = guided(client, "siege").me.ask("GET", "/table/guide").json()
    assert card["next_options"] == {"mode": "easy"}


def test_the_view_says_how_far_you_are_and_whether_you_left_the_path(client: TestClient) -> None:
    me = guided(client, "civilwar").me
    assert me.rolls()["guide"] == {"done": 1, "is_possible": True}
    me.plays("go Griffin C5")
    assert me.view["guide"] == {"done": 1, "is_possible": False}
    me.takes_back()
    assert me.view["guide"] == {"done": 1, "is_possible": True}


def test_the_dice_and_the_opponent_follow_the_script(client: TestClient) -> None:
    me = guided(client, "civilwar").me
    me.rolls()
    for play in ("fire Griffin E3", "go Porter D4", "assault Burnside E3"):
        me.plays(play)
        while me.view["may_roll"]:
            me.rolls()
    assert me.view["prompt"] == "Henry House (E3) is empty: Burnside may advance, or stay."


def test_rolls_of_a_guide_are_no_luck(client: TestClient) -> None:
    me = guided(client, "siege").me
    me.plays("hold")
    assert all(line["luck"] is None for line in me.rolls()["log"])


def test_the_record_of_a_guided_game_can_be_uploaded_and_replayed(client: TestClient) -> None:
    me = guided(client, "siege").me
    me.plays("hold")
    me.rolls()
    answer = me.sends(me.record)
    assert answer.status_code == 201, answer.text
    assert len(Seat(client, answer.json()["key"]).replay["steps"]) == 5


def test_a_guided_game_has_no_review(client: TestClient) -> None:
    me = guided(client, "siege").me
    me.plays_to_the_end()
    assert not me.replay["review"]["possible"]
    assert me.post("/review", seat=0).status_code == 403


def test_a_spectator_sees_no_progress(client: TestClient) -> None:
    watcher = Seat(client, guided(client, "siege").answer["watch"])
    assert watcher.view["guide"] is None


def test_an_ordinary_table_has_no_guide_but_says_how_long_it_takes(client: TestClient) -> None:
    me = opened(client, "me").me
    assert me.view["guide"] is None
    assert me.view["guide_minutes"] == 2
    assert me.ask("GET", "/table/guide").status_code == 404


def test_the_lobby_says_which_games_have_a_guide(client: TestClient) -> None:
    cards = {card["name"]: card["guide_minutes"] for card in client.get("/api/games").json()["games"]}
    assert all(cards[game] for game in GUIDED)


def test_a_game_without_a_guide_is_refused(client: TestClient, toy: str) -> None:
    assert client.post(f"/api/games/{toy}/guide").status_code == 404
    assert client.post("/api/games/chess/guide").status_code == 404
