"""Many bots: everybody plays everybody, what came out, and how sure that is."""
