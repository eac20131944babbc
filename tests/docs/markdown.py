"""The pages of the documentation, and the code blocks in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if path.parent.name != "rules"]
"""All pages but the rulebooks, whose examples tests/definition runs."""
FENCE = re.compile(
    r"(?:^[ ]*<!-- not run: (?P<reason>.+) -->\n)?^(?P<indent>[ ]*)```(?P<kind>\w+)\n(?P<text>.*?)^[ ]*```", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """A fenced block; `reason` says why it is not run."""

    kind: str
    text: str
    reason: str | None


def read_page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def page_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks_of(path: Path) -> Iterator[Block]:
    for found in FENCE.finditer(read_page(path)):
        text = re.sub(f"^{found['indent']}", "", found["text"], flags=re.MULTILINE)
        yield Block(found["kind"], text, found["reason"])
