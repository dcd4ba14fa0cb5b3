"""The API called in every way that its description allows, and in ways that it doesn't: nothing is answered 5xx.

As a user first, then as an admin, who may do everything but reindex here: that starts processes, and has its own tests.
"""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from storage.people import Role
from tests.bot.web.conftest import Web, serving

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
NOT_AS_ADMIN = "^(reindex|confirm)$"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionHeader")
@pytest.mark.filterwarnings("ignore::aiohttp.multipart.BadContentDispositionParam")
@pytest.mark.parametrize(
    ("role", "phases", "examples"),
    [
        ("agent", "examples,coverage,fuzzing", 30),
        ("admin", "examples,coverage,fuzzing", 30),
    ],
)
async def test_no_call_is_answered_5xx(tmp_path: Path, role: Role, phases: str, examples: int) -> None:
    async with serving(tmp_path, api_questions_per_minute=0, api_questions_per_day=0) as web:
        key = await web.key(role)
        left_out = NOT_AS_ADMIN if role == "admin" else "^$"
        print(await _schemathesis(web, tmp_path, key["Authorization"], left_out, phases, examples))
        assert (await web.call("GET", "/health", key))[0] == 200


async def _schemathesis(web: Web, folder: Path, authorization: str, left_out: str, phases: str, examples: int) -> str:
    """Run it against the server, and return what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        "--max-time",
        "30",
        f"{web.url}/api/openapi.json",
        "--header",
        f"Authorization: {authorization}",
        "--exclude-operation-id-regex",
        left_out,
        "--checks",
        CHECKS,
        "--phases",
        phases,
        "--max-examples",
        str(examples),
        "--seed",
        "1",
        "--request-timeout",
        "30",
        "--no-color",
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 300)
    told = out.decode()
    assert process.returncode == 0, told
    assert re.search(r"\d+ passed|No issues found", told), told
    return told
