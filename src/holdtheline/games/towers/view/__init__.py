"""What a seat sees and can click: the board as JSON, SVG and characters, hotspots, the planning panel."""
