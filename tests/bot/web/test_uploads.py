"""Documents that are uploaded: what is taken, under which name, what waits, and what is taken up."""

import io
import zipfile
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.bot.web.conftest import Web, serving

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # The server warns of what it is sent, and answers 4xx.
    pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionHeader"),
]

TEXT = "# Offre Azur\n\nL'offre Azur coûte 7 150 DA par mois.\n".encode()


def form(content: bytes, name: str, folder: str | None = None, **more: Any) -> aiohttp.FormData:
    made = aiohttp.FormData()
    if folder is not None:
        made.add_field("folder", folder)
    made.add_field("file", io.BytesIO(content), filename=name, **more)
    return made


async def upload(web: Web, content: bytes, name: str, folder: str | None = None) -> tuple[int, Any]:
    return await web.call("POST", "/api/documents", await web.key("admin"), data=form(content, name, folder))


def packed(**parts: bytes) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return raw.getvalue()


FAKES = {
    "program as text": (b"MZ\x90\x00" + bytes(100), "a.txt", "mismatch"),
    "pdf as text": (b"%PDF-1.7\n", "a.md", "mismatch"),
    "text as pdf": (TEXT, "a.pdf", "mismatch"),
    "text as docx": (TEXT, "a.docx", "mismatch"),
    "sheet as docx": (packed(**{"xl/workbook.xml": b"<x/>"}), "a.docx", "mismatch"),
    "broken zip": (b"PK\x03\x04" + bytes(200), "a.docx", "corrupt"),
    "bomb": (packed(**{"word/document.xml": bytes(70 * 1024 * 1024)}), "a.docx", "too-large"),
    "page as picture": (b"<html><script>", "a.png", "mismatch"),
    "nothing": (b"", "a.md", "empty"),
}


@pytest.mark.parametrize(("content", "name", "reason"), FAKES.values(), ids=FAKES)
async def test_what_is_not_what_its_name_says_is_refused_and_not_kept(
    web: Web, content: bytes, name: str, reason: str
) -> None:
    status, error = await upload(web, content, name)
    assert (status, error["error"]["reason"]) == (422, reason)
    uploads = web.settings.db_dir / "uploads"
    assert not any(uploads.glob("*/content"))


async def test_a_type_that_is_not_read_is_refused(web: Web) -> None:
    status, error = await upload(web, b"x", "a.exe")
    assert (status, error["error"]["reason"]) == (415, "unsupported")
    assert ".docx" in error["error"]["message"]


BROKEN_FORMS = {
    "no form": ({"Content-Type": "application/json"}, b"{}", 415),
    "no boundary": ({"Content-Type": "multipart/form-data"}, b"x", 400),
    "wrong boundary": ({"Content-Type": "multipart/form-data; boundary=b"}, b"--c\r\n\r\n", 400),
    "head cut short": (
        {"Content-Type": "multipart/form-data; boundary=b"},
        b"--b\r\nContent-Disposition: form-data; name=",
        422,
    ),
    "file cut short": (
        {"Content-Type": "multipart/form-data; boundary=b"},
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nOffre Az',
        400,
    ),
    "nothing": ({"Content-Type": "multipart/form-data; boundary=b"}, b"--b--\r\n", 422),
    "another field": (
        {"Content-Type": "multipart/form-data; boundary=b"},
        b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n',
        422,
    ),
    "encoded": (
        {"Content-Type": "multipart/form-data; boundary=b"},
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--b--\r\n",
        422,
    ),
    "form in a form": (
        {"Content-Type": "multipart/form-data; boundary=b"},
        b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n",
        422,
    ),
}


@pytest.mark.parametrize(("headers", "body", "status"), BROKEN_FORMS.values(), ids=BROKEN_FORMS)
async def test_a_broken_form_is_its_sender_s_fault(web: Web, headers: dict[str, str], body: bytes, status: int) -> None:
    told, error = await web.call("POST", "/api/documents", {**await web.key("admin"), **headers}, data=body)
    assert told == status, error
    assert error["error"]["message"]
    assert not any((web.settings.db_dir / "uploads").glob("*/*"))


async def test_what_is_too_large_is_refused_before_all_of_it_came(tmp_path: Path) -> None:
    async with serving(tmp_path, upload_max_mb=1) as web:
        big = b"a" * (1024 * 1024 + 1)
        assert (await upload(web, big, "a.md"))[0] == 413
        assert (await upload(web, big[:-1], "a.md"))[0] == 201
        assert len(list((tmp_path / "db" / "uploads").iterdir())) == 1


async def test_users_upload_nothing(web: Web) -> None:
    status, error = await web.call("POST", "/api/documents", await web.key(), data=form(TEXT, "a.md"))
    assert (status, error["error"]["reason"]) == (403, "admins-only")


@pytest.mark.slow
async def test_an_upload_waits_is_discarded_or_confirmed_and_then_answers(tmp_path: Path, models_dir: Path) -> None:
    async with serving(tmp_path, models_dir=models_dir, gate_threshold=0.0) as web:
        key = await web.key("admin")
        _, first = await upload(web, TEXT, "Azur.md", "Offres")
        assert first["document"] == "Offres/Azur.md"
        assert not first["replaces"]
        _, second = await upload(web, TEXT, "Autre.md")
        assert not any((tmp_path / "data").iterdir())
        _, listed = await web.call("GET", "/api/documents", key)
        assert [item["id"] for item in listed["waiting"]] == [first["id"], second["id"]]
        assert (await web.call("DELETE", f"/api/documents/{second['id']}", key))[0] == 204
        assert (await web.call("DELETE", f"/api/documents/{second['id']}", key))[0] == 404
        assert (await web.call("POST", "/api/documents/confirm", key, json={"ids": ["0" * 16]}))[0] == 404

        status, confirmed = await web.call("POST", "/api/documents/confirm", key)
        assert (status, confirmed["documents"]) == (202, ["Offres/Azur.md"])
        assert (tmp_path / "data" / "Offres" / "Azur.md").read_bytes() == TEXT
        async with web.client.get(f"{web.url}/api/reindex", headers={**key, "Accept": "text/event-stream"}) as stream:
            told = (await stream.read()).decode()
        assert "event: progress" in told
        assert told.rstrip().endswith("event: done\ndata: {}")
        _, state = await web.call("GET", "/api/reindex", key)
        assert not state["running"]
        assert state["text"].startswith("Terminé")
        _, reply = await web.call("POST", "/api/ask", key, json={"question": "prix offre azur"})
        assert "7 150" in reply["text"]
        assert (await web.call("POST", "/api/documents/confirm", key))[0] == 409  # nothing waits any more
        assert (await upload(web, TEXT, "Azur.md", "Offres"))[1]["replaces"]
