"""What runs in the process of a bot in Python: it speaks the protocol, and calls what the author wrote."""
