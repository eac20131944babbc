"""The command `htl`."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from ..core.errors import BadRecord, HtlError, NotSaved

FINE, BAD, USAGE, DISK, STOPPED, BUG = 0, 1, 2, 3, 130, 70
"""Exit codes: done; what was examined is bad; asked wrongly; the disk said no; Ctrl-C; our fault."""


def main() -> NoReturn:
    """Run the command line; whatever goes wrong is one sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _run()
    except KeyboardInterrupt:  # also while it is still loading
        code = STOPPED
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _stop_writing()
    except OSError as error:
        _stop_writing()
        code = _complain(f"the output could not be written: {error.strerror}", DISK)
    except (ValueError, AttributeError):  # a bot has closed it, or put something else there
        code = _complain("the output was closed before everything was told", DISK)
    sys.exit(code)


def _run() -> int:
    from typer.exceptions import Abort, TyperException

    from .line import app

    try:
        code = app(standalone_mode=False)
        return code if isinstance(code, int) else FINE
    except TyperException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "htl"
        return _complain(f"{_sentence(error.format_message())} `{where} --help` tells more.", USAGE)
    except BadRecord as error:
        return _complain(str(error), BAD)
    except NotSaved as error:
        return _complain(str(error), DISK)
    except HtlError as error:
        return _complain(str(error), USAGE)
    except Abort:
        return STOPPED
    except SystemExit:  # Typer's answer to a reader that stopped reading
        return FINE
    except OSError as error:
        what = error.filename or "the output could not be written"
        return _complain(f"{what}: {error.strerror or error}", DISK)
    except Exception as error:
        if os.environ.get("HTL_DEBUG"):
            raise
        kind = type(error).__name__
        return _complain(f"something went wrong inside ({kind}: {error}); HTL_DEBUG=1 shows where", BUG)


def _complain(sentence: str, code: int) -> int:
    try:
        print(f"htl: {sentence}", file=sys.stderr)
    except OSError:
        pass
    return code


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else text + "."


def _stop_writing() -> None:
    """Nobody reads any more: let Python's own last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
