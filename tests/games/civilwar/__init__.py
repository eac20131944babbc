"""The tests of Civil War."""
