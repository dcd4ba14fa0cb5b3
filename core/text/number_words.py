"""Numbers in letters, from ten on: smaller ones count things in any prose (`les deux offres`)."""

# As `fold` leaves them, which makes `مايه` of `مائة`.
_WORDS = frozenset(
    "dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante cent cents mille "
    "million millions milliard milliards "
    "عشره عشر عشرون عشرين ثلاثون ثلاثين اربعون اربعين خمسون خمسين ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين "
    "ميه مايه ميتان ميتين مايتان مايتين "
    "ثلاثمايه اربعمايه خمسمايه ستمايه سبعمايه ثمانمايه تسعمايه "
    "ثلاثميه اربعميه خمسميه ستميه سبعميه ثمانميه تسعميه "
    "الف الفان الفين الاف مليون مليونان مليونين ملايين مليار".split()
)
_PREFIXES = ("وال", "بال", "ال", "لل", "و", "ب", "ل")


def number_word(word: str) -> str:
    """The number that a folded word is, without an Arabic article, preposition or `and`; '' where it is none."""
    if word in _WORDS:
        return word
    bare = (word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    return next((each for each in bare if each in _WORDS), "")
