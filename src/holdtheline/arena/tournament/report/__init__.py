"""The report of a tournament: one HTML page, CSV and JSON."""
