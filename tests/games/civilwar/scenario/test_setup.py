"""The VP to win with vp_hexes=live: which games have a later version of the rules, and which records are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadPosition, BadRecord
from holdtheline.core.game import Game
from holdtheline.core.game_record.replay import Record
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario
from holdtheline.games.civilwar.scenario.setup import initial_state_of, scenario_of
from holdtheline.table.session import Table

from ..mill_creek import TEXT

CHANGED = [name for name in list_scenarios() if load_scenario(name).has_live_vp]
UNCHANGED = [name for name in list_scenarios() if name not in CHANGED]
OWN = {"scenario": CUSTOM_SCENARIO_HEADER + TEXT}
OWN_LIVE = {"scenario": CUSTOM_SCENARIO_HEADER + TEXT.replace("vp = 6", "vp = 6\nvp_live = 7")}
REFUSAL = (
    "line 1: it was played by version 3 of the rules of civilwar, and this program plays version 4: "
    "with vp_hexes=live, {} now needs other VP to win"
)


def battle(**options: str) -> Game:
    return load("civilwar", plain=True, **options)


def record_of(game: Game, path: Path, *, version: int) -> Record:
    """Record the first steps of a game, as this version of the rules would have recorded them."""
    table = Table.open(game, seats=("person", "person"), seed=1, record=path)
    table.roll_all()
    table.play("end")
    table.close()
    header, *steps = path.read_text(encoding="utf-8").splitlines()
    return Record.parse("\n".join([json.dumps(json.loads(header) | {"rules": version}), *steps, ""]).encode())


@pytest.mark.clause("C7.2")
def test_the_vp_to_win_of_an_option_are_in_the_state_and_in_all_that_is_read_from_it() -> None:
    for name in CHANGED:
        file = load_scenario(name)
        at_end, live = (battle(scenario=name, vp_hexes=value).start().record for value in ("end_only", "live"))
        assert tuple(at_end.vp_to_win) == scenario_of(at_end).vp_to_win == file.vp_to_win
        assert tuple(live.vp_to_win) == scenario_of(live).vp_to_win == file.vp_live
        assert tuple(initial_state_of(at_end).vp_to_win) == file.vp_to_win
        assert tuple(initial_state_of(live).vp_to_win) == file.vp_live


@pytest.mark.parametrize(
    ("options", "version"),
    [
        *(({"scenario": name}, 3) for name in list_scenarios()),
        *(({"scenario": name, "vp_hexes": "live"}, 4) for name in CHANGED),
        *(({"scenario": name, "vp_hexes": "live"}, 3) for name in UNCHANGED),
        (OWN, 3),
        (OWN | {"vp_hexes": "live"}, 3),
        (OWN_LIVE, 3),
        (OWN_LIVE | {"vp_hexes": "live"}, 4),
    ],
)
def test_only_games_with_vp_of_their_own_for_live_have_a_later_version(options: dict[str, str], version: int) -> None:
    game = battle(**options)
    assert game.rules_version == game.definition.rules_version_for(options) == version


@pytest.mark.parametrize("name", CHANGED)
def test_an_old_record_with_live_is_refused_where_other_vp_win_now(name: str, tmp_path: Path) -> None:
    record = record_of(battle(scenario=name, vp_hexes="live"), tmp_path / "old.htl", version=3)
    with pytest.raises(BadRecord) as refusal:
        record.replay(plain=True)
    assert str(refusal.value) == REFUSAL.format(load_scenario(name).title)


@pytest.mark.parametrize(
    "options",
    [{"scenario": CHANGED[0]}, {"scenario": UNCHANGED[0], "vp_hexes": "live"}, OWN | {"vp_hexes": "live"}],
)
def test_every_other_old_record_replays(options: dict[str, str], tmp_path: Path) -> None:
    assert record_of(battle(**options), tmp_path / "old.htl", version=3).replay(plain=True).turn is not None


def test_a_saved_state_of_the_old_version_is_refused() -> None:
    game = battle(scenario=CHANGED[0], vp_hexes="live")
    saved = json.loads(game.start().to_json())
    assert game.from_json(json.dumps(saved)) == game.start()
    with pytest.raises(BadPosition, match="version"):
        game.from_json(json.dumps(saved | {"rules": 3}))
