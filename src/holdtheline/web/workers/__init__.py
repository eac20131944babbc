"""Worker processes: everything that takes more than a few milliseconds of processor time."""
