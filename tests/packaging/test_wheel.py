"""The wheel has everything that the commands need; `make wheel-check` installs it too."""

from __future__ import annotations

import json
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

from .wheel import COMMANDS, ROOT, check_server

pytestmark = pytest.mark.compiled

RUN = "from holdtheline.cli import main; main()"
RUN_ALL = """
import io, json, sys
from holdtheline.cli import main

for words, typed, expected in json.load(sys.stdin):
    sys.argv, sys.stdin, sys.stdout = ["htl", *words.split()], io.StringIO(typed), io.StringIO()
    try:
        main()
    except SystemExit as left:
        assert left.code == 0, (words, left.code)
    assert expected in sys.stdout.getvalue(), (words, sys.stdout.getvalue())
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def python(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Python that imports the package from the wheel, not from the source tree."""
    monkeypatch.setenv("PYTHONPATH", str(unpacked))
    words = [sys.executable, "-c"]
    code = "import holdtheline; print(holdtheline.__file__)"
    found = subprocess.run([*words, code], check=True, capture_output=True, encoding="utf-8", cwd=unpacked.parent)
    assert Path(found.stdout.strip()).is_relative_to(unpacked)
    return words


def test_every_command_works_from_the_wheel_alone(
    python: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands run in one process; `make wheel-check` starts one for each."""
    monkeypatch.setenv("HTL_HOME", str(tmp_path / "home"))
    subprocess.run([*python, RUN_ALL], cwd=tmp_path, input=json.dumps(COMMANDS), encoding="utf-8", check=True)


def test_the_server_works_from_the_wheel_alone(python: list[str], tmp_path: Path) -> None:
    check_server([*python, RUN], tmp_path)


def test_the_wheel_has_the_package_its_types_and_rulebooks_and_nothing_else(unpacked: Path) -> None:
    assert {entry.name for entry in unpacked.iterdir() if entry.suffix != ".dist-info"} == {"holdtheline"}
    files = [path.relative_to(unpacked) for path in unpacked.rglob("*") if "__pycache__" not in path.parts]
    assert {"holdtheline/py.typed", "holdtheline/rulebooks/siege.md"} <= {file.as_posix() for file in files}


def test_links_and_pictures_of_the_readme_are_absolute_on_a_package_index(unpacked: Path) -> None:
    [metadata] = unpacked.glob("*.dist-info/METADATA")
    readme = message_from_string(metadata.read_text(encoding="utf-8")).get_payload()
    assert isinstance(readme, str)
    targets = [rest.split(")")[0] for rest in readme.split("](")[1:]]
    assert len(targets) > 10
    assert all(target.startswith("https://") for target in targets)
