"""Campaigns: begin one, go on with it, and look back."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..core.tomlfile import LONGEST_PATH, one_line
from . import FINE

if TYPE_CHECKING:
    from ..games.skirmish.campaign.journey import Journey

COMPUTER, MINE = "computer", "mine"

group = typer.Typer(help="Campaigns: battles in a story that remembers them.", rich_markup_mode=None)

Name = Annotated[
    str | None, typer.Argument(help="a campaign or a number of the list; else the last one", metavar="NAME")
]


@group.callback(invoke_without_command=True)
def which_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@group.command("start")
def start(
    name: Annotated[str, typer.Argument(help="a name of the list, or a file", metavar="NAME|FILE")],
    policy: Annotated[
        str, typer.Option(help="iron: no going back; free: to the start of any scene")
    ] = "iron",
    generals: Annotated[int, typer.Option(help="how many people command the friends", min=1, max=4)] = 1,
    dice: Annotated[str, typer.Option(help="mine: you roll real dice and type what they show")] = COMPUTER,
    aftermath: Annotated[
        str | None, typer.Option(help="what becomes of the felled: example, none or harsh")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="the same seed gives the same rolls", min=0)] = None,
) -> int:
    """Begin a campaign."""
    from ..games.skirmish.campaign import files
    from ..games.skirmish.campaign.entries import Header, Policy
    from ..games.skirmish.campaign.story import Aftermath
    from ..table import campaigns

    texts = files.texts_in(Path(name)) if Path(name).suffix == ".toml" else files.texts_named(name)
    story = files.told(texts)
    if dice == MINE and seed is not None:
        raise BadOption("--seed is for the computer's dice; with --dice mine you roll your own")
    header = Header(
        texts=texts,
        seed=secrets.randbits(32) if seed is None else seed,
        policy=Policy[_one_of("policy", policy, [one.word for one in Policy]).upper()],
        generals=generals,
        aftermath=Aftermath[_one_of("aftermath", aftermath, [one.word for one in Aftermath]).upper()]
        if aftermath
        else story.aftermath,
        dice_are_mine=_one_of("dice", dice, [COMPUTER, MINE]) == MINE,
        made=campaigns.now(),
    )
    campaign = campaigns.Campaign.begin(header)
    campaign.close()
    _say([story.title, *story.story, "", header.policy.sentence, f"Saved in {campaign.path}."])
    print("`htl campaign play` goes on.")
    return FINE


@group.command("list")
def list_campaigns() -> None:
    """The campaigns that are shipped, and those that you have begun."""
    from ..games.skirmish.campaign import files
    from ..table import campaigns

    for name in files.shipped():
        story = files.told(files.texts_named(name))
        print(f"{name}: {story.title}, {len(story.scenes)} scenes: htl campaign start {name}")
    for number, one in enumerate(campaigns.saved(), 1):
        ended = "over: " if one.is_over else ""
        print(f"{number}  {one.title}, {one.policy}, {ended}{one.scene}  {one.path}")
    for path, why in campaigns.damaged():
        print(f"cannot be read: {path}: {one_line(why, LONGEST_PATH)}")


@group.command("show")
def show(name: Name = None) -> None:
    """The company, the memorial, and the map of scenes."""
    from ..terminal.campaigning import company_lines, map_lines

    journey = _kept(name)
    place = journey.end or journey.now
    _say([f"{journey.story.title}: {place.title}", "", *company_lines(journey), "", *map_lines(journey)])


@group.command("journal")
def show_journal(name: Name = None) -> None:
    """What happened so far."""
    from ..terminal.campaigning import journal_lines

    _say(journal_lines(_kept(name)))


@group.command("play")
def play(
    name: Name = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="line by line, for screen readers and pipes")
    ] = False,
) -> int:
    """Go on with a campaign."""
    from ..table import campaigns
    from ..terminal.campaigning import Talk
    from ..terminal.plain import print_line
    from .play import at_table

    campaign = campaigns.Campaign.go_on(campaigns.find(name))
    try:
        return Talk(campaign, lambda table: at_table(table, plain), input, print_line).go()
    finally:
        campaign.close()


@group.command("back")
def back(
    scene: Annotated[str, typer.Argument(help="the scene to whose start one goes back")], name: Name = None
) -> None:
    """Back to the start of a scene, where the policy is free; what was played since is kept beside."""
    from ..table import campaigns
    from ..terminal.campaigning import meant

    campaign = campaigns.Campaign.go_on(campaigns.find(name))
    try:
        journey = campaign.go_back(meant(scene, list(campaign.journey.story.scenes)))
        print(f"Back at {journey.now.title}.")
    finally:
        campaign.close()


def _kept(name: str | None) -> Journey:
    from ..table import campaigns

    journey, _, _ = campaigns.read(campaigns.find(name))
    return journey


def _one_of(option: str, value: str, words: list[str]) -> str:
    if value not in words:
        raise BadOption(
            f"--{option} {one_line(value, LONGEST_PATH)!r} does not exist; it can be {', '.join(words)}"
        )
    return value


def _say(lines: list[str]) -> None:
    from ..terminal.plain import print_line, wrapped

    for line in lines:
        for part in wrapped(line):
            print_line(part)
