"""Whatever is wrong with a request is answered in one sentence of one shape, and nothing has changed."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter, ValidationError

from holdtheline.web.courses.models import StudentName
from holdtheline.web.http.names import clean_title
from holdtheline.web.tables import lobby_models, models, question_models

from ..server import Opening, Seat, client, lines_of, opened, refused, served_at, shaped, toy

__all__ = ["client", "toy"]

OLD_KEY = "AAAAAAAAAAAAAAAAAAAAAA"
BIG = 10**400


@pytest.fixture(autouse=True)
def nothing_goes_wrong_inside(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Bad input is foreseen: nothing of it is a fault of the server, which would be in the log."""
    with caplog.at_level(logging.WARNING, "holdtheline"):
        yield
    assert not caplog.records


@pytest.fixture
def table(client: httpx.Client) -> Opening:
    return opened(client, "me", name="Ada")


def addresses(client: httpx.Client, *, keyed: bool) -> list[tuple[str, str]]:
    """Method and path of everything that the document tells of, by whether it needs a key."""
    document = client.get("/api/openapi.json").json()
    return [
        (method.upper(), path.replace("{step}", "0").replace("{name}", "siege"))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if ("security" in operation) == keyed
    ]


# Keys


def test_every_address_of_a_table_a_campaign_or_a_course_wants_a_key(client: httpx.Client) -> None:
    wanting = addresses(client, keyed=True)
    assert len(wanting) == 41
    for method, path in wanting:
        for key in (None, OLD_KEY):
            answer = Seat(client, key).ask(method, path.removeprefix("/api"), json={})
            refused(answer, "key")
            assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "change",
    [
        lambda key: key[:-1],
        lambda key: key + "A",
        lambda key: key.swapcase(),
        lambda key: f"{key} {key}",
        lambda key: key[::-1],
        lambda key: key * 1000,
        lambda key: "' OR 1=1 --",
        lambda key: "%00",
        lambda key: "null",
        lambda key: "é" + key,
    ],
)
def test_a_key_that_was_cut_off_or_changed_opens_nothing(table: Opening, change: Any) -> None:
    key = change(table.me.key).encode("latin-1").decode("latin-1")
    headers = [(b"Authorization", f"Bearer {key}".encode("latin-1"))]
    sentence = refused(table.client.get("/api/table", headers=headers), "key")
    assert sentence == "This link does not open a table; it may be outdated or incomplete."


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic QTpC", "Token x", "Digest", "\t"])
def test_what_is_not_a_bearer_is_no_key(table: Opening, header: str) -> None:
    refused(table.client.get("/api/table", headers={"Authorization": header}), "key")


def test_a_key_in_the_address_or_in_a_cookie_is_not_taken(table: Opening) -> None:
    key = table.answer["key"]
    refused(table.client.get("/api/table", params={"key": key, "token": key}), "key")
    refused(table.client.get("/api/table", headers={"Cookie": f"key={key}"}), "key")
    assert "set-cookie" not in table.client.get("/").headers


def test_a_key_opens_its_own_table_alone(table: Opening, client: httpx.Client) -> None:
    other = opened(client, "me")
    other.me.plays("reinforce 0 0 0")
    assert table.me.view["id"] == table.answer["id"] != other.answer["id"]
    assert table.me.version == 0
    for name in ("id", "title"):
        refused(Seat(client, other.answer[name] if name == "id" else "Siege").ask("GET", "/table"), "key")


def test_a_key_of_another_server_opens_nothing(table: Opening, tmp_path_factory: Any) -> None:
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('other')}/web.sqlite") as elsewhere:
        refused(Seat(elsewhere, table.me.key).ask("GET", "/table"), "key")


# Names


