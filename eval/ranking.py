"""How well the right documents are ranked, by trec_eval's own code (pytrec_eval-terrier)."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from core.errors import MissingPackageError

# Any right document will do (twins hold the same answer), so they count as one.
_RIGHT = "right"
_MEASURES = {"hit1": "success_1", "hit3": "success_3", "mrr": "recip_rank", "ndcg10": "ndcg_cut_10"}


def same_path(path: str) -> str:
    """A document's path as it can be compared: NFC, `/`."""
    return unicodedata.normalize("NFC", path).replace("\\", "/").removeprefix("./")


def ranked_documents(right: Iterable[str], candidates: Iterable[Mapping[str, Any]]) -> list[str]:
    """The documents of a ranking of chunks, each at its best place; all right ones are one."""
    wanted = {same_path(path) for path in right}
    paths = (same_path(candidate["document"]) for candidate in candidates)
    return list(dict.fromkeys(_RIGHT if path in wanted else path for path in paths))


def rank_of_right(right: Iterable[str], candidates: Iterable[Mapping[str, Any]]) -> int:
    """Place of the first right document, from 1; 0 where there is none."""
    documents = ranked_documents(right, candidates)
    return documents.index(_RIGHT) + 1 if _RIGHT in documents else 0


def ranking_figures(right: Iterable[str], candidates: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """`hit1`, `hit3`, `mrr` and `ndcg10` of the merged ranking.

    Raises:
        MissingPackageError: pytrec_eval isn't installed.
    """
    try:
        import pytrec_eval
    except ImportError as error:
        raise MissingPackageError(
            "the package pytrec_eval-terrier isn't installed", "pip install -r requirements-dev.txt"
        ) from error
    run = {document: 1 / place for place, document in enumerate(ranked_documents(right, candidates), 1)}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": {_RIGHT: 1}}, {"success.1,3", "recip_rank", "ndcg_cut.10"})
    found = evaluator.evaluate({"q": run}).get("q", {}) if run else {}
    return {name: float(found.get(measure, 0.0)) for name, measure in _MEASURES.items()}
