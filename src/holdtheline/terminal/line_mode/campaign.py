"""Play a campaign line by line: print the scene, ask for choices, and play its battles at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...campaign.aftermath import AFTERMATH_KINDS, list_felled_results
from ...campaign.conditions_and_effects import available_options
from ...campaign.entries import (
    DieRolled,
    Entry,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from ...campaign.journal import format_events, list_memorial, log_text, with_article, write_journal
from ...campaign.state import CampaignState, JournalEventKind, Phase, SceneStatus, scene_map
from ...campaign.story.model import PACK, SceneKind
from ...core.dice import TypedDice
from ...core.errors import HtlError
from ...core.sentences import join_words
from ...table.campaigns import CampaignSession, open_battle, read_battle_result
from ...table.session import Table
from .. import EXIT_OK
from .console import PROMPT, QUIT_WORDS, LineConsole, QuitRequested, ReadLine, WriteLine

PlayAtTable = Callable[[Table], int]

HELP = """\
Type a number or a name, or several separated by commas.
hand ITEM to NAME: give an item to a character, or to the pack.
company: list the company. journal: what has happened. map: the scenes.
back SCENE: go back to the start of a scene, if the policy is free.
quit: stop playing; the campaign is saved."""


class CampaignLineMode(LineConsole):
    """A campaign in which every input is a line of text."""

    def __init__(self, campaign: CampaignSession, play_battle: PlayAtTable, read: ReadLine, write: WriteLine) -> None:
        self.campaign = campaign
        self._play_battle = play_battle
        self._read = read
        self._write = write
        self._printed_title = ""

    @property
    def state(self) -> CampaignState:
        return self.campaign.state

    def run(self) -> int:
        """Play until the campaign ends or the player quits, and return the exit code."""
        code = EXIT_OK
        try:
            while not self.state.is_over:
                self._print_scene()
                if self.state.phase == Phase.BATTLE:
                    code = self._fight()
                    if self.state.phase == Phase.BATTLE:
                        return code
                else:
                    self._add_entry(self._ask_for_entry())
            self._print_scene()
        except (QuitRequested, EOFError):
            self.say("The campaign is saved. Resume it with htl campaign play.")
        return code

    # Playing

    def _add_entry(self, entry: Entry | None, prints: bool = True) -> None:
        if entry is None:
            return
        before = len(self.state.events)
        try:
            self.campaign.take(entry)
        except HtlError as error:
            self.say(f"{error}.")
            return
        if prints:
            self._print_events_since(before)

    def _fight(self) -> int:
        """Play the battle, or finish it from its record, and print the aftermath."""
        fought = read_battle_result(self.campaign)
        code = EXIT_OK
        if fought is None:
            table = open_battle(self.campaign)
            code = self._play_battle(table)
            fought = read_battle_result(self.campaign)
        if fought is not None:
            scene = self.state.scene
            self._add_entry(fought, prints=False)
            while self.state.waiting:
                self._add_entry(self._roll_die(), prints=False)
            self._print_aftermath(scene)
        return code

    def _print_aftermath(self, scene: str) -> None:
        """Print how the battle ended, what happened to the felled, and the consequences."""
        self.say("")
        self.say(f"After the battle: {self.state.story.scenes[scene].title}")
        events = [event for event in self.state.events if event.scene == scene]
        battle = [event for event in events if event.kind == JournalEventKind.BATTLE]
        self.say(" ".join(log_text(self.state, event) for event in battle))
        for felled in list_felled_results(self.state, scene):
            name = f"{felled.name}, felled by {with_article(felled.felled_by)}," if felled.felled_by else felled.name
            self.say(f"  {name} rolls {felled.face}: {felled.text}." if felled.face else f"  {name} is {felled.text}.")
        for paragraph in format_events(self.state, [event for event in events if event.kind not in AFTERMATH_KINDS]):
            self.say(paragraph)

    # Output

    def _print_scene(self) -> None:
        scene = self.state.end or self.state.current_scene
        if scene.title == self._printed_title:
            return
        self._printed_title = scene.title
        self.say("")
        self.say(scene.title)
        for paragraph in scene.story:
            self.say(paragraph)

    def _print_events_since(self, before: int) -> None:
        """Print the events of the last entry, without titles, which are printed with their scenes."""
        for event in self.state.events[before:]:
            if event.kind in (JournalEventKind.TRAVELLED, JournalEventKind.CHOSE):
                continue
            text = event.text if event.kind == JournalEventKind.TOLD else log_text(self.state, event)
            if text:
                self.say(text)

    # Input

    def _ask_for_entry(self) -> Entry | None:
        phase = self.state.phase
        if phase == Phase.DIE:
            return self._roll_die()
        self.say(self._question())
        line = self._read_line()
        if command := self._command(line):
            return command if not isinstance(command, bool) else None
        if phase == Phase.LEAVE and not line:
            return SceneExited()
        names = None if phase == Phase.LEAVE else parse_names(line, self._names())
        if names is None or (line and not names):
            self.say(f"{line[:40]!r} is not a choice here; type help to see what you can type.")
            return None
        if phase == Phase.TRAVELLERS:
            return TravellersChosen(names or tuple(self._names()[: self.state.max_travellers]))
        if phase == Phase.TRAVEL_ON:
            return MembersKept(names)
        return OptionChosen(names[0]) if len(names) == 1 else None

    def _read_line(self) -> str:
        line = self._read(PROMPT).strip()
        if line.lower() in QUIT_WORDS:
            raise QuitRequested
        return line

    def _roll_die(self) -> Entry:
        if self.state.header.dice_are_mine:
            self.say(self.state.question)
            return DieRolled(TypedDice(lambda _: self._read_line(), self.say).roll(self.state.question))
        face = self.state.next_face
        if not self.state.waiting:
            self.say(f"{self.state.question} The die shows {face}.")
        return DieRolled(face)

    def _names(self) -> list[str]:
        """Return the names that can be chosen now, in the order of their numbers."""
        state = self.state
        if state.phase == Phase.CHOICE:
            return [option.name for option in available_options(state)]
        company = state.company
        return company.able if state.phase == Phase.TRAVELLERS else company.alive

    def _question(self) -> str:
        state = self.state
        if state.phase == Phase.LEAVE:
            return self._leave_question()
        lines = [f"{number} {self._choice_text(name)}" for number, name in enumerate(self._names(), 1)]
        if state.phase == Phase.CHOICE:
            return "\n".join(("What will you do?", *lines))
        if state.phase == Phase.TRAVEL_ON:
            return "\n".join((f"Who travels on? At most {state.travel_on}.", *lines))
        fewest, most = state.min_travellers, state.max_travellers
        count = f"{most}" if fewest == most else f"{fewest} to {most}"
        needed = f" {join_words(state.required_travellers)} must come." if state.required_travellers else ""
        rest = f" {state.company.resting}".rstrip()
        return "\n".join((f"Who goes? Choose {count}.{needed}{rest} Press Enter for the first {most}.", *lines))

    def _leave_question(self) -> str:
        """Say how to hand over an item that was found, and how to continue."""
        scene = self.state.current_scene
        if scene.kind != SceneKind.ITEM or scene.item not in self.state.company.holders:
            return "Press Enter to continue."
        names = ", ".join(self.state.company.alive)
        return f"Type hand {scene.item} to NAME ({names}), or press Enter to leave it in the pack and continue."

    def _choice_text(self, name: str) -> str:
        if self.state.phase != Phase.CHOICE:
            return person_line(self.state, name)
        text = next(choice.text for choice in self.state.current_scene.choices if choice.name == name)
        return f"{name}. {text}".strip() if text else name

    def _command(self, line: str) -> Entry | bool:
        """Run a line if it is a command: return an entry to add, or whether it was a command."""
        word, _, rest = line.partition(" ")
        line_makers = {"help": help_lines, "company": company_lines, "journal": journal_lines, "map": map_lines}
        if word.lower() in line_makers and not rest:
            for text in line_makers[word.lower()](self.state):
                self.say(text)
            return True
        if word.lower() == "hand":
            item, _, to = rest.rpartition(" to ")
            return ItemHandedOver(match_name(item, list(self.state.story.items)), match_name(to, self._holders()))
        if word.lower() == "back":
            self._go_back(match_name(rest, list(self.state.story.scenes)))
            return True
        return False

    def _holders(self) -> list[str]:
        return [PACK, *self.state.company.alive]

    def _go_back(self, scene: str) -> None:
        try:
            self.campaign.go_back(scene)
            self._printed_title = ""
        except HtlError as error:
            self.say(f"{error}.")


def parse_names(line: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names that a line lists by numbers or words, or None if a part is unknown."""
    if match_name(line, names) in names:
        return (match_name(line, names),)
    found = []
    for part in filter(None, (part.strip() for part in line.split(","))):
        if part.isdigit() and len(part) < 4 and 1 <= int(part) <= len(names):
            found.append(names[int(part) - 1])
        elif match_name(part, names) in names:
            found.append(match_name(part, names))
        else:
            return None
    return tuple(found)


