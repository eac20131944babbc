"""What a client shows of a siege: the board and what can be clicked, odds, the SVG picture, the ASCII board."""
