"""What a seat sees and clicks: the board as JSON, the SVG, the ASCII board, hotspots, marks and odds."""
