"""Cards of characters (K1.2): parse books of cards; the shipped books are in `data`."""
