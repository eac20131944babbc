"""Run the command line: `python -m holdtheline`."""

from .cli import main

if __name__ == "__main__":
    main()