NAMES = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "'; DROP TABLE keys; --": "'; DROP TABLE keys; --",
    '"&amp;{{name}}${name}': '"&amp;{{name}}${name}',
    " \u3000 ": "",
    " Ada \t\n Lovelace ": "Ada Lovelace",
    "Грета 🏰 7": "Грета 🏰 7",
    "Ange\u0301lique": "Angélique",
    "Ｇｒａｃｅ 𝐇opper": "Grace Hopper",
    "Soﬁa": "Sofia",
    "王さんのタワー bot": "王さんのタワー bot",
    "김 金 Kim": "김 金 Kim",
    "علي ٣": "علي ٣",
    "Νίκος": "Νίκος",
    "🏰" * 40: "🏰" * 40,
}


def test_a_name_is_kept_as_text_and_normalised(database_url: str) -> None:
    with served_at(database_url) as client:
        for name, kept in NAMES.items():
            table = opened(client, "me", name=name)
            answer = table.me.ask("GET", "/table")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json()["seats"][0]["name"] == kept
            table.me.is_called("x")
            assert table.me.is_called(name)["seats"][0]["name"] == kept
            (card,) = shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=[table.me.key]))["tables"]
            assert card["seats"][0]["name"] == kept


INVISIBLE = {
    "Ada\x00Lovelace": "U+0000",
    "\x1b[31mred": "U+001B",
    "\u202eadA\u202c": "U+202E",
    "A\u200bB": "U+200B",
    "A\u2066B": "U+2066",
    "A\u00adB": "U+00AD",
    "Ada\ufe0f": "U+FE0F",
    "\u3164": "U+1160",
    "Ada\u034f": "U+034F",
    "\u2800": "U+2800",
    "\U000e0041": "U+E0041",
    "\ue000": "U+E000",
}
MIXED = ["Аda", "Adа Lovelace", "Bob Сох", "Ρaul", "Gretɑ", "ᴀda", "Αда", "Zoë ৪", "Ada 王 Греt", "Oʼneil"]


@pytest.mark.parametrize("name", [*INVISIBLE, *MIXED])
def test_a_name_that_could_mislead_is_refused_in_one_sentence(table: Opening, name: str) -> None:
    why = f"invisible or control character ({INVISIBLE[name]})" if name in INVISIBLE else "letters of several alphabets"
    seat = Seat(table.client)
    campaign = {"campaign": "thornhold", "seats": ["me"], "name": name}
    for answer in (
        table.me.post("/table/name", name=name),
        seat.post("/tables", game="siege", seats=["me"], name=name),
        seat.post("/campaigns", **campaign),
    ):
        sentence = refused(answer, "invalid")
        assert sentence.startswith("The field name is invalid: it ")
        assert why in sentence
    with pytest.raises(ValidationError, match=re.escape(why)):
        TypeAdapter(StudentName).validate_python(name)
    assert table.me.view["seats"][0]["name"] == "Ada"


def test_a_name_is_measured_after_it_is_normalised(table: Opening) -> None:
    assert "at most 40" in refused(table.me.post("/table/name", name="\ufdfa" * 40), "invalid")


def test_words_of_a_title_may_be_of_different_scripts_but_not_their_letters() -> None:
    assert clean_title("Курс  Python, часть 2") == "Курс Python, часть 2"
    with pytest.raises(ValueError, match="several alphabets"):
        clean_title("Курс Рython")


def test_a_name_of_1_MB_is_too_large(table: Opening) -> None:
    refused(table.me.post("/table/name", name="x" * 2**20), "too_large")
    refused(Seat(table.client).post("/tables", game="siege", seats=["me"], name="x" * 2**20), "too_large")
    refused(table.me.post("/table/name", name="x" * 41), "invalid")
    assert table.me.view["seats"][0]["name"] == "Ada"


def test_half_a_character_is_no_name(table: Opening) -> None:
    for text in (rb'{"name": "\ud800"}', rb'{"name": "a\udfffb"}'):
        answer = table.me.ask("POST", "/table/name", content=text, headers={"Content-Type": "application/json"})
        refused(answer, "invalid")


