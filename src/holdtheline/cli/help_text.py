"""How `htl` prints its help: GAME, FILE and N instead of types, commands in groups, nothing cut off."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

VALUE_WORDS = {"<int>": "N", "<int range>": "N", "<float>": "NUMBER", "<path>": "PATH"}
"""What stands for the value of an option, by Typer's name of its type; for all others it is TEXT."""


class HtlCommand(TyperCommand):
    """A command whose help names its arguments and values by words in capitals."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return ["[OPTIONS]", *(_usage_word(param) for param in self.params if _is_argument(param))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        arguments, options = [], []
        params: list[Any] = self.get_params(ctx)
        for param in params:
            if _is_argument(param):
                arguments.append((_value_word(param), param.help or ""))
                continue
            if param.metavar is None and not param.is_flag:
                param.metavar = VALUE_WORDS.get(param.display_type(ctx), "TEXT")
            row = param.get_help_record(ctx)
            if row is not None:
                options.append(row)
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class HtlGroup(TyperGroup):
    """A group of commands that prints the whole first sentence of each."""

    def command_sections(self, ctx: Any) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return headings with the names and descriptions of the commands below them."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [(name, str(command.help).split("\n\n")[0]) for name, command in commands.items() if command is not None]
        return [("Commands", rows)]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return ["[OPTIONS]", "COMMAND", "..."]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        sections = self.command_sections(ctx)
        width = max(len(name) for _, rows in sections for name, _ in rows)
        for title, rows in sections:
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), description) for name, description in rows])


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _value_word(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _usage_word(param: Any) -> str:
    word = _value_word(param) if param.required else f"[{_value_word(param)}]"
    return word if param.nargs == 1 else f"{word}..."
