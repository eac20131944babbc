"""The roster: who is in the company, with which wounds, scars and items (K6.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from ..core.scenarios.campaign_battles import HasName, Traveller
from ..core.sentences import join_words
from .story.model import PACK, Item, Story


class MemberStatus(IntEnum):
    """Whether a member is in the company."""

    LATER = 0  # has not joined
    THERE = 1
    DEAD = 2
    LEFT = 3
    TAKEN = 4  # carried off by enemies


@dataclass(frozen=True)
class RosterMember:
    name: str
    status: MemberStatus
    wounds: int = 0
    """Lasting wounds, which the next haven heals (K6.4)."""
    scars: tuple[str, ...] = ()


@dataclass(frozen=True)
class Death:
    """A line of the memorial."""

    name: str
    scene: str
    killed_by: str
    """Who killed the member; empty if unknown."""


@dataclass
class Roster:
    """The members, the items and the flags of a campaign. Only `rules.apply_entry` changes it, on a copy."""

    story: Story = field(repr=False)
    people: dict[str, RosterMember]
    holders: dict[str, str]
    """The holder of each item: a member, the pack, or empty if the company does not have it."""
    flags: frozenset[str] = frozenset()
    memorial: tuple[Death, ...] = ()
    felled_travel: bool = True
    """Whether members with more wounds than slots can travel (K6.4)."""

    @classmethod
    def at_start(cls, story: Story, felled_travel: bool = True) -> Roster:
        """Return the roster at the start of a campaign."""
        people = {
            name: RosterMember(name, MemberStatus.THERE if member.starts else MemberStatus.LATER)
            for name, member in story.members.items()
        }
        holders = {name: item.holder for name, item in story.items.items()}
        return cls(story, people, holders, felled_travel=felled_travel)

    def copy(self) -> Roster:
        return replace(self, people=dict(self.people), holders=dict(self.holders))

    # Queries

    @property
    def alive(self) -> list[str]:
        """The members who are in the company now."""
        return [name for name, person in self.people.items() if person.status == MemberStatus.THERE]

    @property
    def joined(self) -> list[str]:
        """Everyone who has joined at some time, and guests who have died: they are no longer guests in battles."""
        return [name for name, person in self.people.items() if person.status != MemberStatus.LATER]

    @property
    def to_join(self) -> list[str]:
        """The members who may still join."""
        return [name for name, person in self.people.items() if person.status == MemberStatus.LATER]

    @property
    def able(self) -> list[str]:
        """The members who can travel; without `felled_travel`, those with more wounds than slots must rest."""
        if self.felled_travel:
            return self.alive
        slots = self.story.battle_rules.wound_slots
        return [name for name in self.alive if self.people[name].wounds <= slots(self.traveller(name))]

    @property
    def resting(self) -> str:
        """Return a sentence that says who must rest and why, or an empty text."""
        names = [name for name in self.alive if name not in self.able]
        if not names:
            return ""
        rest, have = ("rests", "has") if len(names) == 1 else ("rest", "have")
        return f"{join_words(names)} {rest} until the next haven: {have} more wounds than slots."

    def traveller(self, name: str) -> Traveller[HasName, object]:
        member, person = self.story.members[name], self.people[name]
        scars = tuple(self.story.scars[scar].effect.trait for scar in person.scars)
        items = tuple(item.effect.trait for item in self.items_of(name) if item.effect)
        return Traveller(member.fighter, member.general, person.wounds, scars, items)

    def items_of(self, holder: str) -> list[Item]:
        return [self.story.items[item] for item, item_holder in self.holders.items() if item_holder == holder]

    def has_item(self, item: str) -> bool:
        return self.holders[item] != ""

    def can_hold(self, name: str, item: str) -> bool:
        """Return whether a member can take an item: at most one of each kind that has an effect in battles."""
        effect = self.story.items[item].effect
        others = [held.effect.kind for held in self.items_of(name) if held.effect and held.name != item]
        return name in self.alive and (effect is None or effect.kind not in others)

    # Changes

    def change(self, name: str, **changes: object) -> None:
        self.people[name] = replace(self.people[name], **changes)  # type: ignore[arg-type]

    def join(self, name: str) -> bool:
        """Let a member join; return False if he has joined before or is dead."""
        if self.people[name].status != MemberStatus.LATER:
            return False
        self.change(name, status=MemberStatus.THERE)
        return True

    def give(self, item: str, to: str) -> str:
        """Give an item to a member, or put it into the pack if he cannot hold it; return the holder."""
        holder = to if to != PACK and self.can_hold(to, item) else PACK
        self.holders[item] = holder
        return holder

    def bury(self, name: str, scene: str, killed_by: str) -> list[str]:
        """Mark a member as dead, add him to the memorial, and return the items that are lost with him."""
        self.change(name, status=MemberStatus.DEAD, wounds=0)
        self.memorial = (*self.memorial, Death(name, scene, killed_by))
        lost = [item.name for item in self.items_of(name) if not item.is_passed]
        for item in self.items_of(name):
            self.holders[item.name] = PACK if item.is_passed else ""
        return lost

    def leave(self, name: str) -> None:
        """Let a member leave the company; his items go into the pack."""
        self.change(name, status=MemberStatus.LEFT, wounds=0)
        for item in self.items_of(name):
            self.holders[item.name] = PACK

    @property
    def taken(self) -> list[str]:
        """The members whom enemies have carried off."""
        return [name for name, person in self.people.items() if person.status == MemberStatus.TAKEN]

    def take(self, name: str) -> None:
        """Let enemies have a member; his items go into the pack."""
        self.leave(name)
        self.change(name, status=MemberStatus.TAKEN)

    def free(self, name: str) -> None:
        """Let a member come back from the enemies, with a wound."""
        self.change(name, status=MemberStatus.THERE, wounds=1)

    def wound(self, name: str) -> None:
        self.change(name, wounds=self.people[name].wounds + 1)

    def heal(self, names: Iterable[str]) -> list[str]:
        """Heal all lasting wounds of these members; return those who had any."""
        healed = [name for name in names if self.people[name].wounds]
        for name in healed:
            self.change(name, wounds=0)
        return healed

    def scar(self, name: str, scar: str) -> bool:
        """Add a scar; return False if the member already has it."""
        if scar in self.people[name].scars:
            return False
        self.change(name, scars=(*self.people[name].scars, scar))
        return True
