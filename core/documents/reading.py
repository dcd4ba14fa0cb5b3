"""One file to blocks, whatever is wrong with it: what a reading process does. The faults come back as data."""

import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from core.documents.base import Block, Fault, Ocr, Parsed, Picture, Reader
from core.documents.garbage import Verdict, judge
from core.documents.pictures import with_pictures_read
from core.documents.sections import lines_of
from core.errors import DocumentError

T = TypeVar("T")

# What parsers of broken files raise besides their own errors. One such file must not stop the others.
_PARSER_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError),
    *(EOFError, zlib.error, struct.error),
)
_GARBAGE_HINT = "its letters make no words of French or Arabic: save it again from the program that made it"


def read_document(path: Path, reader: Reader) -> Parsed | Fault:
    """The document with its pictures unread, or what is wrong with it."""
    return _attempted(lambda: reader.read(path), "split it")


def read_picture(picture: Picture, ocr: Ocr) -> Sequence[Block] | Fault:
    """What OCR recognises in a picture, or what is wrong with it. A picture never costs its document."""
    return _attempted(lambda: ocr.read(picture.load(), picture.whole_page), "make it smaller")


def _attempted(read: Callable[[], T], lighten: str) -> T | Fault:
    """What reading gives. `lighten` says what helps where it takes too much memory."""
    try:
        return read()
    except DocumentError as error:
        return Fault(error.reason, "; ".join(filter(None, (str(error), error.hint))))
    except OSError as error:
        return Fault("unreadable", error.strerror or str(error))
    except MemoryError:
        return Fault("too-large", f"it needs more memory than reading may take: {lighten}, or raise READ_MEMORY_MB")
    except _PARSER_FAULTS as error:
        return Fault("corrupt", f"{type(error).__name__}: {error}; open it and save it again")


def finished(parsed: Parsed, recognised: Sequence[Sequence[Block] | Fault] | None) -> Parsed | Fault:
    """The document with what was recognised in its pictures, one entry a picture; None where there is no OCR."""
    whole = with_pictures_read(parsed, recognised)
    if not any(line for block in whole.blocks for line in lines_of(block)):
        if whole.pictures_unread and recognised is None:
            return Fault("needs-ocr", "; ".join(("only pictures, no text", *whole.notes)))
        return Fault("no-text", "; ".join(("no text in the document", *whole.notes)))
    typed = [block for block in parsed.blocks if not isinstance(block, Picture) and not block.ocr]
    if judge("\n".join(line for block in typed for line in lines_of(block))) is not Verdict.TEXT:
        return Fault("garbage", _GARBAGE_HINT)
    return whole
