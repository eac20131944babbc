"""Traits: the catalog, and the rules of traits that are more than a change to another rule."""
