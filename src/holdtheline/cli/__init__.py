"""The command `htl`: run it, and turn every error into one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from .. import __version__
from ..core.errors import BadFile, BadRecord, HtlError, NotSaved
from ..terminal import EXIT_INTERRUPTED, EXIT_OK

__all__ = ["EXIT_BAD", "EXIT_BUG", "EXIT_DISK", "EXIT_INTERRUPTED", "EXIT_OK", "EXIT_USAGE", "main"]

EXIT_BAD, EXIT_USAGE, EXIT_DISK, EXIT_BUG = 1, 2, 3, 70
"""Exit codes: the checked file or bot has faults; the command was wrong; the disk failed; a bug in `htl`."""


def main() -> NoReturn:
    """Run the command line, and exit with one sentence and a code if something fails."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _run_app()
    except KeyboardInterrupt:  # even while modules are being imported
        code = EXIT_INTERRUPTED
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        code = _print_error(f"the output could not be written: {error.strerror}", EXIT_DISK)
    except (ValueError, AttributeError):  # a bot closed or replaced it
        code = _print_error("the output was closed before everything was printed", EXIT_DISK)
    sys.exit(code)


def _run_app() -> int:
    if sys.argv[1:] in (["--version"], ["-V"]):  # at once, before anything is imported
        print(f"htl {__version__}")
        return EXIT_OK
    from typer.exceptions import Abort, TyperException

    from .app import app

    try:
        code = app(standalone_mode=False, prog_name="htl")
        return code if isinstance(code, int) else EXIT_OK
    except TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "htl"
        return _print_error(f"{_end_with_full_stop(error.format_message())} See `{command} --help`.", EXIT_USAGE)
    except BadRecord as error:
        return _print_error(str(error), EXIT_BAD)
    except NotSaved as error:
        return _print_error(str(error), EXIT_DISK)
    except BadFile as error:
        return _print_error("\n".join(error.sentences()), EXIT_USAGE)
    except HtlError as error:
        return _print_error(str(error), EXIT_USAGE)
    except Abort:
        return EXIT_INTERRUPTED
    except SystemExit:  # Typer exits when the reader has closed the pipe
        return EXIT_OK
    except OSError as error:
        subject = error.filename or "the output could not be written"
        return _print_error(f"{subject}: {error.strerror or error}", EXIT_DISK)
    except Exception as error:
        if os.environ.get("HTL_DEBUG"):
            raise
        kind = type(error).__name__
        return _print_error(f"internal error ({kind}: {error}); set HTL_DEBUG=1 to see the traceback", EXIT_BUG)


def _print_error(sentence: str, code: int) -> int:
    try:
        print(f"htl: {sentence}", file=sys.stderr)
    except OSError:
        pass
    return code


def _end_with_full_stop(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else text + "."


def _discard_output() -> None:
    """Send Python's last flush to the null device, because the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
