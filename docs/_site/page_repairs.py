"""Finish the built pages: what the server's content security policy and accessibility need beyond the theme.

The policy forbids inline scripts and styles, so they move into files. What scrolls can be reached by the keyboard.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from sphinx.application import Sphinx

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
REPLACED = {
    'role="heading">': 'role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
STYLE_ATTRIBUTE = re.compile(r'(<[a-z][^<>]*?) style="([^"]*)"')


def rewrite_site(sphinx: Sphinx, error: Exception | None) -> None:
    if error is not None:
        return
    site = Path(sphinx.outdir)
    for page in site.rglob("*.html"):
        page.write_text(rewrite_page(page, site), encoding="utf-8")


def rewrite_page(page: Path, site: Path) -> str:
    """Return the page with links to files in the place of its inline scripts and styles."""
    static = site / "_static"
    prefix = os.path.relpath(static, page.parent).replace(os.sep, "/")

    def keep(content: str, suffix: str) -> str:
        name = f"inline-{hashlib.sha256(content.encode()).hexdigest()[:10]}{suffix}"
        (static / name).write_text(content, encoding="utf-8")
        return f"{prefix}/{name}"

    text = page.read_text(encoding="utf-8")
    text = SCRIPT.sub(lambda found: f'<script src="{keep(found[1], ".js")}"></script>', text)
    text = STYLE.sub(lambda found: f'<link rel="stylesheet" href="{keep(found[1], ".css")}">', text)
    for old, new in REPLACED.items():
        text = text.replace(old, new)
    return STYLE_ATTRIBUTE.sub(lambda found: found[1] + (" hidden" if "display: none" in found[2] else ""), text)
