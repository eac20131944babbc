"""The examples of docs/guides/http.md are run as they stand, and docs/reference/http.md is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.core.game_record.replay import Record
from holdtheline.web.http.errors import STATUS

from ..system_programs import curl, needed
from .server import PATIENCE, app_over, listening, me_at, visitor

DOCS = Path(__file__).parents[2] / "docs"
GUIDE, PAGE = DOCS / "guides" / "http.md", DOCS / "reference" / "http.md"


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[number]


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "no_proxy": "*"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a server listens, without the scheme."""
    with listening(app_over(f"sqlite:///{tmp_path}/web.sqlite")) as address:
        yield address


def test_the_example_by_curl_plays_a_siege(address: str, tmp_path: Path) -> None:
    needed("curl", curl)
    script = block("sh")
    assert "127.0.0.1:8017" in script
    script = script.replace("127.0.0.1:8017", address)
    answer = run(tmp_path, "bash", "-euo", "pipefail", "-c", script)
    assert "2 waves to survive" in answer
    assert "'reinforce 0 0 0'" in answer
    assert '"clause":"S3.2"' in answer
    assert Record.read(tmp_path / "siege.htl").steps == 4


def test_the_example_of_an_invitation_takes_a_seat(address: str, tmp_path: Path) -> None:
    needed("curl", curl)
    script = block("sh", 1).replace("127.0.0.1:8017", address)
    seat, title, prompt, refusal = run(tmp_path, "bash", "-euo", "pipefail", "-c", script).splitlines()
    assert (seat, title) == ("defender", "Siege")
    assert "waves to survive" in prompt
    assert '"code":"taken"' in refusal


def test_the_example_of_watching_sees_the_end(address: str, tmp_path: Path) -> None:
    with visitor(f"http://{address}") as client:
        me = me_at(client, options={"mode": "easy"})
        me.plays_to_the_end()
        answer = run(tmp_path, sys.executable, "-c", block("python"), address, str(me.key))
    assert answer.splitlines()[-1].count("You won") + answer.splitlines()[-1].count("You lost") == 1


def test_every_address_is_on_the_page(tmp_path: Path) -> None:
    app = app_over(f"sqlite:///{tmp_path}/web.sqlite")
    paths = app.openapi()["paths"]
    page = PAGE.read_text(encoding="utf-8")
    for path, methods in paths.items():
        for method in methods:
            assert re.sub("/editor/(skirmish|civilwar)/", "/editor/{game}/", path) in page, f"{method} {path}"
    app.state.services.tables.database.close()


def test_every_error_has_the_status_that_the_page_gives_it() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \| ([`\w, ]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    documented: dict[str, int] = {}
    for statuses, codes in rows:
        numbers, names = [int(status) for status in statuses.split(",")], re.findall(r"`(\w+)`", codes)
        documented |= zip(names, numbers * len(names) if len(numbers) == 1 else numbers, strict=True)
    assert documented == STATUS
