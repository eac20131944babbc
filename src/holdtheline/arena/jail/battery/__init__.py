"""The attacks and checks of the self-test: `attackers` are run as bots, `wall_checks` tries each wall by itself."""
