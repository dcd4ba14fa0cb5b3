"""What must not get into a file that is shared: telephone numbers, addresses, long numbers of customers."""

import re

from core.documents.chunk import Language
from core.reply import Reply
from core.text.normalise import ascii_digits

_WORDS: dict[str, dict[Language, str]] = {
    "mail": {"fr": "[e-mail]", "ar": "[بريد]"},
    "phone": {"fr": "[téléphone]", "ar": "[هاتف]"},
    "number": {"fr": "[numéro]", "ar": "[رقم]"},
}
_MAIL = re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+|(?<![\w@])@\w{3,}")
# With the country's or the trunk prefix, however grouped: no price begins with 0 or +.
_PHONE = re.compile(r"(?<![\d\w])(?:\(?\+|00|0(?=[2-79]))[\s().-]{0,2}\d(?:[\s().-]{0,2}\d){6,13}(?![\d])")
# A contract, a card, an identity: digits without a blank that no price or speed has.
_LONG = re.compile(r"(?<![\d.,])\d{8,}(?![\d])")


def masked(text: str, language: Language) -> str:
    """The text with a word in brackets for each telephone number, address and long number; else as it is."""
    # One for one, so that places are the same in both.
    digits = ascii_digits(text)
    found = [
        (match.start(), match.end(), kind)
        for kind, pattern in (("mail", _MAIL), ("phone", _PHONE), ("number", _LONG))
        for match in pattern.finditer(digits)
    ]
    found.sort(key=lambda span: (span[0], -span[1]))  # the longest from a place; of equal ones the first kind
    parts, last = [], 0
    for start, end, kind in found:
        if start >= last:
            parts += [text[last:start], _WORDS[kind][language]]
            last = end
    return "".join([*parts, text[last:]])


def answer_text(reply: Reply) -> str:
    """An answer's text, masked where its question would be: a model may repeat what was asked. The documents' own
    telephone numbers stay."""
    return masked(reply.text, reply.language) if holds_personal_data(reply.question) else reply.text


def holds_personal_data(text: str) -> bool:
    """Whether anything would be masked."""
    return masked(text, "fr") != text
