"""Write pages as a PDF file (ISO 32000): outlines, and text in embedded subsets of our fonts.

Everything is at its place on the paper in points, 72 to an inch, so a printer that does not scale prints true sizes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from .canvas import Clip, Item, Label, Outline, Page, Printout, Shape, format_length
from .font import MM_PER_POINT, Face, Font

COMMANDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
FONT_FLAGS = 4
"""The font descriptor of a font with letters of its own numbering ("symbolic")."""


def write_pdf(printout: Printout) -> bytes:
    """Return the pages as one PDF file."""
    return PdfFile(printout).to_bytes()


class PdfFile:
    """A PDF file: numbered objects, then a table of where they start."""

    def __init__(self, printout: Printout) -> None:
        self.objects: list[bytes] = []
        letters = used_letters(printout.pages)
        fonts = " ".join(f"/{face.name} {self.add_font(face.font, used)} 0 R" for face, used in letters.items())
        resources = self.add(f"<< /Font << {fonts} >> >>")
        parent = len(self.objects) + 2 * len(printout.pages) + 1
        pages = [self.add_page(page, parent, resources) for page in printout.pages]
        kids = " ".join(f"{page} 0 R" for page in pages)
        assert self.add(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>") == parent
        self.info = self.add(f"<< /Title {pdf_string(printout.title)} /Producer {pdf_string('Hold the Line')} >>")
        # A reader that respects this prints at 100 %.
        preferences = "<< /PrintScaling /None /DisplayDocTitle true >>"
        self.root = self.add(f"<< /Type /Catalog /Pages {parent} 0 R /ViewerPreferences {preferences} >>")

    def add(self, body: str | bytes) -> int:
        """Add an object and return its number."""
        self.objects.append(body.encode("ascii") if isinstance(body, str) else body)
        return len(self.objects)

    def add_stream(self, data: bytes, entries: str = "") -> int:
        packed = zlib.compress(data, 9)
        head = f"<< /Length {len(packed)} /Filter /FlateDecode {entries}>>\nstream\n"
        return self.add(head.encode("ascii") + packed + b"\nendstream")

    def add_page(self, page: Page, parent: int, resources: int) -> int:
        content = self.add_stream("\n".join(page_content(page)).encode("ascii"))
        size = f"{points(page.paper.width)} {points(page.paper.height)}"
        return self.add(
            f"<< /Type /Page /Parent {parent} 0 R /MediaBox [0 0 {size}] "
            f"/Resources {resources} 0 R /Contents {content} 0 R >>"
        )

    def add_font(self, font: Font, letters: Iterable[str]) -> int:
        """Embed the letters that are used, and say which letter each glyph is, so that text can be searched."""
        glyphs = {font.glyph(letter): letter for letter in sorted(letters)}

        def scaled(units: float) -> int:
            return round(units * 1000 / font.units_per_em)

        subset = font.subset(glyphs)
        file = self.add_stream(subset, f"/Length1 {len(subset)} ")
        tag = "".join(chr(65 + zlib.crc32(subset) // 26**place % 26) for place in range(6))
        name = f"{tag}+{font.name}"
        bounds = " ".join(str(scaled(number)) for number in font.bounds)
        descriptor = self.add(
            f"<< /Type /FontDescriptor /FontName /{name} /Flags {FONT_FLAGS} /FontBBox [{bounds}] /ItalicAngle 0 "
            f"/Ascent {scaled(font.ascent)} /Descent {scaled(font.descent)} /CapHeight 660 /StemV 80 "
            f"/FontFile2 {file} 0 R >>"
        )
        widths = " ".join(f"{glyph} [{scaled(font.advances[glyph])}]" for glyph in sorted(glyphs))
        descendant = self.add(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /FontDescriptor {descriptor} 0 R "
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/CIDToGIDMap /Identity /W [{widths}] >>"
        )
        unicode_map = self.add_stream(to_unicode(glyphs).encode("ascii"))
        return self.add(
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
            f"/DescendantFonts [{descendant} 0 R] /ToUnicode {unicode_map} 0 R >>"
        )

    def to_bytes(self) -> bytes:
        data = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        starts = []
        for number, body in enumerate(self.objects, 1):
            starts.append(len(data))
            data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = "".join(f"{start:010} 00000 n \n" for start in starts)
        size = len(starts) + 1
        end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n"
        end += f"<< /Size {size} /Root {self.root} 0 R /Info {self.info} 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
        return bytes(data) + end.encode("ascii")


def to_unicode(glyphs: dict[int, str]) -> str:
    """Return the map from glyphs to letters, in blocks of at most 100 as the format demands."""
    rows = [f"<{glyph:04x}> <{letter.encode('utf-16-be').hex()}>" for glyph, letter in sorted(glyphs.items())]
    blocks = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CMapName /Letters def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


def used_letters(pages: Sequence[Page]) -> dict[Face, set[str]]:
    found: dict[Face, set[str]] = {}

    def collect(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Clip):
                collect(item.items)
            elif isinstance(item, Label):
                found.setdefault(item.face, set()).update(item.text)

    for page in pages:
        collect(page.items)
    return found


# The content of a page


def page_content(page: Page) -> list[str]:
    """Return the operators of a page. Lines end and join round."""
    return ["1 J 1 j", *items_content(page.items, page.paper.height)]


def items_content(items: Iterable[Item], height: float) -> list[str]:
    lines = []
    for item in items:
        if isinstance(item, Clip):
            lines += ["q", *outline_content(item.outline, height), "W n", *items_content(item.items, height), "Q"]
        elif isinstance(item, Label):
            lines.append(label_content(item, height))
        else:
            lines += shape_content(item, height)
    return lines


def shape_content(shape: Shape, height: float) -> list[str]:
    lines = []
    if shape.fill:
        lines.append(f"{colour(shape.fill)} rg")
    if shape.stroke:
        dash = " ".join(points(length) for length in shape.dash)
        lines.append(f"{colour(shape.stroke)} RG {points(shape.width)} w [{dash}] 0 d")
    paint = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    return [*lines, *outline_content(shape.outline, height), paint[bool(shape.fill), bool(shape.stroke)]]


def outline_content(outline: Outline, height: float) -> list[str]:
    return [
        " ".join([*(f"{points(x)} {points(height - y)}" for x, y in segment.points), COMMANDS[segment.command]])
        for segment in outline
    ]


def label_content(label: Label, height: float) -> str:
    font = label.face.font
    glyphs = "".join(f"{font.glyph(letter):04x}" for letter in label.text)
    turned = turn_matrix(label.angle)
    return (
        f"BT {colour(label.fill)} rg /{label.face.name} {format_length(label.size)} Tf "
        f"{turned} {points(label.x)} {points(height - label.y)} Tm <{glyphs}> Tj ET"
    )


def turn_matrix(angle: float) -> str:
    c, s = cos(radians(angle)), sin(radians(angle))
    return f"{format_length(c)} {format_length(-s)} {format_length(s)} {format_length(c)}"


def colour(value: str) -> str:
    """Return `#ff8000` as three numbers from 0 to 1."""
    return " ".join(format_length(int(value[place : place + 2], 16) / 255) for place in (1, 3, 5))


def points(millimetres: float) -> str:
    return format_length(millimetres / MM_PER_POINT)


def pdf_string(text: str) -> str:
    return f"<feff{text.encode('utf-16-be', 'replace').hex()}>"
