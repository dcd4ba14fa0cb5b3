"""A procedure's steps, as the guide that tells them lists them."""

import re
from collections.abc import Sequence
from itertools import takewhile

from core.answering.base import Draft, Passage
from core.answering.intent import Intent
from core.answering.material import Material
from core.answering.page import Page
from core.answering.scoring import OTHER_LANGUAGE, Scorer
from core.answering.units import Unit, is_step, without_mark
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.normalise import fold

# From this share of the best score on, a line is taken for the beginning of the steps.
_BEGINS = 0.8
_LATER = 0.95
# What the document's title alone says of a question is said of each of its procedures.
_BY_TITLE = 0.7
_WHERE = re.compile(r"\bquel(?:le)? (?:menu|onglet|rubrique|bouton|icone|ecran)\b|اي (?:قائمه|زر|نافذه|خانه)(?!\w)")
_CLICKS = re.compile(r"\bcliqu|اضغط|انقر")


def tell_procedure(
    ranking: Ranking, passages: Sequence[Passage], intent: Intent, material: Material, page: Page
) -> Draft | None:
    """The steps of the best passage in order, and of the chunks of its section that follow; None without steps."""
    first = _with_steps(ranking, passages, material)
    if first is None:
        return None
    following = (chunk for chunk in material.chunks(first.document) if chunk.ordinal > first.ordinal)
    chain = [first, *takewhile(lambda chunk: chunk.section == first.section, following)]
    units = [unit for chunk in chain for unit in material.reader.lines(chunk)]
    scorer = Scorer(ranking, intent, material.reader, {})
    for unit in units[_beginning(units, scorer) :]:
        if not page.tell(unit.text, unit):
            page.tail = page.words.read_on
            break
    return page.draft()


def is_on_screen(ranking: Ranking, chunk: Chunk) -> bool:
    """True where it is asked where something is (`dans quel menu`), and the best passage says what to click."""
    asks_where = "q_where" in ranking.query.groups or bool(_WHERE.search(fold(ranking.asked)))
    return asks_where and bool(_CLICKS.search(fold(chunk.text)))


def _with_steps(ranking: Ranking, passages: Sequence[Passage], material: Material) -> Chunk | None:
    """The passage whose steps are asked for: of those with steps the one that says most of the question, earlier
    ones and those of its language first; to cancel a payment isn't to take one."""
    best: tuple[float, Chunk] | None = None
    for place, passage in enumerate(passages):
        steps = sum(is_step(unit.text) for unit in material.reader.units(passage.chunk))
        own = material.reader.own_tokens(passage.chunk)
        said = sum(
            ranking.idf[term.name] * (1.0 if term.stands_in(own) else _BY_TITLE * term.stands_in(passage.tokens))
            for term in ranking.query.terms
        )
        language = 1.0 if passage.chunk.language == ranking.question.language else OTHER_LANGUAGE
        score = said * language * _LATER**place
        if steps >= 2 and (best is None or score > best[0]) and not _is_contents(passage.chunk, material):
            best = score, passage.chunk
    return best[1] if best else None


def _is_contents(chunk: Chunk, material: Material) -> bool:
    """True for a list of what the guide tells of: each line begins as another section is headed."""
    others = {other.section for other in material.chunks(chunk.document)} - {chunk.section}
    headings = {fold(part).strip(" :") for section in others for part in section.split(" › ")} - {""}
    lines = [fold(without_mark(unit.text)) for unit in material.reader.units(chunk)]
    return all(any(line.startswith(heading) for heading in headings) for line in lines)


def _beginning(units: Sequence[Unit], scorer: Scorer) -> int:
    """Where the steps begin: at the line that says most of the question (`Pour saisir …`) or, where that is a step
    itself, at the first step; covers come before."""
    scores = [scorer.of_terms(unit) for unit in units]
    start = next(i for i, score in enumerate(scores) if score >= _BEGINS * max(scores))
    if not is_step(units[start].text):
        return start
    return next(i for i, unit in enumerate(units) if is_step(unit.text))
