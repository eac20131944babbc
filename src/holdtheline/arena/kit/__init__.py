"""The code inside a Python bot's process: it speaks the protocol and calls the author's class."""
