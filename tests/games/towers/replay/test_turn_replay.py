"""The numbers of the ruleset `course` do not change, so what happens here can be counted by hand:
21 rows, soldiers enter in row 20 and are in row 20 - t when the towers act in timestep t; a missile reaches
2 cells and does 2 damage, a rocket does 1 to a whole cell; a shield has 5 health.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

from holdtheline.core import catalog, definition
from holdtheline.core.events import Event
from holdtheline.core.game import State
from holdtheline.games.towers.replay.playback import timestep_events
from holdtheline.games.towers.replay.turn_replay import turn_replay
from holdtheline.games.towers.replay.turn_report import (
    Hit,
    SoldierHistory,
    TowerHistory,
    explain_gold,
    explain_shots,
    turn_report,
)
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import MIND_COUNT, Mind, Phase, Unit, cell_of, row_and_column
from holdtheline.games.towers.view.scene import soldiers_on, towers_on

GAME = catalog.load("towers", ruleset="course", plain=True)
FIRST = "The first soldier got through in column 2 at timestep 20: a shield"


class Turn:
    """A turn in the making: the left player builds, the right one sends, and both may do more."""

    def __init__(self, gold: int = 500) -> None:
        self.state: State = GAME.start()
        self.state.record.gold = [gold, gold]
        self.events: list[Event] = []

    def do(self, seat: int, *orders: int) -> Turn:
        for local in orders:
            self.state.play(int(moves.encode_move(seat, local)), self.events)
        return self

    def build(self, unit: Unit, row: int, column: int, seat: int = 0) -> Turn:
        return self.do(seat, moves.TOWER + unit, moves.CELL + cell_of(row, column))

    def send(self, *soldiers: tuple[Unit, int, int], seat: int = 1) -> Turn:
        """Send soldiers: unit, timestep and column of each."""
        for unit, step, column in soldiers:
            number = int(self.state.record.soldiers[seat])
            self.do(seat, moves.HIRE + unit)
            self.do(seat, moves.SOLDIER + number, moves.COLUMN + column, moves.STEP + step)
        return self

    def run(self) -> Turn:
        self.do(0, moves.READY)
        self.before = self.state.copy()
        self.events.clear()
        return self.do(1, moves.READY)

    def replay(self, seat: int = 0) -> dict[str, Any]:
        records = [state.seen_by(seat).record for state in (self.before, self.state)]
        return turn_replay(records[0], self.events, records[1], seat)

    def report(self, lane: int = 0) -> dict[str, Any]:
        report: dict[str, Any] = turn_report(
            self.before.record, list(timestep_events(self.events)), self.state.record, 0
        )["lanes"][lane]
        return report


def shields(count: int, column: int = 2) -> list[tuple[Unit, int, int]]:
    return [(Unit.SHIELD, 0, column)] * count


def numbers_of(report: dict[str, Any]) -> dict[str, tuple[int, int, int, int]]:
    """Return shots, damage, kills and overkill by tower."""
    return {one["id"]: (one["shots"], one["damage"], one["kills"], one["overkill"]) for one in report["towers"]}


def ops(replay: dict[str, Any], name: str, *ids: str) -> list[list[Any]]:
    """Return the ops of this name, each with its frame."""
    return [
        [frame, *op[1:]]
        for frame, told_ops in enumerate(replay["frames"])
        for op in told_ops
        if op[0] == name and (not ids or op[1] in ids)
    ]


# The replay


def test_a_soldier_runs_is_shot_and_falls() -> None:
    replay = Turn().build(Unit.MISSILE, 10, 3).send(*shields(1)).run().replay()
    assert ops(replay, "put", "body-256") == [[1, "body-256", "shield-enemy", 134, 136, 5, 5]]
    assert ops(replay, "go", "body-256")[:2] == [
        [1, "body-256", 134, 176, 1, 1],
        [2, "body-256", 134, 216, 1, 1],
    ]
    assert ops(replay, "shot") == [[frame, "left-tower-10-3", "missile", 0, "body-256"] for frame in (9, 10, 11)]
    assert ops(replay, "hit") == [[9, "body-256", 3, 5], [10, "body-256", 1, 5], [11, "body-256", 0, 5]]
    assert ops(replay, "gone") == [[11, "body-256", "fell"]]
    assert replay["marks"] == [{"frame": 11, "kind": "kill", "text": "Timestep 10: 1 soldier falls in your lane"}]
    assert (replay["length"], len(replay["frames"]), len(replay["captions"])) == (12, 13, 13)
    assert [replay["captions"][at] for at in (0, 1, 5, 11, 12)] == [
        "Turn 1 begins",
        "Timestep 0: 1 enters",
        "Timestep 4: 1 on the lanes",
        "Timestep 10: 1 falls",
        "The turn is over",
    ]


def test_a_soldier_that_scores_takes_a_point_and_leaves() -> None:
    replay = Turn().send(*shields(2)).run().replay(1)
    assert ops(replay, "gone") == [[21, "body-256", "scored"], [21, "body-257", "scored"]]
    assert ops(replay, "say", "left-hp") == [[0, "left-hp", "10"], [21, "left-hp", "9"], [21, "left-hp", "8"]]
    assert ops(replay, "shake") == [[21, "left-keep"]] * 2
    assert replay["marks"][0]["text"] == "Timestep 20: 2 soldiers score in their lane"
    assert ops(replay, "put", "body-256")[0][2:5] == ["shield-own", 350 + 2 * 40 + 20, 136]


def test_a_keep_without_hp_falls_once() -> None:
    replay = Turn().send(*shields(12)).run().replay()
    assert ops(replay, "as") == [[21, "left-keep", "left-keep-fallen"]]
    assert ops(replay, "say", "left-hp")[-1][2] == "0"


def test_soldiers_in_one_cell_have_a_place_each_or_are_counted() -> None:
    four = Turn().send(*shields(4)).run().replay()
    places = [tuple(op[2:4]) for op in ops(four, "go") if op[0] == 1]
    assert sorted(places) == [(124, 166), (124, 186), (144, 166), (144, 186)]
    mixed = Turn().send(*shields(3), (Unit.RIFLE, 0, 2), (Unit.RIFLE, 0, 2)).run().replay()
    assert [op[5] for op in ops(mixed, "go") if op[0] == 1] == [1, 1, 3, 1, 2]


@pytest.mark.clause("T4.4")
def test_a_tower_is_struck_and_razed_and_later_blows_are_wasted() -> None:
    turn = Turn().build(Unit.BLOCKADE, 18, 3).send(*[(Unit.BOMB, 0, 3)] * 3).run()
    replay = turn.replay(1)  # the right player had not seen the blockade before
    assert ops(replay, "put", "left-tower-18-3") == [
        [0, "left-tower-18-3", "blockade-enemy", 350 + 3 * 40 + 20, 216, 30, 30]
    ]
    shots = [(op[0], op[3]) for op in ops(replay, "shot")]
    assert shots == [(frame, 0) for frame in (2, 2, 2, 3, 3, 3, 4, 4, 4, 5)] + [(5, 1), (5, 1)]
    assert [op[2] for op in ops(replay, "hit")] == [27, 24, 21, 18, 15, 12, 9, 6, 3, 0, 0, 0]
    assert ops(replay, "gone", "left-tower-18-3") == [[5, "left-tower-18-3", "razed"]]
    assert replay["marks"][0] == {
        "frame": 5,
        "kind": "razed",
        "text": "Timestep 4: 1 tower is destroyed in their lane",
    }
    assert turn.report()["towers"][0]["razed"]


def test_a_rocket_is_one_shot_at_all_in_the_cell() -> None:
    replay = Turn().build(Unit.ROCKET, 10, 3).send(*shields(2)).run().replay()
    assert ops(replay, "shot")[0] == [9, "left-tower-10-3", "rocket", 0, "body-257", "body-256"]


def test_frost_stays_for_its_timestep() -> None:
    replay = Turn().build(Unit.FROST, 10, 3).send(*shields(1)).run().replay()
    assert ops(replay, "ice")[:2] == [[10, "body-256", 1], [11, "body-256", 0]]


def test_soldiers_that_have_not_arrived_go_home() -> None:
    replay = Turn().send((Unit.SHIELD, 95, 2)).run().replay()
    assert replay["captions"][1] == "Timestep 0: no one on the lanes"
    assert ops(replay, "gone") == [[101, "body-256", "home"]]
    assert replay["captions"][-1] == "The turn is over: 1 had not arrived"


def test_a_turn_without_soldiers_is_a_short_replay() -> None:
    replay = Turn().run().replay()
    assert (replay["length"], replay["marks"]) == (1, [])
    assert [lane["sentence"] for lane in replay["report"]["lanes"]] == ["No soldiers entered this lane."] * 2


# The analysis


def test_damage_kills_and_overkill_of_one_tower() -> None:
    report = Turn().build(Unit.MISSILE, 10, 3).send(*shields(1)).run().report()
    assert numbers_of(report) == {"left-tower-10-3": (3, 5, 1, 1)}  # 2 + 2 + 1 of 2
    assert (report["leaks"], report["paths"]) == ([], [])
    assert report["sentence"] == "No one got through: the only one fell."
    assert report["towers"][0]["name"] == "missile tower, row 10, column 3"


def test_a_rocket_fires_once_and_hurts_twice() -> None:
    report = Turn().build(Unit.ROCKET, 10, 3).send(*shields(2)).run().report()
    assert numbers_of(report) == {"left-tower-10-3": (5, 10, 2, 0)}
    assert report["sentence"] == "No one got through: both fell."


def test_leaks_by_column_and_the_cells_on_the_way() -> None:
    report = Turn().send(*shields(2), (Unit.RIFLE, 3, 5), (Unit.SHIELD, 99, 0)).run().report()
    assert [(leak["id"], leak["column"], leak["count"]) for leak in report["leaks"]] == [
        ("left-0-2", 2, 2),
        ("left-0-5", 5, 1),
    ]
    assert {path["id"]: path["count"] for path in report["paths"]} == {
        f"left-{row}-{column}": count for row in range(21) for column, count in ((2, 2), (5, 1))
    }
    assert (report["leaks"][0]["x"], report["leaks"][0]["y"]) == (134, 116 + 20 * 40 + 20)
    assert (report["entered"], report["fell"], report["scored"]) == (4, 0, 3)


def test_a_report_says_what_its_seat_earned() -> None:
    turn = Turn().build(Unit.MISSILE, 10, 3).send(*shields(1)).run()
    assert [turn.replay(seat)["report"]["gold"] for seat in (0, 1)] == [
        "You earned 2 gold: 1 for the turn and 1 for what you destroyed.",
        "You earned 1 gold: 1 for the turn and 0 for what you destroyed.",
    ]
    assert explain_gold(turn.state.record, definition.EVERYONE) == ""


def test_a_report_of_the_last_turn_says_no_gold() -> None:
    turn = Turn().send(*shields(12)).run()
    assert turn.state.record.phase == Phase.OVER
    assert turn.replay()["report"]["gold"] == ""


def test_why_nobody_arrived() -> None:
    late = Turn().send(*[(Unit.SHIELD, 99, 2)] * 2).run().report()
    assert late["sentence"] == "No one got through: at the end neither had arrived."
    some = Turn().build(Unit.MISSILE, 10, 3).send(*shields(1), (Unit.SHIELD, 99, 2)).run().report()
    assert some["sentence"] == "No one got through: 2 entered, 1 fell, and 1 had not arrived at the end."


def test_why_no_tower_shoots() -> None:
    report = Turn().build(Unit.BLOCKADE, 10, 3).send(*shields(1)).run().report()
    assert report["sentence"] == f"{FIRST} in a lane without a tower that shoots."


def test_why_no_tower_had_it_in_range() -> None:
    report = Turn().build(Unit.MISSILE, 10, 6).send(*shields(1)).run().report()
    assert report["sentence"] == f"{FIRST} that no tower ever had in range."


def test_why_the_others_were_shot_at() -> None:
    """Timesteps 8 to 10 fell the second one, who came into the cell last; two shots are left."""
    report = Turn().build(Unit.MISSILE, 10, 3).send(*shields(2)).run().report()
    assert report["sentence"] == (
        f"{FIRST}, hit 2 times for 4 of 5 health; the towers in range fired 3 of 5 shots at other soldiers."
    )


def test_why_only_the_others_were_shot_at() -> None:
    report = Turn().build(Unit.MISSILE, 0, 3).send(*shields(2)).run().report()
    assert report["sentence"] == (f"{FIRST}, never hit; all 3 shots of the towers in range hit other soldiers.")


def test_why_all_shots_were_too_little() -> None:
    report = Turn().build(Unit.ROCKET, 0, 3).send(*shields(1)).run().report()
    assert report["sentence"] == (
        f"{FIRST}, hit 3 times for 3 of 5 health; the towers in range fired 3 shots at it, which was not enough."
    )


@pytest.mark.clause("T3.3")
def test_why_damage_went_into_the_fallen() -> None:
    """Each time the first tower fells a soldier with its second shot, and the second tower shoots again."""
    turn = Turn().build(Unit.MISSILE, 10, 3).build(Unit.MISSILE, 10, 1).send(*shields(3)).run()
    report = turn.report()
    assert numbers_of(report) == {"left-tower-10-1": (5, 6, 0, 4), "left-tower-10-3": (5, 8, 2, 2)}
    assert report["sentence"] == (
        f"{FIRST}, hit 2 times for 4 of 5 health; "
        "meanwhile the tower in row 10, column 1 wasted 4 damage on soldiers that had fallen."
    )
    assert [op[0] for op in ops(turn.replay(), "shot") if op[3]] == [10, 12]


def test_waste_of_several_towers_is_added_up() -> None:
    body = SoldierHistory(3, Unit.SHIELD, 5, 5, [(0, 2)], scored=20)
    one, other = TowerHistory(Unit.MISSILE, 73, 10), TowerHistory(Unit.MISSILE, 71, 10)
    shots = [(one, [Hit(7, 2, 0)]), (other, [Hit(7, 2, -2)]), (other, [Hit(7, 2, -4)])]
    assert explain_shots(body, shots) == (
        "meanwhile 6 damage was wasted on soldiers that had fallen, 4 of it by the tower in row 10, column 1"
    )
    assert explain_shots(body, [(one, [Hit(7, 2, 5)])]) == "the only shot of the towers in range hit other soldiers"
    assert explain_shots(body, [(one, [Hit(3, 2, 5)])]) == (
        "the towers in range fired 1 shot at it, which was not enough"
    )


# Turns that stop for unit actions


def interrupted() -> Turn:
    own = moves.MIND + Unit.MISSILE * MIND_COUNT + Mind.OWN
    return Turn().do(0, own).build(Unit.MISSILE, 10, 3).send(*shields(1)).run()


def test_a_replay_of_a_turn_that_still_runs_sends_nobody_home() -> None:
    turn = interrupted()
    assert turn.state.record.phase == Phase.ACT
    replay = turn.replay()
    assert replay["captions"][-1] == "Timestep 7: 1 on the lanes"
    assert not ops(replay, "gone")


def test_events_of_several_steps_are_one_replay() -> None:
    turn = interrupted().do(0, moves.REST, moves.SHOOT + 0)
    while turn.state.record.phase == Phase.ACT:
        turn.do(0, moves.REST)
    replay = turn.replay()
    assert ops(replay, "shot") == [[10, "left-tower-10-3", "missile", 0, "body-256"]]
    assert ops(replay, "gone") == [[21, "body-256", "scored"]]
    assert replay["length"] == 22


def test_why_the_towers_did_not_fire() -> None:
    turn = interrupted()
    while turn.state.record.phase == Phase.ACT:
        turn.do(0, moves.REST)
    assert turn.report()["sentence"] == f"{FIRST}, and the towers that had it in range did not fire."


def test_a_replay_can_begin_in_the_middle_of_a_turn() -> None:
    turn = interrupted()
    turn.before = turn.state.copy()
    turn.events.clear()
    replay = turn.do(0, moves.SHOOT + 0).replay()
    assert ops(replay, "put", "body-256") == [[0, "body-256", "shield-enemy", 134, 116 + 8 * 40 + 20, 5, 5]]
    assert ops(replay, "hit") == [[1, "body-256", 3, 5]]
    assert replay["captions"][1] == "Timestep 8: 1 on the lanes"


# Any turn


def any_turn(seed: int) -> Turn:
    chance, turn = random.Random(seed), Turn()
    for seat in (0, 1):
        free = [(row, column) for row in range(1, 20) for column in chance.sample(range(7), 6)]
        for row, column in chance.sample(free, 14):
            turn.build(Unit(chance.randrange(4)), row, column, seat)
        for _ in range(20):
            unit = Unit(chance.randrange(4, 8))
            turn.send((unit, chance.randrange(12), chance.choice([3, chance.randrange(7)])), seat=seat)
        if seed % 2:
            turn.do(seat, moves.MIND + Unit.RIFLE * MIND_COUNT + Mind.OWN)
    turn.run()
    for _ in range(30):
        if turn.state.current_player != definition.OVER and turn.state.record.phase == Phase.ACT:
            turn.state.play(chance.choice(turn.state.legal_codes()), turn.events)
    return turn


def at_the_end(replay: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what a client knows after the last frame."""
    things: dict[str, dict[str, Any]] = {}
    for frame in replay["frames"]:
        for name, id_, *more in frame:
            match name:
                case "put":
                    things[id_] = dict(zip(("figure", "x", "y", "health", "full"), more, strict=True))
                case "go":
                    things[id_] |= dict(zip(("x", "y", "scale", "count"), more, strict=True))
                case "hit":
                    things[id_] |= dict(zip(("health", "full"), more, strict=True))
                case "ice" | "say" | "as":
                    things[id_][name] = more[0]
                case "shake":
                    assert id_ in things
                case "shot":
                    assert all(one in things for one in (id_, *more[2:]))
                case "gone":
                    del things[id_]
                case _:
                    raise AssertionError(name)
    return things


