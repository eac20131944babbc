"""Scenarios: model, parsing, validation, serialization, and the setup row for the rules.

The shipped files are in `data`."""
