"""A bot written in Python: load its class from its file."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from ..core.bots.bot_api import BotApi
from ..core.bots.faults import class_name, one_line
from ..core.bots.time_limit import TimeUp, time_limit
from .submission import BadBot

IMPORT_SECONDS = 20.0


def load_bot_class(api: BotApi, path: Path, shown_path: str = "") -> type[Any]:
    """Return the only class in a bot's file that implements this bot API.

    Messages name the file by `shown_path`: its author does not know the path of a copy.
    """
    shown = shown_path or str(path)
    classes, prefix = load_classes(path, api.is_bot_class, shown), api.class_prefix
    named = [found for found in classes if class_name(found).startswith(prefix)]
    if len(named) > 1:
        names = " and ".join(map(class_name, named))
        raise BadBot(f"{shown} defines {names}; keep only one {prefix} class")
    if not named and classes:
        name = class_name(classes[0])
        raise BadBot(f"{shown}: rename the class {name} to {prefix}{name}")
    if not named:
        declaration = api.declaration.format(f"{prefix}{to_pascal_case(path.stem)}")
        raise BadBot(f"{shown} defines no {prefix} class; add a {declaration}")
    return named[0]


def to_pascal_case(stem: str) -> str:
    """Convert `ada_two` to `AdaTwo`."""
    return "".join(word.capitalize() for word in stem.split("_")) or "Ada"


def load_classes(path: Path, is_bot: Callable[[type], bool], shown: str) -> list[type[Any]]:
    """Run a file as a new module, never from a cache, and return its bot classes."""
    try:
        text = path.read_bytes()
    except FileNotFoundError as error:
        raise BadBot(f"there is no file {path}; create one with `htl new-bot GAME {path.stem}`") from error
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from error
    resolved = path.resolve()
    name = f"htl_bot_{blake2b(str(resolved).encode() + text, digest_size=6).hexdigest()}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(resolved)
    sys.modules[name] = module  # dataclasses look up their own module
    try:
        code = compile(text, str(resolved), "exec", dont_inherit=True)
        return execute_with_time_limit(code, module, is_bot)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(name, None)
        raise BadBot(f"{shown}{describe_load_error(error, resolved)}") from error


def execute_with_time_limit(code: CodeType, module: ModuleType, is_bot: Callable[[type], bool]) -> list[type[Any]]:
    """Run a module and return its bot classes, each once; even inspecting its values may run its code."""
    with time_limit(IMPORT_SECONDS) as watch:
        exec(code, vars(module))
        classes = [
            value
            for value in list(vars(module).values())
            if isinstance(value, type) and is_bot(value) and value.__module__ == module.__name__
        ]
        distinct = list(dict.fromkeys(classes))
    if watch.late is not None:
        raise TimeUp
    return distinct


def describe_load_error(error: BaseException, path: Path) -> str:
    if isinstance(error, TimeUp):
        return f": importing it took longer than {IMPORT_SECONDS:g} s"
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f", line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = f", line {lines[-1]}" if lines else ""
    return f"{line}: importing it raised {class_name(error)}: {one_line(error)}"


def seed_generators(seed: int) -> None:
    """Seed the global generators of Python and NumPy, which bots may use."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
