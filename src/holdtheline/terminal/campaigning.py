"""A campaign line by line: the scene is told, people are asked, and the battle is played at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.dice import TypedDice
from ..core.errors import HtlError
from ..games.skirmish.campaign.entries import Chose, Entry, Handed, Rolled, Travelled, TravelledOn, WentOn
from ..games.skirmish.campaign.journal import called, journal, memorial, sentence, told, verdicts
from ..games.skirmish.campaign.journey import Awaits, Journey, Known, Tell, scene_map
from ..games.skirmish.campaign.passing import offered
from ..games.skirmish.campaign.story import PACK
from ..games.skirmish.names import listed_words
from ..table.campaigns import Campaign
from ..table.session import Table
from ..table.sorties import result, sit_down
from .plain import ASK, QUIT, Leaving, Read, Write, wrapped

FINE = 0
TOLD_BEFORE = (Tell.TRAVELLED, Tell.BATTLE, Tell.FELL, Tell.DIED, Tell.CAME_BACK, Tell.UNHURT)
"""What stands above in the aftermath."""
AtTable = Callable[[Table], int]

HELP = """\
Type a number or a name; several with commas between them.
hand ITEM to NAME: hand an item over, or into the pack.
company: who is there. journal: what happened. map: the scenes.
back SCENE: to the start of that scene, where the policy is free.
quit: leave; the campaign is saved."""


class Talk:
    """Somebody goes through a campaign."""

    def __init__(self, campaign: Campaign, at_table: AtTable, read: Read, write: Write) -> None:
        self.campaign = campaign
        self._at_table = at_table
        self._read = read
        self._write = write
        self._told = ""

    @property
    def journey(self) -> Journey:
        return self.campaign.journey

    def say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)

    def go(self) -> int:
        """On to the end, or until somebody leaves; the exit code."""
        code = FINE
        try:
            while not self.journey.is_over:
                self._tell_scene()
                if self.journey.awaits == Awaits.BATTLE:
                    code = self._fight()
                    if self.journey.awaits == Awaits.BATTLE:
                        return code
                else:
                    self._take(self._asked())
            self._tell_scene()
        except (Leaving, EOFError):
            self.say("The campaign is saved; `htl campaign play` goes on.")
        return code

    # What happens

    def _take(self, entry: Entry | None, tells: bool = True) -> None:
        if entry is None:
            return
        before = len(self.journey.happened)
        try:
            self.campaign.take(entry)
        except HtlError as error:
            self.say(f"{error}.")
            return
        if tells:
            self._tell_since(before)

    def _fight(self) -> int:
        """The battle at its table, and what came of it."""
        fought = result(self.campaign)
        code = FINE
        if fought is None:
            table = sit_down(self.campaign)
            code = self._at_table(table)
            fought = result(self.campaign)
        if fought is not None:
            scene = self.journey.scene
            self._take(fought, tells=False)
            while self.journey.waiting:
                self._take(self._die(), tells=False)
            self._tell_aftermath(scene)
        return code

    def _tell_aftermath(self, scene: str) -> None:
        """How it ended, the felled with their dice, and what follows, on one screen."""
        self.say("")
        self.say(f"After the battle: {self.journey.story.scenes[scene].title}")
        here = [one for one in self.journey.happened if one.scene == scene]
        before = [one for one in here if one.tell == Tell.BATTLE]
        self.say(" ".join(sentence(self.journey, one) for one in before))
        for one in verdicts(self.journey, scene):
            who = f"{one.name}, felled by {called(one.by)}," if one.by else one.name
            self.say(f"  {who} rolls {one.face}: {one.words}." if one.face else f"  {who} is {one.words}.")
        for paragraph in told(self.journey, [one for one in here if one.tell not in TOLD_BEFORE]):
            self.say(paragraph)

    # What is told

    def _tell_scene(self) -> None:
        place = self.journey.end or self.journey.now
        if place.title == self._told:
            return
        self._told = place.title
        self.say("")
        self.say(place.title)
        for paragraph in place.story:
            self.say(paragraph)

    def _tell_since(self, before: int) -> None:
        """What the last entry brought about; titles come with their scenes."""
        for one in self.journey.happened[before:]:
            if one.tell in (Tell.TRAVELLED, Tell.CHOSE):
                continue
            words = one.words if one.tell == Tell.TOLD else sentence(self.journey, one)
            if words:
                self.say(words)

    # What is asked

    def _asked(self) -> Entry | None:
        awaits = self.journey.awaits
        if awaits == Awaits.DIE:
            return self._die()
        self.say(self._question())
        line = self._line()
        if command := self._command(line):
            return command if not isinstance(command, bool) else None
        if awaits == Awaits.LEAVE:
            return WentOn()
        names = picked(line, self._names())
        if names is None:
            self.say(f"Nobody can tell what {line[:40]!r} means here; `help` tells what can be said.")
            return None
        if awaits == Awaits.TRAVELLERS:
            return Travelled(names or tuple(self._names()[: self.journey.most]))
        if awaits == Awaits.TRAVEL_ON:
            return TravelledOn(names)
        return Chose(names[0]) if len(names) == 1 else None

    def _line(self) -> str:
        line = self._read(ASK).strip()
        if line.lower() in QUIT:
            raise Leaving
        return line

    def _die(self) -> Entry:
        if self.journey.header.dice_are_mine:
            self.say(self.journey.question)
            return Rolled(TypedDice(lambda _: self._line(), self.say).roll(self.journey.question))
        face = self.journey.next_face
        if not self.journey.waiting:
            self.say(f"{self.journey.question} The die shows {face}.")
        return Rolled(face)

    def _names(self) -> list[str]:
        """What can be picked now, in the order of its numbers."""
        journey = self.journey
        if journey.awaits == Awaits.CHOICE:
            return [one.name for one in offered(journey)]
        company = journey.company
        return company.able if journey.awaits == Awaits.TRAVELLERS else company.alive

    def _question(self) -> str:
        journey = self.journey
        if journey.awaits == Awaits.LEAVE:
            return "An empty line goes on."
        lines = [f"{number} {self._shown(name)}" for number, name in enumerate(self._names(), 1)]
        if journey.awaits == Awaits.CHOICE:
            return "\n".join(("What will you do?", *lines))
        if journey.awaits == Awaits.TRAVEL_ON:
            return "\n".join((f"Who travels on? At most {journey.travel_on}.", *lines))
        fewest, most = journey.fewest, journey.most
        count = f"{most}" if fewest == most else f"{fewest} to {most}"
        needed = f" {listed_words(journey.needed)} must come." if journey.needed else ""
        return "\n".join((f"Who goes? {count} can.{needed} An empty line: the first {most}.", *lines))

    def _shown(self, name: str) -> str:
        if self.journey.awaits != Awaits.CHOICE:
            return person_line(self.journey, name)
        text = next(one.text for one in self.journey.now.choices if one.name == name)
        return f"{name}. {text}".strip() if text else name

    def _command(self, line: str) -> Entry | bool:
        """What a line orders beside an answer; True: it has been done."""
        word, _, rest = line.partition(" ")
        tellers = {"help": help_lines, "company": company_lines, "journal": journal_lines, "map": map_lines}
        if word.lower() in tellers and not rest:
            for words in tellers[word.lower()](self.journey):
                self.say(words)
            return True
        if word.lower() == "hand":
            item, _, to = rest.rpartition(" to ")
            return Handed(meant(item, list(self.journey.story.items)), meant(to, self._holders()))
        if word.lower() == "back":
            self._go_back(meant(rest, list(self.journey.story.scenes)))
            return True
        return False

    def _holders(self) -> list[str]:
        return [PACK, *self.journey.company.alive]

    def _go_back(self, scene: str) -> None:
        try:
            self.campaign.go_back(scene)
            self._told = ""
        except HtlError as error:
            self.say(f"{error}.")


def picked(line: str, names: Sequence[str]) -> tuple[str, ...] | None:
    """The names that a line means by numbers or words; None: one of them means nothing."""
    if meant(line, names) in names:
        return (meant(line, names),)
    found = []
    for part in filter(None, (part.strip() for part in line.split(","))):
        if part.isdigit() and len(part) < 4 and 1 <= int(part) <= len(names):
            found.append(names[int(part) - 1])
        elif meant(part, names) in names:
            found.append(meant(part, names))
        else:
            return None
    return tuple(found)


def meant(word: str, names: Sequence[str]) -> str:
    """The one of these that begins like a word, if it is one; else the word itself."""
    word = word.strip()
    exact = [name for name in names if name.casefold() == word.casefold()]
    like = [name for name in names if word and name.casefold().startswith(word.casefold())]
    return exact[0] if exact else like[0] if len(like) == 1 else word


# A campaign in lines


def help_lines(journey: Journey) -> list[str]:
    return [HELP, journey.header.policy.sentence]


def person_line(journey: Journey, name: str) -> str:
    """Somebody with his wounds, scars and items."""
    company = journey.company
    person = company.people[name]
    parts = [f"{person.wounds} wound{'s' if person.wounds > 1 else ''}"] if person.wounds else []
    parts += ["rests until the next haven"] if name not in company.able else []
    parts += [scar.lower() for scar in person.scars]
    parts += [item.name for item in company.items_of(name)]
    return f"{name} ({', '.join(parts)})" if parts else name


def company_lines(journey: Journey) -> list[str]:
    company = journey.company
    lines = [journey.story.company, *(f"  {person_line(journey, name)}" for name in company.alive)]
    pack = [item.name for item in company.items_of(PACK)]
    lines += [f"In the pack: {listed_words(pack)}."] if pack else []
    dead = memorial(journey)
    return lines + (["In memory:", *(f"  {line}" for line in dead)] if dead else [])


def journal_lines(journey: Journey) -> list[str]:
    lines = [journey.story.title, *journey.story.story]
    for page in journal(journey):
        lines += ["", page.heading, *page.paragraphs]
    return lines


def map_lines(journey: Journey) -> list[str]:
    words = {Known.PLAYED: "played", Known.NOW: "now", Known.NEXT: "may come next"}
    lines = []
    for name, known in scene_map(journey).items():
        if known in words:
            played = journey.played.get(name)
            outcome = f", {played.outcome.word}" if played and played.outcome is not None else ""
            lines.append(f"{journey.story.scenes[name].title}: {words[known]}{outcome}")
    unknown = sum(known == Known.UNKNOWN for known in scene_map(journey).values())
    return [*lines, f"{unknown} more that nobody knows yet."] if unknown else lines
