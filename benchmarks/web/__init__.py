"""Measurements of the web server and its client."""
