"""What the package exports is documented, typed, and its examples run."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import holdtheline as htl
from holdtheline import rl
from holdtheline.games import civilwar, towers

ROOT = Path(__file__).parents[2]
EXAMPLES = [getattr(htl, name) for name in htl.__all__ if name not in ("games", "CHANCE", "OVER")]
ENVIRONMENTS = [getattr(rl, name) for name in rl.__all__]


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public functions, methods and properties of what the package exports."""
    for each in EXAMPLES:
        if inspect.isfunction(each):
            yield each.__name__, each
        elif inspect.isclass(each):
            for name, member in vars(each).items():
                function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(function) and (not name.startswith("_") or name == "__init__"):
                    yield f"{each.__name__}.{name}", function


@pytest.mark.compiled  # plain Python would solve siege for half a minute
@pytest.mark.parametrize("each", [*EXAMPLES, *ENVIRONMENTS], ids=lambda each: each.__name__)
def test_the_examples_of_a_docstring_run(each: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    finder, runner = doctest.DocTestFinder(recurse=True), doctest.DocTestRunner(verbose=False)
    for example in finder.find(each, globs=dict(vars(inspect.getmodule(each)))):
        assert runner.run(example).failed == 0, example.name


@pytest.mark.parametrize(
    "each", [htl.Game, htl.State, htl.Move, htl.Outcome, htl.DiceSource, htl.Player, htl.Record, htl.simulate]
)
def test_the_main_parts_have_an_example(each: object) -> None:
    assert ">>>" in (each.__doc__ or "")


def test_every_public_function_has_a_docstring_and_no_argument_or_result_of_any_type() -> None:
    names = dict(functions())
    assert len(names) > 80
    assert [name for name, each in names.items() if not each.__doc__ and not name.endswith("__init__")] == []
    assert [name for name, each in names.items() if "Any" in str(each.__annotations__)] == []


def test_the_package_of_the_games_is_also_the_function_that_lists_them() -> None:
    assert htl.games()[0] == "siege"
    assert htl.games.towers is towers
    assert {"siege", "civilwar"} <= {*htl.games()}
    assert civilwar.GAME.name == "civilwar"


def test_a_record_is_shown_with_a_slider() -> None:
    record = htl.Record.read(ROOT / "tests" / "golden" / "siege-held.htl")
    html = record._repr_html_()
    assert f'max="{record.steps}"' in html
    assert "defender: reinforce" in html
    assert html.count("</script>") == 1
    assert record.replay().game.definition.view.svg(record.replay().record, -1) in html
