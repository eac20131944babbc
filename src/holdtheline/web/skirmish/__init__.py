"""What the server offers for skirmish alone."""
