"""What the page itself says: its labels, and what it tells when something goes wrong. French, then Arabic."""

from enum import Enum

from bot.texts import Text
from core.documents.chunk import Language


class PageText(Enum):
    """A text's value is its French, then its Arabic. Fields in braces are filled by the page."""

    def say(self, language: Language) -> str:
        """The text in a language."""
        french, arabic = self.value
        return str(arabic if language == "ar" else french)


class WebText(PageText):
    """What everybody may see, and most of what admins do."""

    TITLE = ("Forsa", "فرصة")
    SUBTITLE = ("Réponses sourcées", "أجوبة موثّقة")
    SKIP = ("Aller à la question", "الانتقال إلى السؤال")
    SWITCH = ("العربية", "Français")
    SETTINGS = ("Réglages", "الإعدادات")
    ADMIN = ("Administration", "الإدارة")
    LEAVE = ("Se déconnecter", "تسجيل الخروج")
    CLOSE = ("Fermer", "إغلاق")
    CONVERSATION = ("Conversation", "المحادثة")
    YOU = ("Vous", "أنت")
    BOT = TITLE
    QUESTION = ("Votre question", "سؤالك")
    PLACEHOLDER = ("Posez votre question…", "اكتب سؤالك…")
    SEND = Text.REASON_SEND.value
    STOP = ("Arrêter", "إيقاف")
    SEARCHING = Text.SEARCHING.value
    WRITING = ("Je rédige et je vérifie…", "أصوغ الجواب وأتحقق منه…")
    STOPPED = ("Arrêté avant la fin.", "أُوقف قبل النهاية.")
    SOURCES = Text.SOURCES_BUTTON.value
    OPEN_SOURCE = ("Ouvrir la source {n}", "فتح المصدر {n}")
    NO_SOURCE = (
        "Choisissez [1] dans une réponse pour lire ici le passage cité.",
        "اختر [1] في أحد الأجوبة لقراءة المقطع المذكور هنا.",
    )
    DOWNLOAD = ("Télécharger le document", "تنزيل الوثيقة")
    LEGEND = ("Surligné : ce que la réponse reprend.", "المظلّل: ما ورد في الجواب.")
    CITED_ROW = ("Ligne citée", "السطر المذكور")
    UNDERSTOOD = ("Compris : {text}", "فُهم: {text}")
    REFUSED = ("Sans réponse dans les documents", "لا جواب في الوثائق")
    QUOTED = ("Citation du document", "اقتباس من الوثيقة")
    VOTE_UP = ("Bonne réponse", "جواب جيد")
    VOTE_DOWN = ("Mauvaise réponse", "جواب سيئ")
    REASON = ("Qu'est-ce qui ne va pas ?", "ما المشكلة؟")
    ANSWER_LANGUAGE = ("Langue des réponses", "لغة الأجوبة")
    LANGUAGE_AUTO = ("Celle de la question", "لغة السؤال")
    LANGUAGE_FR = ("Français", "الفرنسية")
    LANGUAGE_AR = ("Arabe", "العربية")
    SCOPE = ("Chercher dans", "البحث في")
    SCOPE_ALL = ("Tous les documents", "كل الوثائق")
    HELP = ("Aide", "مساعدة")
    PRIVACY = Text.MENU_PRIVACY.value
    COMMENT = Text.MENU_FEEDBACK.value
    ENTER_TITLE = ("Accès sur invitation", "الدخول بدعوة")
    ENTER_TEXT = (
        "Saisissez le code d'invitation que votre administrateur vous a remis, ou une clé d'accès.",
        "أدخل رمز الدعوة الذي سلّمه لك المسؤول، أو مفتاح الدخول.",
    )
    ENTER_CODE = ("Code ou clé", "الرمز أو المفتاح")
    ENTER = ("Entrer", "دخول")
    TAB_DOCUMENTS = ("Documents", "الوثائق")
    TAB_PEOPLE = ("Personnes", "الأشخاص")
    TAB_AUDIT = ("Contradictions", "التناقضات")
    TAB_HEALTH = ("État", "الحالة")
    REINDEX = ("Réindexer", "إعادة الفهرسة")
    REINDEX_HINT = (
        "Prend en compte les documents nouveaux, modifiés et retirés.",
        "يأخذ في الحسبان الوثائق الجديدة والمعدّلة والمحذوفة.",
    )
    PROGRESS = ("Avancement de la réindexation", "تقدم إعادة الفهرسة")
    UPLOAD = ("Ajouter un document", "إضافة وثيقة")
    UPLOAD_FILE = ("Fichier", "الملف")
    UPLOAD_FOLDER = ("Dossier (famille)", "المجلد (المجموعة)")
    UPLOAD_SEND = ("Téléverser", "رفع")
    UPLOADED = ("{name} attend votre confirmation.", "{name} في انتظار تأكيدك.")
    WAITING = ("En attente de confirmation", "في انتظار التأكيد")
    WAITING_NONE = ("Rien n'attend.", "لا شيء في الانتظار.")
    SIZE = ("{kib} Ko", "{kib} ك.ب")
    REPLACES = ("remplace le document existant", "يحل محل الوثيقة الموجودة")
    CONFIRM = ("Confirmer et réindexer", "تأكيد وإعادة الفهرسة")
    DISCARD = ("Écarter {name}", "استبعاد {name}")
    REFRESH = ("Actualiser", "تحديث")
    INVITE_AGENT = ("Inviter un agent", "دعوة عون")
    INVITE_ADMIN = ("Inviter un administrateur", "دعوة مسؤول")
    PERSON = ("Numéro dans la liste", "الرقم في القائمة")
    ACTION = ("Action", "الإجراء")
    BLOCK = ("Bloquer", "حظر")
    UNBLOCK = ("Débloquer", "رفع الحظر")
    MAKE_ADMIN = ("Rendre administrateur", "جعله مسؤولًا")
    MAKE_AGENT = ("Rendre agent", "جعله عونًا")
    APPLY = ("Appliquer", "تطبيق")
    FINDING = ("Identifiant", "المعرّف")
    DECISION = ("Décision", "القرار")
    LEFT_HOLDS = ("La première valeur est juste", "القيمة الأولى صحيحة")
    RIGHT_HOLDS = ("La seconde valeur est juste", "القيمة الثانية صحيحة")
    NO_CONTRADICTION = ("Ce n'est pas une contradiction", "ليس تناقضًا")
    READY = ("Le service répond.", "الخدمة جاهزة.")
    NOT_READY = ("Le service ne peut pas répondre.", "الخدمة غير جاهزة.")
    HEALTH_DATABASE = ("Base de données", "قاعدة البيانات")
    HEALTH_INDEX = ("Index", "الفهرس")
    HEALTH_VERSION = ("Version de l'index", "نسخة الفهرس")
    HEALTH_DOCUMENTS = TAB_DOCUMENTS
    HEALTH_PASSAGES = ("Passages", "المقاطع")
    WORKS = ("en ordre", "سليم")
    BROKEN = ("en panne", "معطّل")
    CLEAR_CACHE = ("Vider les réponses gardées", "مسح الأجوبة المحفوظة")
    CLEARED = ("Réponses oubliées : {count}.", "أجوبة مُسحت: {count}.")
    ERROR_NETWORK = (
        "Le service ne répond pas. Vérifiez votre connexion, puis réessayez.",
        "الخدمة لا تستجيب. تحقق من اتصالك ثم أعد المحاولة.",
    )
    ERROR_INTERNAL = (
        "Une erreur interne s'est produite. Réessayez dans un moment.",
        "حدث خطأ داخلي. أعد المحاولة بعد قليل.",
    )
    ERROR_UNAVAILABLE = (
        "Une partie du service est indisponible. Réessayez dans un moment.",
        "جزء من الخدمة غير متاح. أعد المحاولة بعد قليل.",
    )
    ERROR_TOO_LARGE = ("C'est trop grand : envoyez moins à la fois.", "الحجم كبير جدًا: أرسل أقل في كل مرة.")
    ERROR_UNSUPPORTED = ("Ce type de fichier n'est pas lu.", "هذا النوع من الملفات غير مقروء.")
    ERROR_MISMATCH = (
        "Le contenu du fichier ne correspond pas à son nom.",
        "محتوى الملف لا يطابق اسمه.",
    )
    ERROR_ENCRYPTED = ("Le fichier est protégé par un mot de passe.", "الملف محمي بكلمة سر.")
    ERROR_EMPTY = ("Le fichier est vide.", "الملف فارغ.")
    ERROR_CORRUPT = ("Le fichier est abîmé.", "الملف تالف.")
    ERROR_WRONG_KEY = ("Cette clé n'ouvre rien.", "هذا المفتاح غير صالح.")
    ERROR_TOO_MANY_ENTRIES = (
        "Trop d'essais depuis cette adresse : attendez une heure.",
        "محاولات كثيرة من هذا العنوان: انتظر ساعة.",
    )
    ERROR_NO_KEY = ("Votre session a pris fin : entrez de nouveau.", "انتهت جلستك: ادخل من جديد.")
    ERROR_BLOCKED = ("Cet accès a été bloqué par un administrateur.", "حظر المسؤول هذا الدخول.")
    RETRY = ("Réessayer", "إعادة المحاولة")
