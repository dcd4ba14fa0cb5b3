"""Every sentence that the bot says around an answer, French and Arabic side by side.

Fields in braces are filled with `say`; both languages name the same ones (a test holds them together). No channel's
markup stands here, and no direction marks: whoever shows a text isolates what it must (`bidi.py`).
"""

from enum import Enum

from core.documents.chunk import Language


class Text(Enum):
    """A text's value is its French, then its Arabic."""

    WELCOME = (
        "Bonjour, je suis Forsa. Je réponds aux questions sur les offres, les guides et les conventions, en français "
        "ou en arabe, et je montre mes sources. Par exemple :",
        "مرحبًا، أنا فرصة. أجيب عن الأسئلة المتعلقة بالعروض والأدلة والاتفاقيات، بالعربية أو الفرنسية، مع ذكر المصادر. "
        "مثلًا:",
    )
    EXAMPLE_PRICE = ("Quel est le tarif de la fibre pour les locataires ?", "ما هي أسعار عرض الألياف للمستأجرين؟")
    EXAMPLE_CONDITIONS = ("Quels documents fournir pour l'offre locataire ?", "من يستفيد من الاتفاقية؟")
    EXAMPLE_PROCEDURE = ("Comment annuler une vente de modem ?", "كيف يتم إلغاء بيع مودم؟")
    HELP = (
        "Posez votre question en une phrase.\n"
        "/sources [n] : les passages cités dans la dernière réponse\n"
        "+ ou - : votre avis sur la réponse ; « - mauvais chiffre » en donne la raison\n"
        "/lang fr|ar|auto : la langue des réponses\n"
        "/scope NOM|all : chercher dans un seul document ou une seule famille\n"
        "/feedback TEXTE : un message à l'équipe\n"
        "/privacy : ce qui est conservé",
        "اكتب سؤالك في جملة واحدة.\n"
        "/مصادر [n]: المقاطع المذكورة في آخر جواب\n"
        "+ أو -: رأيك في الجواب؛ ويمكن إضافة السبب: «- الرقم خاطئ»\n"
        "/لغة fr|ar|auto: لغة الأجوبة\n"
        "/نطاق الاسم|الكل: البحث في وثيقة واحدة أو مجموعة واحدة\n"
        "/رأي النص: رسالة إلى الفريق\n"
        "/خصوصية: ما الذي يُحفظ",
    )
    HELP_ADMIN = (
        "/reindex : prendre en compte les documents nouveaux et modifiés\n"
        "/stats : ce qui est indexé, et la fiabilité du tri des questions",
        "/فهرسة: أخذ الوثائق الجديدة والمعدّلة في الحسبان\n/إحصائيات: ما تمت فهرسته، ومدى دقة فرز الأسئلة",
    )
    CONSOLE_HINT = ("/help : les commandes · /quit : sortir", "/مساعدة: الأوامر · /خروج: المغادرة")
    UNKNOWN_COMMAND = (
        "Je ne connais pas la commande {command}. /help montre celles qui existent.",
        "لا أعرف الأمر {command}. اكتب /مساعدة لعرض الأوامر المتاحة.",
    )

    EMPTY = ("Écrivez votre question, s'il vous plaît.", "اكتب سؤالك من فضلك.")
    TOO_LONG = (
        "Votre question est trop longue : {limit} caractères au plus. Pouvez-vous la raccourcir ?",
        "سؤالك طويل جدًا: {limit} حرف على الأكثر. هل يمكنك اختصاره؟",
    )
    UNREADABLE = (
        "Je ne peux pas lire ce message : posez votre question avec des mots, s'il vous plaît.",
        "لا يمكنني قراءة هذه الرسالة: اكتب سؤالك بالكلمات من فضلك.",
    )
    UNREADABLE_ITEM = (
        "Cet élément n'est pas une question : il faut un objet avec « id » et « question », un texte.",
        "هذا العنصر ليس سؤالًا: يجب أن يكون كائنًا فيه «id» و«question»، وهو نص.",
    )
    UNKNOWN_SCOPE = (
        "Je ne connais pas « {name} ». Les plus proches : {nearest}.",
        "لا أعرف «{name}». الأقرب: {nearest}.",
    )
    NO_INDEX = (
        "Aucun document n'est encore indexé. L'administrateur peut lancer /reindex.",
        "لم تُفهرس أي وثيقة بعد. يمكن للمسؤول تشغيل /فهرسة.",
    )
    INDEX_DAMAGED = (
        "L'index des documents est inutilisable. L'administrateur peut le refaire avec /reindex.",
        "فهرس الوثائق غير صالح للاستعمال. يمكن للمسؤول إعادة بنائه بالأمر /فهرسة.",
    )
    TROUBLE = (
        "Une erreur interne m'empêche de répondre. Elle est signalée ; réessayez dans un moment, s'il vous plaît.",
        "حال خطأ داخلي دون الإجابة. تم تسجيله؛ أعد المحاولة بعد قليل من فضلك.",
    )
    NOT_KEPT = (
        "Cette réponse n'a pas pu être enregistrée : ses sources et votre avis ne seront pas disponibles plus tard.",
        "تعذّر حفظ هذا الجواب: لن تتوفر مصادره ولا رأيك فيه لاحقًا.",
    )

    LANG_FIXED_FR = ("Je répondrai en français.", "سأجيب بالفرنسية.")
    LANG_FIXED_AR = ("Je répondrai en arabe.", "سأجيب بالعربية.")
    LANG_AUTO = ("Je répondrai dans la langue de chaque question.", "سأجيب بلغة كل سؤال.")
    LANG_USAGE = ("Choisissez : /lang fr, /lang ar ou /lang auto.", "اختر: /لغة fr أو /لغة ar أو /لغة auto.")

    SCOPE_SET = (
        "Je cherche maintenant dans : {scope}. Pour tout : /scope all.",
        "أبحث الآن في: {scope}. للكل: /نطاق الكل.",
    )
    SCOPE_ALL = ("Je cherche maintenant dans tous les documents.", "أبحث الآن في كل الوثائق.")
    SCOPE_LIST = (
        "Recherche actuelle : {scope}. Pour la limiter : /scope suivi d'un nom, par exemple : {names}",
        "البحث الحالي: {scope}. لتحديده: /نطاق متبوعًا باسم، مثلًا: {names}",
    )
    SCOPE_EVERYTHING = ("tous les documents", "كل الوثائق")
    SCOPE_GONE = (
        "« {scope} » n'existe plus : je cherche dans tous les documents.",
        "«{scope}» لم يعد موجودًا: أبحث في كل الوثائق.",
    )

    NO_ANSWER_YET = (
        "Il n'y a pas encore de réponse : posez d'abord une question.",
        "لا يوجد جواب بعد: اطرح سؤالًا أولًا.",
    )
    NO_SOURCES = ("Cette réponse ne cite aucun document.", "هذا الجواب لا يستند إلى أي وثيقة.")
    NO_SUCH_SOURCE = (
        "Cette réponse a {count} sources : /sources 1 à {count}.",
        "عدد مصادر هذا الجواب {count}: من /مصادر 1 إلى {count}.",
    )
    ONE_SOURCE = ("Cette réponse a une seule source : /sources.", "لهذا الجواب مصدر واحد: /مصادر.")
    SOURCES_PAGE = ("Source {page} sur {pages}", "المصدر {page} من {pages}")
    SOURCES_NEXT = ("Suivante : /sources {next}", "التالي: /مصادر {next}")
    CORRECTED = (
        "Nombres écrits à l'envers dans le document, remis à l'endroit : {corrections}",
        "أعداد مكتوبة بالعكس في الوثيقة وصُحِّحت: {corrections}",
    )
    PAGE = ("p. {page}", "ص. {page}")
    RECOGNISED = ("texte reconnu dans une image", "نص مستخرج من صورة")
    ANSWER_HINT = ("/sources : les passages cités · + ou - : votre avis", "/مصادر: المقاطع المذكورة · + أو -: رأيك")

    VOTED_UP = ("Merci pour votre avis positif.", "شكرًا على رأيك الإيجابي.")
    VOTED_DOWN = (
        "Merci, c'est noté. Qu'est-ce qui ne va pas ? Par exemple : - mauvais chiffre",
        "شكرًا، تم تسجيل ذلك. ما المشكلة؟ مثلًا: - الرقم خاطئ",
    )
    VOTED_WITH_REASON = ("Merci, c'est noté avec votre remarque.", "شكرًا، تم تسجيل رأيك وملاحظتك.")
    VOTE_WITHDRAWN = ("Votre avis est retiré.", "تم سحب رأيك.")
    FEEDBACK_KEPT = ("Merci, votre message est transmis à l'équipe.", "شكرًا، تم نقل رسالتك إلى الفريق.")
    FEEDBACK_USAGE = ("Écrivez votre message après /feedback.", "اكتب رسالتك بعد /رأي.")
    PRIVACY = (
        "Je conserve vos questions, mes réponses, vos avis et vos réglages, avec votre identifiant, pour corriger et "
        "améliorer le service. N'écrivez pas de données personnelles de clients.",
        "أحتفظ بأسئلتك وأجوبتي وآرائك وإعداداتك مع معرّفك، لتصحيح الخدمة وتحسينها. لا تكتب بيانات شخصية للزبائن.",
    )

    STATS_NOT_ALLOWED = (
        "Seul un administrateur peut voir les statistiques.",
        "لا يمكن الاطلاع على الإحصائيات إلا للمسؤول.",
    )
    STATS_INDEX = (
        "Documents : {documents}, passages : {passages}, version de l'index : {version}.",
        "الوثائق: {documents}، المقاطع: {passages}، نسخة الفهرس: {version}.",
    )
    GATE_ERRORS = (
        "Sur 100 questions auxquelles les documents répondent, environ {refused} sont refusées à tort (entre "
        "{refused_low} et {refused_high}). Sur 100 questions sans rapport avec eux, environ {answered} reçoivent quand "
        "même une réponse (entre {answered_low} et {answered_high}).",
        "من كل 100 سؤال تجيب عنه الوثائق، يُرفض خطأً نحو {refused} (بين {refused_low} و {refused_high}). ومن كل 100 سؤال "
        "لا علاقة له بها، يُجاب رغم ذلك عن نحو {answered} (بين {answered_low} و {answered_high}).",
    )
    GATE_BY_QUESTIONS = (
        "Mesuré sur {count} de vos propres questions, mises de côté pour cela.",
        "قيس ذلك على {count} من أسئلتكم الخاصة، خُصّصت لهذا الغرض.",
    )
    GATE_BY_TITLES = (
        "Mesuré sur des questions tirées des titres et des tableaux, un peu plus faciles que les vraies : avec au "
        "moins {count} questions réelles (réglage QUESTIONS_FILE), la mesure sera la vôtre.",
        "قيس ذلك على أسئلة مستخرجة من العناوين والجداول، وهي أسهل قليلًا من الأسئلة الحقيقية: مع {count} سؤالًا حقيقيًا "
        "على الأقل (الإعداد QUESTIONS_FILE) يصبح القياس أدق.",
    )

    REINDEX_NOT_ALLOWED = (
        "Seul un administrateur peut lancer une réindexation.",
        "لا يمكن تشغيل إعادة الفهرسة إلا للمسؤول.",
    )
    REINDEX_RUNNING = ("Une réindexation est déjà en cours.", "إعادة الفهرسة جارية بالفعل.")
    REINDEX_READING = ("Lecture des documents… {done}/{total}{left}", "قراءة الوثائق… {done}/{total}{left}")
    REINDEX_ENCODING = ("Indexation des passages… {done}/{total}{left}", "فهرسة المقاطع… {done}/{total}{left}")
    REINDEX_FINISHING = ("Réglage et mise en service…", "الضبط والتشغيل…")
    REINDEX_STARTED = (
        "Réindexation… les réponses continuent avec la version précédente.",
        "إعادة الفهرسة… تستمر الأجوبة بالنسخة السابقة.",
    )
    SECONDS_LEFT = (", encore {seconds} s", "، بقي {seconds} ث")
    REINDEX_DONE = (
        "Terminé en {seconds} s : {new} document(s) nouveau(x), {changed} modifié(s), {removed} retiré(s), "
        "{unreadable} illisible(s).",
        "انتهى في {seconds} ث. وثائق جديدة: {new}، معدّلة: {changed}، محذوفة: {removed}، غير مقروءة: {unreadable}.",
    )
    REINDEX_UNREADABLE = ("Illisibles : {names}.", "غير مقروءة: {names}.")
    REINDEX_CONTRADICTIONS = (
        "Contradictions entre documents à trancher : {count} (audit.html dans GEN_DIR).",
        "تناقضات بين الوثائق تنتظر الحسم: {count} (audit.html في GEN_DIR).",
    )
    REINDEX_FAILED = (
        "La réindexation a échoué : {reason}. La version précédente continue de répondre.",
        "فشلت إعادة الفهرسة: {reason}. تستمر النسخة السابقة في الإجابة.",
    )
    REINDEX_DIED = (
        "La réindexation s'est interrompue avant la fin. La version précédente continue de répondre ; relancez "
        "/reindex.",
        "توقفت إعادة الفهرسة قبل نهايتها. تستمر النسخة السابقة في الإجابة؛ أعد تشغيل /فهرسة.",
    )

    def say(self, language: Language, **fields: object) -> str:
        """The text in a language, its fields filled in."""
        french, arabic = self.value
        return str(arabic if language == "ar" else french).format(**fields)
