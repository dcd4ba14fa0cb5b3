"""From DATA_DIR to GEN_DIR: reads what changed, writes its chunks, says what became of every file.

A document's chunks go into a folder of their own, named after what was read; the manifest, replaced in one step, says
which folders count. So a run that is killed leaves the last state, and the next run goes on from there.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock, Timeout

from core.documents import chunker, facts, table_building
from core.documents.base import Fault, Ocr, Parsed, Reader
from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk, read_chunk
from core.documents.corrections import CORRECTIONS_NAME, Corrections, load_corrections
from core.documents.factory import make_readers
from core.documents.files import TABLES_NAME, folder_for, remove_strays, sha256_of
from core.documents.manifest import Entry, Manifest, StatCache
from core.documents.near_duplicates import find_near_duplicates
from core.documents.pool import ReaderPool, ReadLimits
from core.documents.report import IngestReport, Skipped, summary_of
from core.documents.scan import Found, scan
from core.documents.settle import DocumentFacts, family_of, settle
from core.documents.table_data import TableData
from core.documents.table_files import format_tables, tables_of_entry
from core.documents.text import language_of_chunks
from core.documents.titles import title_for
from core.durable import replace_file, sync_folder, writing
from core.errors import ChunkFormatError, ForsaError, SettingsError

Progress = Callable[[int, int, str], None]
"""Called with documents done, documents in all, and the name of the one that is read next ('' at the end)."""

LOCK_NAME = ".ingest.lock"
_SAVE_EVERY_S = 1.0
_LIMITED = frozenset({"timeout", "crashed", "too-large"})
"""Faults that other limits may mend."""
_PICTURES_ONLY = frozenset({"needs-ocr", "no-text"})
"""Faults that OCR may mend."""


class IngestRunning(ForsaError):
    """Another live process is ingesting into this GEN_DIR."""

    hint = "wait until it ends, then run it again"


def ingest(
    data_dir: Path,
    gen_dir: Path,
    *,
    chunk_chars: int = 900,
    limits: ReadLimits | None = None,
    ocr: Ocr | None = None,
    progress: Progress | None = None,
    readers: Mapping[str, Reader] | None = None,
) -> IngestReport:
    """Bring GEN_DIR up to date with DATA_DIR.

    Args:
        chunk_chars: aimed-at length of a chunk's text, in characters.
        limits: what reading one document may take.
        ocr: what reads pictures; without it they are named in the report.
        readers: reader by suffix; all formats by default. They are handed to other processes, so they can be pickled.

    Raises:
        SettingsError: DATA_DIR is no folder, one of the two lies within the other, or `forsa.yaml` is no YAML.
        IngestRunning: another process is at it.
        StorageError: GEN_DIR can't be written (disk full, permissions); what was there is intact.
    """
    data, gen = data_dir.resolve(), gen_dir.resolve()
    if data.is_relative_to(gen) or gen.is_relative_to(data):
        raise SettingsError(f"DATA_DIR and GEN_DIR lie within each other: {data}, {gen}", "give them separate folders")
    with writing(f"writing {gen}"):
        gen.mkdir(parents=True, exist_ok=True)
        lock = FileLock(gen / LOCK_NAME)
        try:
            lock.acquire(timeout=0)
        except Timeout as error:
            raise IngestRunning(f"another ingest is writing to {gen}") from error
    try:
        reading = _Reading(chunk_chars, limits or ReadLimits(), ocr, readers or make_readers())
        return _Run(data, gen, reading, progress or _silent).run()
    finally:
        lock.release()


def _silent(done: int, total: int, name: str) -> None:
    """No progress wanted."""


@dataclass(frozen=True)
class _Reading:
    """How documents are read."""

    chunk_chars: int
    limits: ReadLimits
    ocr: Ocr | None
    readers: Mapping[str, Reader]

    def reader(self, path: Path) -> Reader:
        return self.readers[path.suffix.lower()]

    def settings(self, path: Path, reason: str = "", pictures: int = 0) -> str:
        """All that makes the same file give other chunks, or the same `reason` for none; OCR counts where it has
        `pictures`."""
        reader = self.reader(path)
        settings = f"{type(reader).__name__}/{reader.version} chunker/{chunker.VERSION} facts/{facts.VERSION} "
        settings += f"tables/{table_building.VERSION} chars/{self.chunk_chars}"
        if reason in _LIMITED:
            settings += f" seconds/{self.limits.seconds:g} memory/{self.limits.memory_mb}"
        if pictures or reason in _PICTURES_ONLY:
            settings += f" ocr/{self.ocr.name if self.ocr is not None else 'none'}"
        return settings


class _Run:
    """One ingest, inside the lock."""

    def __init__(self, data_dir: Path, gen_dir: Path, reading: _Reading, progress: Progress) -> None:
        self._data_dir = data_dir
        self._gen_dir = gen_dir
        self._reading = reading
        self._progress = progress
        self._stats = StatCache(gen_dir)
        try:
            self._manifest = Manifest.load(gen_dir) or Manifest()
        except ChunkFormatError:
            self._manifest = Manifest()  # damaged: everything is read again
        self._outcome: dict[str, list[str]] = {"read": [], "unchanged": [], "replaced": [], "removed": []}
        self._skipped: list[Skipped] = []
        self._chunks: dict[str, list[Chunk]] = {}
        """Of every document that is in GEN_DIR now."""
        self._tables: dict[str, tuple[TableData, ...]] = {}
        """Of every document that is in GEN_DIR now, as its file has them."""
        self._corrections = Corrections()
        self._facts: dict[str, DocumentFacts] = {}
        self._warnings: list[str] = []
        self._saved_at = time.monotonic()

    def run(self) -> IngestReport:
        wanted: list[tuple[Found, str]] = []
        by_content: dict[str, str] = {}
        scanned = scan(self._data_dir, frozenset(self._reading.readers), self._reading.limits.megabytes)
        self._corrections = load_corrections(self._data_dir, [item.document for item in scanned])
        for item in scanned:
            if item.document in self._corrections.ignored:
                self._skipped.append(Skipped(item.document, "ignored", f"left out by {CORRECTIONS_NAME}"))
                continue
            if not isinstance(item, Found):
                self._skipped.append(Skipped(item.document, item.reason, item.hint))
                continue
            digest = self._hash(item)
            if digest is None:
                continue
            if (first := by_content.setdefault(digest, item.document)) != item.document:
                self._skipped.append(Skipped(item.document, "duplicate", f"the same content as {first}"))
            else:
                wanted.append((item, digest))
        self._forget({item.document for item, _ in wanted})
        changed = [(item, digest) for item, digest in wanted if not self._is_up_to_date(item, digest)]
        self._read(changed, len(wanted))
        self._progress(len(wanted), len(wanted), "")
        self._settle()
        self._manifest.save(self._gen_dir)
        self._stats.save({item.document for item, _ in wanted})
        remove_strays(self._gen_dir, {self._gen_dir / file for file in self._manifest.files()})
        return self._report()

    def _hash(self, item: Found) -> str | None:
        known = self._stats.sha256(item.document, item.size, item.mtime_ns)
        if known is not None:
            return known
        try:
            digest = sha256_of(item.path)
        except OSError as error:
            self._skipped.append(Skipped(item.document, "unreadable", error.strerror or str(error)))
            return None
        self._stats.put(item.document, item.size, item.mtime_ns, digest)
        return digest

    def _forget(self, documents: set[str]) -> None:
        for document in sorted(self._manifest.entries.keys() - documents):
            if self._manifest.entries.pop(document).chunks:
                self._outcome["removed"].append(document)

    def _is_up_to_date(self, item: Found, digest: str) -> bool:
        """Whether the last reading of the document still holds; if so, it is noted as such."""
        old = self._manifest.entries.get(item.document)
        if old is None:
            return False
        settings = self._reading.settings(item.path, old.reason, old.pictures_read + old.pictures_unread)
        if (old.sha256, old.settings) != (digest, settings):
            return False
        if old.reason:
            self._skipped.append(Skipped(item.document, old.reason, old.hint))
            return True
        if self._still_has(item.document, old):
            self._outcome["unchanged"].append(item.document)
            return True
        return False

    def _still_has(self, document: str, entry: Entry) -> bool:
        """Whether chunks and tables are there and whole; otherwise the document is read again."""
        try:
            self._chunks[document] = [read_chunk(path) for path in self._paths(entry)]
            self._tables[document] = tables_of_entry(self._gen_dir, entry)
        except ChunkFormatError:
            return False
        return True

    def _read(self, changed: Sequence[tuple[Found, str]], total: int) -> None:
        """Read what changed, side by side; every document is kept as soon as it is read."""
        if not changed:
            return
        done = total - len(changed)
        self._progress(done, total, changed[0][0].document)
        with ReaderPool(self._reading.limits, self._reading.ocr) as pool:
            tasks = (((item, digest), item.path, self._reading.reader(item.path)) for item, digest in changed)
            for (item, digest), outcome in pool.read(tasks):
                done += 1
                self._keep(item, digest, outcome)
                self._progress(done, total, item.document)

    def _keep(self, item: Found, digest: str, outcome: Parsed | Fault) -> None:
        old = self._manifest.entries.get(item.document)
        had_chunks = old is not None and bool(old.chunks)
        if isinstance(outcome, Fault):
            settings = self._reading.settings(item.path, outcome.reason)
            entry = Entry(digest, settings, reason=outcome.reason, hint=outcome.hint)
            self._skipped.append(Skipped(item.document, entry.reason, entry.hint))
            if had_chunks:
                self._outcome["removed"].append(item.document)
        else:
            pictures = outcome.pictures_read + outcome.pictures_unread
            entry = self._chunked(item, Entry(digest, self._reading.settings(item.path, "", pictures)), outcome)
            self._outcome["replaced" if had_chunks else "read"].append(item.document)
        self._manifest.entries[item.document] = entry
        if time.monotonic() - self._saved_at > _SAVE_EVERY_S:
            self._manifest.save(self._gen_dir)
            self._saved_at = time.monotonic()

    def _chunked(self, item: Found, entry: Entry, parsed: Parsed) -> Entry:
        """The document's chunks and tables, written; and the entry that names them."""
        title = title_for(parsed, item.document)
        chunks = chunker.chunk_document(
            parsed, item.document, title, family_of(item.document), None, self._reading.chunk_chars
        )
        tables = table_building.tables_of(parsed.blocks, chunks)
        entry = replace(
            entry,
            title=title,
            language=language_of_chunks(chunks),
            pages=parsed.pages,
            folder=folder_for(item.document, f"{entry.sha256}\0{entry.settings}"),
            chunks=tuple(f"{chunk.ordinal:04d}.md" for chunk in chunks),
            notes=parsed.notes,
            tables=len(tables),
            pictures_read=parsed.pictures_read,
            pictures_unread=parsed.pictures_unread,
            facts=facts.facts_of(parsed, item.document),
        )
        self._write(entry, chunks, tables)
        self._chunks[item.document], self._tables[item.document] = chunks, tables
        return entry

    def _paths(self, entry: Entry) -> list[Path]:
        return [self._gen_dir / entry.folder / name for name in entry.chunks]

    def _write(self, entry: Entry, chunks: list[Chunk], tables: tuple[TableData, ...]) -> None:
        """The document's files, and every folder above them, on the disk before a manifest can name them."""
        folder = self._gen_dir / entry.folder
        with writing(f"writing {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
            for path, chunk in zip(self._paths(entry), chunks, strict=True):
                replace_file(path, format_chunk(chunk).encode())
            if tables:
                replace_file(folder / TABLES_NAME, format_tables(tables).encode())
            while folder != self._gen_dir:
                sync_folder(folder)
                folder = folder.parent

    def _settle(self) -> None:
        """What depends on all documents; only the chunks that it changes are written again."""
        result = settle(self._chunks, self._manifest.entries, self._corrections)
        self._facts, self._warnings = dict(result.facts), [*self._corrections.warnings, *result.warnings]
        for document, settled in result.chunks.items():
            entry = replace(self._manifest.entries[document], twin=settled[0].twin)
            self._manifest.entries[document] = entry
            self._settle_tables(document, entry, settled)
            for path, was, chunk in zip(self._paths(entry), self._chunks[document], settled, strict=True):
                if chunk != was:
                    with writing(f"writing {path}"):
                        replace_file(path, format_chunk(chunk).encode())
            self._chunks[document] = settled

    def _settle_tables(self, document: str, entry: Entry, settled: Sequence[Chunk]) -> None:
        """The tables as the settled chunks show them. They are written first: were the run to end between the two, the
        next one would still see that the chunks change."""
        if settled == self._chunks[document]:
            return
        tables = table_building.beside(self._tables[document], settled)
        if tables != self._tables[document]:
            path = self._gen_dir / entry.folder / TABLES_NAME
            with writing(f"writing {path}"):
                replace_file(path, format_tables(tables).encode())
            self._tables[document] = tables

    def _report(self) -> IngestReport:
        summaries = tuple(
            summary_of(name, entry, self._facts[name])
            for name, entry in sorted(self._manifest.entries.items())
            if entry.chunks
        )
        skipped = tuple(sorted(self._skipped, key=lambda item: item.document))
        outcome = {name: tuple(sorted(files)) for name, files in self._outcome.items()}
        found = find_near_duplicates(self._chunks)
        alike = (
            *((pair.document, str(pair)) for pair in found.pairs),
            *(("\n".join(family.documents), str(family)) for family in found.families),
        )
        return IngestReport(
            **outcome, skipped=skipped, documents=summaries, warnings=tuple(self._warnings), alike=alike
        )