# Bodies

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"hello",
        b"{'play': 'hold'}",
        b'{"play": "hold", "at": 0,}',
        b"\xff\xfe{}",
        b"\x00",
        b"[" * 60_000,
        b'{"a":' * 12_000,
        b'{"at": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_not_JSON_is_malformed(table: Opening, body: bytes) -> None:
    for path in ("/table/moves", "/tables", "/mine"):
        refused(table.me.ask("POST", path, content=body, headers=JSON), "malformed")


@pytest.mark.parametrize("body", [b"[]", b"null", b"5", b'"play"', b"true", b"NaN", b"", b"[[[[[[]]]]]]"])
def test_a_body_is_an_object(table: Opening, body: bytes) -> None:
    for path in ("/table/moves", "/table/share", "/tables", "/mine"):
        answer = table.me.ask("POST", path, content=body, headers=JSON)
        assert "JSON" in refused(answer, "invalid")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_a_body_of_another_kind_is_refused_and_told_which_is_right(table: Opening, kind: str) -> None:
    body = json.dumps({"play": "reinforce 0 0 0", "at": 0}).encode()
    answer = table.me.ask("POST", "/table/moves", content=body, headers={"Content-Type": kind})
    assert "application/json" in refused(answer, "invalid")
    assert table.me.version == 0


@pytest.mark.parametrize("at", ["0", -1, 0.0, 0.5, None, True, [], {}, 2**63, BIG, "NaN", float("nan")])
def test_a_version_is_a_whole_number(table: Opening, at: Any) -> None:
    body = json.dumps({"play": "reinforce 0 0 0", "at": at}).encode()
    for path in ("moves", "roll", "undo"):
        answer = table.me.ask("POST", f"/table/{path}", content=body, headers=JSON)
        refused(answer, "invalid")
    assert table.me.version == 0


@pytest.mark.parametrize("play", ["", "x" * 201, -1, 2**63, BIG, 1.5, None, True, [], {}, ["hold"]])
def test_a_move_is_a_text_or_a_code(table: Opening, play: Any) -> None:
    for path in ("moves", "odds", "why"):
        at = {"at": 0} if path == "moves" else {}
        refused(table.me.post(f"/table/{path}", play=play, **at), "invalid")


@pytest.mark.parametrize("play", ["\x00", "reinforce 0 0 0\x00", "\u202e", "🏰", "<b>", "%s%n", "../..", "x" * 200])
def test_a_text_that_is_no_move_is_refused_in_a_sentence(table: Opening, play: str) -> None:
    for path in ("moves", "odds"):
        at = {"at": 0} if path == "moves" else {}
        refused(table.me.post(f"/table/{path}", play=play, **at), "illegal")
    assert not shaped(question_models.WhyNotAnswer, table.me.post("/table/why", play=play))["possible"]


@pytest.mark.parametrize("clicks", ["x", [1], ["x" * 61], ["x"] * 61, {}, [None], [["x"]]])
def test_clicks_are_a_short_list_of_ids(table: Opening, clicks: Any) -> None:
    refused(table.me.post("/table/why", clicks=clicks), "invalid")


@pytest.mark.parametrize("clicks", [[], ["\x00"], ["moon"], ["lane-0"] * 60, ["<b>"], ["\u202e"]])
def test_clicks_that_mean_nothing_are_explained(table: Opening, clicks: Any) -> None:
    shaped(question_models.WhyNotAnswer, table.me.post("/table/why", clicks=clicks))


def test_a_field_that_does_not_exist_is_noticed(table: Opening) -> None:
    sentence = refused(table.me.post("/table/moves", play="reinforce 0 0 0", at=0, when="now"), "invalid")
    assert sentence == "The field when does not exist."
    refused(table.me.post("/table/share", key="x"), "invalid")
    refused(table.me.post("/table/moves", at=0, **{f"field-{n}": n for n in range(300)}), "invalid")


# New games

