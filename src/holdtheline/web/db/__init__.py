"""The database: connection, schema, rows, keys, and one store each for games, campaigns and courses."""
