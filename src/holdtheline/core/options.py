"""Options: the switches of a game's rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .errors import BadOption


@dataclass(frozen=True)
class Option:
    """A switch of the rules. The first value is the default.

    Command lines and records use `name` and the values; people see `title` and the labels of the values.
    """

    name: str
    values: tuple[str | int, ...]
    meaning: str
    clause: str
    title: str = ""
    labels: tuple[str, ...] = ()  # one for each value
    is_main: bool = False  # always shown: in the short form for a new game, and in the heading of a table

    @property
    def default(self) -> str | int:
        return self.values[0]

    def parse(self, value: object) -> str | int:
        """Return the option's value for a value from Python, a command line or a file; refuse a wrong one."""
        for allowed in self.values:
            if type(value) is not bool and str(value).strip() == str(allowed):
                return allowed
        raise BadOption(
            f"{self.name} {str(value)[:40]!r} does not exist ({self.clause}); it can be {self.values_text()}"
        )

    def display_value(self, value: str | int) -> str:
        """Return the value for people to read."""
        return self.labels[self.values.index(value)] if self.labels and value in self.values else str(value)

    @property
    def display_name(self) -> str:
        """The option for people to read."""
        return self.title or self.name.replace("_", " ").capitalize()

    def heading_text(self, value: str | int) -> str:
        """Return the option for the heading of a table; it is empty for a default that is not main."""
        return "" if value == self.default and not self.is_main else f"{self.display_name}: {self.display_value(value)}"

    def public_value(self, value: str | int) -> str | int:
        """Return the value without anything that the players may not know."""
        return value

    def is_file(self, value: object) -> bool:
        """Return whether this value names a file; only a local user may make the program read one."""
        return False

    def file_of(self, value: object) -> Path | None:
        """Return the file that a value stands for, shipped or named, to read or to change its numbers."""
        return None

    def values_text(self, *, with_labels: bool = False) -> str:
        """Return the values for a message: `normal, easy or 1 to 12`; with labels: `on (hidden) or off (open)`."""
        words = [self._labelled(value) if with_labels else str(value) for value in self.values]
        numbers = sorted(value for value in self.values if isinstance(value, int))
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            words = [word for word, value in zip(words, self.values, strict=True) if not isinstance(value, int)]
            words.append(f"{numbers[0]} to {numbers[-1]}")
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))

    def _labelled(self, value: str | int) -> str:
        word, label = str(value), self.display_value(value)
        return label if label.startswith(word) else f"{word} ({label})"
