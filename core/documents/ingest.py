"""From DATA_DIR to GEN_DIR: reads what changed, writes its chunks, says what became of every file.

A document's chunks go into a folder of their own, named after what was read; the manifest, replaced in one step, says
which folders count. So a run that is killed leaves the last state, and the next run goes on from there.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from core.documents import chunker, facts
from core.documents.base import Reader
from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk, read_chunk
from core.documents.corrections import CORRECTIONS_NAME, Corrections, load_corrections
from core.documents.factory import make_readers
from core.documents.files import folder_for, remove_strays, sha256_of
from core.documents.manifest import Entry, Manifest, StatCache
from core.documents.reading import Fault, read_document
from core.documents.report import IngestReport, Skipped, summary_of
from core.documents.scan import Found, scan
from core.documents.settle import DocumentFacts, family_of, settle
from core.documents.text import language_of_chunks
from core.documents.titles import title_for
from core.durable import replace_file, sync_folder, writing
from core.errors import ChunkFormatError, ForsaError, SettingsError

Progress = Callable[[int, int, str], None]
"""Called with documents done, documents in all, and the name of the one that is read next ('' at the end)."""

LOCK_NAME = ".ingest.lock"
_SAVE_EVERY_S = 1.0


class IngestRunning(ForsaError):
    """Another live process is ingesting into this GEN_DIR."""

    hint = "wait until it ends, then run it again"


def ingest(
    data_dir: Path,
    gen_dir: Path,
    *,
    chunk_chars: int = 900,
    progress: Progress | None = None,
    readers: Mapping[str, Reader] | None = None,
) -> IngestReport:
    """Bring GEN_DIR up to date with DATA_DIR.

    Args:
        chunk_chars: aimed-at length of a chunk's text, in characters.
        readers: reader by suffix; all formats by default.

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
        return _Run(data, gen, chunk_chars, readers or make_readers(), progress or _silent).run()
    finally:
        lock.release()


def _silent(done: int, total: int, name: str) -> None:
    """No progress wanted."""


class _Run:
    """One ingest, inside the lock."""

    def __init__(
        self, data_dir: Path, gen_dir: Path, chunk_chars: int, readers: Mapping[str, Reader], progress: Progress
    ) -> None:
        self._data_dir = data_dir
        self._gen_dir = gen_dir
        self._chunk_chars = chunk_chars
        self._readers = readers
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
        self._corrections = Corrections()
        self._facts: dict[str, DocumentFacts] = {}
        self._warnings: list[str] = []
        self._saved_at = time.monotonic()

    def run(self) -> IngestReport:
        wanted: list[tuple[Found, str]] = []
        by_content: dict[str, str] = {}
        scanned = scan(self._data_dir, frozenset(self._readers))
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
        for number, (item, digest) in enumerate(wanted):
            self._progress(number, len(wanted), item.document)
            self._bring_up_to_date(item, digest)
        self._progress(len(wanted), len(wanted), "")
        self._settle()
        self._manifest.save(self._gen_dir)
        self._stats.save({item.document for item, _ in wanted})
        remove_strays(self._gen_dir, {self._gen_dir / file for file in self._manifest.chunk_files()})
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

    def _bring_up_to_date(self, item: Found, digest: str) -> None:
        reader = self._readers[item.path.suffix.lower()]
        settings = f"{type(reader).__name__}/{reader.version} chunker/{chunker.VERSION} facts/{facts.VERSION} "
        settings += f"chars/{self._chunk_chars}"
        old = self._manifest.entries.get(item.document)
        if old is not None and (old.sha256, old.settings) == (digest, settings):
            if old.reason:
                self._skipped.append(Skipped(item.document, old.reason, old.hint))
                return
            if self._still_has(item.document, old):
                self._outcome["unchanged"].append(item.document)
                return
        entry = self._read(item, reader, Entry(digest, settings))
        self._manifest.entries[item.document] = entry
        if entry.reason:
            self._skipped.append(Skipped(item.document, entry.reason, entry.hint))
            if old is not None and old.chunks:
                self._outcome["removed"].append(item.document)
        else:
            self._outcome["replaced" if old is not None and old.chunks else "read"].append(item.document)
        if time.monotonic() - self._saved_at > _SAVE_EVERY_S:
            self._manifest.save(self._gen_dir)
            self._saved_at = time.monotonic()

    def _still_has(self, document: str, entry: Entry) -> bool:
        """Whether the chunks are there and whole; otherwise the document is read again."""
        try:
            self._chunks[document] = [read_chunk(path) for path in self._paths(entry)]
        except ChunkFormatError:
            return False
        return True

    def _read(self, item: Found, reader: Reader, entry: Entry) -> Entry:
        parsed = read_document(item.path, reader, None)
        if isinstance(parsed, Fault):
            return replace(entry, reason=parsed.reason, hint=parsed.hint)
        title = title_for(parsed, item.document)
        chunks = chunker.chunk_document(parsed, item.document, title, family_of(item.document), None, self._chunk_chars)
        entry = replace(
            entry,
            title=title,
            language=language_of_chunks(chunks),
            pages=parsed.pages,
            folder=folder_for(item.document, f"{entry.sha256}\0{entry.settings}"),
            chunks=tuple(f"{chunk.ordinal:04d}.md" for chunk in chunks),
            notes=parsed.notes,
            facts=facts.facts_of(parsed, item.document),
        )
        self._write(entry, chunks)
        self._chunks[item.document] = chunks
        return entry

    def _paths(self, entry: Entry) -> list[Path]:
        return [self._gen_dir / entry.folder / name for name in entry.chunks]

    def _write(self, entry: Entry, chunks: list[Chunk]) -> None:
        """The chunk files, and every folder above them, on the disk before a manifest can name them."""
        folder = self._gen_dir / entry.folder
        with writing(f"writing {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
            for path, chunk in zip(self._paths(entry), chunks, strict=True):
                replace_file(path, format_chunk(chunk).encode())
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
            for path, was, chunk in zip(self._paths(entry), self._chunks[document], settled, strict=True):
                if chunk != was:
                    with writing(f"writing {path}"):
                        replace_file(path, format_chunk(chunk).encode())
            self._chunks[document] = settled

    def _report(self) -> IngestReport:
        summaries = tuple(
            summary_of(name, entry, self._facts[name])
            for name, entry in sorted(self._manifest.entries.items())
            if entry.chunks
        )
        skipped = tuple(sorted(self._skipped, key=lambda item: item.document))
        outcome = {name: tuple(files) for name, files in self._outcome.items()}
        return IngestReport(**outcome, skipped=skipped, documents=summaries, warnings=tuple(self._warnings))
