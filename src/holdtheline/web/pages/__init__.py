"""The HTML pages and static files."""