def match_name(word: str, names: Sequence[str]) -> str:
    """Return the only name that begins with a word, or else the word itself."""
    word = word.strip()
    exact = [name for name in names if name.casefold() == word.casefold()]
    like = [name for name in names if word and name.casefold().startswith(word.casefold())]
    return exact[0] if exact else like[0] if len(like) == 1 else word


# Texts of a campaign


def help_lines(state: CampaignState) -> list[str]:
    return [HELP, state.header.policy.sentence]


def person_line(state: CampaignState, name: str) -> str:
    """Return a character with wounds, scars and items."""
    company = state.company
    person = company.people[name]
    parts = [f"{person.wounds} wound{'s' if person.wounds > 1 else ''}"] if person.wounds else []
    parts += ["rests until the next haven"] if name not in company.able else []
    parts += person.scars
    parts += [item.name for item in company.items_of(name)]
    return f"{name} ({', '.join(parts)})" if parts else name


def company_lines(state: CampaignState) -> list[str]:
    company = state.company
    lines = [state.story.company.name, *(f"  {person_line(state, name)}" for name in company.alive)]
    pack = [item.name for item in company.items_of(PACK)]
    lines += [f"In the pack: {join_words(pack)}."] if pack else []
    lines += [f"Carried off by the enemy: {join_words(company.taken)}."] if company.taken else []
    dead = list_memorial(state)
    return lines + (["In memory:", *(f"  {line}" for line in dead)] if dead else [])


def journal_lines(state: CampaignState) -> list[str]:
    lines = [state.story.title, *state.story.story]
    for page in write_journal(state):
        lines += ["", page.heading, *page.paragraphs]
    return lines


def map_lines(state: CampaignState) -> list[str]:
    status_words = {SceneStatus.PLAYED: "played", SceneStatus.NOW: "now", SceneStatus.NEXT: "may come next"}
    lines = []
    for name, status in scene_map(state).items():
        if status in status_words:
            played = state.played.get(name)
            outcome = f", {played.outcome.word}" if played and played.outcome is not None else ""
            lines.append(f"{state.story.scenes[name].title}: {status_words[status]}{outcome}")
    unknown = sum(status == SceneStatus.UNKNOWN for status in scene_map(state).values())
    return [*lines, f"{unknown} more that you have not discovered yet."] if unknown else lines
