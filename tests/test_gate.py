from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import SettingsError
from core.gate import FEATURES, FeatureGate, Reference, features
from tests.corpora import chunk, corpus_of, question, rows

CHUNKS = [
    chunk("La fibre Azur 480 Mbps coûte 7 150 DA par mois.", section="Prix"),
    chunk("Le guichet ouvre à huit heures.", document="Guides/Agence.pdf", title="Agence", section="Horaires"),
]
REFERENCE = Reference(0.8, 0.05)


def test_the_committed_fit_loads_and_its_signs_carry_over() -> None:
    gate = FeatureGate.load()
    weights = dict(zip(FEATURES, gate.weights, strict=True))
    assert all(weight >= 0 for name, weight in weights.items() if name != "length")
    assert weights["coverage"] > 0
    assert weights["cosine"] + weights["best cosine"] > 0


def test_probabilities_are_one_a_candidate_and_between_0_and_1(tmp_path: Path) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question("prix fibre azur 480 mega")])
    probabilities = FeatureGate.load().probabilities([ranking], REFERENCE, 10)[0]
    assert probabilities.shape == (2,)
    assert ((probabilities > 0) & (probabilities < 1)).all()


def test_the_passage_that_covers_the_question_is_the_more_probable(tmp_path: Path) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question("prix fibre azur 480 mega")])
    # The fake encoder's cosines mean nothing: all alike, only the words decide.
    alike = replace(ranking, candidates=tuple(replace(c, cosine=0.85) for c in ranking.candidates))
    probabilities = FeatureGate.load().probabilities([alike], REFERENCE, 10)[0]
    covering = [c.chunk.document for c in alike.candidates].index("Offres/Azur Max FR.docx")
    assert probabilities.argmax() == covering


def test_features_have_one_row_a_candidate(tmp_path: Path) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question("prix fibre azur 480 mega")])
    rows = features(ranking, REFERENCE, 1)
    assert rows.shape == (1, len(FEATURES))
    assert rows[0, FEATURES.index("numbers")] == 1.0
    assert np.isfinite(rows).all()


def test_of_two_institutions_a_passage_is_of_one(tmp_path: Path) -> None:
    chunks = [
        chunk(
            f"Le tarif 480 Mbps de l'établissement {code} est de {n} 150 DA.",
            document=f"Conventions/{code}.docx",
            title=f"Convention & L'établissement {code}",
        )
        for n, code in enumerate("KLM", 1)
    ]
    [one, both] = corpus_of(tmp_path, chunks).retriever.rank(
        [question("tarif 480 mega établissement K"), question("tarif 480 mega établissement K ou établissement L")]
    )
    coverage = FEATURES.index("coverage")
    assert features(both, REFERENCE, 1)[0, coverage] == pytest.approx(features(one, REFERENCE, 1)[0, coverage])


def test_a_ranking_without_candidates_has_no_features(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question("prix fibre", scope="Guides")])
    assert features(replace(ranking, candidates=()), REFERENCE, 10).shape == (0, len(FEATURES))


def test_a_reference_measures_in_deviations(tmp_path: Path) -> None:
    assert REFERENCE.standing(0.9) == pytest.approx(2.0)
    rankings = corpus_of(tmp_path, CHUNKS).retriever.rank([question("météo"), question("recette du couscous")])
    measured = Reference.of(rankings)
    assert measured.deviation > 0


@pytest.mark.parametrize("content", ["", "{}", '{"features": ["other"]}', "[]"])
def test_a_fit_that_cannot_be_used_says_what_to_run(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gate_model.json"
    path.write_text(content)
    with pytest.raises(SettingsError) as error:
        FeatureGate.load(path)
    assert "fit_gate" in error.value.hint


def test_a_number_stands_in_a_row_whose_range_holds_it(tmp_path: Path) -> None:
    plan = chunk(rows(["Dette", "Nombre"], ["De 4 000 DA à 9 000 DA", "03"], ["Plus de 18 000 DA", "07"]))
    inside, outside = corpus_of(tmp_path, [plan]).retriever.rank(
        [question("dette 5 000 da"), question("dette 12 000 da")]
    )
    numbers = FEATURES.index("numbers")
    assert features(inside, REFERENCE, 1)[0, numbers] == 1.0
    assert features(outside, REFERENCE, 1)[0, numbers] == 0.0
