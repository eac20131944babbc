"""Names that people type: normalised, visible, and of one script, so that no name can pass for another."""

from __future__ import annotations

import unicodedata

MAX_NAME_LENGTH, MAX_TITLE_LENGTH = 40, 80
INVISIBLE_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Characters without a shape that Unicode counts as letters, marks or symbols; format characters come on top."""
EAST_ASIAN = (
    {"CJK", "HIRAGANA", "KATAKANA", "LATIN"},
    {"CJK", "HANGUL", "LATIN"},
    {"CJK", "BOPOMOFO", "LATIN"},
)
"""Scripts that are written together (UTS #39, "highly restrictive")."""
SCRIPT_OF_WORD = {"IDEOGRAPHIC": "CJK", "KATAKANA-HIRAGANA": "KATAKANA", "ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
"""Where the first word of a character's name is not its script."""
INVISIBLE = "it has an invisible or control character ({}); please remove it"
MIXED = "it mixes letters of several alphabets, which can look alike; please use one"


def clean_name(text: str) -> str:
    """Return a name as it is stored and shown; raise ValueError if others could not read it or be misled by it.

    NFKC (RFC 8266, nicknames) replaces letters that look like plain ones, such as fullwidth and mathematical ones.
    """
    name = _clean(text, MAX_NAME_LENGTH)
    _check_scripts(name)
    return name


def clean_title(text: str) -> str:
    """Do the same for a title, whose words may be of different scripts: `Курс Python`."""
    title = _clean(text, MAX_TITLE_LENGTH)
    for word in title.split():
        _check_scripts(word)
    return title


def _clean(text: str, max_length: int) -> str:
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if len(name) > max_length:  # some characters are replaced by several
        raise ValueError(f"it should have at most {max_length} letters")
    for character in name:
        if character != " " and not _is_visible(character):
            raise ValueError(INVISIBLE.format(f"U+{ord(character):04X}"))
    return name


def _is_visible(character: str) -> bool:
    is_variation_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return character.isprintable() and character not in INVISIBLE_LETTERS and not is_variation_selector


def _check_scripts(text: str) -> None:
    scripts = {_script(character) for character in text if _has_script(character)}
    if len(scripts) > 1 and not any(scripts <= together for together in EAST_ASIAN):
        raise ValueError(MIXED)


def _has_script(character: str) -> bool:
    """Return whether this is a letter, or a digit other than 0 to 9."""
    category = unicodedata.category(character)
    return category[0] == "L" or (category == "Nd" and not character.isascii())


def _script(character: str) -> str:
    """Return the script of a letter: the first word of its Unicode name, which `unicodedata` knows.

    Phonetic letters, many of which look like ordinary Latin ones (ɑ, ɡ, ᴀ), are a script of their own.
    """
    word = unicodedata.name(character, "UNKNOWN").split()[0]
    if word == "LATIN" and not (character < "\u0250" or "\u1e00" <= character <= "\u1eff"):
        return "PHONETIC"
    return SCRIPT_OF_WORD.get(word, word)
