"""The evaluations' trend over HTTP, for admins: its values, and a picture of each figure."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from aiohttp import web

from bot.web.operations import Call
from bot.web.refusals import API_HEADERS, Refusal, json_response
from eval.history import LANGUAGES, Run, line_of
from eval.panel import SHOWN, panel_of
from eval.panel_svg import to_svg
from eval.trend_picture import figures_in

_HEADERS = {**API_HEADERS, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""The picture brings its own colours, for light and dark; it can load and run nothing."""


class EvaluationViews:
    """Each operation is one method; `evaluations` gives all runs, the oldest first."""

    def __init__(self, evaluations: Callable[[], Sequence[Run]]) -> None:
        self._evaluations = evaluations

    async def values(self, call: Call) -> web.StreamResponse:
        """The trend in numbers."""
        line = await self._line()
        dates, versions = [run.date for run in line], [run.index_version for run in line]
        figures = [{"figure": name, "values": _values(line, name)} for name in figures_in(line)]
        return json_response({"dates": dates, "index_versions": versions, "figures": figures})

    async def picture(self, call: Call) -> web.StreamResponse:
        """A figure's trend as SVG."""
        line, name = await self._line(), call.request.match_info["figure"]
        if name not in figures_in(line):
            raise Refusal(404, "not-found", "no evaluation has such a figure: look at GET /api/evaluations")
        return web.Response(text=to_svg(panel_of(line, name)), content_type="image/svg+xml", headers=_HEADERS)

    async def _line(self) -> list[Run]:
        return line_of(await asyncio.to_thread(self._evaluations))[-SHOWN:]


def _values(line: Sequence[Run], name: str) -> dict[str, Any]:
    found = {language: [run.figures.get(name, {}).get(language) for run in line] for language in LANGUAGES}
    return {language: values for language, values in found.items() if any(value is not None for value in values)}
