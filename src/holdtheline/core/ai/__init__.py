"""What a game says about itself to programs that play it: policies, search settings, arrays for learning."""
