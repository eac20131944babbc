"""Routes for single games, in packages named after them: the battle editors. The list of games is in `tables.lobby`."""
