"""Every sentence that the bot says around an answer, French and Arabic side by side.

What only admins are told stands in `admin_texts.py` and `learning/texts.py`, the page's own words in `web/texts.py`.
Fields in braces are filled with `say`; both languages name the same ones (a test holds them together). No channel's
markup stands here, and no direction marks: whoever shows a text isolates what it must (`bidi.py`).
"""

from enum import Enum

from core.documents.chunk import Language


class Said(Enum):
    """A text's value is its French, then its Arabic."""

    def say(self, language: Language, **fields: object) -> str:
        """The text in a language, its fields filled in."""
        french, arabic = self.value
        return str(arabic if language == "ar" else french).format(**fields)

    @property
    def reason(self) -> str:
        """Its name in figures and the log: `too-long`."""
        return self.name.lower().replace("_", "-")


class Text(Said):
    """What anybody may be told."""

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
        "/compare A | B : deux offres, deux débits ou deux versions côte à côte\n"
        "/verify : relire la dernière réponse d'après ses sources\n"
        "/feedback TEXTE : un message à l'équipe\n"
        "/privacy : ce qui est conservé",
        "اكتب سؤالك في جملة واحدة.\n"
        "/مصادر [n]: المقاطع المذكورة في آخر جواب\n"
        "+ أو -: رأيك في الجواب؛ ويمكن إضافة السبب: «- الرقم خاطئ»\n"
        "/لغة fr|ar|auto: لغة الأجوبة\n"
        "/نطاق الاسم|الكل: البحث في وثيقة واحدة أو مجموعة واحدة\n"
        "/مقارنة أ | ب: عرضان أو تدفقان أو نسختان جنبًا إلى جنب\n"
        "/تحقق: مراجعة آخر جواب بمقارنته بمصادره\n"
        "/رأي النص: رسالة إلى الفريق\n"
        "/خصوصية: ما الذي يُحفظ",
    )
    HELP_ADMIN = (
        "/reindex : prendre en compte les documents nouveaux et modifiés\n"
        "/stats : ce qui est indexé, la fiabilité du tri des questions, l'usage\n"
        "/users : les personnes, les invitations\n"
        "/audit : les contradictions entre documents\n"
        "/review : les questions mal jugées ou refusées",
        "/فهرسة: أخذ الوثائق الجديدة والمعدّلة في الحسبان\n"
        "/إحصائيات: ما تمت فهرسته، ومدى دقة فرز الأسئلة، والاستعمال\n"
        "/مستخدمون: الأشخاص والدعوات\n"
        "/تدقيق: التناقضات بين الوثائق\n"
        "/مراجعة: الأسئلة ذات التقييم السلبي أو المرفوضة",
    )
    CONSOLE_HINT = ("/help : les commandes · /quit : sortir", "/مساعدة: الأوامر · /خروج: المغادرة")
    UNKNOWN_COMMAND = (
        "Je ne connais pas la commande {command}. /help montre celles qui existent.",
        "لا أعرف الأمر {command}. اكتب /مساعدة لعرض الأوامر المتاحة.",
    )

    GREETED = (
        "Bonjour ! Posez-moi une question sur les offres, les guides ou les conventions.",
        "مرحبًا! اطرح سؤالك عن العروض أو الأدلة أو الاتفاقيات.",
    )
    THANKED = ("Avec plaisir.", "على الرحب والسعة.")
    AGREED = ("Très bien, je reste à votre disposition.", "حسنًا، أنا في الخدمة.")
    GOODBYE = ("Au revoir et bonne continuation.", "إلى اللقاء، مع التوفيق.")

    VERIFIED = (
        "Vérifié : chaque affirmation figure dans les sources citées.",
        "تم التحقق: كل معلومة واردة في المصادر المذكورة.",
    )
    VERIFY_NOTHING = (
        "Rien à vérifier : cette réponse ne contient que les mots des documents.",
        "لا شيء للتحقق منه: هذا الجواب لا يتضمن سوى نصوص الوثائق.",
    )
    VERIFY_NO_MODEL = (
        "La vérification demande un modèle de langage, et aucun n'est configuré. /sources montre les passages cités.",
        "يتطلب التحقق نموذجًا لغويًا، ولا يوجد نموذج مُعدّ. اكتب /مصادر لعرض المقاطع المذكورة.",
    )
    VERIFY_DOWN = (
        "La vérification n'a pas abouti. Réessayez dans un instant ; /sources montre les passages cités.",
        "لم يكتمل التحقق. أعد المحاولة بعد قليل؛ واكتب /مصادر لعرض المقاطع المذكورة.",
    )
    SOURCES_BUTTON = ("Sources", "المصادر")
    DOCUMENT_BUTTON = ("Document", "الوثيقة")
    DOCUMENT_GONE = (
        "Ce document ne peut pas être envoyé : il n'est plus là, ou il est trop grand.",
        "لا يمكن إرسال هذه الوثيقة: لم تعد موجودة، أو حجمها كبير جدًا.",
    )
    DOCUMENT_NOT_HERE = (
        "Le document lui-même ne peut pas être téléchargé ici.",
        "لا يمكن تنزيل الوثيقة نفسها من هنا.",
    )
    ASK_AGAIN = (
        "J'étais arrêté et n'ai pas pu répondre à temps : posez de nouveau votre question, s'il vous plaît.",
        "كنت متوقفًا ولم أتمكن من الإجابة في الوقت المناسب: أعد طرح سؤالك من فضلك.",
    )
    BUTTON_GONE = (
        "Ce bouton ne sert plus : écrivez votre question, s'il vous plaît.",
        "لم يعد هذا الزر صالحًا: اكتب سؤالك من فضلك.",
    )
    MENU_START = ("Commencer, avec des exemples", "البداية، مع أمثلة")
    MENU_HELP = ("Ce que je sais faire", "ما يمكنني فعله")
    MENU_LANG = ("Langue des réponses : fr, ar ou auto", "لغة الأجوبة: fr أو ar أو auto")
    MENU_SOURCES = ("Les passages cités", "المقاطع المذكورة")
    MENU_SCOPE = ("Chercher dans un document ou une famille", "البحث في وثيقة أو مجموعة واحدة")
    MENU_FEEDBACK = ("Un message à l'équipe", "رسالة إلى الفريق")
    MENU_PRIVACY = ("Ce qui est conservé", "ما الذي يُحفظ")
    MENU_REINDEX = ("Prendre en compte les nouveaux documents", "أخذ الوثائق الجديدة في الحسبان")
    MENU_STATS = ("Documents indexés et fiabilité", "الوثائق المفهرسة ومدى الدقة")
    MENU_USERS = ("Qui peut poser des questions", "من يمكنه طرح الأسئلة")
    MENU_COMPARE = ("Deux offres ou versions côte à côte : A | B", "عرضان أو نسختان جنبًا إلى جنب: أ | ب")
    MENU_VERIFY = ("Relire la dernière réponse d'après ses sources", "مراجعة آخر جواب بمقارنته بمصادره")
    MENU_REVIEW = ("Questions mal jugées ou refusées", "أسئلة للمراجعة")
    MENU_AUDIT = ("Contradictions entre documents", "التناقضات بين الوثائق")

    EMPTY = ("Écrivez votre question, s'il vous plaît.", "اكتب سؤالك من فضلك.")
    TOO_LONG = (
        "Votre question est trop longue : {limit} caractères au plus. Pouvez-vous la raccourcir ?",
        "سؤالك طويل جدًا: {limit} حرف على الأكثر. هل يمكنك اختصاره؟",
    )
    UNREADABLE = (
        "Je ne peux pas lire ce message : posez votre question avec des mots, s'il vous plaît.",
        "لا يمكنني قراءة هذه الرسالة: اكتب سؤالك بالكلمات من فضلك.",
    )
    TEXT_ONLY = (
        "Je ne lis que les messages écrits : posez votre question en quelques mots, s'il vous plaît.",
        "أقرأ الرسائل المكتوبة فقط: اكتب سؤالك في بضع كلمات من فضلك.",
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
    BUSY = (
        "Beaucoup de questions arrivent en ce moment et je ne pourrais pas répondre assez vite. Réessayez dans un "
        "moment, s'il vous plaît.",
        "تصلني أسئلة كثيرة الآن ولن أتمكن من الإجابة بسرعة كافية. أعد المحاولة بعد قليل من فضلك.",
    )
    MODEL_DOWN = (
        "Le service qui me sert à lire les questions ne répond pas. Réessayez dans un moment, s'il vous plaît.",
        "الخدمة التي أقرأ بها الأسئلة لا تستجيب حاليًا. أعد المحاولة بعد قليل من فضلك.",
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

    COMPARE_USAGE = (
        "Donnez deux noms séparés par « | », par exemple : /compare première offre | deuxième offre",
        "اكتب اسمين بينهما «|»، مثلًا: /مقارنة العرض الأول | العرض الثاني",
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

    REASON_FIELD = ("Votre remarque", "ملاحظتك")
    REASON_SEND = ("Envoyer", "إرسال")
    SEARCHING = ("Je cherche dans les documents…", "أبحث في الوثائق…")
    CARD_LATER = (
        "Je réponds d'abord à votre question en cours ; la suite arrive dans un message.",
        "أجيب أولًا عن سؤالك الجاري؛ وتصلك البقية في رسالة.",
    )

    VOTED_UP = ("Merci pour votre avis positif.", "شكرًا على رأيك الإيجابي.")
    VOTED_DOWN = ("Merci, c'est noté. Qu'est-ce qui ne va pas ?", "شكرًا، تم تسجيل ذلك. ما المشكلة؟")
    REASON_FIGURE = ("Mauvais chiffre", "الرقم خاطئ")
    REASON_DOCUMENT = ("Mauvais document", "الوثيقة خاطئة")
    REASON_INCOMPLETE = ("Incomplet", "ناقص")
    REASON_OTHER = ("Autre", "سبب آخر")
    VOTE_TELL = (
        "Dites-moi en une phrase ce qui ne va pas, s'il vous plaît.",
        "اكتب في جملة واحدة ما المشكلة من فضلك.",
    )
    VOTE_TELL_TYPED = ("Par exemple : - il manque l'option", "مثلًا: - ينقص الخيار")
    VOTED_WITH_REASON = ("Merci, c'est noté avec votre remarque.", "شكرًا، تم تسجيل رأيك وملاحظتك.")
    VOTE_WITHDRAWN = ("Votre avis est retiré.", "تم سحب رأيك.")
    FEEDBACK_KEPT = ("Merci, votre message est transmis à l'équipe.", "شكرًا، تم نقل رسالتك إلى الفريق.")
    FEEDBACK_USAGE = ("Écrivez votre message après /feedback.", "اكتب رسالتك بعد /رأي.")
    PRIVACY = (
        "Je conserve vos questions, mes réponses, vos avis et vos réglages, avec votre nom et votre identifiant, pour "
        "corriger et améliorer le service. N'écrivez pas de données personnelles de clients.",
        "أحتفظ بأسئلتك وأجوبتي وآرائك وإعداداتك مع اسمك ومعرّفك، لتصحيح الخدمة وتحسينها. لا تكتب بيانات شخصية للزبائن.",
    )

    PRIVACY_KEPT = (
        "Au bout de {days} jours, j'oublie ce qui a été écrit et par qui.",
        "مدة الحفظ بالأيام: {days}. بعدها أنسى ما كُتب ومن كتبه.",
    )
    PRIVACY_FOR_GOOD = ("Aucune durée n'est fixée.", "لم تُحدَّد مدة للحفظ.")
    PRIVACY_ASK = (
        "Pour recevoir vos données ou les faire effacer, donnez cet identifiant à votre administrateur : {address}",
        "لتحصل على بياناتك أو تطلب محوها، أعط هذا المعرّف لمسؤولك: {address}",
    )

    ADMINS_ONLY = ("{command} est réservé aux administrateurs.", "الأمر {command} مخصص للمسؤولين.")

    ACCESS_NEEDED = (
        "Bonjour, je suis Forsa. On me consulte sur invitation : demandez un lien ou un code à votre administrateur, "
        "puis envoyez-moi le code ici.",
        "مرحبًا، أنا فرصة. استعمالي بدعوة: اطلب رابطًا أو رمزًا من المسؤول، ثم أرسل لي الرمز هنا.",
    )
    CODE_WRONG = (
        "Je ne connais pas ce code. Vérifiez-le, ou demandez-en un autre à votre administrateur.",
        "لا أعرف هذا الرمز. تحقق منه، أو اطلب رمزًا آخر من المسؤول.",
    )
    CODE_USED = (
        "Ce code a déjà servi. Demandez-en un autre à votre administrateur.",
        "سبق استعمال هذا الرمز. اطلب رمزًا آخر من المسؤول.",
    )
    CODE_EXPIRED = (
        "Ce code a expiré. Demandez-en un autre à votre administrateur.",
        "انتهت صلاحية هذا الرمز. اطلب رمزًا آخر من المسؤول.",
    )
    TOO_MANY_CODES = (
        "Trop de codes erronés. Vous pourrez réessayer {when}.",
        "عدد الرموز الخاطئة كبير. يمكنك المحاولة مجددًا {when}.",
    )
    TOO_MANY_QUESTIONS = (
        "Vous avez atteint la limite de questions. Vous pourrez poser la suivante {when}.",
        "لقد بلغت الحد الأقصى للأسئلة. يمكنك طرح السؤال التالي {when}.",
    )
    IN_SECONDS = ("dans {seconds} s", "بعد {seconds} ث")
    AT_TIME = ("à {time}", "على الساعة {time}")
    ON_DAY = ("le {day} à {time}", "يوم {day} على الساعة {time}")
