"""A document that comes in as a form: taken in pieces, and no further than it may go."""

import asyncio
import time
from pathlib import Path
from typing import BinaryIO

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from bot.web.refusals import Refusal
from bot.web.waiting_area import UploadRefused, Waiting, WaitingArea
from core.durable import writing

_PIECE_TIMEOUT_S = 30.0
_MOST_PARTS = 4
_FOLDER_BYTES = 400
_PLAIN = ("", "binary", "8bit", "7bit")


async def receive(request: web.Request, area: WaitingArea, max_bytes: int) -> Waiting:
    """Take the form's `file`, and the `folder` that stands before it, if any.

    Raises:
        Refusal: it is no such form, too large or too slow.
        UploadRefused, DocumentError: the file isn't taken.
        StorageError: it can't be written.
    """
    if request.content_type != "multipart/form-data":
        raise Refusal(415, "not-a-form", "send a form (Content-Type: multipart/form-data) with the field `file`")
    if (request.content_length or 0) > max_bytes + 64 * 1024:
        raise _too_large(max_bytes)
    try:
        return await _receive(request, area, max_bytes)
    except TimeoutError:
        raise Refusal(408, "too-slow", "the form didn't come in time: send it again") from None
    except (
        ValueError,
        AssertionError,
        HttpProcessingError,
        web.RequestPayloadError,
        ConnectionError,
        RuntimeError,
    ) as error:
        raise Refusal(400, "broken-form", "the form isn't packed as its headers say: send it again") from error


async def _receive(request: web.Request, area: WaitingArea, max_bytes: int) -> Waiting:
    form = await request.multipart()
    folder = ""
    for _ in range(_MOST_PARTS):
        async with asyncio.timeout(_PIECE_TIMEOUT_S):
            part = await form.next()
        if part is None:
            break
        if not isinstance(part, BodyPartReader) or _is_encoded(part):
            raise Refusal(422, "invalid", "each field of the form must be plain: a file, or a text")
        if part.name == "folder":
            folder = await _text(part)
        elif part.name == "file":
            return await _file(form, part, area, area.target(part.filename or "", folder), max_bytes)
        else:
            raise Refusal(422, "invalid", "the form may have the fields `folder` and `file`, in this order")
    raise Refusal(422, "invalid", "the form has no field `file`")


async def _file(
    form: MultipartReader, part: BodyPartReader, area: WaitingArea, document: str, max_bytes: int
) -> Waiting:
    with area.draft() as draft:
        with draft.open("wb") as file:
            await _take(part, file, draft, max_bytes)
        # A form that ends without its boundary was cut short, and so was the file.
        async with asyncio.timeout(_PIECE_TIMEOUT_S):
            if await form.next() is not None:
                raise Refusal(422, "invalid", "the field `file` must be the last of the form")
        return await asyncio.to_thread(area.keep, draft, document, time.time())


async def _take(part: BodyPartReader, file: BinaryIO, draft: Path, max_bytes: int) -> None:
    size = 0
    while True:
        async with asyncio.timeout(_PIECE_TIMEOUT_S):
            piece = await part.read_chunk()
        if not piece:
            return
        size += len(piece)
        if size > max_bytes:
            raise _too_large(max_bytes)
        with writing(f"writing {draft}"):
            await asyncio.to_thread(file.write, piece)


async def _text(part: BodyPartReader) -> str:
    raw = bytearray()
    while piece := await part.read_chunk():
        raw += piece
        if len(raw) > _FOLDER_BYTES:
            raise UploadRefused("bad-folder", "the folder's name is too long", "give it a short one")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UploadRefused("bad-folder", "the folder's name isn't UTF-8", "send it as UTF-8") from None


def _is_encoded(part: BodyPartReader) -> bool:
    encoding = part.headers.get("Content-Transfer-Encoding", "").lower()
    return encoding not in _PLAIN or "Content-Encoding" in part.headers


def _too_large(max_bytes: int) -> Refusal:
    return Refusal(
        413, "too-large", f"the document is larger than {max_bytes // 1024**2} MiB: split it, or raise UPLOAD_MAX_MB"
    )
