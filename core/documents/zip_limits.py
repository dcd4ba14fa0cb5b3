"""What a zipped document (.docx, .pptx, .xlsx, .odt, …) may unpack to. Asked before anything of it is unpacked.

`zipfile` never unpacks more of a part than its entry says, so what the entries say is what has to be checked.
"""

import zipfile

from core.errors import DocumentError

_MiB = 1024 * 1024
MOST_PARTS = 20_000
PART_LIMIT = 256 * _MiB
"""Bytes of one part unpacked: a film in a slide may be that large, no text is."""
TOTAL_LIMIT = 768 * _MiB
XML_LIMIT = 64 * _MiB
"""Bytes of a part that is parsed, which takes ten times that in memory."""
_RATIO_LIMIT, _RATIO_FROM = 200, 16 * _MiB
"""How many times larger than packed a part may be. Sheets of equal cells reach a hundred; a bomb a thousand. Small
parts may be anything."""
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""All that the formats allow; what damaged data of the others raises depends on how Python was built."""
ENCRYPTED_HINT = "open it with its password and save a copy without one"
_HINT = "split the document, or open it and save it again if it is small"


def check_zip(archive: zipfile.ZipFile) -> None:
    """Refuse a file made to fill the memory.

    Raises:
        DocumentError: too-large; encrypted; corrupt where a part is packed as no program of these formats does.
    """
    entries = archive.infolist()
    if len(entries) > MOST_PARTS:
        raise DocumentError("too-large", f"{len(entries)} parts", _HINT)
    total = sum(entry.file_size for entry in entries)
    if total > TOTAL_LIMIT:
        raise DocumentError("too-large", f"it unpacks to {total // _MiB} MiB", _HINT)
    for entry in entries:
        _check_part(entry)


def _check_part(entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & 1:
        raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
    if entry.compress_type not in _COMPRESSIONS:
        message = f"{entry.filename} is packed in a way that no office program uses"
        raise DocumentError("corrupt", message, "open it, let the program repair it, save it again")
    is_xml = entry.filename.lower().endswith((".xml", ".rels"))
    if entry.file_size > (XML_LIMIT if is_xml else PART_LIMIT):
        message = f"{entry.filename} unpacks to {entry.file_size // _MiB} MiB"
        raise DocumentError("too-large", message, _HINT)
    if entry.file_size > _RATIO_FROM and entry.file_size > _RATIO_LIMIT * max(1, entry.compress_size):
        times = entry.file_size // max(1, entry.compress_size)
        raise DocumentError("too-large", f"{entry.filename} unpacks to {times} times its size", _HINT)
