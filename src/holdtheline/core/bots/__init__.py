"""Guard against bots: limit the time of their code, and describe what they did wrong."""
