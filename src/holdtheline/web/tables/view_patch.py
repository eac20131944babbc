"""Patches: what changed between two views, so that a client that has one is sent only the difference.

A view is text: JSON, with a picture in it. Cut before each `{` and each `<` it becomes a list of chunks: moves, log
lines, tags of the picture. A patch rebuilds the new list: it names runs of chunks that the client has, and holds the
others as text. So it needs to know nothing about games, fields or pictures, and the client needs only the old text.
"""

from __future__ import annotations

import hashlib
from array import array
from dataclasses import dataclass

from . import models

TAG_BYTES = 12
PatchPart = str | tuple[int, int]


def cut(text: str) -> list[str]:
    """Cut the text of a JSON object before each `{` and each `<`. JSON has no line breaks inside its strings."""
    return text.replace("{", "\n{").replace("<", "\n<").split("\n")[1:]


@dataclass(frozen=True)
class ViewBase:
    """A view that clients may have: its tag and the hashes of its chunks, a tenth of the size of its text."""

    tag: str
    hashes: array[int]


@dataclass(frozen=True)
class CachedView:
    """A view as JSON text."""

    tag: str
    version: int
    text: str

    @classmethod
    def of(cls, view: models.TableView) -> CachedView:
        """Dump a view, and name it by a digest of all its other fields."""
        text = view.model_dump_json(exclude={"tag"})
        tag = hashlib.blake2b(text.encode(), digest_size=TAG_BYTES).hexdigest()
        return cls(tag, view.version, f'{{"tag":"{tag}",{text[1:]}')

    def base(self) -> ViewBase:
        return ViewBase(self.tag, array("q", map(hash, cut(self.text))))

    def patch_from(self, base: ViewBase) -> models.ViewPatch:
        return models.ViewPatch(since=base.tag, tag=self.tag, patch=make_patch(base.hashes, cut(self.text)))


def make_patch(old_hashes: array[int], chunks: list[str]) -> list[PatchPart]:
    """Return how to make these chunks of old ones: runs (first, count) of the old chunks, and texts between them."""
    first_at: dict[int, int] = {}
    for number, value in enumerate(old_hashes):
        first_at.setdefault(value, number)
    parts: list[PatchPart] = []
    start = count = 0
    texts: list[str] = []
    for chunk in chunks:
        value = hash(chunk)
        if count and start + count < len(old_hashes) and old_hashes[start + count] == value:
            count += 1
            continue
        if count:
            parts.append((start, count))
            count = 0
        if (found := first_at.get(value)) is None:
            texts.append(chunk)
            continue
        if texts:
            parts.append("".join(texts))
            texts = []
        start, count = found, 1
    if count:
        parts.append((start, count))
    if texts:
        parts.append("".join(texts))
    return parts
