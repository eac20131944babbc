"""Run the tests against one fault at a time, in a copy of the tree.

The copy is always in the same folder and keeps the times of its files, because the cache of compiled rules depends on
both: so one warm cache serves all faults outside the kernels. A fault in the kernels is looked for in plain Python
first, since it would have them all compiled again."""

from __future__ import annotations

import fcntl
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .catalog import HERE, ROOT, Fault

PLAIN, COMPILED = "plain", "compiled"
CAUGHT, MISSED, UNFINISHED = "caught", "missed", "unfinished"
MAX_SECONDS = {PLAIN: 420, COMPILED: 1500}
"""How long a run may take on the clock: a fault may make a test wait for ever."""
MAX_MEMORY = 4 * 2**30
"""Bytes that a process may use: a fault may make a test read without end."""
MAX_EXCUSED = 5
"""How many tests may fail that the fault does not concern, before the study gives up."""
TESTS_FAILED, NO_TESTS_COLLECTED = 1, 5  # exit codes of pytest


@dataclass(frozen=True)
class Finding:
    """The result of one fault."""

    id: str
    verdict: str
    test: str
    """The first test that failed because of the fault."""
    mode: str
    seconds: float
    """Processor time of all runs for this fault."""
    key: str
    """A digest of the fault, the source and the tests: with the same one there is nothing to run again."""


class Study:
    """The folder of the study: the copied tree, its cache of compiled rules, and the report of the last run."""

    def __init__(self, tests_from: str | None, folder: Path = ROOT / ".venv" / "cache" / "seeded_faults") -> None:
        self.tests_from = tests_from
        self.folder = folder
        self.tree = folder / "tree"
        self.cache = folder / "compiled"
        self.report = folder / "first_failure.txt"
        self.log = folder / "last_run.txt"
        self._digest = ""

    def lock(self) -> None:
        """Keep other studies out of the folder until this process ends."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"Another study is running in {self.folder}.")

    # The tree

    def make_tree(self, fault: Fault | None = None) -> None:
        """Copy the working tree, with the tests of the other revision, and seed a fault."""
        shutil.rmtree(self.tree, ignore_errors=True)
        for name in list_files():
            source = ROOT / name
            if source.is_file() and not (self.tests_from and name.startswith("tests/")):
                target = self.tree / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        if self.tests_from:
            archive = subprocess.run(
                ["git", "archive", self.tests_from, "tests"], cwd=ROOT, check=True, capture_output=True
            ).stdout
            subprocess.run(["tar", "-x", "-C", str(self.tree)], input=archive, check=True)
        if fault is not None:
            path = self.tree / fault.file
            path.write_text(fault.apply(path.read_text(encoding="utf-8")), encoding="utf-8")

    def key(self, fault: Fault) -> str:
        """Return a digest of everything that decides the verdict on a fault."""
        if not self._digest:
            self.make_tree()
            digest = hashlib.blake2b(digest_size=8)
            for path in sorted(path for part in ("src", "tests") for path in (self.tree / part).rglob("*")):
                name = path.relative_to(self.tree)
                if path.is_file() and HERE.name not in name.parts:
                    digest.update(str(name).encode() + path.read_bytes())
            self._digest = digest.hexdigest()
        return hashlib.blake2b(f"{self._digest} {fault}".encode(), digest_size=8).hexdigest()

    def warm(self) -> None:
        """Compile the rules of the tree without faults."""
        self.make_tree()
        subprocess.run(
            [sys.executable, "-m", "holdtheline", "warm"], cwd=self.tree, env=self._environment(COMPILED), check=True
        )

    # Runs

    def examine(self, fault: Fault) -> Finding:
        """Look for a fault, in plain Python first if it is in the kernels."""
        began = processor_seconds()
        verdict, test, mode = MISSED, "", COMPILED
        known_caches = self._caches()
        for mode in (PLAIN, COMPILED) if fault.changes_kernels else (COMPILED,):
            verdict, test = self._look(fault, mode)
            if verdict == CAUGHT:
                break
        for folder in self._caches() - known_caches:
            shutil.rmtree(folder, ignore_errors=True)
        return Finding(fault.id, verdict, test, mode, round(processor_seconds() - began, 1), self.key(fault))

    def _caches(self) -> set[Path]:
        return set(self.cache.iterdir()) if self.cache.exists() else set()

    def _look(self, fault: Fault, mode: str) -> tuple[str, str]:
        """Run the tests of a fault until one fails because of it."""
        excused: list[str] = []
        while len(excused) <= MAX_EXCUSED:
            self.make_tree(fault)
            code, test = self._run(mode, self.existing(fault.tests), excused)
            if code is None:
                return UNFINISHED, f"no end within {MAX_SECONDS[mode]} s"
            if code == 0 or code == NO_TESTS_COLLECTED:
                return MISSED, ""
            if code < 0:
                return UNFINISHED, f"pytest was ended by {signal.Signals(-code).name}"
            if code != TESTS_FAILED and not test:
                raise RuntimeError(f"{fault.id}: pytest ended with {code}:\n{self.log.read_text()[-3000:]}")
            if self._depends_on(fault, mode, test):
                return CAUGHT, test
            excused.append(test)
        return UNFINISHED, f"not because of the fault: {', '.join(excused)}"

    def _depends_on(self, fault: Fault, mode: str, test: str) -> bool:
        """Return whether a test passes without the fault, and fails with it a second time."""
        self.make_tree()
        if self._run(mode, [test])[0] != 0:
            return False
        self.make_tree(fault)
        return self._run(mode, [test])[0] != 0

    def existing(self, tests: Sequence[str]) -> list[str]:
        """Return the paths of tests, each replaced by its folder if these tests do not have it."""
        found: list[str] = []
        for name in tests:
            path = Path(name)
            while not (self.tree / path).exists():
                path = path.parent
            found.append(str(path))
        return list(dict.fromkeys(found))

    def _run(self, mode: str, tests: Sequence[str], excused: Sequence[str] = ()) -> tuple[int | None, str]:
        """Run these tests in the tree; return the exit code, None if they did not end, and the first that failed."""
        self.report.unlink(missing_ok=True)
        marks = ["-m", "not compiled"] if mode == PLAIN else []
        skipped = [f"--deselect={test}" for test in excused]
        plugins = ["-p", "seeded_fault_plugin", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", "-x", "-q", *plugins, *marks, *skipped, *tests]
        with self.log.open("w") as log:
            pytest = subprocess.Popen(
                command,
                cwd=self.tree,
                env=self._environment(mode),
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=limit_memory,
            )
            try:
                code: int | None = pytest.wait(MAX_SECONDS[mode])
            except BaseException as error:
                os.killpg(pytest.pid, signal.SIGKILL)
                pytest.wait()
                if not isinstance(error, subprocess.TimeoutExpired):
                    raise
                code = None
        return code, self.report.read_text(encoding="utf-8") if self.report.exists() else ""

    def _environment(self, mode: str) -> dict[str, str]:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {
            "PYTHONPATH": os.pathsep.join((str(self.tree / "src"), str(HERE / "plugin"))),
            "HTL_CACHE": str(self.cache),
            "HTL_STUDY_TREE": str(self.tree),
            "HTL_STUDY_REPORT": str(self.report),
            "CI": "1",  # Hypothesis tries the same examples in every run
        }
        if mode == PLAIN:
            environment["NUMBA_DISABLE_JIT"] = "1"
        return environment


def list_files() -> list[str]:
    """List the files of the working tree, also new ones that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted({name for name in listed.split("\0") if name})


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))


def processor_seconds() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
