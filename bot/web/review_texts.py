"""What the page says around the review of votes and the evaluations' pictures. French, then Arabic."""

from bot.learning.texts import ReviewText
from bot.learning.trend_texts import TrendText
from bot.texts import Text
from bot.web.texts import PageText


class ReviewPageText(PageText):
    """For admins alone."""

    TAB_REVIEW = ("Avis", "الآراء")
    REVIEW_SHOW = ("Afficher", "عرض")
    REVIEW_RECENT = ("À examiner : les plus récentes", "للمراجعة: الأحدث")
    REVIEW_FREQUENT = ("À examiner : les plus fréquentes", "للمراجعة: الأكثر تكرارًا")
    REVIEW_BY_DOCUMENT = ("À examiner : par document", "للمراجعة: حسب الوثيقة")
    REVIEW_GOOD = ("Réponses appréciées", "الأجوبة الجيدة")
    REVIEW_PINNED_ONES = ("Réponses épinglées", "الأجوبة المثبتة")
    REVIEW_ACCEPTED_ONES = ("Acceptées", "المقبولة")
    REVIEW_DISCARDED_ONES = ("Écartées", "المستبعدة")
    REVIEW_EMPTY = ("Rien ici.", "لا شيء هنا.")
    REVIEW_FOUND = ("Questions : {total}, page {page} sur {pages}", "الأسئلة: {total}، صفحة {page} من {pages}")
    REVIEW_PREVIOUS = ("Page précédente", "الصفحة السابقة")
    REVIEW_NEXT = ("Page suivante", "الصفحة التالية")
    REVIEW_COUNTS = ReviewText.REVIEW_COUNTS.value
    REVIEW_ALSO_ASKED = ReviewText.REVIEW_ALSO_ASKED.value
    REVIEW_GIVEN = ("Réponse donnée", "الجواب الذي أُعطي")
    REVIEW_EARLIER = ("Réponse précédente", "جواب سابق")
    REVIEW_GATE = ("Tri : {best}, seuil {threshold}", "الفرز: {best}، العتبة {threshold}")
    REVIEW_KIND_QUOTE = ("citation seule", "اقتباس فقط")
    REVIEW_KIND_REFUSAL = ("refus", "رفض")
    REVIEW_REASONS = ("Raisons", "الأسباب")
    REVIEW_COMMENTS = ("Remarques", "الملاحظات")
    REASON_WRONG_FIGURE = Text.REASON_FIGURE.value
    REASON_WRONG_DOCUMENT = Text.REASON_DOCUMENT.value
    REASON_INCOMPLETE = Text.REASON_INCOMPLETE.value
    REASON_OTHER = Text.REASON_OTHER.value
    REVIEW_DECIDE = ("Décision", "القرار")
    REVIEW_QUESTION = ("Question", "السؤال")
    REVIEW_DOCUMENTS = ("Documents justes", "الوثائق الصحيحة")
    REVIEW_SCORE = ("score {score}", "النتيجة {score}")
    REVIEW_PROBABILITY = ("probabilité {probability}", "الاحتمال {probability}")
    REVIEW_OTHER_DOCUMENT = ("Autre document, par son nom", "وثيقة أخرى، باسمها")
    REVIEW_FACTS = ("La réponse doit dire", "يجب أن يقول الجواب")
    REVIEW_FACTS_HINT = (
        "Un fait par ligne ; ses autres graphies après « | » : 3\u00a0870\u00a0|\u00a03870",
        "معلومة في كل سطر؛ كتاباتها الأخرى بعد «|»: \u20663\u00a0870\u00a0|\u00a03870\u2069",
    )
    REVIEW_WRONG = ("Elle ne doit pas dire", "يجب ألا يقول")
    REVIEW_WRONG_HINT = ("Une valeur fausse par ligne", "قيمة خاطئة في كل سطر")
    REVIEW_REWORD = ("Enregistrer la question", "حفظ السؤال")
    REVIEW_REWORDED = ("La question est reformulée.", "أُعيدت صياغة السؤال.")
    REVIEW_ACCEPT = ("Accepter", "قبول")
    REVIEW_REFUSE = ("Accepter : il faut refuser", "قبول: يجب الرفض")
    REVIEW_DISCARD = ("Écarter", "استبعاد")
    REVIEW_REOPEN = ("Rouvrir", "إعادة الفتح")
    REVIEW_PIN = ("Épingler la réponse", "تثبيت الجواب")
    REVIEW_UNPIN = ("Détacher", "إزالة التثبيت")
    REVIEW_UNPIN_ONE = ("Détacher : {question}", "إزالة التثبيت: {question}")
    REVIEW_ACCEPTED = ReviewText.REVIEW_ACCEPTED.value
    REVIEW_MASKED = ReviewText.REVIEW_MASKED.value
    REVIEW_MEASURES = ReviewText.REVIEW_MEASURES.value
    REVIEW_SETS = ReviewText.REVIEW_SETS.value
    REVIEW_DISCARDED = ("La question est écartée.", "استُبعد السؤال.")
    REVIEW_REOPENED = ("La question est de nouveau à examiner.", "أُعيد فتح السؤال للمراجعة.")
    REVIEW_PINNED = (
        "La réponse est épinglée : elle sera donnée telle quelle tant que ses passages ne changent pas.",
        "تم تثبيت الجواب: سيُعطى كما هو ما لم تتغير مقاطعه.",
    )
    REVIEW_UNPINNED = ReviewText.REVIEW_UNPINNED.value
    REVIEW_PIN_HOLDS = ReviewText.REVIEW_PIN_HOLDS.value
    REVIEW_PIN_STALE = ReviewText.REVIEW_PIN_STALE.value
    PIN_PASSAGE_CHANGED = ReviewText.REVIEW_PIN_CHANGED.value
    PIN_FAILS_CHECKS = ReviewText.REVIEW_PIN_CHECKS.value

    ERROR_NOT_FOUND = (
        "Cela n'existe plus. Actualisez la page.",
        "لم يعد هذا موجودًا. حدّث الصفحة.",
    )
    ERROR_NOT_OPEN = (
        "Quelqu'un a déjà décidé de cette question. Actualisez la liste.",
        "سبق أن حُسم هذا السؤال. حدّث القائمة.",
    )
    ERROR_ALREADY_THERE = (
        "Cette question est déjà parmi les questions d'évaluation, sous {why} : rien n'a changé.",
        "هذا السؤال موجود بالفعل بين أسئلة التقييم تحت {why}: لم يتغير شيء.",
    )
    ERROR_NO_QUESTIONS_FILE = ReviewText.REVIEW_NO_FILE.value
    ERROR_NO_DOCUMENTS = (
        "Cochez les documents justes, ou nommez-en un.",
        "حدّد الوثائق الصحيحة، أو اكتب اسم إحداها.",
    )
    ERROR_NO_SUCH_DOCUMENT = (
        "Ce nom ne désigne pas un document précis : {why}. Donnez le nom du fichier.",
        "هذا الاسم لا يدل على وثيقة محددة: {why}. اكتب اسم الملف.",
    )
    ERROR_PERSONAL = ReviewText.REVIEW_PERSONAL.value
    ERROR_NO_SUCH_FACT = ReviewText.REVIEW_NO_FACT.value
    ERROR_NO_PRAISE = ReviewText.REVIEW_NO_PRAISE.value
    ERROR_PASSAGE_CHANGED = (
        "Cette réponse ne peut pas être épinglée : un passage cité a changé.",
        "لا يمكن تثبيت هذا الجواب: تغيّر مقطع مذكور.",
    )
    ERROR_FAILS_CHECKS = (
        "Cette réponse ne peut pas être épinglée : elle ne passe pas les contrôles d'aujourd'hui.",
        "لا يمكن تثبيت هذا الجواب: لا يجتاز فحوص اليوم.",
    )

    TREND = ("Évaluations", "التقييمات")
    TREND_NONE = TrendText.TREND_NONE.value
    TREND_HINT = (
        "En % des questions ; évaluations comparables : {count}, la dernière le {day}.",
        "بالنسبة المئوية من الأسئلة؛ التقييمات القابلة للمقارنة: {count}، آخرها {day}.",
    )
    TREND_LAST = ("Dernière évaluation : {values}", "آخر تقييم: {values}")
    TREND_RIGHT = TrendText.TREND_RIGHT.value
    TREND_HIT1 = TrendText.TREND_HIT1.value
    TREND_FACTS = TrendText.TREND_FACTS.value
    TREND_WRONG = TrendText.TREND_WRONG.value
    TREND_REFUSED = TrendText.TREND_REFUSED.value
    TREND_ANSWERED = TrendText.TREND_ANSWERED.value
    TREND_IN_ALL = ("ensemble", "الكل")
    TREND_IN_FR = ("français", "الفرنسية")
    TREND_IN_AR = ("arabe", "العربية")
    TREND_IN_MIXED = ("les deux mêlés", "مزيج من اللغتين")
    TREND_IN_ARABIZI = ("algérien en lettres latines", "الجزائرية بالحروف اللاتينية")
