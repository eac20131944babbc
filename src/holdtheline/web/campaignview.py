"""What a general sees of a campaign, ready to be sent."""

from __future__ import annotations

from typing import Any

from ..core.catalog import contract_of
from ..games.skirmish.briefing import measured
from ..games.skirmish.campaign.allowed import why_not
from ..games.skirmish.campaign.company import Standing
from ..games.skirmish.campaign.composing import all_scars
from ..games.skirmish.campaign.entries import Fought, Handed, Policy
from ..games.skirmish.campaign.journal import by_scene, called, journal, memorial, sentence, told, verdicts
from ..games.skirmish.campaign.journey import Awaits, Happening, Journey, Known, Tell, scene_map
from ..games.skirmish.campaign.passing import offered
from ..games.skirmish.campaign.story import PACK, Aftermath, Item, Outcome, Scar, Sort
from ..games.skirmish.cards import scarred
from ..games.skirmish.names import capital, listed_words
from ..games.skirmish.traits import Trait, inches_text
from ..table.sorties import GAME
from .campaigners import General, Kept
from .schema import GeneralRow
from .storage import GameRow

AFTERMATHS = {
    Aftermath.EXAMPLE: "Each felled friend rolls a die: 1 to 3 dead, "
    "4 to 6 back with a wound that stays until the next haven.",
    Aftermath.NONE: "Whoever falls is back after the battle, unhurt.",
    Aftermath.HARSH: "Whoever falls is dead.",
}
"""What each of them means (K6.4)."""
IN_THE_AFTERMATH = (Tell.TRAVELLED, Tell.BATTLE, Tell.FELL, Tell.DIED, Tell.CAME_BACK, Tell.UNHURT)
"""What is told there by the verdicts."""
KNOWN_BEFORE = (Tell.TRAVELLED, Tell.SCENE, Tell.CHOSE, Tell.FOUND, Tell.HEALED)
"""What whoever goes on has just done or read."""
OF_BATTLES = (Awaits.DIE, Awaits.TRAVEL_ON)
WHAT = {
    Awaits.TRAVELLERS: "travellers",
    Awaits.BATTLE: "battle",
    Awaits.DIE: "die",
    Awaits.CHOICE: "choice",
    Awaits.LEAVE: "leave",
    Awaits.TRAVEL_ON: "travel on",
    Awaits.OVER: "nothing",
}
KNOWN = {Known.PLAYED: "played", Known.NOW: "now", Known.NEXT: "next"}
STANDING = {Standing.THERE: "there", Standing.DEAD: "dead", Standing.LEFT: "left"}
Told = dict[str, Any]


def view(kept: Kept, general: General, generals: list[GeneralRow], table: Told | None) -> Told:
    journey, header = kept.journey, kept.journey.header
    scenes = map_scenes(journey)
    return {
        "id": kept.row.id,
        "version": kept.row.written,
        "title": journey.story.title,
        "company": journey.story.company,
        "story": list(journey.story.story),
        "policy": policy_told(header.policy),
        "aftermath": aftermath_told(header.aftermath),
        "dice": "mine" if header.dice_are_mine else "table",
        "generals": general_cards(journey, general, generals),
        "place": place(journey),
        "asked": asked(journey),
        "last": last(kept),
        "roster": [person(journey, name) for name in by_standing(journey)],
        "items": [item_card(journey, item) for item in company_items(journey)],
        "memorial": memorial(journey),
        "map": scenes,
        "unknown": len(journey.story.scenes) - len(scenes),
        "journal": [{"heading": one.heading, "paragraphs": list(one.paragraphs)} for one in journal(journey)],
        "battle": table,
        "rules": f"/rules/{GAME}",
    }


def policy_told(policy: Policy) -> Told:
    return {"word": policy.word, "sentence": policy.sentence}


def aftermath_told(aftermath: Aftermath) -> Told:
    return {"word": aftermath.word, "sentence": AFTERMATHS[aftermath]}


def battle_table(key: str, general: General, game: GameRow, seats: int) -> Told:
    mine = [seat for seat in general.row.seats if seat < seats]
    return {
        "key": key,
        "watching": not mine,
        "my_turn": bool(mine) and game.turn in (-1, *mine),
        "steps": game.steps,
    }


