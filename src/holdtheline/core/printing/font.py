"""Read the TrueType fonts of printed pages: the widths of letters, and subsets to embed in a PDF."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files

POINTS_PER_INCH = 72.0
MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

EMBEDDED_TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
"""What a PDF needs of a font; it selects glyphs by their numbers."""
MISSING_LETTER = "?"
MORE_COMPONENTS, WORD_ARGUMENTS = 0x20, 0x01
SCALE_SIZES = {0x08: 2, 0x40: 4, 0x80: 8}


class Face(Enum):
    """The typefaces of printed pages: the file, and what an SVG asks for."""

    TEXT = ("SourceSans3-Regular", "400", "normal")
    BOLD = ("SourceSans3-Bold", "700", "normal")
    TITLE = ("Alegreya-Bold", "700", "normal")
    QUOTE = ("Alegreya-Italic", "400", "italic")

    @property
    def font(self) -> Font:
        return load_font(self.value[0])

    @property
    def family(self) -> str:
        if self in (Face.TEXT, Face.BOLD):
            return "Source Sans 3,Source Sans Pro,Liberation Sans,Arial,sans-serif"
        return "Alegreya,Liberation Serif,Georgia,serif"

    def width(self, text: str, points: float) -> float:
        """Return the width of a text in millimetres."""
        return self.font.width(text) * points * MM_PER_POINT


class Font:
    """A TrueType font, as far as a PDF needs it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        count = struct.unpack_from(">H", data, 4)[0]
        self.tables = {}
        for index in range(count):
            tag, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
            self.tables[tag.decode("latin-1")] = data[start : start + length]
        head = self.tables["head"]
        self.units_per_em: int = struct.unpack_from(">H", head, 18)[0]
        self.bounds: tuple[int, ...] = struct.unpack_from(">4h", head, 36)
        self.ascent, self.descent = struct.unpack_from(">2h", self.tables["hhea"], 4)
        self.glyph_count: int = struct.unpack_from(">H", self.tables["maxp"], 4)[0]

    def spell(self, text: str) -> str:
        """Return a text with a question mark for each letter that the font lacks."""
        return "".join(letter if ord(letter) in self.glyphs_by_letter else MISSING_LETTER for letter in text)

    def glyph(self, letter: str) -> int:
        """Return the number of a letter's glyph, or of the question mark."""
        return self.glyphs_by_letter.get(ord(letter)) or self.glyphs_by_letter[ord(MISSING_LETTER)]

    def width(self, text: str) -> float:
        """Return the width of a text in ems."""
        return sum(self.advances[self.glyph(letter)] for letter in text) / self.units_per_em

    @cached_property
    def advances(self) -> tuple[int, ...]:
        """The advance width of each glyph."""
        long_count = struct.unpack_from(">H", self.tables["hhea"], 34)[0]
        widths: tuple[int, ...] = struct.unpack_from(">" + "Hh" * long_count, self.tables["hmtx"])[::2]
        return widths + (widths[-1],) * int(self.glyph_count - long_count)

    @cached_property
    def glyphs_by_letter(self) -> dict[int, int]:
        """The glyph of each code point of the basic multilingual plane."""
        cmap = self.tables["cmap"]
        starts = [struct.unpack_from(">HHL", cmap, 4 + 8 * index)[2] for index in range(cmap[3])]
        start = next(start for start in starts if struct.unpack_from(">H", cmap, start)[0] == 4)
        count = struct.unpack_from(">H", cmap, start + 6)[0] // 2
        numbers = f">{count}H"
        at = start + 14
        ends = struct.unpack_from(numbers, cmap, at)
        firsts = struct.unpack_from(numbers, cmap, at + 2 * count + 2)
        deltas = struct.unpack_from(numbers, cmap, at + 4 * count + 2)
        offset_start = at + 6 * count + 2
        offsets = struct.unpack_from(numbers, cmap, offset_start)
        glyphs = {}
        for index in range(count):
            for letter in range(firsts[index], min(ends[index], 0xFFFE) + 1):
                if offsets[index]:
                    place = offset_start + 2 * index + offsets[index] + 2 * (letter - firsts[index])
                    found = struct.unpack_from(">H", cmap, place)[0]
                    glyph = (found + deltas[index]) & 0xFFFF if found else 0
                else:
                    glyph = (letter + deltas[index]) & 0xFFFF
                if glyph:
                    glyphs[letter] = glyph
        return glyphs

    # Subsets

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each glyph's outline starts; the last one is the end."""
        is_long = struct.unpack_from(">h", self.tables["head"], 50)[0]
        count = self.glyph_count + 1
        if is_long:
            return struct.unpack_from(f">{count}L", self.tables["loca"])
        return tuple(2 * offset for offset in struct.unpack_from(f">{count}H", self.tables["loca"]))

    def outline(self, glyph: int) -> bytes:
        return self.tables["glyf"][self.offsets[glyph] : self.offsets[glyph + 1]]

    def components(self, glyph: int) -> list[int]:
        """Return the glyphs that a composite glyph is made of."""
        outline = self.outline(glyph)
        if not outline or struct.unpack_from(">h", outline)[0] >= 0:
            return []
        found, place, flags = [], 10, MORE_COMPONENTS
        while flags & MORE_COMPONENTS:
            flags, component = struct.unpack_from(">HH", outline, place)
            found.append(component)
            place += 8 if flags & WORD_ARGUMENTS else 6
            place += next((size for flag, size in SCALE_SIZES.items() if flags & flag), 0)
        return found

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """Return a font file with the outlines of these glyphs only; glyphs keep their numbers."""
        kept: set[int] = set()
        queue = [0, *glyphs]
        while queue:
            glyph = queue.pop()
            if glyph not in kept:
                kept.add(glyph)
                queue += self.components(glyph)
        outlines, offsets = bytearray(), [0]
        for glyph in range(self.glyph_count):
            if glyph in kept:
                outlines += self.outline(glyph)
                outlines += bytes(-len(outlines) % 4)
            offsets.append(len(outlines))
        head = self.tables["head"]
        changed = {
            "glyf": bytes(outlines),
            "loca": struct.pack(f">{len(offsets)}L", *offsets),
            "head": head[:50] + struct.pack(">h", 1) + head[52:],
        }
        return pack_tables(
            {tag: changed.get(tag, self.tables[tag]) for tag in EMBEDDED_TABLES if tag in (*changed, *self.tables)}
        )


def pack_tables(tables: dict[str, bytes]) -> bytes:
    """Return a font file with these tables. Readers of PDF files ignore the checksums, so they stay 0."""
    count = len(tables)
    power = count.bit_length() - 1
    directory = struct.pack(">LHHHH", 0x00010000, count, 16 << power, power, 16 * count - (16 << power))
    body = b""
    for tag, data in tables.items():
        directory += struct.pack(">4sLLL", tag.encode(), 0, 12 + 16 * count + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return directory + body


@cache
def load_font(name: str) -> Font:
    return Font(name, (files(__package__) / "fonts" / f"{name}.ttf").read_bytes())
