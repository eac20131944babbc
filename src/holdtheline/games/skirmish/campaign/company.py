"""The company as the story has left it: who is there, with which wounds, scars and items (K6.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from .composing import Traveller, slots_of
from .story import PACK, Item, Story


class Standing(IntEnum):
    """Of a member."""

    LATER = 0  # has not joined
    THERE = 1
    DEAD = 2
    LEFT = 3


@dataclass(frozen=True)
class Person:
    name: str
    standing: Standing
    wounds: int = 0
    """That stay until the next haven."""
    scars: tuple[str, ...] = ()


@dataclass(frozen=True)
class Death:
    """A line of the memorial."""

    name: str
    scene: str
    """Where."""
    how: str
    """What is told of it: the name of who did it, or words of the story, or nothing."""


@dataclass
class Company:
    """It changes only inside the fold of a journey, which works on a copy."""

    story: Story = field(repr=False)
    people: dict[str, Person]
    holders: dict[str, str]
    """Of each item: a member, the pack, or nobody: then the company does not have it."""
    flags: frozenset[str] = frozenset()
    memorial: tuple[Death, ...] = ()

    @classmethod
    def of(cls, story: Story) -> Company:
        """As the campaign begins."""
        people = {
            name: Person(name, Standing.THERE if member.starts else Standing.LATER)
            for name, member in story.members.items()
        }
        return cls(story, people, {name: item.holder for name, item in story.items.items()})

    def copy(self) -> Company:
        return replace(self, people=dict(self.people), holders=dict(self.holders))

    # Asking

    @property
    def alive(self) -> list[str]:
        """Those who are in the company now."""
        return [name for name, person in self.people.items() if person.standing == Standing.THERE]

    @property
    def joined(self) -> list[str]:
        """Those who have ever been in it, and guests who have died: nobody meets them as guests any more."""
        return [name for name, person in self.people.items() if person.standing != Standing.LATER]

    @property
    def to_join(self) -> list[str]:
        """Those who may still join."""
        return [name for name, person in self.people.items() if person.standing == Standing.LATER]

    @property
    def able(self) -> list[str]:
        """Those who can travel: the others have more wounds than slots, and rest."""
        return [name for name in self.alive if self.people[name].wounds <= slots_of(self.traveller(name))]

    def traveller(self, name: str) -> Traveller:
        person = self.people[name]
        scars = tuple(self.story.scars[scar] for scar in person.scars)
        return Traveller(self.story.members[name], person.wounds, scars, tuple(self.items_of(name)))

    def items_of(self, holder: str) -> list[Item]:
        return [self.story.items[name] for name, one in self.holders.items() if one == holder]

    def has_item(self, item: str) -> bool:
        return self.holders[item] != ""

    def can_hold(self, name: str, item: str) -> bool:
        """One holds at most one item that saves, and one that is somebody's bane."""
        trait = self.story.items[item].trait
        others = [one.trait.trait for one in self.items_of(name) if one.trait and one.name != item]
        return name in self.alive and (trait is None or trait.trait not in others)

    # Acting

    def change(self, name: str, **changes: object) -> None:
        self.people[name] = replace(self.people[name], **changes)  # type: ignore[arg-type]

    def join(self, name: str) -> bool:
        """Whether somebody new has joined."""
        if self.people[name].standing != Standing.LATER:
            return False
        self.change(name, standing=Standing.THERE)
        return True

    def give(self, item: str, to: str) -> str:
        """Who has it now: whoever it is for, or the pack."""
        holder = to if to != PACK and self.can_hold(to, item) else PACK
        self.holders[item] = holder
        return holder

    def bury(self, name: str, scene: str, how: str) -> list[str]:
        """Somebody dies; the items that are lost with him."""
        self.change(name, standing=Standing.DEAD, wounds=0)
        self.memorial = (*self.memorial, Death(name, scene, how))
        lost = [item.name for item in self.items_of(name) if not item.is_passed]
        for item in self.items_of(name):
            self.holders[item.name] = PACK if item.is_passed else ""
        return lost

    def part(self, name: str) -> None:
        """Somebody leaves the company, and his items to it."""
        self.change(name, standing=Standing.LEFT, wounds=0)
        for item in self.items_of(name):
            self.holders[item.name] = PACK

    def wound(self, name: str) -> None:
        self.change(name, wounds=self.people[name].wounds + 1)

    def heal(self, names: Iterable[str]) -> list[str]:
        """All wounds that stay; those who had any."""
        healed = [name for name in names if self.people[name].wounds]
        for name in healed:
            self.change(name, wounds=0)
        return healed

    def scar(self, name: str, scar: str) -> bool:
        """Whether it is new: nobody has one scar twice."""
        if scar in self.people[name].scars:
            return False
        self.change(name, scars=(*self.people[name].scars, scar))
        return True
