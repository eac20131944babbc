"""Play bots against each other: protocol, referee and matches; jail/ and tournament/ around them.

Read in this order: `submission` (a bot's files), `jail` (its process), `protocol` and `connection` (messages
to and from it), `move_bot` (the default bot API: questions and answers), `kit` (how a Python bot answers),
`jailed_bot` (a bot as a player), `game_run` and `referee` (one game), `match` (many games of two)."""
