"""The table in the browser: a server, its database, and the pages that it serves."""
