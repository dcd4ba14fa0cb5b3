"""Thanks, greetings and the like: a message that says nothing else is no question."""

import re
from enum import Enum
from functools import cache

from core.text.normalise import fold


class Courtesy(Enum):
    """What such a message says: of several, what stands first here."""

    THANKS = "thanks"
    FAREWELL = "farewell"
    GREETING = "greeting"
    AGREED = "agreed"


# Phrases that say it, parted by `|`. Spellings are compared folded, and without doubled letters (`merciii`).
_SAID: dict[Courtesy, str] = {
    Courtesy.THANKS: "merci|mrc|mrci|remercie|remercions|remerciements|thanks|thank you|thx|c'est gentil|c gentil|🙏|"
    "chokran|choukran|shukran|ya3tik saha|ya3tik essaha|y3atik saha|yatik saha|sahit|sa7it|"
    "barak allah fik|barak allahou fik|baraka allah fik|baraka allahou fik|barakallah fik|barakallahou fik|"
    "شكرا|مشكور|مشكوره|مشكورين|اشكرك|اشكركم|نشكرك|نشكركم|يعطيك الصحه|يعطيكم الصحه|يعطيك العافيه|صحيت|صحيتو|"
    "بارك الله فيك|بارك الله فيكم|جزاك الله|جزاكم الله|تسلم|الله يبارك فيك|ربي يحفظك|الله يحفظك|ربي يخليك",
    Courtesy.FAREWELL: "au revoir|bonne journee|bonne soiree|bonne nuit|bonne continuation|bon courage|bon week-end|"
    "a bientot|a demain|a plus|a plus tard|bye|ciao|bslama|besslama|مع السلامه|بالسلامه|الي اللقاء|تصبح علي خير|"
    "طاب يومك|يوم سعيد",
    Courtesy.GREETING: "bonjour|bjr|bonsoir|bsr|salut|slt|coucou|hello|hi|hey|rebonjour|enchante|"
    "ca va|cava|comment ca va|comment allez-vous|comment vas-tu|comment tu vas|vous allez bien|tu vas bien|labas|"
    "salam|salem|slm|salem alikoum|salam alikoum|salam alaykoum|salam aleykoum|salam alaikoum|salamo alaykom|"
    "assalam alaykoum|assalamou alaykoum|alikoum salam|marhba|marhaba|ahlan|azul|sbah lkhir|sbah el khir|sba7 lkhir|"
    "msa lkhir|wach rak|wach raki|wach rakoum|سلام|السلام|السلام عليكم|وعليكم السلام|عليكم السلام|مرحبا|مرحبا بك|"
    "اهلا|اهلا وسهلا|اهلا بك|صباح الخير|صباح النور|مساء الخير|مساء النور|تحياتي|تحيه طيبه|"
    "كيف حالك|كيف الحال|كيفاش راك|واش راك|واش راكي|واش راكم|لاباس|لاباس عليك",
    Courtesy.AGREED: "ok|oki|okey|okay|d'accord|dac|daccord|d'ac|entendu|compris|j'ai compris|c'est compris|"
    "bien recu|bien note|c'est note|note|c'est bon|c bon|c'est clair|c clair|ca marche|parfait|super|tres bien|"
    "excellent|genial|nickel|top|impeccable|bravo|felicitations|cool|de rien|pas de probleme|pas de souci|👍|👌|🤝|"
    "saha|sa7a|mli7|mlih|fhamt|fhemt|حسنا|تمام|واضح|مفهوم|فهمت|ممتاز|رائع|طيب|مليح|صحا|هايل|احسنت|اوكي|اوكاي|"
    "موافق|لا باس|العفو|عفوا|لا شكر علي واجب",
}
# What may stand beside them, and says nothing alone.
_BESIDE = (
    "beaucoup|bcp|bien|c'est tout|c'est|c|de|d'avance|aussi|egalement|non|tres|mille fois|mille|infiniment|encore|"
    "vraiment|tout|donc|alors|ah|oh|eh|bon|oui|et|a|toi|vous|tous|toutes|tout le monde|je|te|nous|pour|votre|ton|ta|"
    "ces|cette|la|les|le|reponse|reponses|aide|l'aide|information|informations|l'information|infos|l'info|precision|"
    "precisions|temps|patience|monsieur|madame|mr|mme|m|mes amis|mon ami|mon frere|frere|ma soeur|chef|cher|collegue|"
    "collegues|forsa|khouya|khoya|khou|kho|khti|khya|sahbi|sa7bi|bezaf|bzf|bezzaf|w|ya|wa|very|much|so|a lot|"
    "my friend|جزيلا|كثيرا|بزاف|لك|لكم|علي|المساعده|الاجابه|المعلومه|المعلومات|ردك|خويا|خو|خوي|اخي|الاخ|اختي|ختي|"
    "صديقي|استاذ|سيدي|سيدتي|خيرا|يا|ورحمه الله|وبركاته|تعالي|و|لا|اذن|اه|نعم|ايه|والله|الله|جدا|من القلب|فرصه"
)
_MOST_WORDS = 10
# Smileys and marks beside words say nothing; these few say it alone.
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[🙏👍👌🤝]")
_DOUBLED = re.compile(r"(\w)\1+")


def courtesy(text: str) -> Courtesy | None:
    """What a message says that says nothing but this; None for any other."""
    words = _words(text)
    if len(words) > _MOST_WORDS:
        return None
    phrases, longest = _phrases()
    found: set[Courtesy | None] = set()
    while words:
        length = next((n for n in range(longest, 0, -1) if words[:n] in phrases), 0)
        if not length:
            return None
        found.add(phrases[words[:length]])
        words = words[length:]
    return next((kind for kind in Courtesy if kind in found), None)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_DOUBLED.sub(r"\1", word) for word in _WORD.findall(fold(text)))


@cache
def _phrases() -> tuple[dict[tuple[str, ...], Courtesy | None], int]:
    """What each phrase says, None for what may stand beside one, by its words; and the most words of any. Made once,
    by the first message."""
    phrases: dict[tuple[str, ...], Courtesy | None] = {_words(phrase): None for phrase in _BESIDE.split("|")}
    phrases |= {_words(phrase): kind for kind, said in _SAID.items() for phrase in said.split("|")}
    return phrases, max(map(len, phrases))
