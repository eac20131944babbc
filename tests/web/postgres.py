"""Start and stop a PostgreSQL server for the tests; install it from Debian's packages if it is missing."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from ..system_programs import Impossible, needed
from ..system_programs import postgresql as binaries

LEAVE_OUT = "HTL_NO_POSTGRES"
LEFT_OUT = f"THE DATABASE IS NOT TESTED ON POSTGRESQL, because {LEAVE_OUT}=1 is set"
PATIENCE = 60  # seconds, on a slow machine; it takes about two
GUARDED, PASSWORD = "guarded", "open%sesame"
"""A user that must give a password; others need none."""


def run(command: list[str], **options: Any) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, **options)
    if done.returncode != 0:
        raise Impossible(f"`{' '.join(command)}` failed: {(done.stdout + done.stderr).strip()[-1000:]}")


class Cluster:
    """A server that listens only on a socket in its own folder."""

    def __init__(self) -> None:
        self.bin = needed("postgresql", binaries)
        self.folder = Path(tempfile.mkdtemp(prefix="htl-pg-"))
        self.data, self.log = self.folder / "data", self.folder / "log"
        self._numbers = itertools.count(1)
        self._server: subprocess.Popen[bytes] | None = None
        self._as_owner = _owner_of(self.folder)
        init = f"{self.bin}/initdb -D {self.data} -U htl -A trust -E UTF8 --no-locale --no-sync"
        run(init.split(), **self._as_owner)
        (self.data / "pg_hba.conf").write_text(f"local all {GUARDED} scram-sha-256\nlocal all all trust\n")
        self.start()
        self.tell(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")

    def url(self, database: str, user: str = "htl") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def start(self) -> None:
        # Where the tests are killed, the server goes too. Without fsync a killed server still loses
        # nothing, only a machine without power would; and a new database does not wait for the disk.
        dying = "setpriv --pdeathsig INT " if shutil.which("setpriv") else ""
        options = f"-D {self.data} -k {self.folder} -c listen_addresses= -c fsync=off -c wal_level=minimal"
        command = f"{dying}{self.bin}/postgres {options} -c max_wal_senders=0"
        with self.log.open("ab") as log:
            self._server = subprocess.Popen(command.split(), stdout=log, stderr=log, **self._as_owner)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._server.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise Impossible(f"PostgreSQL does not start: {self.log.read_text().strip()[-1000:]}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT in order, SIGQUIT as if the power had failed."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(PATIENCE)
            self._server = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    @contextmanager
    def new_database(self) -> Iterator[str]:
        """Yield the name of an empty database, and drop it afterwards."""
        name = f"test{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE template0")
        yield name
        self.tell(f"DROP DATABASE {name} WITH (FORCE)")

    def tell(self, command: LiteralString) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True


def _owner_of(folder: Path) -> dict[str, Any]:
    """Give the folder to the user that runs the server, and return it for `subprocess`: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return {"cwd": folder}
    known = {user.pw_name: user for user in pwd.getpwall()}
    owner = known.get("postgres") or known["nobody"]
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return {"cwd": folder, "user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report loudly that PostgreSQL was not tested."""
    skipped = sum(LEFT_OUT in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    if skipped:
        terminalreporter.section("PostgreSQL", sep="!", red=True, bold=True)
        terminalreporter.line(f"{LEFT_OUT}: {skipped} tests were left out.")
