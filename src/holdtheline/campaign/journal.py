"""The journal of a campaign: sentences about what happened, scene by scene, and the memorial (K6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..core.scenarios.campaign_battles import Outcome
from ..core.sentences import capitalize_first, join_words
from .roster import Death
from .state import CampaignState, JournalEvent, JournalEventKind


@dataclass(frozen=True)
class JournalSection:
    """The journal of one scene, or of the end."""

    heading: str
    paragraphs: tuple[str, ...]


def write_journal(state: CampaignState) -> list[JournalSection]:
    """Return the journal, scene by scene; each begins with the text of the scene."""
    sections: list[JournalSection] = []
    for name, events in events_by_scene(state.events):
        scene = state.story.scenes.get(name) or state.story.ends[name]
        sections.append(JournalSection(scene.title, (*scene.story, *format_events(state, events))))
    return sections


def events_by_scene(events: Iterable[JournalEvent]) -> Iterator[tuple[str, list[JournalEvent]]]:
    scene = ""
    found: list[JournalEvent] = []
    for event in events:
        if event.scene != scene and found:
            yield scene, found
            found = []
        scene = event.scene
        found.append(event)
    if found:
        yield scene, found


GROUPED_KINDS = (JournalEventKind.FELL, JournalEventKind.DIED, JournalEventKind.CAME_BACK)
"""Kinds whose events in one scene are merged into one sentence."""


def format_events(state: CampaignState, events: Sequence[JournalEvent]) -> list[str]:
    """Return paragraphs of sentences, interrupted by the paragraphs that the story itself adds."""
    paragraphs: list[str] = []
    sentences: list[str] = []
    for event in group_events(events):
        if event.kind == JournalEventKind.TOLD:
            paragraphs += [" ".join(sentences)] if sentences else []
            paragraphs.append(event.text)
            sentences = []
        else:
            sentences += filter(None, [log_text(state, event)])
    return paragraphs + ([" ".join(sentences)] if sentences else [])


def group_events(events: Iterable[JournalEvent]) -> list[JournalEvent]:
    """Merge events of the grouped kinds into the first of them."""
    found: list[JournalEvent] = []
    for event in events:
        indices = [index for index, other in enumerate(found) if can_group(event, other)]
        if indices:
            [index] = indices
            found[index] = replace(found[index], names=(*found[index].names, *event.names))
        else:
            found.append(event)
    return found


def can_group(event: JournalEvent, other: JournalEvent) -> bool:
    return event.kind in GROUPED_KINDS and (event.kind, event.text) == (other.kind, other.text)


def log_text(state: CampaignState, event: JournalEvent) -> str:
    """Return a sentence about an event, or an empty string if the text of the scene covers it."""
    who, company = join_words(list(event.names)), with_article(state.story.company.name)
    be = "were" if len(event.names) > 1 else "was"
    wound = "wounds" if len(event.names) > 1 else "a wound"
    if event.kind == JournalEventKind.BATTLE:
        return f"{OUTCOME_TEXT[Outcome(event.number)]} {event.text}".strip()
    if event.kind == JournalEventKind.FELL:
        return f"{who} fell to {with_article(event.text)}." if event.text else f"{who} fell."
    if event.kind == JournalEventKind.GIVEN:
        item = with_article(event.text)
        return f"{who} took {item}." if event.names else f"{capitalize_first(item)} went into the pack."
    if event.kind == JournalEventKind.LOST:
        with_whom = f" with {who}" if event.names else ""
        return f"{capitalize_first(with_article(event.text))} was lost{with_whom}."
    plain = {
        JournalEventKind.TRAVELLED: f"{who} went to fight.",
        JournalEventKind.NO_FIGHT: f"Nobody of {company} could stand, and the field was given up without a fight.",
        JournalEventKind.DIED: f"{who} did not live to see the evening.",
        JournalEventKind.CAME_BACK: f"{who} {be} found alive, with {wound} that only rest will heal.",
        JournalEventKind.UNHURT: f"{who} got up again.",
        JournalEventKind.FLED: f"{who} had run, and came back ashamed.",
        JournalEventKind.CARRIED_OFF: f"{who} left the field before the end.",
        JournalEventKind.SLAIN: f"{who} will not come again.",
        JournalEventKind.ESCAPED: f"{who} lived, and may be met again.",
        JournalEventKind.HEALED: f"Here the wounds of {who} were healed.",
        JournalEventKind.JOINED: f"{who} joined {company}.",
        JournalEventKind.PERISHED: f"{who} died.",
        JournalEventKind.PARTED: f"{who} left {company}.",
        JournalEventKind.SCARRED: f"{who} will bear the mark of it: {event.text}.",
        JournalEventKind.HURT: f"{who} {be} hurt.",
        JournalEventKind.MENDED: f"{who} {be} healed.",
        JournalEventKind.CHOSE: f"This was decided: {event.text}.",
        JournalEventKind.ROLLED: f"{event.text} A die was rolled: {event.number}.",
        JournalEventKind.BEHIND: f"{who} stayed behind.",
        JournalEventKind.FOUND: f"{capitalize_first(company)} found {with_article(event.text)}.",
        JournalEventKind.TAKEN: f"{who} {be} carried off by the enemy.",
        JournalEventKind.FREED: f"{who} {be} free again, with {wound} that only rest will heal.",
        JournalEventKind.KEPT: f"The wounds of {who} stay until {company} can rest.",
        JournalEventKind.NOBODY: f"Nobody of {company} was left.",
    }
    return plain.get(event.kind, "")


OUTCOME_TEXT = {
    Outcome.WON: "The battle was won.",
    Outcome.LOST: "The battle was lost.",
    Outcome.DRAWN: "Neither side could claim the field.",
}


def with_article(name: str) -> str:
    """Add an article to a common noun: `the Salt lamp`, but `Oda`; the last word of a common noun is in lower case."""
    words = name.split()
    if len(words) > 1 and words[0].lower() in ("a", "an", "the"):
        return name[0].lower() + name[1:]
    is_thing = len(words) > 1 and words[-1][0].islower()
    return f"the {name}" if is_thing else name


# The memorial


def list_memorial(state: CampaignState) -> list[str]:
    """Return a line for each member who died: where and by whom."""
    return [epitaph(state, death) for death in state.company.memorial]


def epitaph(state: CampaignState, death: Death) -> str:
    title = state.story.scenes[death.scene].title
    by_whom = f", by {with_article(death.killed_by)}" if death.killed_by else ""
    return f"{death.name}: {title}{by_whom}."
