"""What the server offers for single games, each in a package named after its game, with a `router`."""
