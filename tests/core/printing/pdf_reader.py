"""Read the PDF files that we write: objects by the table of their places, then lines and text of each page.

It knows only what our writer uses, and checks the structure strictly. Lengths are in points, from the lower left.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass
class PdfText:
    text: str
    x: float
    y: float
    size: float


@dataclass
class PdfPath:
    points: list[Point]
    is_closed: bool
    line_width: float  # 0 if it is not stroked

    @property
    def width(self) -> float:
        xs = [x for x, _ in self.points]
        return max(xs) - min(xs)

    @property
    def height(self) -> float:
        ys = [y for _, y in self.points]
        return max(ys) - min(ys)


@dataclass
class PdfPage:
    size: tuple[float, float]
    paths: list[PdfPath] = field(default_factory=list)
    clips: list[PdfPath] = field(default_factory=list)
    """Not those inside another one."""
    clipped: list[PdfPath] = field(default_factory=list)
    """Paths of which only the part inside a clip is visible."""
    texts: list[PdfText] = field(default_factory=list)
    clipped_texts: list[PdfText] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(text.text for text in [*self.texts, *self.clipped_texts])


class PdfReader:
    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-1.7\n")
        assert data.endswith(b"%%EOF\n")
        start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
        table, trailer = data[start:].split(b"trailer\n")
        lines = table.split(b"\n")
        assert lines[0] == b"xref"
        count = int(lines[1].split()[1])
        self.objects = {}
        for number, line in enumerate(lines[3 : 2 + count], 1):
            assert len(line) == 19, line  # with the end of line, an entry has 20 bytes
            place = int(line[:10])
            head = b"%d 0 obj\n" % number
            assert data[place : place + len(head)] == head
            self.objects[number] = data[place + len(head) : data.index(b"\nendobj\n", place)]
        root = self.objects[reference(trailer, b"Root")]
        tree = self.objects[reference(root, b"Pages")]
        kids = [int(kid) for kid in re.findall(rb"(\d+) 0 R", tree.split(b"/Kids [")[1].split(b"]")[0])]
        assert int(re.search(rb"/Count (\d+)", tree)[1]) == len(kids)  # type: ignore[index]
        self.pages = [self.read_page(self.objects[kid]) for kid in kids]

    def stream(self, number: int) -> bytes:
        head, _, body = self.objects[number].partition(b"\nstream\n")
        packed = body.removesuffix(b"\nendstream")
        assert int(re.search(rb"/Length (\d+)", head)[1]) == len(packed)  # type: ignore[index]
        return zlib.decompress(packed)

    def letters(self, page: bytes) -> dict[str, dict[int, str]]:
        """Return the letters of each font by their glyphs."""
        fonts = self.objects[reference(page, b"Resources")]
        found = {}
        for name, number in re.findall(rb"/(\w+) (\d+) 0 R", fonts):
            unicode_map = self.stream(reference(self.objects[int(number)], b"ToUnicode")).decode()
            pairs = re.findall(r"<([0-9a-f]{4})> <([0-9a-f]{4})>\n", unicode_map)
            found[name.decode()] = {int(glyph, 16): chr(int(letter, 16)) for glyph, letter in pairs}
        return found

    def read_page(self, page: bytes) -> PdfPage:
        numbers = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page)
        assert numbers
        found = PdfPage((float(numbers[1]), float(numbers[2])))
        letters = self.letters(page)
        points: list[Point] = []
        is_closed, depth, width = False, 0, 0.0
        for line in self.stream(reference(page, b"Contents")).decode().splitlines():
            words = line.split()
            command = words[-1]
            if command == "ET":
                text = re.search(r"/(\w+) ([\d.]+) Tf .* ([-\d.]+) ([-\d.]+) Tm <([0-9a-f]*)> Tj ET", line)
                assert text, line
                glyphs = [int(text[5][at : at + 4], 16) for at in range(0, len(text[5]), 4)]
                word = "".join(letters[text[1]][glyph] for glyph in glyphs)
                target = found.clipped_texts if depth else found.texts
                target.append(PdfText(word, float(text[3]), float(text[4]), float(text[2])))
            elif command in "mlc":
                numbers_ = list(map(float, words[:-1]))
                points += list(zip(numbers_[::2], numbers_[1::2], strict=True))
            elif command == "h":
                is_closed = True
            elif command == "d":
                width = float(words[words.index("w") - 1])
            elif command == "n" and words == ["W", "n"]:
                if depth == 1:
                    found.clips.append(PdfPath(points, is_closed, 0))
                points, is_closed = [], False
            elif command in "BfS":
                shape = PdfPath(points, is_closed, width if command in "BS" else 0)
                (found.clipped if depth else found.paths).append(shape)
                points, is_closed = [], False
            elif command == "q":
                depth += 1
            elif command == "Q":
                depth -= 1
            else:
                assert command in ("rg", "j"), line
        assert depth == 0
        return found


def reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    assert found, key
    return int(found[1])
