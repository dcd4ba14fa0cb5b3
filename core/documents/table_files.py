"""`tables.json` beside a document's chunks: its tables as data, one line a column and one a cell, for people too.

Numbers are written as texts, exactly. What is not set is left out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, get_args

from core.documents.chunk import Language
from core.documents.files import TABLES_NAME
from core.documents.manifest import Entry, Manifest
from core.documents.table_data import Column, Kind, TableData, TableRow, TypedCell
from core.errors import ChunkFormatError
from core.text.numbers import canonical

_FORMAT = 1


def format_tables(tables: Sequence[TableData]) -> str:
    """The content of one document's file; `parse_tables` gives back exactly these tables (at least one)."""
    head = {"format": _FORMAT, "document": tables[0].document, "twin": tables[0].twin}
    lines = [f' "{name}": {_json(value)},' for name, value in head.items()]
    body = ",\n".join(_table(table) for table in tables)
    return "\n".join(["{", *lines, ' "tables": [', body, " ]", "}", ""])


def _table(table: TableData) -> str:
    facts = {
        "number": table.number,
        "section": table.section,
        "caption": table.caption,
        "page": table.page,
        "language": table.language,
        "ocr": table.ocr,
        "keys": table.keys,
    }
    lines = [f'   "{name}": {_json(value)},' for name, value in facts.items()]
    columns = ",\n".join(f"    {_json(_column(column))}" for column in table.columns)
    rows = ",\n".join(map(_row, table.rows))
    return "\n".join(["  {", *lines, '   "columns": [', columns, "   ],", '   "rows": [', rows, "   ]", "  }"])


def _row(row: TableRow) -> str:
    cells = ",\n".join(f"     {_json(None if cell is None else _cell(cell))}" for cell in row.cells)
    return f'    {{"chunk": {row.chunk}, "line": {row.line}, "cells": [\n{cells}\n    ]}}'


def _column(column: Column) -> dict[str, str]:
    said = {"name": column.name, "unit": column.unit, "tax": column.tax, "per": column.per}
    return {name: value for name, value in said.items() if value or name == "name"}


def _cell(cell: TypedCell) -> dict[str, str]:
    said = {"text": cell.text, "kind": cell.kind}
    if cell.value is not None:
        said["value"] = canonical(cell.value)
    else:
        ends = (("low", cell.low), ("high", cell.high))
        said.update((name, canonical(end)) for name, end in ends if end is not None)
    more = {"unit": cell.unit, "unit_from": cell.unit_from, "tax": cell.tax, "per": cell.per, "note": cell.note}
    return {**said, **{name: value for name, value in more.items() if value}}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def parse_tables(content: str) -> tuple[TableData, ...]:
    """The tables that a file's content holds.

    Raises:
        ChunkFormatError: it isn't what `format_tables` writes.
    """
    try:
        data = json.loads(content)
        if data["format"] != _FORMAT:
            raise ValueError(f"format {data['format']}, not {_FORMAT}")
        return tuple(_parsed_table(table, data["document"], data["twin"]) for table in data["tables"])
    except (ValueError, KeyError, TypeError, AttributeError, InvalidOperation) as error:
        raise ChunkFormatError(f"no tables: {type(error).__name__} {error}") from error


def _parsed_table(data: Mapping[str, Any], document: str, twin: str | None) -> TableData:
    facts = {name: value for name, value in data.items() if name not in ("columns", "rows")}
    columns = tuple(Column(**column) for column in data["columns"])
    rows = tuple(
        TableRow(tuple(map(_parsed_cell, row["cells"])), int(row["chunk"]), int(row["line"])) for row in data["rows"]
    )
    if data["language"] not in get_args(Language) or any(len(row.cells) != len(columns) for row in rows):
        raise ValueError("a language that no document has, or a row with other columns than its table")
    return TableData(document=document, twin=twin, columns=columns, rows=rows, **facts)


def _parsed_cell(data: Mapping[str, Any] | None) -> TypedCell | None:
    if data is None:
        return None
    if data["kind"] not in get_args(Kind):
        raise ValueError(f"kind {data['kind']}")
    one = data.get("value")
    low, high = (one, one) if one is not None else (data.get("low"), data.get("high"))
    more = {name: value for name, value in data.items() if name not in ("value", "low", "high")}
    return TypedCell(low=_decimal(low), high=_decimal(high), **more)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def read_tables(gen_dir: Path, document: str) -> tuple[TableData, ...]:
    """The tables of one document, in order; none where it has none, or where GEN_DIR doesn't hold it.

    Raises:
        ChunkFormatError: the file is missing or damaged, or the manifest is; the message names it.
    """
    manifest = Manifest.load(gen_dir)
    entry = manifest.entries.get(document) if manifest is not None else None
    return tables_of_entry(gen_dir, entry) if entry is not None else ()


def read_all_tables(gen_dir: Path) -> dict[str, tuple[TableData, ...]]:
    """The tables of every document that has some, by document.

    Raises:
        ChunkFormatError: a file is missing or damaged, or the manifest is; the message names it.
    """
    return dict(_all(gen_dir))


def _all(gen_dir: Path) -> Iterator[tuple[str, tuple[TableData, ...]]]:
    manifest = Manifest.load(gen_dir)
    for document, entry in sorted(manifest.entries.items()) if manifest is not None else ():
        if tables := tables_of_entry(gen_dir, entry):
            yield document, tables


def tables_of_entry(gen_dir: Path, entry: Entry) -> tuple[TableData, ...]:
    """The tables of a document that the manifest names. Raises ChunkFormatError."""
    if not entry.tables:
        return ()
    path = gen_dir / entry.folder / TABLES_NAME
    try:
        return parse_tables(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, ChunkFormatError) as error:
        raise ChunkFormatError(f"{path}: {error}", "run `python bot.py ingest` again") from error
