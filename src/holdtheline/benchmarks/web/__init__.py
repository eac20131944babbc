"""Benchmarks of the web server and its pages."""
