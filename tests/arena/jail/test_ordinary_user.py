"""The jail needs no root: started by anybody else, it holds as well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.arena.jail.attackers import ATTACKERS

AS_SOMEBODY = """
import json, os
from holdtheline.arena.jail import privileges
privileges.become(privileges.unused_user())
privileges.set_capabilities(1 << privileges.READ_ANYTHING)  # the interpreter may be in root's own folder
privileges.prctl(privileges.AMBIENT, privileges.RAISE, privileges.READ_ANYTHING)
from holdtheline.arena.jail.battery import attack
from holdtheline.arena.jail.keeper import Keeper
from holdtheline.arena.jail.walls import missing_walls, walls
needed = ["holdtheline.arena.jail.attackers:Target", "encodings.idna:IncrementalDecoder"]
with Keeper(prepare=needed) as keeper:
    held = {one.name: one.held for one in attack(keeper)}
print(json.dumps([os.getuid(), missing_walls(), {wall.name: wall.why_not for wall in walls()}, held]))
"""


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can become somebody else, and all tests are this one"
)
def test_the_walls_stand_and_hold_without_root(tmp_path: Path) -> None:
    (cache := tmp_path / "cache").mkdir()
    cache.chmod(0o777)
    command = [sys.executable, "-c", AS_SOMEBODY]
    environment = os.environ | {"HTL_CACHE": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd="/")
    assert done.returncode == 0, done.stderr
    user, missing, why_not, held = json.loads(done.stdout)
    assert user > 0
    assert missing == []
    assert why_not["user"].startswith("only root can give every bot a user of its own")
    assert held == dict.fromkeys(ATTACKERS, True)
