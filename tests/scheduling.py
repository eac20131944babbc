"""Give each worker of pytest-xdist whole files, the longest first.

A module fixture (a server, a jail) is then made once and not by every worker, and no worker is left with a long file at
the end. (The mark `xdist_group` does nothing with pytest 9.2: pytest-xdist 3.8 hands the groups on in node ids, which
pytest does not let it change any more.)
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

UNITS: tuple[tuple[str, ...], ...] = (
    # All that need PostgreSQL: one worker starts it.
    (
        "tests/web/db/",
        "tests/web/courses/test_judge.py",
        "tests/web/campaigns/",
        "tests/web/tables/test_live_table.py",
        "tests/web/http/test_bad_input.py",
    ),
    # Each starts one browser and one server; all take equally long.
    ("tests/browser/games/",),
    ("tests/browser/test_course.py", "tests/browser/test_invitations.py"),
    ("tests/browser/",),
    # They look for processes and files that others left behind.
    (
        "tests/arena/test_hostile_behaviours.py",
        "tests/arena/test_jailed",
        "tests/arena/test_starter.py",
        "tests/cli/test_bot_commands.py",
    ),
    # One worker compiles the bots.
    ("tests/games/towers/bots/",),
    ("tests/terminal/games/towers/",),
    ("tests/web/test_openapi.py",),
    ("tests/core/test_kernel.py",),
    ("tests/games/siege/test_solver.py",),
    ("tests/terminal/screens/test_play",),
    ("tests/games/civilwar/rules/test_oracle.py",),
    ("tests/players/test_player.py",),
    ("tests/players/test_levels.py",),
    ("tests/players/test_precompile.py",),
    ("tests/games/skirmish/rules/test_compiled_battles.py",),
    ("tests/cli/test_play.py",),
    ("tests/cli/test_tournament_commands.py",),
    ("tests/terminal/games/",),
    ("tests/lab/test_level_benchmark.py",),
    ("tests/third_party/",),
    ("tests/definition/test_cold_cache.py",),
    ("tests/arena/tournament/test_pool.py",),
)
"""Files that go to one worker, by the start of their paths, the longest first. Every other file is a unit by itself."""


def unit_of(nodeid: str) -> str:
    """Name the unit of a test. The units above sort before all others."""
    file, _, test = nodeid.partition("::")
    for number, starts in enumerate(UNITS):
        if file.startswith(starts):
            return f"{number:02} {starts[0]}"
    if file.startswith("tests/definition/") and "[" in test:  # one worker plays the games of a kind for all files
        return f"tests/definition/ {test.partition('[')[2].partition('-')[0].rstrip(']')}"
    return file


class FileScheduling(LoadScopeScheduling):
    """Distribute units of tests in the order of their names."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        self.workqueue.move_to_end(min(self.workqueue), last=False)
        super()._assign_work_unit(node)