def general_cards(journey: Journey, me: General, generals: list[GeneralRow]) -> list[Told]:
    titles = contract_of(GAME).seats_of({"generals": journey.header.generals})
    names = {seat: one.name for one in generals for seat in one.seats}
    return [
        {"seat": seat, "title": title, "name": names.get(seat, ""), "mine": seat in me.row.seats}
        for seat, title in enumerate(titles)
    ]


# Where it stands


def place(journey: Journey) -> Told:
    end = journey.end
    if end is not None:
        told_end = {"name": end.name, "title": end.title, "story": list(end.story)}
        return {**told_end, "kind": "end", "outcome": end.outcome.word, "aim": "", "how_hard": ""}
    now = journey.now
    story = {"name": now.name, "title": now.title, "story": list(now.story)}
    return {**story, "kind": now.sort.name.lower(), "outcome": None, **aim_told(journey)}


def aim_told(journey: Journey) -> Told:
    """What the friends want in the battle of this scene, and how hard that is."""
    if journey.now.sort != Sort.BATTLE:
        return {"aim": "", "how_hard": ""}
    scenario = journey.story.scenario(journey.now)
    hard = [line for section in measured(scenario) for line in section.lines]
    return {"aim": scenario.aim, "how_hard": " ".join(hard)}


def asked(journey: Journey) -> Told:
    """What the campaign waits for."""
    awaits = journey.awaits
    names: list[str] = []
    fewest = most = 0
    needed: list[str] = []
    if awaits == Awaits.TRAVELLERS:
        names, fewest, most, needed = journey.company.able, journey.fewest, journey.most, journey.needed
    elif awaits == Awaits.TRAVEL_ON:
        names, fewest, most = journey.company.alive, 1, journey.travel_on
    picks = [{"name": name, "text": journey.story.members[name].text} for name in names]
    picks += [{"name": one.name, "text": one.text} for one in offered(journey)]
    return {
        "what": WHAT[awaits],
        "question": question(journey, fewest, most, needed),
        "picks": picks,
        "fewest": fewest,
        "most": most,
        "needed": needed,
        "can_hand": awaits in (Awaits.TRAVELLERS, Awaits.LEAVE) and bool(company_items(journey)),
    }


def question(journey: Journey, fewest: int, most: int, needed: list[str]) -> str:
    awaits = journey.awaits
    if awaits == Awaits.TRAVELLERS:
        if fewest == most == len(journey.company.able):
            return "All go who can."
        count = f"{most} go" if fewest == most else f"{fewest} to {most} can go"
        must = f" {listed_words(needed)} must come." if needed else ""
        return f"Who goes? {capital(count)}.{must}"
    if awaits == Awaits.TRAVEL_ON:
        return f"Who travels on? At most {most}; the others stay behind, and leave the company."
    if awaits == Awaits.BATTLE:
        return f"{listed_words(list(journey.travellers))} went to fight."
    if awaits == Awaits.DIE:
        return journey.question
    if awaits == Awaits.LEAVE:
        return found_or_healed(journey)
    return "What will you do?" if awaits == Awaits.CHOICE else ""


def found_or_healed(journey: Journey) -> str:
    """What a find, or a haven, has brought."""
    if journey.now.sort == Sort.ITEM:
        item = capital(called(journey.now.item))
        return f"{item} is yours: hand it to somebody, or leave it in the pack."
    here = [one for one in journey.happened if one.scene == journey.scene]
    healed = [sentence(journey, one) for one in here if one.tell == Tell.HEALED]
    return " ".join([*healed, "When everybody is ready, the road goes on."])


# What came of the last scene


def last(kept: Kept) -> Told | None:
    """The battle whose dice are being rolled, or else the scene before this one."""
    journey = kept.journey
    pages = list(by_scene(journey.happened))
    is_under_way = journey.fought is not None and journey.awaits in OF_BATTLES
    if not is_under_way:
        del pages[-1:]
    if not pages:
        return None
    scene, happened = pages[-1]
    fought = next((one for one in happened if one.tell == Tell.BATTLE), None)
    numbers = [number for number, entry in enumerate(kept.entries) if isinstance(entry, Fought)]
    left_out = IN_THE_AFTERMATH if fought else KNOWN_BEFORE
    return {
        "title": journey.story.scenes[scene].title,
        "number": numbers[-1] if numbers else 0,
        "battle": fought is not None,
        "under_way": is_under_way,
        "outcome": Outcome(fought.number).word if fought else None,
        "words": sentence(journey, fought) if fought else "",
        "verdicts": verdict_cards(journey, scene) if fought else [],
        "paragraphs": told(journey, [one for one in happened if is_news(one, left_out)]),
    }


