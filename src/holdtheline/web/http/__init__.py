"""What every request passes: keys, limits, security headers, errors, and the socket."""
