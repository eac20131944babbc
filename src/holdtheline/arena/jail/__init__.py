"""A bot's process and the walls around it. Nothing here knows a game or what a bot is asked."""
