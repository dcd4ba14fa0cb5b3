"""What a request brings: read up to a limit, and checked against the shape that the API describes."""

import asyncio
from typing import TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from bot.web.refusals import Refusal

Shape = TypeVar("Shape", bound=BaseModel)
MAX_BYTES = 1024 * 1024
READ_TIMEOUT_S = 30.0
_FIELDS_TOLD = 10


async def read_json(request: web.Request, shape: type[Shape], *, may_be_empty: bool = False) -> Shape:
    """The body as the object that it must be. Raises Refusal: 400, 408, 413, 415, 422."""
    raw = await _read(request)
    if not raw and may_be_empty:
        raw = b"{}"
    elif request.content_type != "application/json":
        raise Refusal(415, "not-json", "send a JSON object, with the header Content-Type: application/json")
    try:
        return shape.model_validate_json(raw)
    except ValidationError as error:
        raise _refusal(error) from error


def read_query(request: web.Request, shape: type[Shape]) -> Shape:
    """What stands behind the path, as the object that it must be; of a name that is given twice the first counts.
    Raises Refusal 422."""
    try:
        return shape.model_validate_strings(dict(request.query))
    except ValidationError as error:
        raise _refusal(error) from error


async def _read(request: web.Request) -> bytes:
    too_large = Refusal(413, "too-large", f"the body is larger than {MAX_BYTES // 1024} KiB: send less at once")
    if (request.content_length or 0) > MAX_BYTES:
        raise too_large
    raw = bytearray()
    try:
        async with asyncio.timeout(READ_TIMEOUT_S):
            async for chunk in request.content.iter_any():
                raw += chunk
                if len(raw) > MAX_BYTES:
                    raise too_large
    except TimeoutError:
        raise Refusal(408, "too-slow", "the body didn't come in time: send it again") from None
    except (web.RequestPayloadError, ConnectionError) as error:
        raise Refusal(400, "broken-body", "the body isn't packed as its headers say: send it again") from error
    return bytes(raw)


def _refusal(error: ValidationError) -> Refusal:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    if faults[0]["type"] == "json_invalid":
        return Refusal(400, "not-json", f"the body is no JSON: {faults[0]['msg']}")
    fields = [
        {"field": ".".join(map(str, fault["loc"]))[:200], "problem": fault["msg"]} for fault in faults[:_FIELDS_TOLD]
    ]
    told = "; ".join(f"{item['field'] or 'the body'}: {item['problem']}" for item in fields)
    return Refusal(422, "invalid", f"not what /api/openapi.json describes: {told}", fields=fields)
