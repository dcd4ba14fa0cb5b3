"""French as it is typed in haste, put as it is written: `c koi le ping jsp koi repondre` is `c'est quoi le ping`."""

import re

_SHORT = {
    "koi": "quoi",
    "kwa": "quoi",
    "pk": "pourquoi",
    "pq": "pourquoi",
    "prk": "pourquoi",
    "pourkoi": "pourquoi",
    "pcq": "parce que",
    "kel": "quel",
    "kelle": "quelle",
    "kels": "quels",
    "kelles": "quelles",
    "cmt": "comment",
    "cmnt": "comment",
    "ds": "dans",
    "pr": "pour",
    "clt": "client",
    "clts": "clients",
    "conv": "convention",
    "etab": "établissement",
    "étab": "établissement",
    "nvelle": "nouvelle",
    "nvl": "nouvelle",
    "nvo": "nouveau",
    "mnt": "maintenant",
    "mtn": "maintenant",
    "bcp": "beaucoup",
    "tjr": "toujours",
    "tjrs": "toujours",
    "qd": "quand",
    "jsp": "je ne sais pas",
    "chui": "je suis",
}
_WORD = re.compile(rf"(?<![\w'’-])(?:{'|'.join(_SHORT)})(?![\w'’-])", re.IGNORECASE)
# `convention c combien` names a convention.
_IS_WHAT = re.compile(
    r"(?<![\w'’])(?<!convention )(?<!tablissement )(?<!institution )(?<!cat[ée]gorie )(?<!classe )"
    r"(?:[cs]|[Cs][ée]|[Cc]est|[Cc] est|[Cc]es|^C)[ '’](?=(?:quoi|combien|comment|cb)\b)"
)
# Who puts the question and why it is put say nothing of what is asked.
_FRAME = re.compile(
    r"(?<!\w)(?:(?:me|nous|m['’]a|m['’]ont) demand(?:e|ent|é|és)(?! (?:de|d['’]|un|une|le|la|les|des|l['’])\b)"
    r"|(?:et )?(?:je |j['’])?(?:ne? )?sais pas (?:trop )?(?:quoi|comment) (?:lui |leur )?(?:r[ée]pondre|dire|expliquer)"
    r"|exactement|au juste|pr[ée]cis[ée]ment)(?!\w)",
    re.IGNORECASE,
)


def in_full(text: str) -> str:
    """The text with shortened French words in full, and without what frames the question; as it is where it has
    neither."""
    text = _WORD.sub(lambda match: _SHORT[match[0].lower()], text)
    text = _IS_WHAT.sub("c'est ", text)
    bare = _FRAME.sub(" ", text)
    return bare if any(map(str.isalpha, bare)) else text