def starting(things: Iterable[str], *parts: str) -> set[str]:
    return {id_ for id_ in things if any(part in id_ for part in parts)}


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_ends_where_the_rules_do(seed: int) -> None:
    turn = any_turn(seed)
    replay, after = turn.replay(), turn.state.record
    things = at_the_end(replay)
    towers = {
        f"{name}-tower-{'-'.join(map(str, row_and_column(tower.cell)))}": max(tower.health, 0)
        for lane, name in enumerate(("left", "right"))
        for tower in towers_on(after, lane)
    }
    bodies = {f"body-{one.index + 1}": max(one.health, 0) for lane in (0, 1) for one in soldiers_on(after, lane)}
    assert {id_: things[id_]["health"] for id_ in starting(things, "-tower-")} == towers
    assert {id_: things[id_]["health"] for id_ in starting(things, "body-")} == bodies
    assert [things[f"{name}-hp"]["say"] for name in ("left", "right")] == [str(max(hp, 0)) for hp in after.hp]
    picture = turn.state.svg(0)
    assert all(f'data-id="{id_}"' in picture for id_ in starting(things, "-tower-", "body-"))


@pytest.mark.parametrize("seed", range(4))
def test_the_numbers_of_a_report_add_up(seed: int) -> None:
    turn = any_turn(seed * 2)
    for lane in (0, 1):
        report = turn.report(lane)
        assert sum(tower["kills"] for tower in report["towers"]) == report["fell"] == turn.state.record.felled[lane]
        assert sum(leak["count"] for leak in report["leaks"]) == report["scored"] == turn.state.record.leaked[lane]


def test_the_same_replay_whether_the_other_side_was_seen_before_or_not() -> None:
    turn = any_turn(2)
    assert turn.replay() == turn_replay(turn.before.record, turn.events, turn.state.record, 0)


def test_events_may_be_rows_of_a_log() -> None:
    turn = any_turn(4)
    rows = [[0, event.kind, *event.numbers] for event in turn.events]
    assert turn_replay(turn.before.record, rows, turn.state.record, 0) == turn_replay(
        turn.before.record, turn.events, turn.state.record, 0
    )


def test_a_replay_is_json_and_its_figures_are_pictures() -> None:
    replay = any_turn(0).replay()
    assert json.loads(json.dumps(replay)) == replay
    for text in replay["figures"].values():
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>')
    assert {op[2] for op in ops(replay, "put")} <= replay["figures"].keys()
