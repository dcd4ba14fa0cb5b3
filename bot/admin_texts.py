"""What only admins are told, French and Arabic side by side, as in `texts.py`: people, contradictions, figures, the
reindex."""

from bot.texts import Said


class AdminText(Said):
    """By the command that says it."""

    USERS_NONE = (
        "Personne n'est encore inscrit. /users invite crée une invitation.",
        "لا يوجد أي مستخدم بعد. الأمر «/مستخدمون دعوة» ينشئ دعوة.",
    )
    USERS_HEAD = ("Personnes : {total} (page {page} sur {pages})", "الأشخاص: {total} (صفحة {page} من {pages})")
    USERS_NEXT = ("Suite : /users {next}", "التالي: /مستخدمون {next}")
    USERS_USAGE = (
        "/users [page] : la liste\n"
        "/users invite [admin] : créer une invitation\n"
        "/users block N, /users unblock N : bloquer, débloquer\n"
        "/users admin N, /users agent N : changer le rôle\n"
        "N : le numéro dans la liste",
        "/مستخدمون [صفحة]: القائمة\n"
        "/مستخدمون دعوة [مسؤول]: إنشاء دعوة\n"
        "/مستخدمون حظر N، /مستخدمون سماح N: الحظر ورفعه\n"
        "/مستخدمون مسؤول N، /مستخدمون عون N: تغيير الصفة\n"
        "N: الرقم في القائمة",
    )
    ROLE_AGENT = ("agent", "عون")
    ROLE_ADMIN = ("administrateur", "مسؤول")
    ROLE_BY_SETTINGS = ("administrateur (réglages)", "مسؤول (حسب الإعدادات)")
    SEEN = ("vu le {day}", "آخر ظهور {day}")
    BLOCKED = ("bloqué", "محظور")
    INVITATION = (
        "Invitation à transmettre à une seule personne ({role}), valable une fois, jusqu'au {until}. Pour entrer, il "
        "suffit de m'envoyer ce code :",
        "دعوة لشخص واحد ({role})، تُستعمل مرة واحدة، صالحة إلى غاية {until}. للدخول يكفي أن يرسل لي هذا الرمز:",
    )
    USER_BLOCKED = (
        "{name} est bloqué : je ne lui réponds plus. Pour l'annuler : /users unblock {number}",
        "تم حظر {name}: لن أجيبه بعد الآن. للتراجع: /مستخدمون سماح {number}",
    )
    USER_UNBLOCKED = ("{name} n'est plus bloqué.", "تم رفع الحظر عن {name}.")
    USER_IS_ADMIN = ("{name} est maintenant administrateur.", "أصبح {name} مسؤولًا.")
    USER_IS_AGENT = ("{name} est maintenant agent.", "أصبح {name} عونًا.")
    USER_UNKNOWN = (
        "Je ne connais personne sous « {id} ». La liste : /users",
        "لا أعرف أحدًا بهذا المعرّف «{id}». القائمة: /مستخدمون",
    )
    USER_PROTECTED = (
        "Ce n'est pas possible pour vous-même, ni pour un administrateur désigné dans les réglages.",
        "لا يمكن ذلك لنفسك، ولا لمسؤول معيّن في الإعدادات.",
    )

    AUDIT_NOT_YET = (
        "Les documents n'ont pas encore été comparés. /reindex le fait.",
        "لم تتم مقارنة الوثائق بعد. الأمر /فهرسة يقوم بذلك.",
    )
    AUDIT_NOTHING = ("Aucune contradiction à trancher.", "لا توجد تناقضات تنتظر الحسم.")
    AUDIT_OPEN = ("Contradictions à trancher : {count}", "تناقضات تنتظر الحسم: {count}")
    AUDIT_MORE = (
        "Et {count} autre(s) : audit.html dans GEN_DIR les montre toutes.",
        "وغيرها {count}: الملف audit.html في GEN_DIR يعرضها كلها.",
    )
    AUDIT_HOW = (
        "Pour trancher : /audit ID gauche (la première valeur est juste), /audit ID droite (la seconde), /audit ID "
        "aucune (pas une contradiction).",
        "للحسم: «/تدقيق ID الأول» (الأول صحيح)، «/تدقيق ID الثاني» (الثاني صحيح)، «/تدقيق ID لا» (ليس تناقضًا).",
    )
    AUDIT_CELL = ("case de tableau", "خانة جدول")
    AUDIT_NUMBER = ("nombre", "عدد")
    AUDIT_DATE = ("date", "تاريخ")
    AUDIT_VERSION = ("version", "نسخة")
    AUDIT_MISSING_ROW = ("ligne absente", "سطر ناقص")
    AUDIT_LIST_LENGTH = ("liste plus courte", "قائمة أقصر")
    AUDIT_LEFT = ("gauche : {said}", "الأول: {said}")
    AUDIT_RIGHT = ("droite : {said}", "الثاني: {said}")
    AUDIT_SAYS_NOTHING = ("rien", "لا شيء")
    AUDIT_LEFT_HOLDS = ("gauche est juste", "الأول صحيح")
    AUDIT_RIGHT_HOLDS = ("droite est juste", "الثاني صحيح")
    AUDIT_NEITHER_WRONG = ("pas une contradiction", "ليس تناقضًا")
    AUDIT_DECIDED = (
        "{id} : {verdict}, c'est noté. Restent à trancher : {count}.",
        "{id}: {verdict}، تم التسجيل. ما زال ينتظر الحسم: {count}.",
    )
    AUDIT_UNKNOWN = (
        "Aucune contradiction ne porte l'identifiant {id}. La liste : /audit",
        "لا يوجد تناقض بالمعرّف {id}. القائمة: /تدقيق",
    )

    STATS_PEOPLE = ("Personnes : {people}, dont bloquées : {blocked}.", "الأشخاص: {people}، منهم محظورون: {blocked}.")
    STATS_QUESTIONS = (
        "Questions des {days} derniers jours : {questions} (réponses {answers}, citations seules {quotes}, refus "
        "{refusals}). Avis : 👍 {up}, 👎 {down}.",
        "أسئلة آخر {days} أيام: {questions} (أجوبة {answers}، اقتباسات فقط {quotes}، رفض {refusals}). الآراء: 👍 {up}، "
        "👎 {down}.",
    )
    STATS_INDEX = (
        "Documents : {documents}, passages : {passages}, version de l'index : {version}.",
        "الوثائق: {documents}، المقاطع: {passages}، نسخة الفهرس: {version}.",
    )
    STATS_EVALUATIONS = (
        "Réponses justes sur 100, à chacune des {count} dernière(s) évaluation(s), la dernière le {day} :",
        "الأجوبة الصحيحة من كل 100 في آخر التقييمات ({count})، آخرها {day}:",
    )
    STATS_ALL = ("ensemble : {values}", "الكل: {values}")
    STATS_FRENCH = ("en français : {values}", "بالفرنسية: {values}")
    STATS_ARABIC = ("en arabe : {values}", "بالعربية: {values}")
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
    GATE_NOT_MEASURED = (
        "Le tri des questions a changé et n'a pas encore été réglé sur vos documents : lancez /reindex.",
        "تغيّر فرز الأسئلة ولم يُضبط بعد على وثائقكم: شغّل /فهرسة.",
    )
    GATE_BY_TITLES = (
        "Mesuré sur des questions tirées des titres et des tableaux, un peu plus faciles que les vraies : avec au "
        "moins {count} questions réelles (réglage QUESTIONS_FILE), la mesure sera la vôtre.",
        "قيس ذلك على أسئلة مستخرجة من العناوين والجداول، وهي أسهل قليلًا من الأسئلة الحقيقية: مع {count} سؤالًا حقيقيًا "
        "على الأقل (الإعداد QUESTIONS_FILE) يصبح القياس أدق.",
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

    REINDEX_CHECKED = (
        "Contrôle sur {asked} questions : {before} justes avant, {after} après ; gagnées {won}, perdues {lost}.",
        "الفحص على {asked} سؤال: {before} صحيح قبل، {after} بعد؛ المكسوب {won}، المفقود {lost}.",
    )
    REINDEX_ADDED = ("+ {count} passage(s) : {document}", "+ مقاطع مضافة {count}: {document}")
    REINDEX_REMOVED = ("− {count} passage(s) : {document}", "− مقاطع محذوفة {count}: {document}")
    REINDEX_LOST = ("perdue : {question}", "مفقود: {question}")
    REINDEX_HELD = (
        "La baisse dépasse le hasard : la nouvelle version attend, la précédente répond. Corrigez les documents et "
        "relancez /reindex, ou mettez-la en service : /reindex confirm",
        "التراجع أكبر من الصدفة: النسخة الجديدة تنتظر، والسابقة تجيب. صحح الوثائق وأعد تشغيل /فهرسة، أو شغّلها: «/فهرسة "
        "تأكيد»",
    )
    REINDEX_DROPPED = (
        "La baisse dépasse le hasard. La nouvelle version répond déjà.",
        "التراجع أكبر من الصدفة. النسخة الجديدة تجيب بالفعل.",
    )
    REINDEX_UNCHECKED = (
        "Les réponses de la nouvelle version n'ont pas pu être comparées : {why}",
        "تعذّرت مقارنة أجوبة النسخة الجديدة: {why}",
    )
    REINDEX_CONFIRMED = ("La nouvelle version répond maintenant.", "النسخة الجديدة تجيب الآن.")
    REINDEX_NOTHING_HELD = (
        "Aucune version n'attend de confirmation. /reindex en prépare une.",
        "لا توجد نسخة تنتظر التأكيد. الأمر /فهرسة يعدّ واحدة.",
    )
