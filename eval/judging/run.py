"""`evaluate --judge`: the replies of a run are judged, by both judges side by side where two are set."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from core.documents.chunk import Chunk
from core.index.store import read_version, versions_folder
from core.models.factory import build_encoder
from core.settings import Settings
from eval.judging.agreement import Item
from eval.judging.judge import Judge, Judged, open_judges
from eval.judging.kept import Kept
from eval.judging.material import Material, material_of
from eval.judging.scores import Encode, Scored, known_verdicts, score
from eval.result import Result


@dataclass(frozen=True)
class Judgement:
    """A judged run: of each judge, by its name, what it makes of each question, by the question's id.

    `no_reply` are questions that got no reply; `left_out` is how many passages the judges weren't shown.
    """

    label: str
    scored: Mapping[str, Mapping[str, Scored]]
    known: Mapping[Item, bool]
    no_reply: tuple[str, ...]
    left_out: int

    @property
    def not_judged(self) -> int:
        """Figures that a judge should have given and didn't."""
        return sum(len(one.not_judged) for scored in self.scored.values() for one in scored.values())


def judge_result(result: Result, settings: Settings, file: Path) -> Judgement:
    """Judge every reply of a run. Verdicts are kept in `file`; what stands there already isn't asked again.

    Raises:
        SettingsError: no judge is set, or both are the same.
        IndexDamagedError, MissingPackageError, StorageError
    """
    chunks = _chunks(settings.db_dir, result.index_version) if result.index_version else {}
    encoder = build_encoder(settings)
    return asyncio.run(judge_rows(result.label, result.rows, chunks, settings, Kept(file), encoder.encode_queries))


async def judge_rows(
    label: str,
    rows: Sequence[Mapping[str, Any]],
    chunks: Mapping[str, Chunk],
    settings: Settings,
    kept: Kept,
    encode: Encode,
) -> Judgement:
    """Judge rows (`eval/rows.py`) whose passages are chunks by id; `encode` makes vectors of questions. Raises as
    `judge_result`."""
    found = {row["id"]: material_of(row, chunks, settings.judge_context_tokens) for row in rows}
    materials = [material for material in found.values() if material is not None]
    judged = await _judge_all(materials, settings, kept)
    return Judgement(
        label=label,
        scored={
            name: {of.id: score(of, said, encode) for of, said in zip(materials, all_said, strict=True)}
            for name, all_said in judged.items()
        },
        known={item: verdict for of in materials for item, verdict in known_verdicts(of).items()},
        no_reply=tuple(name for name, material in found.items() if material is None),
        left_out=sum(of.left_out for of in materials),
    )


async def _judge_all(materials: Sequence[Material], settings: Settings, kept: Kept) -> dict[str, list[Judged]]:
    """What each judge says of each question, in order."""
    async with open_judges(settings, kept) as judges:
        total = len(judges) * len(materials)
        with tqdm(total=total, desc="judged", file=sys.stderr, disable=None, dynamic_ncols=True) as bar:

            async def all_by(judge: Judge) -> list[Judged]:
                said = []
                for of in materials:
                    said.append(await judge.judge(of))
                    bar.update()
                return said

            async with asyncio.TaskGroup() as group:
                tasks = {judge.name: group.create_task(all_by(judge)) for judge in judges}
    return {name: task.result() for name, task in tasks.items()}


def _chunks(db_dir: Path, version: str) -> dict[str, Chunk]:
    entries = read_version(versions_folder(db_dir) / version).entries
    return {chunk.id: chunk for entry in entries for chunk in (entry.chunk, *entry.duplicates)}