GOOD: dict[str, Any] = {"game": "siege", "seats": ["me"]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "unknown"),
        ({"game": "\x00"}, "unknown"),
        ({"game": "../siege"}, "unknown"),
        ({"game": "Siege"}, "unknown"),
        ({"game": ""}, "invalid"),
        ({"game": "x" * 41}, "invalid"),
        ({"game": None}, "invalid"),
        ({"game": ["siege"]}, "invalid"),
        ({"seats": []}, "invalid"),
        ({"seats": ["me", "me"]}, "invalid"),
        ({"seats": ["me"] * 1000}, "invalid"),
        ({"seats": ["person"]}, "invalid"),
        ({"seats": ["nobody"]}, "invalid"),
        ({"seats": ["\x00"]}, "invalid"),
        ({"seats": [""]}, "invalid"),
        ({"seats": [0]}, "invalid"),
        ({"seats": "me"}, "invalid"),
        ({"seats": {"0": "me"}}, "invalid"),
        ({"seats": ["book"], "dice": "mine"}, "invalid"),
        ({"dice": "loaded"}, "invalid"),
        ({"dice": "seeded"}, "invalid"),
        ({"dice": None}, "invalid"),
        ({"name": 5}, "invalid"),
        ({"name": None}, "invalid"),
        ({"options": []}, "invalid"),
        ({"options": None}, "invalid"),
        ({"options": {"mode": "odd"}}, "invalid"),
        ({"options": {"mode": "\x00"}}, "invalid"),
        ({"options": {"mode": None}}, "invalid"),
        ({"options": {"mode": {"a": 1}}}, "invalid"),
        ({"options": {"regroup": 1.5}}, "invalid"),
        ({"options": {"regroup": True}}, "invalid"),
        ({"options": {"regroup": BIG}}, "invalid"),
        ({"options": {"regroup": -(2**70)}}, "invalid"),
        ({"options": {"regroup": float("inf")}}, "invalid"),
        ({"options": {"\x00\u202e": 1}}, "invalid"),
        ({"options": {"x" * 5000: 1}}, "invalid"),
        ({"options": {f"o{n}": 1 for n in range(500)}}, "invalid"),
        ({"scenario": "bull-run"}, "invalid"),
        ({"seed": 1}, "invalid"),
    ],
)
def test_a_game_that_cannot_be_started_is_refused(client: httpx.Client, change: Any, code: str) -> None:
    body = json.dumps(GOOD | change).encode()
    refused(Seat(client).ask("POST", "/tables", content=body, headers=JSON), code)


def test_a_refusal_names_what_there_is(client: httpx.Client) -> None:
    def sentence(code: str, **change: Any) -> str:
        return refused(Seat(client).post("/tables", **GOOD | change), code)

    assert sentence("unknown", game="chess") == "Unknown game 'chess'; choose from: siege, towers, skirmish, civilwar."
    assert sentence("invalid", seats=["hal"]) == (
        "Siege has no player 'hal'; choose one of: me, friend, random, book, optimal, mcts, level1 to level8."
    )
    assert sentence("invalid", options={"colour": 1}).startswith("Siege has no option 'colour'; its options are: ")
    assert "normal" in sentence("invalid", options={"mode": "odd"})
    assert sentence("invalid", seats=[]) == "Siege needs one player per seat: defender."
    assert sentence("invalid", game="towers", seats=["book", "mcts"]) == (
        "Mcts needs time for every move, so towers needs a person in another seat."
    )
    assert sentence("invalid", game="civilwar", seats=["level8", "book"]) == (
        "Level8 needs time for every move, so civilwar needs a person in another seat."
    )


# Lists of keys


@pytest.mark.parametrize("keys", [["x"] * 201, ["x" * 65], [""], [None], [5], "x", {}, None, [["x"]], ["x" * 60_000]])
def test_keys_are_a_list_of_texts(client: httpx.Client, keys: Any) -> None:
    refused(Seat(client).post("/mine", keys=keys), "invalid")


