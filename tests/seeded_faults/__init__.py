"""A mutation study: do the tests find small, realistic faults in the source?

`python -m tests.seeded_faults` seeds each fault of `faults.toml` into a copy of the tree, runs the tests that should
find it, and reports caught or missed."""
