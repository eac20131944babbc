"""Play bots against each other: protocol, referee and matches; jail/, kit/ and tournament/ around them.

Read in this order: `submission` (a bot's files), `jail` (its process), `protocol` and `connection` (what is said
to it), `jailed_bot` (a bot as a player), `game_run` and `referee` (one game), `match` (many games of two)."""