def is_news(one: Happening, left_out: tuple[Tell, ...]) -> bool:
    return one.tell not in left_out


def verdict_cards(journey: Journey, scene: str) -> list[Told]:
    due = journey.waiting[:1]
    dead = [one.who[0] for one in journey.happened if one.scene == scene and one.tell == Tell.DIED]
    return [
        {
            "name": one.name,
            "by": called(one.by) if one.by else "",
            "face": one.face or None,
            "words": one.words,
            "is_dead": one.name in dead,
            "is_due": one.name in due,
        }
        for one in verdicts(journey, scene)
    ]


# The company


def by_standing(journey: Journey) -> list[str]:
    """Those who are there first; whoever has not joined yet is not known."""
    people = journey.company.people
    joined = [name for name in people if people[name].standing != Standing.LATER]
    return sorted(joined, key=lambda name: people[name].standing)


def person(journey: Journey, name: str) -> Told:
    company, story = journey.company, journey.story
    one, traveller, member = company.people[name], company.traveller(name), story.members[name]
    scar = all_scars(traveller)
    card = scarred(member.card, scar) if scar else member.card
    traits = (*card.traits, *member.traits)
    is_there = one.standing == Standing.THERE
    return {
        "name": name,
        "text": member.text or card.text,
        "standing": STANDING[one.standing],
        "wounds": one.wounds,
        "slots": card.wounds,
        "rests": is_there and name not in company.able,
        "travels": name in journey.travellers and journey.awaits == Awaits.BATTLE,
        "general": commander(journey, member.general),
        "numbers": [
            {"name": "move", "text": f"{inches_text(card.move)} in"},
            {"name": "attack", "text": f"{card.attack:+d}" if card.attack else "0"},
            {"name": "defence", "text": f"{card.defence:+d}" if card.defence else "0"},
            *([{"name": "range", "text": f"{inches_text(card.range)} in"}] if card.range else []),
        ],
        "traits": [capital(trait.sentence) for trait in traits if trait.trait != Trait.SCAR],
        "scars": [scar_card(story.scars[scar]) for scar in one.scars],
        "items": [item.name for item in company.items_of(name)],
    }


def commander(journey: Journey, general: int) -> str:
    """Who commands somebody, where there are several generals and the story says so."""
    titles = contract_of(GAME).seats_of({"generals": journey.header.generals})
    return titles[(general - 1) % len(titles)] if len(titles) > 1 and general else ""


def scar_card(scar: Scar) -> Told:
    return {"name": scar.name, "text": scar.text, "change": capital(scar.given.sentence)}


def company_items(journey: Journey) -> list[Item]:
    company = journey.company
    return [item for name, item in journey.story.items.items() if company.has_item(name)]


def item_card(journey: Journey, item: Item) -> Told:
    hands = [PACK, *journey.company.alive]
    return {
        "name": item.name,
        "text": item.text,
        "effect": capital(item.trait.sentence.removeprefix(f"{item.name}: ")) if item.trait else "",
        "holder": journey.company.holders[item.name],
        "can_hold": [to for to in hands if not why_not(journey, Handed(item.name, to))],
    }


# The map


def map_scenes(journey: Journey) -> list[Told]:
    """The scenes that are known: those that were played in their order, where it stands, what may come."""
    known = scene_map(journey)
    order = [*journey.played, *(name for name in known if name not in journey.played)]
    if not journey.is_over and journey.scene in order:
        order.remove(journey.scene)
        order.insert(len([name for name in journey.played if name != journey.scene]), journey.scene)
    return [map_scene(journey, name, known[name]) for name in order if known[name] in KNOWN]


def map_scene(journey: Journey, name: str, known: Known) -> Told:
    scene = journey.story.scenes[name]
    played = journey.played.get(name)
    is_free = journey.header.policy == Policy.FREE
    return {
        "name": name,
        "title": scene.title,
        "kind": Sort(scene.sort).name.lower(),
        "known": KNOWN[known],
        "outcome": played.outcome.word if played and played.outcome is not None else None,
        "can_go_back": is_free and journey.starts.get(name, journey.entries) < journey.entries,
    }
