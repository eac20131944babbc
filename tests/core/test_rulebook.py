"""The parser of rulebook pages, and the examples of every page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.core import rulebook
from holdtheline.core.catalog import games, load
from holdtheline.core.definition import LOST, WON
from holdtheline.core.errors import HtlError, IllegalMove, UnknownName
from holdtheline.core.game import State
from holdtheline.core.rulebook import Picture, Rulebook, describe_pictures, find_pictures, parse_rulebook, plain_text

# The language of the examples

STATEMENT = re.compile(r"(options|given|play|then|refuse|end)\s+(.+?)(?:\s+[-—]\s+([A-Z]\d+\.\d+))?")
RESULTS = {"won": WON, "lost": LOST}


def follow(game: str, lines: tuple[tuple[int, str], ...]) -> int:
    """Play an example, check its claims, and return their number."""
    options: dict[str, str] = {}
    state: State | None = None
    claims = 0
    for number, line in lines:
        statement = line.partition("#")[0].strip()
        if not statement:
            continue
        found = STATEMENT.fullmatch(statement)
        assert found, f"line {number} is no statement: {line}"
        verb, words, clause = found.groups()
        where = f"line {number}: {line}"
        match verb:
            case "options":
                assert state is None, f"{where} (options come first)"
                options = dict(pair.split("=") for pair in words.split())
            case "given":
                fresh = load(game, **options)
                state = fresh.start() if words == "start" else fresh.position(words)
            case "play":
                state.play(words)
            case _:
                claims += 1
                check(state, verb, words, clause, where)
    return claims


def check(state: State, verb: str, words: str, clause: str | None, where: str) -> None:
    match verb:
        case "then":
            assert state.position() == re.sub(r"\s+", " ", words), where
        case "refuse":
            before = state.digest()
            with pytest.raises(IllegalMove) as refusal:
                state.play(words)
            assert (refusal.value.clause, state.digest()) == (clause, before), where
        case "end":
            assert state.outcome is not None, f"{where} (the game goes on)"
            assert (state.outcome.scores[0], state.outcome.clause) == (RESULTS[words], clause), where


def examples() -> list[object]:
    found = []
    for name in rulebook.rulebook_names():
        for example in rulebook.read_rulebook(name).examples:
            marks = [pytest.mark.clause(example.clause)] if example.clause else []
            label = f"{name} {example.clause or example.heading} line {example.lines[0][0]}"
            found.append(pytest.param(name, example.lines, id=label, marks=marks))
    return found


@pytest.mark.parametrize(("game", "lines"), examples())
def test_an_example_of_the_rulebook_comes_true(game, lines):
    assert follow(game, lines) > 0, "the example claims nothing"


@pytest.mark.parametrize(
    "wrong",
    [
        "then lanes 6 6 6, backline 6, waves 4",
        "refuse hold — S2.2",
        "refuse arrange 6 6 6 — S2.2",
        "end won — S5.3",
        "suppose lanes 6 6 6, backline 6, waves 3",
        "options mode=hard",
    ],
)
def test_an_example_that_is_wrong_is_found_out(wrong):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        follow("siege", ((1, "given start"), (2, wrong)))


# Every page


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_rulebook_whose_clauses_all_say_something(game):
    book = rulebook.read_rulebook(game)
    assert book.clauses
    assert book.intro
    silent = [clause.id for clause in book.clauses if not clause.text or not clause.title]
    assert not silent


@pytest.mark.parametrize("game", games())
def test_every_fenced_block_of_a_rulebook_is_an_example_a_drawing_or_a_picture(game):
    opened = re.findall(r"^```(.*)$", rulebook.read_rulebook(game).text, re.MULTILINE)[::2]
    assert set(opened) <= {"example", "drawing", "picture"}
    assert opened.count("example") == len(rulebook.read_rulebook(game).examples)


@pytest.mark.parametrize("game", games())
def test_a_rulebook_and_the_code_of_its_game_name_only_clauses_that_exist(game):
    book = rulebook.read_rulebook(game)
    letter = load(game, plain=True).definition.clause_prefix
    sources = sorted((Path(rulebook.PACKAGE_FOLDER) / "games" / game).rglob("*.py"))
    texts = [book.text, *(source.read_text(encoding="utf-8") for source in sources)]
    named = {found for text in texts for found in re.findall(rf"\b{letter}\d+\.\d+\b", text)}
    assert named <= {clause.id for clause in book.clauses}


@pytest.mark.parametrize("game", games())
def test_a_rulebook_explains_every_option_of_its_game_and_no_other(game):
    texts = rulebook.read_rulebook(game).options
    definition = load(game, plain=True).definition
    assert list(texts) == [option.name for option in definition.options]
    for option in definition.options:
        assert texts[option.name].startswith(f"`{option.default}`"), option.name


# The parser

PAGE = """\
# Tiny

A game for **one** person,
and quick.

## 1 The table

What lies there.

```drawing
# not a heading
```

### T1.1 Set-up

Lay `two` dice.

