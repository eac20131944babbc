"""What a shot, an assault or a rally may lead to, against all faces of all dice that the engine rolls."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import FACES
from holdtheline.core.events import empty_log, logged_events
from holdtheline.core.game import State
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.moves import MoveKind, move_kind, pack_move
from holdtheline.games.civilwar.scenario.parse import list_scenarios
from holdtheline.games.civilwar.state import EventKind
from holdtheline.games.civilwar.text.names import piece_name
from holdtheline.games.civilwar.view.odds import odds

from ..bare_field import hex_number, number_of, play, stage
from ..random_battle import any_battle

Ways = dict[tuple[int, frozenset[str]], Fraction]
"""The hits and what else happened, and how likely that is."""
ROLLS = (MoveKind.FIRE, MoveKind.ASSAULT, MoveKind.RALLY)


def ways_of(state: State, code: int) -> Ways:
    """Return every outcome of the dice after a move, with its chance; equal states are merged."""
    first = state.copy()
    first.play(code)
    now = {(first.words.tobytes(), 0, frozenset[str]()): (first, Fraction(1))}
    ways: Ways = defaultdict(Fraction)
    while now:
        later: dict[tuple[bytes, int, frozenset[str]], tuple[State, Fraction]] = {}
        for (_, hits, facts), (one, part) in now.items():
            if one.current_player != CHANCE:
                ways[hits, facts] += part
                continue
            for face in range(1, FACES + 1):
                after, more, happened = rolled(one, face)
                key = (after.words.tobytes(), hits + more, facts | happened)
                already = later[key][1] if key in later else Fraction(0)
                later[key] = (after, already + part / FACES)
        now = later
    return ways


def rolled(state: State, face: int) -> tuple[State, int, frozenset[str]]:
    """Return the state after a die, its hits, and what else happened, in the words of the odds."""
    after, log = state.copy(), empty_log(32)
    after.current_player = state.game.engine.advance_with_log(after.words, face, log)
    hits, facts = 0, set()
    for _, kind, *numbers in logged_events(log):
        name = piece_name(state.record, numbers[0]) if kind != EventKind.DIE_ROLLED else ""
        match kind:
            case EventKind.DIE_ROLLED:
                hits += numbers[1]
            case EventKind.SUFFERED if numbers[2] == 0:
                facts.add(f"{name} is eliminated by hits")
            case EventKind.MORALE_ROLLED if numbers[3]:
                facts.add(f"{name} must retreat")
            case EventKind.NO_RETREAT:
                facts.add(f"{name} cannot")
            case EventKind.LEADER_ROLLED if numbers[2]:
                facts.add(f"{name} falls")
            case EventKind.DARED:
                facts.add(f"{name} does not attack, and fires instead" if numbers[3] else "it attacks")
            case EventKind.RALLIED if numbers[3]:
                facts.add(f"{name} regains a block")
    return after, hits, frozenset(facts)


def chance_of(ways: Ways, label: str) -> Fraction:
    """Return the chance of what a label of the odds says."""
    for start, dares in (("if it attacks: ", True), ("if not: ", False)):
        if label.startswith(start):
            some = {way: part for way, part in ways.items() if ("it attacks" in way[1]) == dares}
            return chance_of(some, label.removeprefix(start)) / sum(some.values())
    fact = label
    number = {"no hit": 0, "1 hit": 1, "2 hits": 2, "3 hits": 3, "4 hits": 4}.get(label)
    return sum(
        (part for (hits, facts), part in ways.items() if (fact in facts if number is None else hits == number)),
        Fraction(0),
    )


NO_WAY = " and has no retreat hex"


def check(state: State, code: int, seat: int | None = None) -> None:
    """Check that the odds are exact where all morales are known, and true where some are hidden from a seat."""
    ways = ways_of(state, code)
    assert sum(ways.values()) == 1
    exact = odds(state.record, code)
    labels = [odd.label for odd in exact]
    assert len(labels) == len(set(labels))
    for odd in exact:
        assert (odd.chance, odd.max_chance) == (chance_of(ways, odd.label.removesuffix(NO_WAY)), None), odd.label
    check_labels_cover(ways, labels)
    asker = state.seen_by(int(state.record.side) if seat is None else seat)
    for odd, known in zip(exact, odds(asker.record, code), strict=True):
        assert odd.label == known.label
        highest = known.chance if known.max_chance is None else known.max_chance
        assert known.chance <= odd.chance <= highest, known.label


def check_labels_cover(ways: Ways, labels: list[str]) -> None:
    """Check that every possible result has a label."""
    text = " | ".join(labels)
    for hits, facts in ways:
        if any(label.endswith(("hit", "hits")) for label in labels):
            assert ("no hit", "1 hit", "2 hits", "3 hits", "4 hits")[hits] in text
        for fact in facts - {"it attacks"}:
            assert fact.removesuffix(" cannot") in text


# Positions that were made


LETTERS = ".whtfeFcbd-"
OPTIONS = [
    dict(zip(("leader_risk", "morale_die", "attacker_check"), values, strict=True))
    for values in product(("source", "per_one"), ("3-2-1", "2-2-2"), ("off", "on"))
]
COMPANY = {
    "alone": "infantry Bee E5 {} {}",
    "led": "infantry Bee E5 {} {}; leader Boss E5",
    "guns": "cavalry Bee E5 {} {}; artillery Guns E5 {}",
    "all": "infantry Bee E5 {} {}; artillery Guns E5 {}; leader Boss E5",
}


@pytest.mark.clause("C3.2", "C4.1", "C4.3", "C4.4")
@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("company", COMPANY)
def test_the_odds_of_an_attack_in_every_terrain(letter: str, company: str) -> None:
    chance = Random(f"{letter} {company}")
    options = chance.choice(OPTIONS)
    text = COMPANY[company].format(chance.randint(1, 2), *chance.choices(["green", "black", "gold"], k=2))
    union = f"infantry Ames E4 {chance.choice(['green', 'black', 'gold'])}; artillery Battery E4"
    state = stage(f"{union}; leader Able E4", f"{text}; infantry Far I7", ground=f"E5 {letter}", **options)
    for step in ("assault Ames E5", "fire Ames E5", "fire Battery E5"):
        if step != "fire Ames E5" or letter != "F":  # that shot cannot hit (C3.2)
            check(state, state.code(step))


@pytest.mark.clause("C4.1", "C4.2", "C3.4")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()))
def test_the_odds_with_every_option(options: dict[str, str]) -> None:
    pieces = "infantry Bee E5 3 black; artillery Guns E5 green; leader Boss E5; infantry Far I7"
    state = stage("infantry Ames E4 2 gold; leader Able E4", pieces, **options)
    for step in ("assault Ames E5", "fire Ames E5", "rally Ames"):
        check(state, state.code(step))


@pytest.mark.clause("C3.2")
@pytest.mark.parametrize(("target", "letter"), [("F4", "."), ("G4", "w"), ("H4", "c"), ("F4", "F")])
def test_the_odds_at_every_range(target: str, letter: str) -> None:
    state = stage("artillery Battery E4; infantry Ames E4", f"artillery Bee {target}; infantry Far I7",
                  ground=f"{target} {letter}")  # fmt: skip
    check(state, state.code(f"fire Battery {target}"))


@pytest.mark.clause("C4.3", "C5.2")
def test_who_has_no_way_back_must_retreat_all_the_same() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 green", ground="D4 s, D5 s, D6 s, E6 s, F5 s")
    code = state.code("assault Ames E5")
    check(state, code)
    labels = [odd.label for odd in odds(state.record, code)]
    assert [label for label in labels if "retreat" in label] == [f"Bee must retreat{NO_WAY}"]
    ways = ways_of(state, code)
    assert chance_of(ways, "Bee cannot") == chance_of(ways, "Bee must retreat") > 0


def test_the_odds_by_hand() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 2 green; infantry Far I7", ground="E5 w")
    chances = {odd.label: odd.chance for odd in odds(state.record, state.code("assault Ames E5"))}
    third, two = Fraction(1, 3), Fraction(2, 3)  # 5 and 6 hit in woods; green is black there, two of six
    assert chances["no hit"] == two**3
    assert chances["1 hit"] == 3 * third * two**2
    assert chances["Bee is eliminated by hits"] == 3 * third**2 * two + third**3
    assert chances["Bee must retreat"] == chances["1 hit"] * Fraction(2, 6)


@pytest.mark.clause("C8.1")
def test_a_hidden_morale_makes_a_range() -> None:
    for far, most in (("gold", Fraction(3, 8) * Fraction(1, 2)), ("green", None)):
        state = stage("infantry Ames E4", f"infantry Bee E5 2 green; infantry Far I7 {far}").seen_by(0)
        (retreat,) = [odd for odd in odds(state.record, state.code("assault Ames E5")) if "retreat" in odd.label]
        assert retreat.max_chance == most  # one hit, and green
        assert retreat.chance == Fraction(3, 8) * Fraction(1, 6 if far == "gold" else 2)


@pytest.mark.clause("C8.1")
@pytest.mark.parametrize("step", ["rally Ames", "assault Ames E5"])
@pytest.mark.parametrize("morale", ["green", "black", "gold"])
def test_chances_are_true_where_the_morale_is_hidden(step: str, morale: str) -> None:
    pieces = f"infantry Ames E4 2 {morale}; infantry A A1 green; infantry B B1 black; infantry C C1 gold"
    state = stage(f"{pieces}; leader Able E4", "infantry Bee E5", attacker_check="on")
    check(state, state.code(step), 1)


@pytest.mark.parametrize("step", ["end", "go Ames D4", "go Ames D4 with"])
def test_what_has_no_dice_has_no_odds(step: str) -> None:
    state = stage("infantry Ames E4 2; leader Able E4", "infantry Bee E5")
    assert odds(state.record, state.code(step)) == ()
    assert odds(state.record, pack_move(MoveKind.FIRE, number_of(state, "Ames"), hex_number("E3"))) == ()
    assert odds(play(state, "end").record, 3) == ()


# Positions from games


def any_options(chance: Random) -> dict[str, str]:
    options = dict(chance.choice(OPTIONS))
    for name in ("hill_guns", "hill_sight", "fire_advance", "rally_only_hit"):
        options[name] = chance.choice(["off", "on"])
    return options


@cache
def positions() -> list[State]:
    """Yield states of random games in which a unit can attack or rally."""
    chance, found = Random(1862), []
    names = [*list_scenarios(), *(CUSTOM_SCENARIO_HEADER + any_battle(chance) for _ in range(6))]
    for name in names:
        state = load("civilwar", scenario=name, **any_options(chance)).start()
        wait = 0
        for _ in range(200):
            if state.current_player == OVER:
                break
            codes = state.legal_codes()
            attacks = [code for code in codes if move_kind(code) in ROLLS] if state.current_player != CHANCE else []
            wait -= 1
            if attacks and wait < 0:
                found.append(state.copy())
                wait = 35
            state.play(chance.choice(attacks if attacks and chance.random() < 0.4 else codes))
    return found


def test_there_are_enough_positions() -> None:
    assert len(positions()) >= 40


@pytest.mark.parametrize("part", range(4))
def test_the_odds_are_exact_in_games(part: int) -> None:
    chance, kinds = Random(part), set()
    for state in positions()[part::4]:
        attacks = [code for code in state.legal_codes() if move_kind(code) in ROLLS]
        for do in sorted({move_kind(code) for code in attacks}):
            check(state, chance.choice([code for code in attacks if move_kind(code) == do]))
            kinds.add(do)
    assert {MoveKind.FIRE, MoveKind.ASSAULT} <= kinds


@pytest.mark.clause("C8.1")
def test_the_odds_do_not_depend_on_a_hidden_morale() -> None:
    """Other hidden morales of two enemies change nothing in the odds."""
    changes = 0
    for state in positions():
        seat = int(state.record.side)
        hidden = [
            piece
            for piece in range(40 * (1 - seat), 40 * (2 - seat))
            if state.record.morale[piece] and not state.record.revealed[piece]
        ]
        other = state.copy()
        morale = other.record.morale
        for one, two in zip(hidden, hidden[::-1], strict=True):
            morale[one] = state.record.morale[two]
        changes += morale.tolist() != state.record.morale.tolist()
        for code in [code for code in state.legal_codes() if move_kind(code) in ROLLS][:5]:
            assert odds(state.seen_by(seat).record, code) == odds(other.seen_by(seat).record, code)
    assert changes >= 40
