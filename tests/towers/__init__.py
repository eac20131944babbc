"""The tests of towers."""
