"""What steps look like: effects name things that are in the picture, and follow from what a seat may see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from xml.etree import ElementTree

from holdtheline.core.definition import OVER
from holdtheline.core.effects import Effect, MoveEffect, ShakeEffect, ShotEffect, StrikeEffect
from holdtheline.core.events import Event
from holdtheline.core.game import Game, State

from .game_helpers import every_game_as_it_comes, random_code

STEPS = 60
MOST_PICTURES = 6
ID = re.compile(r'data-id="([^"]+)"')


def steps(game: Game, seed: int = 1) -> Iterator[tuple[State, State, tuple[Effect, ...]]]:
    """Play at random, and yield each step's effects as the first seat sees them."""
    state, random = game.start(), Random(seed)
    for _ in range(STEPS):
        if state.current_player == OVER:
            return
        before, events = state.copy(), list[Event]()
        state.play(random_code(state, random), events)
        seen = before.seen_by(0), state.seen_by(0)
        found = game.definition.view.effects(seen[0].record, seen[1].record, readable(game, events))
        if found:
            yield *seen, found


def readable(game: Game, events: list[Event]) -> list[Event]:
    return [event for event in events if game.definition.event_audience(event.kind, event.numbers) in (-1, 0)]


def ids_of(effect: Effect) -> list[str]:
    if isinstance(effect, ShotEffect):
        return [effect.source, effect.target]
    if isinstance(effect, StrikeEffect):
        return [effect.id, effect.target]
    return [id_] if (id_ := getattr(effect, "id", "")) else []


@every_game_as_it_comes
def test_effects_name_things_in_the_picture(game: Game) -> None:
    view = game.definition.view
    for before, after, found in islice(steps(game), MOST_PICTURES):
        old, new = view.svg(before.record, 0), view.svg(after.record, 0)
        drawn = set(ID.findall(old + new))
        for effect in found:
            assert set(ids_of(effect)) <= drawn, effect
            assert getattr(effect, "face", 1) in range(1, 7), effect
            if isinstance(effect, ShakeEffect):
                assert f"htl-{effect.part}" in old
            for figure in getattr(effect, "figures", ()):
                assert ElementTree.fromstring(figure).attrib["data-id"] in drawn


@every_game_as_it_comes
def test_a_piece_that_moves_is_drawn_where_it_arrives(game: Game) -> None:
    view = game.definition.view
    for _, after, found in islice(steps(game, seed=2), MOST_PICTURES):
        last = {effect.id: effect for effect in found if isinstance(effect, MoveEffect)}
        for id_, effect in last.items():
            drawn = re.search(
                rf'data-id="{id_}" transform="translate\(([-.\d]+) ([-.\d]+)\)', view.svg(after.record, 0)
            )
            if drawn:
                assert [abs(float(drawn[1]) - effect.x) < 1, abs(float(drawn[2]) - effect.y) < 1] == [True, True], (
                    effect
                )
