"""The rulebook as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from holdtheline.core import rulebook
from holdtheline.core.catalog import games
from holdtheline.core.errors import UnknownName
from holdtheline.web.pages.rulebook import render_page, render_rulebook

BOOK = """\
# Pebbles

Two people, one heap.

## 1 The heap

```drawing
 o o
o <o> o
```

### P1.1 Taking

Take one or two (P1.2), never `P1.2`. See P9.9.

```example
# A heap of five.
options heap=5
given  heap 5
refuse take 3 — P1.1     # two at most
play   take 2
end    won — P1.2
```

### P1.2 The end

Whoever takes the last one wins, and so [P1.1](#P1.1) says.

| taken | left |
|------:|:----:|
| 1 | <b>4</b> |

<script>alert(1)</script> and [a link](javascript:alert(1)).
"""


class Parts(HTMLParser):
    """The tags of a page, with their attributes, and whether they are closed in order."""

    VOID = ("meta", "link", "br", "hr", "img", "wbr")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]

    @property
    def scripts(self) -> list[str | None]:
        """The addresses of the scripts; None for a script in the page."""
        return [attrs.get("src") for tag, attrs in self.tags if tag == "script"]


SETTINGS_SCRIPTS = ["/static/js/theme.js", "/static/js/lib/settings_dialog.js"]


@pytest.fixture(scope="module")
def pebbles() -> str:
    return render_page(rulebook.parse_rulebook("pebbles", BOOK))


@pytest.mark.parametrize("name", rulebook.rulebook_names())
def test_every_clause_has_its_anchor_once(name: str) -> None:
    ids = Parts(render_rulebook(name)).values("id")
    assert len(ids) == len(set(ids))
    assert {clause.id for clause in rulebook.read_rulebook(name).clauses} <= set(ids)


@pytest.mark.parametrize("name", rulebook.rulebook_names())
def test_every_link_within_a_page_leads_somewhere(name: str) -> None:
    parts = Parts(render_rulebook(name))
    within = {link[1:] for link in parts.values("href") if link.startswith("#")}
    assert within <= set(parts.values("id"))


@pytest.mark.parametrize("name", rulebook.rulebook_names())
def test_a_page_has_only_the_scripts_of_the_settings_and_no_style_of_its_own(name: str) -> None:
    parts = Parts(render_rulebook(name))
    assert parts.scripts == SETTINGS_SCRIPTS
    assert "style" not in {tag for tag, _ in parts.tags}
    assert parts.values("style") == []


def test_every_game_has_a_page() -> None:
    for name in games():
        assert "<h1>" in render_rulebook(name)


def test_the_contents_name_every_clause_and_option() -> None:
    contents = render_rulebook("siege").partition('class="contents"')[2].partition("</nav>")[0]
    assert '<a href="#S4.2"><span class="number">S4.2</span> The fight</a>' in contents
    assert '<a href="#option-mode">Option mode</a>' in contents


def test_a_page_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match=r"choose from: .*siege"):
        render_rulebook("../siege")


def test_a_page_is_made_once() -> None:
    assert render_rulebook("siege") is render_rulebook("siege")


def test_clauses_in_sentences_are_links_and_those_that_do_not_exist_are_not(pebbles: str) -> None:
    assert 'one or two (<a class="clause" href="#P1.2">P1.2</a>), never <code>P1.2</code>. See P9.9.' in pebbles


def test_a_link_is_not_put_into_a_link(pebbles: str) -> None:
    assert '<a href="#P1.1">P1.1</a>' in pebbles


def test_an_example_tells_what_is_said_which_clause_and_the_remark(pebbles: str) -> None:
    example = re.search("<details.*?</details>", pebbles, re.DOTALL)
    assert example is not None
    assert example[0].splitlines() == [
        '<details class="example">',
        '<summary>Example: <span class="remark">A heap of five.</span></summary>',
        "<ul>",
        '<li class="options"><b>options</b> <span class="said"><code>heap=5</code></span></li>',
        '<li class="given"><b>given</b> <span class="said"><code>heap 5</code></span></li>',
        '<li class="refuse"><b>refuse</b> <span class="said"><code>take 3</code> '
        '<a class="clause" href="#P1.1">P1.1</a></span> <span class="remark">two at most</span></li>',
        '<li class="play"><b>play</b> <span class="said"><code>take 2</code></span></li>',
        '<li class="end"><b>end</b> <span class="said"><code>won</code> '
        '<a class="clause" href="#P1.2">P1.2</a></span></li>',
        "</ul>",
        "</details>",
    ]


def test_a_drawing_keeps_its_lines_and_has_a_name(pebbles: str) -> None:
    drawn = '<pre class="drawing" role="img" aria-label="Drawing: The heap"> o o\no &lt;o&gt; o\n</pre>'
    assert drawn in pebbles


def test_html_and_dangerous_links_in_a_book_are_shown_as_text(pebbles: str) -> None:
    parts = Parts(pebbles)
    assert parts.scripts == SETTINGS_SCRIPTS
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pebbles
    assert "&lt;b&gt;4&lt;/b&gt;" in pebbles
    assert not [link for link in parts.values("href") if "javascript" in link]


def test_a_fraction_and_an_option_may_be_broken_at_their_seam_in_a_narrow_column() -> None:
    assert "<td>37907/<wbr>52488 ≈ 0.722203</td>" in render_rulebook("siege")
    assert "<td><code>mode=<wbr>normal</code></td>" in render_rulebook("siege")


def test_an_aligned_column_has_a_class_and_no_style(pebbles: str) -> None:
    assert '<th class="right">taken</th>' in pebbles
    assert "style=" not in pebbles
