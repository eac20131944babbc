"""The web server: HTTP and sockets, the database, game tables, campaigns, courses and pages."""
