"""Play and replay in the terminal: full-screen (`screens`), line by line (`line_mode`), panels of games (`games`)."""

EXIT_OK, EXIT_INTERRUPTED = 0, 130
"""Exit codes of a game or a replay: finished or quit, and stopped by Ctrl-C."""
