"""The campaign file: its model, how it is parsed and validated, and where the files are (K6.3)."""
