"""The coach: chances of moves, luck of rolls, and reviews of finished games."""
