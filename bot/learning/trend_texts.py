"""What is said around the evaluations' picture, French and Arabic side by side, as in `bot/texts.py`."""

from collections.abc import Mapping

from bot.texts import Said


class TrendText(Said):
    """For admins alone. The names of figures stand below a picture, or in a list of them."""

    TREND_NONE = (
        "Aucune évaluation n'a encore été faite ; `python bot.py evaluate` en fait une.",
        "لم يُجرَ أي تقييم بعد؛ الأمر `python bot.py evaluate` يقوم بذلك.",
    )
    TREND_PANELS = ("Courbes, en % des questions : {panels}", "المنحنيات، بالنسبة المئوية من الأسئلة: {panels}")
    TREND_PICTURE = ("Courbes des évaluations", "منحنيات التقييمات")
    TREND_GONE = (
        "L'image n'a pas pu être envoyée. Les courbes sont aussi sur la page, sous « Administration ».",
        "تعذّر إرسال الصورة. المنحنيات موجودة أيضًا في الصفحة، ضمن «الإدارة».",
    )
    TREND_RIGHT = ("réponses justes", "أجوبة صحيحة")
    TREND_HIT1 = ("bon document en premier", "الوثيقة الصحيحة أولًا")
    TREND_FACTS = ("tout ce qu'il faut est dit", "كل المطلوب مذكور")
    TREND_WRONG = ("valeur fausse donnée", "قيمة خاطئة مذكورة")
    TREND_REFUSED = ("refusées à tort", "مرفوضة خطأً")
    TREND_ANSWERED = ("répondues au lieu d'être refusées", "أُجيب عنها بدل رفضها")


FIGURES: Mapping[str, TrendText] = {
    "right": TrendText.TREND_RIGHT,
    "hit1": TrendText.TREND_HIT1,
    "facts": TrendText.TREND_FACTS,
    "wrong": TrendText.TREND_WRONG,
    "refused": TrendText.TREND_REFUSED,
    "answered": TrendText.TREND_ANSWERED,
}
"""By the name of a figure in `eval/history.py`."""
