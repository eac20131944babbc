"""A recorded game as HTML with a slider, for notebooks: no server, no script that a page must load."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..definition import CHANCE, EVERYONE

if TYPE_CHECKING:
    from .replay import Record, ReplayedStep

MOST_PICTURES = 100
MOST_CHARACTERS = 6_000_000
"""Of all pictures together: a longer game shows fewer of its positions."""

SHOW_PICTURE = (
    "const box=this.parentNode,steps=JSON.parse(box.querySelector('script').textContent);"
    "box.querySelector('.htl-picture-box').innerHTML=steps[this.value][1];"
    "box.querySelector('output').textContent=steps[this.value][0]"
)
"""The slider runs this. It reads the pictures from the JSON beside it, so it also works where scripts are not run."""


def scrubber_html(record: Record) -> str:
    """Return the positions of a game, those that fit, with a slider to go through them."""
    steps: list[ReplayedStep] = []
    for step in record.replay_steps(plain=True):
        while steps and steps[-1].step >= step.step:  # taken back
            steps.pop()
        steps.append(step)
    last = steps[-1]
    largest = len(picture_of(last))
    pictures = [(caption_of(step, last), picture_of(step)) for step in choose(steps, MOST_CHARACTERS // largest)]
    data = json.dumps(pictures, ensure_ascii=False).replace("<", "\\u003c")
    caption, picture = pictures[-1]
    return (
        f'<div class="htl-scrubber" style="max-width:50em"><div class="htl-picture-box">{picture}</div>'
        f'<input type="range" aria-label="Step" style="width:100%" min="0" max="{len(pictures) - 1}" '
        f'value="{len(pictures) - 1}" oninput="{escape(SHOW_PICTURE)}"><output>{escape(caption)}</output>'
        f'<script type="application/json">{data}</script></div>'
    )


def choose(steps: Sequence[ReplayedStep], most: int) -> list[ReplayedStep]:
    """Return at most this many steps, evenly spaced, with the first and the last."""
    count = max(min(len(steps), most, MOST_PICTURES), 2)
    if len(steps) <= count:
        return list(steps)
    return [steps[round(index * (len(steps) - 1) / (count - 1))] for index in range(count)]


def picture_of(step: ReplayedStep) -> str:
    state = step.state
    return state.game.definition.view.svg(state.record, EVERYONE)


def caption_of(step: ReplayedStep, last: ReplayedStep) -> str:
    """Return what was played, by whom."""
    if step.step == 0:
        return "The start"
    side = "" if step.seat == CHANCE else f"{step.state.game.seats[step.seat]}: "
    return f"{step.step} of {last.step}: {side}{step.play}"
