"""Play bots against each other: protocol, referee and matches; jail/ and tournament/ around them.

Read in this order: `submission` (a bot's files), `jail` (its process), `protocol` and `connection` (what is said
to it), `move_bot` (what it is asked, where the game has no bot API of its own), `kit` (how a Python bot answers),
`jailed_bot` (a bot as a player), `game_run` and `referee` (one game), `match` (many games of two)."""
