"""Civil War in the terminal: a hex map."""