def test_keys_that_open_nothing_are_null(database_url: str) -> None:
    keys = ["\x00", "x", "ключ", "'", "%", "x" * 64, "x", "x"]
    with served_at(database_url) as client:
        assert shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=keys))["tables"] == [None] * len(keys)


# Addresses


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "GET", "POST", "BREW"])
def test_a_method_that_an_address_does_not_take_is_refused(client: httpx.Client, method: str) -> None:
    known = addresses(client, keyed=True) + addresses(client, keyed=False)
    for path in {path for _, path in known}:
        allowed = {right for right, there in known if there == path}
        if method not in allowed:
            answer = client.request(method, path)
            refused(answer, "method")
            assert allowed.issuperset(answer.headers["allow"].split(", "))


@pytest.mark.parametrize(
    "path",
    [
        "/api", "/api/", "/api/nothing", "/api/table/", "/api//table", "/api/table/moves/0", "/api/Table",
        "/api/games/", "/api/games/siege", "/api/games/chess/picture", "/api/games/%00/picture",
        "/api/games/%2e%2e/picture", "/api/games/%ff%fe/picture", "/api/games/..%2fsiege/picture",
        "/api/%00", "/api/%", "/api/%zz", "/api/%ff", "/api/%c0%af", "/api/" + "x" * 10_000,
        "/api/table%00", "/api/table%2Fmoves%2F", "/api/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%00", "/static/",
        "/static/" + "x" * 5000, "/static/js", "/rules/%00", "/rules/..%2fsiege", "/rules/siege.md",
        "/nothing", "/redoc", "/openapi.json", "/.git/config",
    ],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_unknown(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    refused(answer, "unknown")
    assert answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/%2e%2e/app.py", "/docs/..%2f..%2fapp.py", "/docs/%00"])
def test_a_page_that_the_docs_do_not_have_is_not_found(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404  # a page tells how to build the docs where they are not built


@pytest.mark.parametrize("step", ["x", "-1", "1.5", "1e3", "", "٣", "9" * 5000, str(2**63), "0x1", "%00", "null"])
def test_a_step_that_is_no_number_is_refused(table: Opening, step: str) -> None:
    for method, path in (("GET", f"/replay/{step}"), ("POST", f"/replay/{step}/continue")):
        answer = table.me.ask(method, path, **({"json": {"seats": ["me"]}} if method == "POST" else {}))
        refused(answer, "unknown" if step == "" else "invalid")


def test_a_name_of_a_game_that_is_too_long_is_refused(client: httpx.Client) -> None:
    refused(client.get(f"/api/games/{'x' * 41}/picture"), "invalid")


# Records


def test_a_record_with_null_bytes_in_its_texts_is_kept_whole(database_url: str) -> None:
    with served_at(database_url) as client:
        header, *rest = lines_of(opened(client, "book").watcher.record)
        header |= {"by": "a\x00b\u202e<script>", "made": "\x7f"}
        record = "".join(json.dumps(line) + "\n" for line in (header, *rest))
        key = shaped(models.UploadedRecord, Seat(client).sends(record), 201)["key"]
        assert lines_of(Seat(client, key).record) == [header, *rest]


# The shape itself


def test_after_all_that_the_table_stands_as_it_was(table: Opening) -> None:
    before = table.me.view
    seat = table.me
    attacks: list[httpx.Response] = [
        seat.ask("POST", "/table/moves", content=b"{", headers=JSON),
        seat.post("/table/moves", play="reinforce 0 0 0", at=7),
        seat.post("/table/moves", play="dance", at=0),
        seat.post("/table/undo", at=0),
        seat.post("/table/roll", at=0),
        seat.ask("DELETE", "/table"),
    ]
    assert all(answer.status_code >= 400 for answer in attacks)
    assert seat.view == before
    assert seat.plays("reinforce 0 0 0")["version"] == 1
