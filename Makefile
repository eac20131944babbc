# make play     makes .venv, installs, opens the table in the browser
# make check    lint, types, and the tests that need no browser, database or compiled rules: before each commit
# make test     makes the same .venv, installs what the tests need, runs everything
# make docs     builds the documentation, which `htl serve` then serves under /docs, and `make wheel-check` packs
# make checked  runs the rules of every game with bounds checks; takes minutes
# make lowest   installs the lowest versions that pyproject.toml allows and runs the fast tests with them
# make pythons  runs the fast tests on every supported version of Python that is installed
# make wheel-check  builds the wheel, installs it in new environments, and plays from it
# make bench    runs all benchmarks, which takes hours; ONLY=speed runs one group

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
CACHE := $(CURDIR)/$(VENV)/cache
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Some machines forbid Python to keep what it compiles: every worker and every server would compile it all again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play docs check fast test compiled compiled-tests warmed fetched collected plain bounds checked lowest pythons wheel-check lint pictures bench clean

play: $(VENV)/.installed
	$(RUN)/htl serve

# Warnings, such as a dead link, are errors. Nothing is reused (-E), because pages are made from the code, too.
SITE := src/holdtheline/web/site
docs: $(VENV)/.tested
	rm -rf $(SITE)
	$(RUN)/sphinx-build -E -W --keep-going -q -b html -d $(VENV)/docs -c docs/_site docs $(SITE)
	@echo "Built: htl serve shows it at http://127.0.0.1:8017/docs/"

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[server,tournament]'
	touch $@

$(VENV)/.tested: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[test]'
	touch $@

$(VENV)/.benched: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(RUN)/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[bench]'
	touch $@

# Three runs of the tests: compiled; plain, which is the oracle; and with bounds checks, which need a
# cache of their own because a warm one hides them. The rules are compiled once, not by every worker.
# Bounds of the large games take minutes to compile, and plain Python has bounds: `make checked` has them all.
COMPILED := HTL_CACHE=$(CACHE)/compiled
CHECKED := NUMBA_BOUNDSCHECK=1 HTL_CACHE=$(CACHE)/checked
PLAIN := NUMBA_DISABLE_JIT=1
# tests/scheduling.py distributes the tests. A worker that crashes ends the run, which would wait for its tests without end.
PYTEST := $(RUN)/python -m pytest --max-worker-restart 0 --numprocesses

# The tests of `make check`: plain Python, because every change of the sources empties the cache of compiled rules. Left
# out are long random games, and what needs processes, sockets or databases.
FAST := tests/docs tests/core tests/table tests/campaign tests/golden tests/test_scheduling.py \
	$(addprefix tests/definition/test_,clause_coverage.py rules.py serialization.py) \
	$(addprefix tests/games/,siege towers skirmish civilwar)
SLOW := $(addprefix --ignore=tests/games/,civilwar/rules/test_oracle.py civilwar/rules/test_perft.py \
	civilwar/rules/test_line_of_sight.py skirmish/scenario/test_setup.py towers/bots/test_mirrored_state.py \
	towers/bots/test_squads.py) --ignore-glob='*/test_random_*'

check: $(VENV)/.tested
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint fast

fast: $(VENV)/.tested
	$(PLAIN) $(PYTEST) 2 -m "not compiled" $(SLOW) $(FAST)

# What needs no compiled rules is done while they are compiled and tested, each in one process; so is collecting, which
# keeps the bytecode of all tests for the workers of the compiled run. That run has more workers than cores: half of it
# waits for browsers and other processes. It starts as soon as it can, so that no core waits for the last of the others.
test:
	$(MAKE) --no-print-directory --jobs 2 $(VENV)/.tested fetched
	$(MAKE) --no-print-directory --jobs 6 --output-sync=target compiled bounds lint plain

compiled: warmed collected
	$(MAKE) --no-print-directory --output-sync=none compiled-tests

compiled-tests:
	$(COMPILED) $(PYTEST) 6

warmed: $(VENV)/.tested
	$(COMPILED) $(RUN)/htl warm

fetched:
	$(PYTHON) -m tests.system_programs

collected: $(VENV)/.tested
	$(COMPILED) $(RUN)/python -m pytest --collect-only -q -q > $(VENV)/collected

# Views are not compiled, and test_plain_and_compiled compares what they are made of in both forms.
plain: $(VENV)/.tested
	$(PLAIN) $(PYTEST) 0 -m "not compiled" tests/definition/test_rules.py tests/games/siege \
		$(addprefix tests/core/test_,dice.py hexes.py kernel.py) \
		$(addprefix tests/games/towers/,rules/test_reference_agreement.py rules/test_turn_and_timesteps.py \
		rules/test_towers_and_soldiers.py rules/test_gold_and_end.py rules/test_unit_ai.py \
		rules/test_hidden_information.py replay/test_playback.py bots/test_unit_kernels.py)

bounds: $(VENV)/.tested
	$(CHECKED) $(RUN)/python -m tests.precompile_small_games
	$(CHECKED) $(PYTEST) 0 -k "not towers and not skirmish and not civilwar and not slow_solver_in_every_position" \
		$(addprefix tests/definition/test_,rules.py seat_views.py plain_and_compiled.py) tests/games/siege

checked: $(VENV)/.tested
	$(CHECKED) $(RUN)/htl warm
	$(CHECKED) $(PYTEST) 2 tests/definition tests/players tests/games/siege \
		$(addprefix tests/games/towers/rules/test_,reference_agreement.py invariants.py) \
		$(addprefix tests/games/civilwar/rules/test_,oracle.py properties.py)

# pip has no way to ask for the lowest versions; uv has. Other versions of Numba than the pinned one run unaccelerated.
# Old versions may warn about each other, which is no fault of ours.
LOWEST := $(VENV)-lowest
LOWEST_TESTS := $(LOWEST)/bin/python -m pytest -W default
lowest:
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[test]'
	$(PLAIN) $(LOWEST_TESTS) --numprocesses 2 -m "not compiled" \
		tests/core tests/games/siege tests/table tests/cli tests/web/http
	HTL_CACHE=$(CACHE)/lowest $(LOWEST_TESTS) tests/games/siege tests/core/test_kernel.py
	HTL_CACHE=$(CACHE)/lowest $(LOWEST_TESTS) tests/rl
	for game in siege towers skirmish civilwar; do HTL_CACHE=$(CACHE)/lowest $(LOWEST)/bin/htl simulate $$game --games 4 || exit 1; done

# The same tests with another Python, in an environment of its own: `make on-python3.13`. The program must be on the PATH.
FAST_TESTS := tests/core tests/games/siege tests/table tests/cli tests/packaging
pythons: on-python3.11 on-python3.12 on-python3.13

on-python%:
	python$* -m venv $(VENV)-$*
	$(VENV)-$*/bin/python -m pip install --quiet --no-compile --constraint constraints.txt --editable '.[test]'
	$(PLAIN) $(VENV)-$*/bin/python -m pytest --numprocesses 2 -m "not compiled" $(FAST_TESTS)
	HTL_CACHE=$(CACHE)/python$* $(VENV)-$*/bin/python -m pytest tests/games/siege tests/core/test_kernel.py

wheel-check: $(VENV)/.tested
	$(COMPILED) $(RUN)/python -m tests.packaging.wheel

lint: $(VENV)/.tested
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(RUN)/lint-imports

bench: $(VENV)/.benched
	$(RUN)/python -m holdtheline.benchmarks $(ONLY)

pictures: $(VENV)/.tested
	$(RUN)/python docs/pictures/make.py

clean:
	rm -rf $(VENV) $(VENV)-* .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
