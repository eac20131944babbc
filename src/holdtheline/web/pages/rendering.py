"""The Jinja environment of the HTML pages; its templates are in the folder `templates`."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from jinja2 import Environment, FileSystemLoader

WEB_FOLDER = Path(__file__).resolve().parents[1]
STATIC_FOLDER = WEB_FOLDER / "static"
JS_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[\w./]+\.js)";', re.MULTILINE)


def imported_modules(script: str) -> list[str]:
    """Return a script and all modules that it imports, directly or not.

    A page preloads them, because the browser would otherwise request each one only after its importer arrived.
    """
    modules = [script]
    for module in modules:
        text = (STATIC_FOLDER / "js" / module).read_text(encoding="utf-8")
        paths = [normpath(join(dirname(module), path)) for path in JS_IMPORT.findall(text)]
        modules += [path for path in paths if path not in modules]
    return modules


def preloaded_modules(script: str | None) -> list[str]:
    """Return the modules that a page preloads: those of its own script, and of the settings, which every page has."""
    scripts = filter(None, (script, "lib/settings_dialog.js"))
    return list(dict.fromkeys(module for name in scripts for module in imported_modules(name)))


environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
environment.globals["preloaded_modules"] = preloaded_modules


def render(template: str, **values: object) -> str:
    return environment.get_template(template).render(values)
