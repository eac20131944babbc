"""The pictures of the documentation are those that the program draws."""

from __future__ import annotations

import runpy
from pathlib import Path

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_picture_of_the_readme_is_up_to_date(tmp_path, monkeypatch):
    make = runpy.run_path(str(PICTURES / "make.py"))
    monkeypatch.setitem(make["draw"].__globals__, "HERE", tmp_path)
    make["draw"]()
    assert (tmp_path / "siege.svg").read_text("utf-8") == (PICTURES / "siege.svg").read_text("utf-8")
