"""What `/review` says, French and Arabic side by side, as in `bot/texts.py`."""

from bot.texts import Said


class ReviewText(Said):
    """For admins alone."""

    REVIEW_HEAD = ("À examiner : {total} (page {page} sur {pages})", "للمراجعة: {total} (صفحة {page} من {pages})")
    REVIEW_NOTHING = (
        "Rien à examiner. Les réponses appréciées : /review good · les réponses épinglées : /review pins",
        "لا شيء للمراجعة. الأجوبة الجيدة: «/مراجعة جيدة» · الأجوبة المثبتة: «/مراجعة مثبتة»",
    )
    REVIEW_NOTHING_GOOD = ("Aucune réponse appréciée à examiner.", "لا توجد أجوبة جيدة للمراجعة.")
    REVIEW_USAGE = (
        "/review [recent|frequent|documents] [page] : les questions mal jugées ou refusées\n"
        "/review good : les réponses appréciées · /review pins : les réponses épinglées\n"
        "/review ID : une question en détail\n"
        "/review accept ID … : en faire une question d'évaluation · /review edit ID TEXTE : la reformuler\n"
        "/review discard ID, /review open ID : l'écarter, la rouvrir\n"
        "/review pin ID, /review unpin ID : épingler sa réponse, la détacher",
        "/مراجعة [الأحدث|الأكثر|وثائق] [صفحة]: الأسئلة ذات التقييم السلبي أو المرفوضة\n"
        "/مراجعة جيدة: الأجوبة الجيدة · /مراجعة مثبتة: الأجوبة المثبتة\n"
        "/مراجعة ID: تفاصيل سؤال\n"
        "/مراجعة قبول ID …: جعله سؤال تقييم · /مراجعة تعديل ID النص: إعادة صياغته\n"
        "/مراجعة تجاهل ID، /مراجعة فتح ID: استبعاده أو إعادة فتحه\n"
        "/مراجعة تثبيت ID، /مراجعة إزالة ID: تثبيت جوابه أو إزالة التثبيت",
    )
    REVIEW_ACCEPT_HOW = (
        "Pour l'accepter : /review accept ID 1, NOM = fait | autre graphie ; autre fait ; ≠ valeur fausse (documents "
        "justes par numéro ou par nom), ou /review accept ID refus (il faut refuser).",
        "للقبول: «/مراجعة قبول ID 1، الاسم = معلومة | كتابة أخرى ؛ معلومة أخرى ؛ ≠ قيمة خاطئة» (الوثائق الصحيحة برقمها "
        "أو اسمها)، أو «/مراجعة قبول ID رفض» (يجب الرفض).",
    )
    REVIEW_STATE_OPEN = ("à examiner", "للمراجعة")
    REVIEW_STATE_ACCEPTED = ("acceptée", "مقبول")
    REVIEW_STATE_DISCARDED = ("écartée", "مستبعد")
    REVIEW_COUNTS = ("👎 {down} · 👍 {up} · refus {refused}", "👎 {down} · 👍 {up} · رفض {refused}")
    REVIEW_ALSO_ASKED = ("Posée aussi ainsi : {questions}", "طُرح أيضًا هكذا: {questions}")
    REVIEW_ANSWER = ("Réponse ({kind}) : {text}", "الجواب ({kind}): {text}")
    REVIEW_GATE = ("Tri : {gate} (probabilité / seuil)", "الفرز: {gate} (الاحتمال / العتبة)")
    REVIEW_PASSAGES = (
        "Documents (score, probabilité) et passages cités :\n{passages}",
        "الوثائق (النتيجة، الاحتمال) والمقاطع المذكورة:\n{passages}",
    )
    REVIEW_REASONS = ("Raisons : {reasons}", "الأسباب: {reasons}")
    REVIEW_COMMENTS = ("Remarques :\n{comments}", "الملاحظات:\n{comments}")
    REVIEW_ACCEPTED = ("{id} est dans les questions d'évaluation : {question}", "{id} أصبح سؤال تقييم: {question}")
    REVIEW_MASKED = (
        "Un numéro ou une adresse y a été masqué.",
        "تم إخفاء رقم أو عنوان فيه.",
    )
    REVIEW_MEASURES = ("Elle sert à mesurer les réponses.", "يُستعمل لقياس الأجوبة.")
    REVIEW_SETS = (
        "Elle sert à régler le tri des questions, pas à mesurer.",
        "يُستعمل لضبط فرز الأسئلة، لا للقياس.",
    )
    REVIEW_ALREADY = (
        "Cette question y est déjà, sous {id} : rien n'a changé.",
        "هذا السؤال موجود بالفعل تحت {id}: لم يتغير شيء.",
    )
    REVIEW_NOT_OPEN = (
        "Cette question est déjà {state}. Pour y revenir : /review open ID",
        "هذا السؤال {state} بالفعل. للعودة إليه: «/مراجعة فتح ID»",
    )
    REVIEW_UNKNOWN = (
        "Aucune question ne porte cet identifiant. La liste : /review",
        "لا يوجد سؤال بهذا المعرّف. القائمة: /مراجعة",
    )
    REVIEW_NO_DOCUMENT = (
        "Ce nom ne désigne pas un document précis : {why}. Donnez un numéro de la liste ou le nom du fichier.",
        "هذا الاسم لا يدل على وثيقة محددة: {why}. اكتب رقمًا من القائمة أو اسم الملف.",
    )
    REVIEW_NO_FACT = (
        "« {why} » ne se trouve dans aucun passage de ces documents.",
        "«{why}» لا يوجد في أي مقطع من هذه الوثائق.",
    )
    REVIEW_PERSONAL = (
        "Un fait contient un numéro de téléphone, une adresse ou un long numéro : retirez-le.",
        "تحتوي إحدى المعلومات على رقم هاتف أو عنوان أو رقم طويل: احذفه.",
    )
    REVIEW_NO_FILE = (
        "Le fichier des questions (réglage QUESTIONS_FILE) manque ou ne peut pas être lu.",
        "ملف الأسئلة (الإعداد QUESTIONS_FILE) غير موجود أو تعذّرت قراءته.",
    )
    REVIEW_EDITED = ("{id} est reformulée : {question}", "أُعيدت صياغة {id}: {question}")
    REVIEW_DISCARDED = ("{id} est écartée.", "تم استبعاد {id}.")
    REVIEW_OPENED = ("{id} est de nouveau à examiner.", "أُعيد فتح {id} للمراجعة.")
    REVIEW_PINNED = (
        "La réponse à « {question} » est épinglée : elle sera donnée telle quelle tant que ses passages ne changent "
        "pas.",
        "تم تثبيت الجواب عن «{question}»: سيُعطى كما هو ما لم تتغير مقاطعه.",
    )
    REVIEW_UNPINNED = ("Réponses détachées : {count}.", "عدد الأجوبة التي أُزيل تثبيتها: {count}.")
    REVIEW_NO_PRAISE = (
        "Aucune réponse à cette question n'a reçu que des avis positifs.",
        "لا يوجد جواب عن هذا السؤال حصل على آراء إيجابية فقط.",
    )
    REVIEW_CANNOT_PIN = ("Cette réponse ne peut pas être épinglée : {why}", "لا يمكن تثبيت هذا الجواب: {why}")
    REVIEW_NO_PINS = ("Aucune réponse épinglée.", "لا توجد أجوبة مثبتة.")
    REVIEW_PINS = ("Réponses épinglées : {count}", "الأجوبة المثبتة: {count}")
    REVIEW_PIN_HOLDS = ("en usage", "قيد الاستعمال")
    REVIEW_PIN_STALE = ("épingle suspendue, à revoir", "تثبيت موقوف، يحتاج إلى مراجعة")
    REVIEW_PIN_CHANGED = (
        "Épingle suspendue : un passage cité a changé.",
        "التثبيت معلّق: تغيّر مقطع مذكور.",
    )
    REVIEW_PIN_CHECKS = (
        "Elle ne passe pas les contrôles d'aujourd'hui.",
        "لا يجتاز فحوص اليوم.",
    )
