"""Options: the switches of a game's rules."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import BadOption


@dataclass(frozen=True)
class Option:
    """A switch of the rules. The first value is the default."""

    name: str
    values: tuple[str | int, ...]
    meaning: str
    clause: str

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
        return str(value)

    def heading_text(self, value: str | int) -> str:
        """Return the option for the heading of a table, or an empty string for the default."""
        return "" if value == self.default else f"{self.name} {self.display_value(value)}"

    def public_value(self, value: str | int) -> str | int:
        """Return the value without anything that the players may not know."""
        return value

    def is_file(self, value: object) -> bool:
        """Return whether this value names a file; only a local user may make the program read one."""
        return False

    def values_text(self) -> str:
        """Return the values for a message: `normal, easy or 1 to 12`."""
        words = [str(value) for value in self.values]
        numbers = sorted(value for value in self.values if isinstance(value, int))
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            words = [word for word in words if not word.isdigit()]
            words.append(f"{numbers[0]} to {numbers[-1]}")
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
