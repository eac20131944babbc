"""`htl campaign`: start, list, show, play and rewind campaigns."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..core.game_record.lines import OWN_DICE
from ..core.toml.file import MAX_PATH_CHARS, printable_line
from . import EXIT_OK
from .common import COMPUTER_DICE, DiceOption, PlainOption, check_dice, make_group
from .help_text import HtlCommand

if TYPE_CHECKING:
    from ..campaign.state import CampaignState


group = make_group("Play campaigns: battles in a story that remembers their results.")

CampaignArgument = Annotated[
    str | None, typer.Argument(help="a campaign or its number in the list; default: the last one", metavar="NAME")
]


@group.command("start", cls=HtlCommand)
def start_campaign(
    name: Annotated[str, typer.Argument(help="a name from the list, or a file", metavar="NAME|FILE")],
    policy: Annotated[
        str, typer.Option(help="iron: no going back; free: you can return to the start of any scene")
    ] = "iron",
    generals: Annotated[int, typer.Option(help="number of people who command your side", min=1, max=4)] = 1,
    dice: DiceOption = COMPUTER_DICE,
    aftermath: Annotated[
        str | None, typer.Option(help="what happens to felled characters: example, none or harsh")
    ] = None,
    wounds: Annotated[
        str | None, typer.Option(help="wounds of characters who did not fall: heal, or keep until the next haven")
    ] = None,
    felled_travel: Annotated[
        str | None, typer.Option(help="off: a felled character with no free wound slot rests until the next haven")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="seed for the dice; the same seed gives the same rolls", min=0)
    ] = None,
) -> int:
    """Start a campaign."""
    from ..campaign.entries import CampaignHeader, SavePolicy
    from ..campaign.story import files
    from ..campaign.story.model import Aftermath, Wounds
    from ..table import campaigns

    texts = files.read_texts(Path(name)) if Path(name).suffix == ".toml" else files.read_shipped_texts(name)
    story = files.parse_texts(texts)
    check_dice(dice, seed)
    header = CampaignHeader(
        texts=texts,
        seed=secrets.randbits(32) if seed is None else seed,
        policy=SavePolicy[_check_choice("policy", policy, [each.word for each in SavePolicy]).upper()],
        generals=generals,
        aftermath=Aftermath[_check_choice("aftermath", aftermath, [each.word for each in Aftermath]).upper()]
        if aftermath
        else story.aftermath,
        wounds=Wounds[_check_choice("wounds", wounds, [each.word for each in Wounds]).upper()]
        if wounds
        else story.wounds,
        felled_travel=_check_choice("felled-travel", felled_travel, ["on", "off"]) == "on"
        if felled_travel
        else story.felled_travel,
        dice_are_mine=dice == OWN_DICE,
        created=campaigns.utc_timestamp(),
    )
    campaign = campaigns.CampaignSession.start(header)
    campaign.close()
    _print_wrapped([story.title, *story.story, "", header.policy.sentence, f"Saved in {campaign.path}."])
    print("Run `htl campaign play` to play it.")
    return EXIT_OK


@group.command("list", cls=HtlCommand)
def list_campaigns() -> None:
    """List the campaigns you can start, and those you have started."""
    from ..campaign.story import files
    from ..table import campaigns

    for name in files.shipped_campaigns():
        story = files.parse_texts(files.read_shipped_texts(name))
        print(f"{name}: {story.title}, {len(story.scenes)} scenes: htl campaign start {name}")
    for number, saved in enumerate(campaigns.saved_campaigns(), 1):
        ended = "over: " if saved.is_over else ""
        print(f"{number}  {saved.title}, {saved.policy}, {ended}{saved.scene}  {saved.path}")
    for path, why in campaigns.damaged_campaigns():
        print(f"cannot read {path}: {printable_line(why, MAX_PATH_CHARS)}")


@group.command("show", cls=HtlCommand)
def show_campaign(name: CampaignArgument = None) -> None:
    """Show the company, the memorial and the map of scenes."""
    from ..terminal.line_mode.campaign import company_lines, map_lines

    state = _load_campaign_state(name)
    scene = state.end or state.current_scene
    _print_wrapped([f"{state.story.title}: {scene.title}", "", *company_lines(state), "", *map_lines(state)])


@group.command("journal", cls=HtlCommand)
def show_journal(name: CampaignArgument = None) -> None:
    """Print what has happened so far."""
    from ..terminal.line_mode.campaign import journal_lines

    _print_wrapped(journal_lines(_load_campaign_state(name)))


@group.command("play", cls=HtlCommand)
def play_campaign(name: CampaignArgument = None, plain: PlainOption = False) -> int:
    """Resume a campaign."""
    from ..table import campaigns
    from ..terminal.line_mode.campaign import CampaignLineMode
    from ..terminal.line_mode.console import print_line
    from .play import play_at_table

    campaign = campaigns.CampaignSession.resume(campaigns.find_campaign(name))
    try:
        return CampaignLineMode(campaign, lambda table: play_at_table(table, plain), input, print_line).run()
    finally:
        campaign.close()


@group.command("back", cls=HtlCommand)
def rewind_campaign(
    scene: Annotated[str, typer.Argument(help="scene to go back to")], name: CampaignArgument = None
) -> None:
    """Go back to the start of a scene, if the policy is free; what you played since is saved in another file."""
    from ..table import campaigns
    from ..terminal.line_mode.campaign import match_name

    campaign = campaigns.CampaignSession.resume(campaigns.find_campaign(name))
    try:
        state = campaign.go_back(match_name(scene, list(campaign.state.story.scenes)))
        print(f"Back at {state.current_scene.title}.")
    finally:
        campaign.close()


def _load_campaign_state(name: str | None) -> CampaignState:
    from ..table import campaigns

    state, _, _ = campaigns.read_campaign(campaigns.find_campaign(name))
    return state


def _check_choice(option: str, value: str, words: list[str]) -> str:
    if value not in words:
        raise BadOption(f"--{option} must be one of {', '.join(words)}, not {printable_line(value, MAX_PATH_CHARS)!r}")
    return value


def _print_wrapped(lines: list[str]) -> None:
    from ..terminal.line_mode.console import print_line, wrap_text

    for line in lines:
        for part in wrap_text(line):
            print_line(part)
