"""Control groups of bots, in a folder with the files of the kernel's: few machines of tests delegate a real one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.jail import cgroup, supervisor
from holdtheline.arena.jail.bot_process import ProcessEnd
from holdtheline.arena.jail.cgroup import BotGroup, prepare_delegated_group
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor

from .conftest import Bot
from .test_supervisor import BUSY, PATIENCE, RUN

FILES = ("cgroup.procs", "cgroup.subtree_control", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max")


def fill_group(folder: Path, **files: str) -> None:
    """Write the files that the kernel makes in a new group."""
    for name in FILES:
        (folder / name).write_text("")
    (folder / "memory.events").write_text("low 0\noom 0\noom_kill 0\n")
    (folder / "memory.peak").write_text(str(70 << 20))
    for name, text in files.items():
        (folder / name.replace("_", ".", 1)).write_text(text)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which every new folder gets the files of a group; the unit `judge` is delegated."""
    root = tmp_path / "cgroup"
    (root / "judge").mkdir(parents=True)
    fill_group(root / "judge", cgroup_controllers="cpu memory pids", cgroup_procs="11\n12\n")
    make = Path.mkdir

    def make_group(folder: Path, *arguments: Any, **options: Any) -> None:
        make(folder, *arguments, **options)
        if folder.is_relative_to(root):
            fill_group(folder)

    monkeypatch.setattr(Path, "mkdir", make_group)
    monkeypatch.setattr(cgroup, "is_delegated", lambda group: group == root / "judge")
    return root


def read(group: Path, name: str) -> str:
    return (group / name).read_text()


@pytest.mark.parametrize("own", ["/judge", "/judge/htl"])
def test_our_processes_leave_a_delegated_group_that_then_shares_out_memory(kernel: Path, own: str) -> None:
    assert prepare_delegated_group(kernel, f"1:name=systemd:/\n0::{own}\n") == kernel / "judge"
    assert read(kernel / "judge", "cgroup.subtree_control") == "+memory +pids"
    assert read(kernel / "judge" / "htl", "cgroup.procs") in ("11", "12")


def test_groups_that_are_not_ours_are_left_alone(kernel: Path) -> None:
    (kernel / "user").mkdir()
    assert prepare_delegated_group(kernel, "0::/user\n") is None
    assert prepare_delegated_group(kernel, "9:memory:/judge\n") is None
    (kernel / "judge" / "cgroup.controllers").write_text("cpu pids")
    assert prepare_delegated_group(kernel, "0::/judge\n") is None
    assert not (kernel / "judge" / "htl").exists()


@pytest.mark.parametrize(("kind", "most"), [("program", 64), ("node", 64), ("python", 64 + 512)])
def test_a_group_has_the_limits_of_its_bot(kernel: Path, kind: str, most: int) -> None:
    group = BotGroup(kernel / "judge", Limits(memory_mb=64), kind)
    group.add(77)
    written = {name: read(group.folder, name) for name in FILES}
    assert written == {
        "cgroup.procs": "77",
        "cgroup.subtree_control": "",
        "memory.max": str(most << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "64",
    }
    assert not group.ran_out_of_memory
    assert group.peak_mb == 70
    (group.folder / "memory.peak").unlink()
    assert group.peak_mb == most


def test_a_bot_that_the_kernel_ends_for_its_memory_gets_that_verdict(
    kernel: Path, monkeypatch: pytest.MonkeyPatch, bot: Bot
) -> None:
    monkeypatch.setattr(supervisor, "find_delegated_group", lambda: kernel / "judge")
    with Supervisor(with_bubble=False) as own:
        process = own.start(bot(BUSY), RUN, Limits(memory_mb=64))
        [group] = (kernel / "judge").glob(f"bot-{os.getpid()}-*")
        assert read(group, "cgroup.procs") == str(process.pid)
        (group / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
        os.kill(process.pid, 9)
        assert process.ended(PATIENCE) == ProcessEnd("used 70 MB of memory; its limit is 64 MB", is_out_of_memory=True)
        process.kill()
