"""One file to blocks, whatever is wrong with it: what a reading process does. The faults come back as data."""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from core.documents.base import Ocr, Parsed, Picture, Reader
from core.documents.garbage import Verdict, judge
from core.documents.pictures import with_pictures_read
from core.documents.sections import lines_of
from core.errors import DocumentError

# What parsers of broken files raise besides their own errors. One such file must not stop the others.
_PARSER_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError),
    *(EOFError, zlib.error, struct.error),
)
_GARBAGE_HINT = "its letters make no words of French or Arabic: save it again from the program that made it"


@dataclass(frozen=True)
class Fault:
    """Why a file gave no text; `reason` is a word of the report, `hint` says more and what can be done."""

    reason: str
    hint: str


def read_document(path: Path, reader: Reader, ocr: Ocr | None) -> Parsed | Fault:
    """The document without `Picture` blocks, or what is wrong with it."""
    try:
        parsed = with_pictures_read(reader.read(path), ocr)
    except DocumentError as error:
        return Fault(error.reason, "; ".join(filter(None, (str(error), error.hint))))
    except OSError as error:
        return Fault("unreadable", error.strerror or str(error))
    except MemoryError:
        return Fault("too-large", "it needs more memory than a document may take: split it")
    except _PARSER_FAULTS as error:
        return Fault("corrupt", f"{type(error).__name__}: {error}; open it and save it again")
    if not any(line for block in parsed.blocks for line in lines_of(block)):
        return Fault("no-text", "; ".join(("no text in the document", *parsed.notes)))
    typed = [block for block in parsed.blocks if not isinstance(block, Picture) and not block.ocr]
    if judge("\n".join(line for block in typed for line in lines_of(block))) is not Verdict.TEXT:
        return Fault("garbage", _GARBAGE_HINT)
    return parsed
