"""The notebooks run from top to bottom, and what they show can be drawn."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from .markdown import DOCS

FOLDER = DOCS.parent / "examples" / "notebooks"
DRAWINGS = {"_repr_svg_": "<svg", "_repr_html_": "<"}
"""The methods by which a notebook draws a value, and how the drawings begin."""


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last line if that is an expression, as a notebook does."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.mark.compiled  # plain Python would solve siege for minutes
@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    names: dict[str, Any] = {}
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            value = run_cell("".join(cell["source"]), names)
            for method, start in DRAWINGS.items():
                if hasattr(value, method):
                    assert getattr(value, method)().lstrip().startswith(start)
    if "win_rates" in names:  # the first is that of random moves
        assert names["win_rates"][-1] > names["win_rates"][0] + 0.15
