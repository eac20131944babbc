"""Cards of characters (K1.2): parse them, and print them; the shipped books are in `data`."""
