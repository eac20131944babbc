"""Any text is a battle, or is refused in one sentence."""

from __future__ import annotations

from hypothesis import given as example
from hypothesis import strategies as st

from holdtheline.core.errors import BadOption
from holdtheline.games.skirmish.rules.traits.catalog import Trait
from holdtheline.games.skirmish.rules.traits.parameters import TraitScope
from holdtheline.games.skirmish.scenario.model import Scenario
from holdtheline.games.skirmish.scenario.parse import (
    parse_scenario,
)

from ..footbridge_scenario import TEXT, line_of, refusals, spoiled

LINES = TEXT.split("\n")
VALUES = (
    *(
        '""',
        "0",
        "-1",
        "99",
        "true",
        "1.5",
        "[]",
        "{}",
        '"Ann"',
        "[1, 2]",
        '["x"]',
        "[[]]",
        "[{}]",
        "nan",
        "inf",
    ),
    *("{ fear = 1 }", "{ tether = 3 }", "1e400", "0x10", "1979-05-27", '"<b>"', "[[1, 2], [3, 4], [5, 7]]"),
)


def read_or_refused(text: str) -> None:
    try:
        assert isinstance(parse_scenario(text, "mine.toml"), Scenario)
    except BadOption:
        assert all(sentence.startswith("mine.toml") for sentence in refusals(text))


@example(st.text())
def test_any_text_is_a_battle_or_is_refused(text: str) -> None:
    read_or_refused(text)


@example(st.integers(0, len(TEXT)), st.integers(0, 30), st.text(max_size=8))
def test_a_battle_with_a_few_letters_changed_is_a_battle_or_is_refused(at: int, gone: int, new: str) -> None:
    read_or_refused(TEXT[:at] + new + TEXT[at + gone :])


@example(st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(VALUES)), min_size=1, max_size=3))
def test_a_battle_with_other_values_is_a_battle_or_is_refused(changes: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for at, value in changes:
        key, equals, old = lines[at].partition(" = ")
        lines[at] = f"{key}{equals}{value}" if equals and not old.startswith('"""') else lines[at]
    read_or_refused("\n".join(lines))


@example(st.lists(st.sampled_from(range(len(LINES))), max_size=5), st.integers(0, len(LINES)))
def test_a_battle_with_lines_gone_or_twice_is_a_battle_or_is_refused(gone: list[int], twice: int) -> None:
    lines = [line for number, line in enumerate(LINES) if number not in gone]
    read_or_refused("\n".join(lines[:twice] + lines[max(twice - 1, 0) :]))


TRAIT_VALUES = st.recursive(
    st.one_of(
        st.booleans().map(lambda value: str(value).lower()),
        st.integers(-40, 40).map(str),
        st.sampled_from(["2.5", "0.0001", '"Wolf"', '"Pond"', '"Gate"', '["Wolf"]', '["friends"]', '["fight"]']),
    ),
    lambda inner: st.dictionaries(
        st.sampled_from(["inches", "pool", "door", "round", "face", "attack", "against", "losses"]),
        inner,
        max_size=3,
    ).map(lambda parts: "{ " + ", ".join(f"{name} = {value}" for name, value in parts.items()) + " }"),
    max_leaves=4,
)
HOLDERS = {
    TraitScope.CHARACTER: "facing = 270",
    TraitScope.COMPANY: 'name = "Ringers"',
    TraitScope.OBJECTIVE: "stays = true",
    TraitScope.TERRAIN: "disc = [12, 12, 1.25]",
}


@example(st.sampled_from(list(HOLDERS)), st.sampled_from(list(Trait)), TRAIT_VALUES)
def test_any_trait_with_any_value_is_read_or_refused(place: TraitScope, trait: Trait, value: str) -> None:
    """In its own line, where the trait itself is to blame."""
    old = HOLDERS[place]
    text = spoiled(old, f"{old}\ntraits.{trait.word} = {value}")
    message = sentence(text)
    assert f"traits.{trait.word}" not in message or f"line {line_of(old) + 1}:" in message


def sentence(text: str) -> str:
    """Return the sentence of the refusal ("": it is accepted)."""
    try:
        parse_scenario(text, "mine.toml")
    except BadOption as refused:
        return str(refused)
    return ""
