"""Our SVG pictures as pixels.

resvg draws SVG without a browser, but knows no custom properties, with which our pictures choose their colours. So the
style sheet is applied here: each element gets its declarations, with their values, as attributes of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from importlib.resources import as_file, files
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from ..core.errors import UnknownName
from ..core.game import State

RENDER_MODES = ("rgb_array", "svg", "ansi")
WIDTH = 800
"""The width of a picture in pixels."""
FONT, FONT_FILES = "Source Sans 3", ("SourceSans3-Regular.ttf", "SourceSans3-Bold.ttf")

SVG = "{http://www.w3.org/2000/svg}"
MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")


class Rule(NamedTuple):
    """A rule of a style sheet: the classes of an element and of its ancestors, and the declarations."""

    classes: tuple[str, ...]  # the last one is the element's own
    declarations: tuple[tuple[str, str], ...]


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownName(f"unknown render mode {mode[:40]!r}; choose from: {', '.join(RENDER_MODES)}")


def render(state: State, seat: int, mode: str | None) -> NDArray[np.uint8] | str | None:
    """Return what this seat sees in one of the RENDER_MODES; None for no mode."""
    if mode is None:
        return None
    if mode == "ansi":
        return str(state.seen_by(seat))
    svg = state.svg(seat)
    return svg if mode == "svg" else rgb_array(svg)


def rgb_array(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return a picture as rows of pixels with red, green and blue."""
    import resvg_py
    from PIL import Image

    fonts = files("holdtheline.core.printing") / "fonts"
    with as_file(fonts) as folder:
        png = resvg_py.svg_to_bytes(
            svg_string=with_plain_styles(svg),
            width=width,
            background="#ffffff",
            skip_system_fonts=True,  # the same pixels on every machine
            font_files=[str(folder / name) for name in FONT_FILES],
            font_family=FONT,
        )
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.array(image.convert("RGB"))


def with_plain_styles(svg: str) -> str:
    """Return the picture in its light colours, without style sheets and custom properties."""
    root = ElementTree.fromstring(svg)
    rules: list[Rule] = []
    for style in root.iter(f"{SVG}style"):
        rules += parse_rules(style.text or "")
        style.text = ""
    by_class: dict[str, list[tuple[int, Rule]]] = {}
    for number, rule in enumerate(sorted(rules, key=lambda rule: len(rule.classes))):  # the more specific ones last
        by_class.setdefault(rule.classes[-1], []).append((number, rule))
    apply_rules(root, by_class, (), {})
    return ElementTree.tostring(root, encoding="unicode")


def parse_rules(style: str) -> list[Rule]:
    """Return the rules whose selectors are classes and their descendants: `.lane .die`."""
    rules = []
    for selectors, body in RULE.findall(MEDIA.sub("", style)):
        pairs = (declaration.partition(":") for declaration in body.split(";") if ":" in declaration)
        declarations = tuple((name.strip(), value.strip()) for name, _, value in pairs)
        for selector in selectors.split(","):
            words = selector.split()
            if words and all(re.fullmatch(r"\.[\w-]+", word) for word in words):
                rules.append(Rule(tuple(word[1:] for word in words), declarations))
    return rules


def apply_rules(
    element: Any,
    by_class: Mapping[str, list[tuple[int, Rule]]],
    ancestors: tuple[frozenset[str], ...],
    variables: Mapping[str, str],
) -> None:
    """Write the declarations of an element and of all below it into their `style`."""
    own = frozenset(element.get("class", "").split())
    matching = sorted(pair for name in own for pair in by_class.get(name, ()) if matches(pair[1].classes, ancestors))
    declared = {name: value for _, rule in matching for name, value in rule.declarations}
    variables = {**variables, **{name: value for name, value in declared.items() if name.startswith("--")}}
    style = {name: resolve(value, variables) for name, value in declared.items() if not name.startswith("--")}
    if "font-family" in style:
        style["font-family"] = f"'{FONT}'"
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))
    for child in element:
        apply_rules(child, by_class, (*ancestors, own), variables)


def matches(classes: tuple[str, ...], ancestors: tuple[frozenset[str], ...]) -> bool:
    """Return whether all classes but the last are found among the ancestors, in this order."""
    remaining = iter(ancestors)
    return all(any(name in ancestor for ancestor in remaining) for name in classes[:-1])


def resolve(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with its custom properties replaced, also where their values name others."""
    while match := VARIABLE.search(value):
        value = value.replace(match[0], variables.get(match[1], match[2] or "none"))
    return value
