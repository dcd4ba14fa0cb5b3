"""Examples for who doesn't know what to ask: such as the corpus answers."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.corpus import Corpus
from core.documents.chunk import Chunk
from core.engine import rank_batch
from core.errors import NoIndexError
from core.examples import Examples, made_examples
from core.models.worker import BatchWorker
from core.source import CorpusSource
from tests.corpora import chunk, corpus_of

PRICE = chunk("La fibre Azur coûte 4 320 DA par mois.", section="1. Prix de la fibre")
GUIDE = chunk(
    "Ouvrir le menu Vente, puis Retour.",
    document="Guides/Retour.pdf",
    title="Guide retour",
    section="Annuler une vente",
)
ARABIC = chunk(
    "سعر الألياف 4 320 دج في الشهر.", document="Offres/أزور.pdf", title="عرض أزور", section="سعر الألياف", language="ar"
)
PREFERRED = ("prix de la fibre azur", "recette de la chorba")


class NoCache:
    async def get(self, key: str) -> None:
        return None

    async def put(self, key: str, answer_state: str, answer: object) -> None:
        return None

    async def forget_other_states(self, answer_state: str) -> int:
        return 0


async def examples_of(folder: Path, chunks: Sequence[Chunk], language: str) -> tuple[str, ...]:
    def load() -> Corpus:
        if not chunks:
            raise NoIndexError("there is no index")
        return corpus_of(folder, chunks)

    with BatchWorker(rank_batch) as worker:
        examples = Examples(CorpusSource(folder, folder, load, NoCache()), worker)
        found = await examples.of("ar" if language == "ar" else "fr", PREFERRED if language == "fr" else ())
        assert await examples.of("ar" if language == "ar" else "fr", ()) == found, "found once"
        return found


async def test_preferred_ones_that_are_answered_then_headings(tmp_path: Path) -> None:
    found = await examples_of(tmp_path, [PRICE, GUIDE, ARABIC], "fr")
    assert found[0] == "prix de la fibre azur"
    assert "recette de la chorba" not in found
    assert set(found[1:]) <= {"Prix de la fibre, Offre Azur Max ?", "Annuler une vente, Guide retour ?"}
    assert len(found) == 3


async def test_each_language_has_its_own(tmp_path: Path) -> None:
    assert await examples_of(tmp_path, [PRICE, GUIDE, ARABIC], "ar") == ("سعر الألياف، عرض أزور؟",)


async def test_without_an_index_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoIndexError):
        await examples_of(tmp_path, [], "fr")


def test_headings_come_one_a_document_families_by_turns() -> None:
    offers = [chunk("x", document=f"Offres/{name}.docx", title=name, section="II. Tarifs ?") for name in "ABC"]
    made = made_examples([*offers, *offers, GUIDE], "fr")
    assert sorted(made) == ["Annuler une vente, Guide retour ?", *(f"Tarifs, {name} ?" for name in "ABC")]
    assert made[0] == "Annuler une vente, Guide retour ?"
    assert made == made_examples([GUIDE, *offers], "fr")
