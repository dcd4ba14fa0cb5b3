"""A cited passage line by line, with what the answer used of it marked: the row, the cell in it, the words."""

import re
from collections.abc import Sequence
from typing import Any

from core.documents.rows import is_row, parse_row
from core.reply import Citation, Reply
from core.text.normalise import fold
from core.text.tokens import STOP_WORDS

_CITED = re.compile(r"\[(\d+)\]")
_BLANK = "[ \u00a0\u202f]"
# A number in groups of three digits is one word: the 2 of `2 460` says nothing.
_WORD = re.compile(rf"\d{{1,3}}(?:{_BLANK}\d{{3}})+(?!\w)|[^\W_]+(?:[.,'’/-][^\W_]+)*")
_SHORTEST = 3
"""Letters of a word that is worth marking; numbers are, however short."""

Part = dict[str, Any]
"""`{"text": …, "used": …}`"""


def passage(reply: Reply, citation: Citation) -> list[dict[str, Any]]:
    """The passage's lines: `{"kind": "text", "parts": [Part]}`, or for a table's row `{"kind": "row", "cited": …,
    "cells": [{"column": …, "answers": …, "parts": [Part]}]}`."""
    used = _used_words(reply, citation.n)
    return [_row(line, citation, used) if is_row(line) else _text(line, used) for line in citation.text.splitlines()]


def _row(line: str, citation: Citation, used: frozenset[str]) -> dict[str, Any]:
    is_cited = line == citation.row
    cells = [
        {
            "column": cell.column,
            "answers": is_cited and citation.cell is not None and cell.column == citation.cell,
            "parts": _parts(cell.value, used) if is_cited else [{"text": cell.value, "used": False}],
        }
        for cell in parse_row(line)
    ]
    return {"kind": "row", "cited": is_cited, "cells": cells}


def _text(line: str, used: frozenset[str]) -> dict[str, Any]:
    return {"kind": "text", "parts": _parts(line, used)}


def _used_words(reply: Reply, n: int) -> frozenset[str]:
    """The words, folded, of what the answer says by this source: those before its `[n]`, back to a citation of another
    sentence or the line's start."""
    words: set[str] = set()
    for line in reply.text.splitlines():
        said, start = "", 0
        for label in _CITED.finditer(line):
            between = line[start : label.start()]
            if between.strip(" ,;"):
                said = between
            if int(label[1]) == n:
                words.update(_folded(said))
            start = label.end()
    return frozenset(word for word in words if _counts(word))


def _parts(line: str, used: frozenset[str]) -> list[Part]:
    """The line in pieces; those side by side that are alike are one."""
    parts: list[Part] = []
    place = 0
    for word in _WORD.finditer(line):
        if not used.intersection(_folded(word[0])):
            continue
        _add(parts, line[place : word.start()], False)
        _add(parts, word[0], True)
        place = word.end()
    _add(parts, line[place:], False)
    return parts


def _add(parts: list[Part], text: str, is_used: bool) -> None:
    if not text:
        return
    if is_used and len(parts) > 1 and not parts[-1]["used"] and parts[-1]["text"] in (" ", "\u00a0", "\u202f"):
        text = parts.pop()["text"] + text  # two used words with a blank between are marked as one
        parts[-1]["text"] += text
    else:
        parts.append({"text": text, "used": is_used})


def _folded(text: str) -> Sequence[str]:
    return [re.sub(_BLANK, "", word) if word[0].isdigit() else word for word in _WORD.findall(fold(text))]


def _counts(word: str) -> bool:
    return any(char.isdigit() for char in word) or (len(word) >= _SHORTEST and word not in STOP_WORDS)