```example
given start    # here
then  dice 2
```

### T1.2 Play

- Roll
  one.
- Look.

## Options

### Option speed

`slow` or `fast`.

| face | worth | name |
|---|---|---|
| `1` | 2 | low |
| 6 | 3 | high |
"""


@pytest.fixture
def tiny() -> Rulebook:
    return parse_rulebook("tiny", PAGE)


def test_a_page_is_taken_apart_by_its_headings(tiny):
    assert (tiny.title, tiny.intro) == ("Tiny", "A game for **one** person,\nand quick.")
    assert [(c.id, c.title, c.section) for c in tiny.clauses] == [
        ("T1.1", "Set-up", "1 The table"),
        ("T1.2", "Play", "1 The table"),
    ]
    assert tiny.clauses[1].text == "- Roll\n  one.\n- Look."
    assert tiny.clauses[1].markdown == "### T1.2 Play\n\n- Roll\n  one.\n- Look."
    assert list(tiny.options) == ["speed"]
    assert tiny.options["speed"].startswith("`slow` or `fast`.")


def test_a_section_holds_all_that_is_below_it(tiny):
    assert list(tiny.sections) == ["1 The table", "Options"]
    assert tiny.sections["1 The table"].startswith("What lies there.")
    assert "### T1.1 Set-up" in tiny.sections["1 The table"]
    assert tiny.sections["Options"].startswith("### Option speed")


def test_an_example_knows_its_clause_and_its_lines_in_the_page(tiny):
    (example,) = tiny.examples
    assert (example.clause, example.heading) == ("T1.1", "T1.1 Set-up")
    assert example.lines == ((19, "given start    # here"), (20, "then  dice 2"))
    assert PAGE.splitlines()[18] == "given start    # here"


@pytest.mark.parametrize("spelt", ["T1.2", "t1.2", " 1.2 "])
def test_a_clause_is_found_however_its_id_is_typed(tiny, spelt):
    assert tiny.clause(spelt).title == "Play"


def test_an_unknown_clause_is_refused_with_those_near_it(tiny):
    with pytest.raises(UnknownName, match=r"tiny has no clause 'T1\.9'; similar ones: T1\.1, T1\.2$"):
        tiny.clause(f"T1.{9}")


def test_a_word_that_is_like_no_clause_is_refused_with_all_of_them(tiny):
    with pytest.raises(UnknownName, match=r"has no clause 'xyz'; choose from: T1\.1, T1\.2$"):
        tiny.clause("xyz")


def test_read_out_a_page_has_no_marks_and_no_drawings(tiny):
    assert plain_text(tiny.text) == "\n\n".join(
        [
            "Tiny",
            "A game for one person, and quick.",
            "1 The table",
            "What lies there.",
            "T1.1 Set-up",
            "Lay two dice.",
            "given start    # here\nthen  dice 2",
            "T1.2 Play",
            "- Roll one.\n- Look.",
            "Options",
            "Option speed",
            "slow or fast.",
            "face 1: worth 2; name low.\nface 6: worth 3; name high.",
        ]
    )


def test_a_blank_line_in_a_fenced_block_does_not_end_it():
    assert plain_text("Before.\n```example\ngiven start\n\nplay hold\n```\nAfter.") == (
        "Before.\n\ngiven start\n\nplay hold\n\nAfter."
    )


def test_of_a_picture_a_listener_hears_its_sentences():
    book = "```picture\noptions mode=hard\ngiven start\nFour waves.\nHold the line.\n```"
    assert plain_text(book) == describe_pictures(book) == "Four waves. Hold the line."
    assert find_pictures(book) == [Picture({"mode": "hard"}, "start", "", "Four waves. Hold the line.")]


# The folder of the pages


def test_an_installed_package_brings_its_pages_along(tmp_path, monkeypatch):
    installed, source = tmp_path / "rulebooks", tmp_path / "docs"
    for place, title in ((installed, "installed"), (source, "source")):
        place.mkdir()
        (place / "tiny.md").write_text(f"# {title}\n", encoding="utf-8")
    monkeypatch.setattr(rulebook, "RULEBOOK_FOLDERS", (installed, source))
    assert rulebook.read_rulebook("tiny").title == "installed"
    (installed / "tiny.md").unlink()
    assert rulebook.read_rulebook("tiny").title == "source"


def test_missing_pages_are_said_to_be_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(rulebook, "RULEBOOK_FOLDERS", (tmp_path / "none", tmp_path))
    with pytest.raises(HtlError, match="rulebook pages are missing"):
        rulebook.read_rulebook("siege")


@pytest.mark.parametrize("name", ["chess", "../rules/siege", ""])
def test_an_unknown_rulebook_is_refused_with_those_that_there_are(name):
    with pytest.raises(UnknownName, match=r"unknown rulebook .*; choose from: .*siege"):
        rulebook.read_rulebook(name)


def test_reading_the_rules_waits_for_no_compiler():
    code = "import sys, holdtheline.core.rulebook as r; r.read_rulebook('siege'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
