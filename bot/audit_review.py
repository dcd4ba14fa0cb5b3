"""`/audit` as an admin uses it: the contradictions that nobody decided on, the worst first, and decisions on them."""

import asyncio
from collections.abc import Sequence

from bot.admin_texts import AdminText
from bot.asker import Asker
from bot.auditing import decide
from bot.bidi import embed
from bot.commands import VERDICT_WORDS
from bot.replies import Notice
from bot.shortening import shortened
from bot.texts import Text
from core.audit.decisions import Verdict, load_decisions
from core.audit.finding import CONTRADICTIONS, Finding, Kind, Side
from core.audit.last import last_findings
from core.documents.chunk import Language
from core.errors import InputError
from core.settings import Settings
from storage.admin_log import AdminLog

FINDINGS_SHOWN = 5
_SHOWN_CHARS = 120
_KINDS: dict[Kind, AdminText] = {
    "cell": AdminText.AUDIT_CELL,
    "number": AdminText.AUDIT_NUMBER,
    "date": AdminText.AUDIT_DATE,
    "version": AdminText.AUDIT_VERSION,
    "missing row": AdminText.AUDIT_MISSING_ROW,
    "list length": AdminText.AUDIT_LIST_LENGTH,
}
_VERDICTS: dict[Verdict, AdminText] = {
    "left": AdminText.AUDIT_LEFT_HOLDS,
    "right": AdminText.AUDIT_RIGHT_HOLDS,
    "not-a-contradiction": AdminText.AUDIT_NEITHER_WRONG,
}


class AuditReview:
    """The command; decisions are made one after the other, since each rewrites the file of them all."""

    def __init__(self, log: AdminLog, settings: Settings) -> None:
        self._log = log
        self._settings = settings
        self._deciding = asyncio.Lock()

    async def command(self, asker: Asker, argument: str) -> Notice:
        """Nothing, or `ID left|right|none`. Raises StorageError, SettingsError."""
        if not argument:
            return await self._open(asker)
        finding_id, _, said = argument.partition(" ")
        verdict = VERDICT_WORDS.get(said.strip().casefold())
        if verdict is None:
            return asker.notice(AdminText.AUDIT_HOW)
        return await self._decide(asker, finding_id.lower(), verdict)

    async def _open(self, asker: Asker) -> Notice:
        await self._note(asker, "list findings", "")
        waiting = await asyncio.to_thread(open_findings, self._settings)
        if waiting is None:
            return asker.notice(AdminText.AUDIT_NOT_YET)
        if not waiting:
            return asker.notice(AdminText.AUDIT_NOTHING)
        head = AdminText.AUDIT_OPEN.say(asker.language, count=len(waiting))
        shown = [_told(finding, asker.language) for finding in waiting[:FINDINGS_SHOWN]]
        more = [AdminText.AUDIT_MORE.say(asker.language, count=len(waiting) - len(shown))] * (len(waiting) > len(shown))
        return Notice("\n\n".join([head, *shown, *more, AdminText.AUDIT_HOW.say(asker.language)]), asker.language)

    async def _decide(self, asker: Asker, finding_id: str, verdict: Verdict) -> Notice:
        await self._note(asker, "decide", f"{finding_id} {verdict}")
        try:
            async with self._deciding:
                waiting = await asyncio.to_thread(decide, self._settings, finding_id, verdict, "")
        except InputError:
            return asker.notice(AdminText.AUDIT_UNKNOWN, id=finding_id, is_error=True)
        said = _VERDICTS[verdict].say(asker.language)
        return asker.notice(AdminText.AUDIT_DECIDED, id=finding_id, verdict=said, count=waiting)

    async def _note(self, asker: Asker, action: str, detail: str) -> None:
        await self._log.note(asker.message.channel, asker.message.person, action, detail)


def open_findings(settings: Settings) -> Sequence[Finding] | None:
    """Contradictions of the last audit on which nobody decided since, what concerns figures first; None without one."""
    findings = last_findings(settings.gen_dir)
    if findings is None:
        return None
    decided = load_decisions(settings.data_dir).by_id
    waiting = [finding for finding in findings if finding.is_contradiction and finding.id not in decided]
    return sorted(waiting, key=lambda finding: CONTRADICTIONS.index(finding.kind))


def _told(finding: Finding, language: Language) -> str:
    kind = _KINDS[finding.kind].say(language)
    what = f" ({embed(shortened(finding.what, _SHOWN_CHARS))})" if finding.what else ""
    return "\n".join(
        [
            f"{finding.id} · {kind}{what}",
            AdminText.AUDIT_LEFT.say(language, said=_side(finding.left, language)),
            AdminText.AUDIT_RIGHT.say(language, said=_side(finding.right, language)),
        ]
    )


def _side(side: Side, language: Language) -> str:
    place = side.place
    page = Text.PAGE.say(language, page=place.page) if place.page else ""
    comma = "، " if language == "ar" else ", "
    where = comma.join(filter(None, (embed(place.document), embed(place.section), page)))
    said = embed(shortened(side.shown, _SHOWN_CHARS)) if side.shown else AdminText.AUDIT_SAYS_NOTHING.say(language)
    return f"{said} · {where}"
