"""The jail works without root."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

AS_ANOTHER_USER = """
import json, os
from holdtheline.arena.jail import privileges
privileges.switch_user(privileges.draw_unused_user())
privileges.set_capabilities(1 << privileges.CAP_DAC_READ_SEARCH)  # the interpreter may be in root's own folder
privileges.prctl(privileges.PR_CAP_AMBIENT, privileges.PR_CAP_AMBIENT_RAISE, privileges.CAP_DAC_READ_SEARCH)
from holdtheline.arena.jail.battery.attackers import ATTACKERS
from holdtheline.arena.jail.battery.attacks import NATIVE_ATTACKS, run_attacks
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.jail.self_test import check_walls, find_missing_walls
needed = ["holdtheline.arena.jail.battery.attackers:Target", "encodings.idna:IncrementalDecoder"]
with Supervisor(prepare=needed) as supervisor:
    names = [*(f"Python: {name}" for name in ATTACKERS), *(f"C: {name}" for name in NATIVE_ATTACKS)]
    broken = [(one.name, one.evidence) for one in run_attacks(supervisor, names) if not one.held]
print(json.dumps([os.getuid(), find_missing_walls(), {wall.name: wall.why_missing for wall in check_walls()}, broken]))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch the user; without root, all tests check this")
def test_the_walls_stand_and_hold_without_root(tmp_path: Path) -> None:
    (cache := tmp_path / "cache").mkdir()
    cache.chmod(0o777)
    command = [sys.executable, "-c", AS_ANOTHER_USER]
    environment = os.environ | {"HTL_CACHE": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/")
    assert done.returncode == 0, done.stderr
    user, missing, why_not, broken = json.loads(done.stdout)
    assert user > 0
    assert missing == []
    assert why_not["user"].startswith("only root can run each bot as a separate user")
    assert broken == []
