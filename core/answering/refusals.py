"""Honest refusals: off-topic, or of the trade but not in the documents."""

from core.answering.citations import without_citations
from core.answering.compose import Composed
from core.answering.phrases import Phrases, phrases
from core.reply import GateResult, Reason
from core.retrieval import Ranking
from core.text.normalise import fold

# From this share of a document's name on, the question speaks of the corpus.
_NAMES_ENOUGH = 0.5
_AROUND = " .\"'«»()-"


def refuse(ranking: Ranking, result: GateResult) -> Composed:
    """The refusal for a question of which no passage passed the gate."""
    words = phrases(ranking.question.language)
    if result.unknown_name and result.best >= result.off_topic_threshold:
        return _refusal(
            "not-in-documents", words.unknown_name.format(name=result.unknown_name) + _scope(ranking, words)
        )
    if result.best < result.off_topic_threshold and ranking.names_document < _NAMES_ENOUGH:
        return _refusal("off-topic", words.off_topic)
    return not_in_documents(ranking)


def not_in_documents(ranking: Ranking) -> Composed:
    """The refusal for a question of the trade that no passage answers."""
    words = phrases(ranking.question.language)
    return _refusal("not-in-documents", f"{words.not_in_documents}{_nearest(ranking, words)}{_scope(ranking, words)}")


def says_not_in_documents(text: str) -> bool:
    """Whether a model's text (citations as `[n]`) is just the one sentence that it was given to refuse with, in either
    language, however it is quoted."""
    said = fold(without_citations(text)).strip(_AROUND)
    return said in [fold(phrases(language).not_in_documents).strip(_AROUND) for language in ("fr", "ar")]


def _refusal(reason: Reason, text: str) -> Composed:
    return Composed("refusal", reason, (text,), ())


def _nearest(ranking: Ranking, words: Phrases) -> str:
    """The nearest document's title, unless it holds a digit (`4G` too): a refusal tells no figure."""
    title = ranking.candidates[0].chunk.title if ranking.candidates else ""
    return f" {words.nearest.format(title=title)}" if title and not any(map(str.isdigit, title)) else ""


def _scope(ranking: Ranking, words: Phrases) -> str:
    """Says that only a part was searched: a scope never empties a result silently."""
    scope = ranking.question.scope
    return f" {words.scoped.format(scope=scope)}" if scope else ""
