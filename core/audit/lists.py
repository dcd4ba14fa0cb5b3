"""Lists of documents that a customer brings: twins ask for the same number of them."""

import re
from collections.abc import Iterator

from core.audit.alignment import align
from core.audit.facts import DocumentText, Items
from core.audit.finding import Finding, Place, Relation, Side
from core.audit.prose import ProseComparison
from core.text.normalise import fold

# Folded. What such a list is called, and what stands in it.
_HEADING = re.compile(r"dossier|documents? (?:a fournir|requis|necessaires|administratifs)|pieces|ملف|وثائق")
_DOCUMENT = re.compile(
    r"copie|carte|piece d'identite|justificati|attestation|formulaire|facture|registre|demande|extrait|contrat"
    r"|نسخه|بطاقه|شهاده|وثيقه|طلب|فاتوره|وصل|استماره|سجل|اثبات"
)
_LEAST = 0.35


def compare_lists(
    left: DocumentText, right: DocumentText, prose: ProseComparison, relation: Relation
) -> Iterator[Finding]:
    """Lists of another length."""
    ours = [items for items in left.lists if _asks_for_documents(items)]
    theirs = [items for items in right.lists if _asks_for_documents(items)]

    def likeness(one: Items, other: Items) -> float:
        said, told = (prose.meanings("\n".join((x.introduction, *x.lines))) for x in (one, other))
        shared = 2 * len(said & told) / max(1, len(said) + len(told))
        return shared + 0.2 * min(len(one.lines), len(other.lines)) / max(len(one.lines), len(other.lines))

    for i, j in align(ours, theirs, likeness, _LEAST):
        one, other = ours[i], theirs[j]
        if not one.lengths & other.lengths:
            yield Finding("list length", relation, _side(one), _side(other), one.introduction)


def _asks_for_documents(items: Items) -> bool:
    if _HEADING.search(fold(f"{items.chunk.section}\n{items.introduction}")):
        return True
    named = sum(bool(_DOCUMENT.search(fold(line))) for line in items.lines)
    return len(items.lines) > 1 and 2 * named > len(items.lines)


def _side(items: Items) -> Side:
    return Side(Place.of(items.chunk), "\n".join(f"- {line}" for line in items.lines), f"{len(items.lines)}")
