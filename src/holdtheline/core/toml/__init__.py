"""TOML files of scenarios, cards, rulesets and campaigns: read with every fault, check, write."""
