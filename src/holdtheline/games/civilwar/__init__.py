"""Civil War: a hex block wargame of ten battles."""
