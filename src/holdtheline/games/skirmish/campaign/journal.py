"""The journal of a campaign: sentences made of what happened, with a heading for each scene (K6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..names import capital, listed_words
from .company import Death
from .journey import Happening, Journey, Tell
from .story import Outcome


@dataclass(frozen=True)
class Page:
    """A scene of the journal, or the end."""

    heading: str
    paragraphs: tuple[str, ...]


def journal(journey: Journey) -> list[Page]:
    """What happened, scene by scene; a scene's own story comes first."""
    pages: list[Page] = []
    for name, happened in by_scene(journey.happened):
        place = journey.story.scenes.get(name) or journey.story.ends[name]
        pages.append(Page(place.title, (*place.story, *told(journey, happened))))
    return pages


def by_scene(happened: Iterable[Happening]) -> Iterator[tuple[str, list[Happening]]]:
    scene = ""
    found: list[Happening] = []
    for one in happened:
        if one.scene != scene and found:
            yield scene, found
            found = []
        scene = one.scene
        found.append(one)
    if found:
        yield scene, found


TOGETHER = (Tell.FELL, Tell.DIED, Tell.CAME_BACK)
"""What has happened to several in one scene is told of them together."""


def told(journey: Journey, happened: Sequence[Happening]) -> list[str]:
    """One paragraph of sentences, and the story's own words between."""
    paragraphs: list[str] = []
    sentences: list[str] = []
    for one in gathered(happened):
        if one.tell == Tell.TOLD:
            paragraphs += [" ".join(sentences)] if sentences else []
            paragraphs.append(one.words)
            sentences = []
        else:
            sentences += filter(None, [sentence(journey, one)])
    return paragraphs + ([" ".join(sentences)] if sentences else [])


def gathered(happened: Iterable[Happening]) -> list[Happening]:
    """What is told of several together stands where it is told of the first."""
    found: list[Happening] = []
    for one in happened:
        places = [place for place, other in enumerate(found) if is_like(one, other)]
        if places:
            [place] = places
            found[place] = replace(found[place], who=(*found[place].who, *one.who))
        else:
            found.append(one)
    return found


def is_like(one: Happening, other: Happening) -> bool:
    return one.tell in TOGETHER and (one.tell, one.words) == (other.tell, other.words)


def sentence(journey: Journey, one: Happening) -> str:
    """What happened in words, or nothing where the scene tells it itself."""
    who, company = listed_words(list(one.who)), called(journey.story.company)
    be = "were" if len(one.who) > 1 else "was"
    wound = "wounds" if len(one.who) > 1 else "a wound"
    if one.tell == Tell.BATTLE:
        return f"{OUTCOMES[Outcome(one.number)]} {one.words}".strip()
    if one.tell == Tell.FELL:
        return f"{who} fell to {called(one.words)}." if one.words else f"{who} fell."
    if one.tell == Tell.GIVEN:
        item = called(one.words)
        return f"{who} took {item}." if one.who else f"{capital(item)} went into the pack."
    if one.tell == Tell.LOST:
        with_whom = f" with {who}" if one.who else ""
        return f"{capital(called(one.words))} was lost{with_whom}."
    plain = {
        Tell.TRAVELLED: f"{who} went to fight.",
        Tell.NO_FIGHT: f"Nobody of {company} could stand, and the field was given up without a fight.",
        Tell.DIED: f"{who} did not live to see the evening.",
        Tell.CAME_BACK: f"{who} {be} found alive, with {wound} that only rest will heal.",
        Tell.UNHURT: f"{who} got up again.",
        Tell.FLED: f"{who} had run, and came back ashamed.",
        Tell.CARRIED_OFF: f"{who} left the field before the end.",
        Tell.SLAIN: f"{who} will not come again.",
        Tell.ESCAPED: f"{who} lived, and may be met again.",
        Tell.HEALED: f"Here the wounds of {who} were healed.",
        Tell.JOINED: f"{who} joined {company}.",
        Tell.PERISHED: f"{who} died.",
        Tell.PARTED: f"{who} left {company}.",
        Tell.SCARRED: f"{who} will bear the mark of it: {lowered(one.words)}.",
        Tell.HURT: f"{who} {be} hurt.",
        Tell.MENDED: f"{who} {be} healed.",
        Tell.CHOSE: f"This was decided: {lowered(one.words)}.",
        Tell.ROLLED: f"{one.words} A die was rolled: {one.number}.",
        Tell.BEHIND: f"{who} stayed behind.",
        Tell.FOUND: f"{capital(company)} found {called(one.words)}.",
        Tell.NOBODY: f"Nobody of {company} was left.",
    }
    return plain.get(one.tell, "")


OUTCOMES = {
    Outcome.WON: "The battle was won.",
    Outcome.LOST: "The battle was lost.",
    Outcome.DRAWN: "Neither side could claim the field.",
}


def called(name: str) -> str:
    """`the salt lamp`, but `Oda` and `The Maw`: small letters in a name mean a thing among others."""
    words = name.split()
    if len(words) > 1 and words[0].lower() in ("a", "an", "the"):
        return name[0].lower() + name[1:]
    is_thing = len(words) > 1 and words[-1][0].islower()
    return f"the {name[0].lower()}{name[1:]}" if is_thing else name


def lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


# The aftermath


@dataclass(frozen=True)
class Verdict:
    """A felled friend, and his die."""

    name: str
    by: str
    """Who felled him, or nothing."""
    face: int
    """0: no die was rolled, or not yet."""
    words: str
    """What became of him."""


FATES = {
    Tell.DIED: "dead",
    Tell.CAME_BACK: "back, with a wound that stays until the next haven",
    Tell.UNHURT: "back, and unhurt",
}


def verdicts(journey: Journey, scene: str) -> list[Verdict]:
    """K6.4: the felled of a battle, all on one screen; those who are still to roll as well."""
    here = [one for one in journey.happened if one.scene == scene]
    fates = {name: one for one in here if one.tell in FATES for name in one.who}
    found = []
    for fell in (one for one in here if one.tell == Tell.FELL):
        for name in fell.who:
            fate = fates.get(name)
            words, face = (FATES[fate.tell], fate.number) if fate else ("waits for a die", 0)
            found.append(Verdict(name, fell.words, face, words))
    return found


# The memorial


def memorial(journey: Journey) -> list[str]:
    """Who died, where and how."""
    return [epitaph(journey, death) for death in journey.company.memorial]


def epitaph(journey: Journey, death: Death) -> str:
    title = journey.story.scenes[death.scene].title
    how = f", by {called(death.how)}" if death.how else ""
    return f"{death.name}: {title}{how}."
