"""The terminal line by line, for screen readers and pipes: no boxes, no colours, nothing that moves."""
