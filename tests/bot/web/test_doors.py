"""Who comes in: keys, sessions, who sits at this machine; and what is turned away."""

import asyncio
import time
from pathlib import Path

import pytest
from yarl import URL

from bot.this_machine import is_loopback
from bot.web.callers import COOKIE
from core.errors import StorageError
from storage.api_keys import ApiKeyStore
from storage.database import Database
from storage.invitations import InvitationStore
from storage.web_sessions import KEPT_S, WebSessionStore
from tests.bot.web.conftest import PRICE, Web, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    "header", ["Bearer wrong", "Bearer ", "Bearer forsa_x", "Basic YTpi", "forsa_x", "", "Bearer é"]
)
async def test_a_wrong_key_opens_nothing(web: Web, header: str) -> None:
    status, error = await web.call("GET", "/api/scopes", {"Authorization": header})
    assert (status, error["error"]["reason"]) == (401, "wrong-key")


async def test_nobody_is_told_how_to_come_in(web: Web) -> None:
    web.client.cookie_jar.clear()
    async with web.client.post(f"{web.url}/api/ask", json={"question": PRICE}) as response:
        assert response.status == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert "key create" in (await response.json())["error"]["message"]


async def test_a_revoked_key_opens_nothing_nor_do_the_pages_that_it_opened(web: Web) -> None:
    keys = ApiKeyStore(web.app.database, lambda: 1.0)
    key, secret = await keys.create("phone", "agent")
    assert await web.enter(key=secret) == 201
    assert (await web.call("GET", "/api/session"))[0] == 200
    assert await keys.revoke(key.number)
    assert (await web.call("GET", "/api/session"))[0] == 401
    assert (await web.call("GET", "/api/scopes", {"Authorization": f"Bearer {secret}"}))[0] == 401
    assert not await keys.revoke(999)


async def test_a_blocked_key_is_refused(web: Web) -> None:
    keys = ApiKeyStore(web.app.database, lambda: 1.0)
    key, secret = await keys.create("lost", "agent")
    await web.app.database.write(
        lambda db: db.conn.execute(
            "UPDATE people SET is_blocked = 1 WHERE channel = 'api' AND person = ?", (str(key.number),)
        )
    )
    assert (await web.call("GET", "/api/scopes", {"Authorization": f"Bearer {secret}"}))[0] == 403


async def test_keys_and_sessions_are_kept_as_hashes_only(tmp_path: Path) -> None:
    database = Database(tmp_path / "forsa.sqlite", StorageError)
    await database.open()
    _, secret = await ApiKeyStore(database, lambda: 1.0).create("x", "admin")
    token = await WebSessionStore(database, lambda: 1.0).begin("web", "p")
    await database.close()
    kept = await asyncio.to_thread(lambda: b"".join(path.read_bytes() for path in tmp_path.iterdir()))
    assert secret.encode() not in kept
    assert token.encode() not in kept


async def test_a_session_ends_when_nobody_comes_back(tmp_path: Path) -> None:
    database = Database(tmp_path / "forsa.sqlite", StorageError)
    await database.open()
    now = 1.0
    sessions = WebSessionStore(database, lambda: now)
    token = await sessions.begin("web", "p")
    now += KEPT_S - 1
    assert await sessions.find(token) == ("web", "p")
    now += KEPT_S - 1  # it was seen
    assert await sessions.find(token) == ("web", "p")
    now += KEPT_S
    assert await sessions.find(token) is None
    await database.close()


async def test_who_sits_at_this_machine_is_admin_by_a_cookie_that_scripts_do_not_see(web: Web) -> None:
    web.client.cookie_jar.clear()
    async with web.client.post(f"{web.url}/api/session", headers=web.origin) as response:
        assert response.status == 201
        assert (await response.json())["role"] == "admin"
        cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert await web.enter() == 200  # it is known now
    async with web.client.delete(f"{web.url}/api/session", headers=web.origin) as response:
        assert response.status == 204
    assert (await web.call("GET", "/api/session"))[0] == 401


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
async def test_who_comes_through_a_proxy_does_not_sit_at_this_machine(web: Web, header: str) -> None:
    web.client.cookie_jar.clear()
    status, _ = await web.call("POST", "/api/session", {**web.origin, header: "127.0.0.1"})
    assert status == 403
    await web.enter()
    assert (await web.call("GET", "/api/session", {header: "203.0.113.5"}))[0] == 401


async def test_programs_do_not_get_the_local_session(web: Web) -> None:
    web.client.cookie_jar.clear()
    status, error = await web.call("POST", "/api/session")
    assert (status, error["error"]["reason"]) == (403, "no-origin")


ELSEWHERE = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
@pytest.mark.parametrize(
    "path", ["/api/say", "/api/session", "/api/feedback", "/api/reindex", "/api/documents", "/api/cache"]
)
async def test_a_page_of_another_site_changes_nothing(web: Web, path: str, headers: dict[str, str]) -> None:
    await web.enter()
    if path == "/api/session":
        web.client.cookie_jar.clear()
    status, _ = await web.call("POST", path, headers, json={"text": "/lang ar"})
    assert status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "localhost.evil.example", "", "[", "forsa.example"]
)
async def test_a_name_that_is_not_ours_is_turned_away(web: Web, host: str) -> None:
    """A page of somebody else can give its own name our address."""
    await web.enter()
    for path in ("/api/history", "/", "/static/main.js", "/api/openapi.json"):
        assert (await web.call("GET", path, {"Host": host}))[0] in (400, 421)


@pytest.mark.slow
async def test_a_proxy_s_name_is_taken_and_ends_the_local_admin(tmp_path: Path) -> None:
    async with serving(tmp_path, web_hosts="forsa.example, other.example") as web:
        headers = {"Host": "Forsa.example", "Origin": "https://forsa.example"}
        assert (await web.call("GET", "/", {"Host": "forsa.example"}))[0] == 200
        assert (await web.call("POST", "/api/session", headers))[0] == 403
        assert await web.enter() == 403
        code = await invite(web)
        async with web.client.post(f"{web.url}/api/session", headers=headers, json={"code": code}) as response:
            assert response.status == 201
            assert "Secure" in response.headers["Set-Cookie"]


async def test_local_people_are_nobody_where_the_settings_say_so(tmp_path: Path) -> None:
    async with serving(tmp_path, web_local_admin=False) as web:
        assert await web.enter() == 403
        code = await invite(web)
        assert await web.enter(code="AAAAA-AAAAA") == 403
        assert await web.enter(code=code.lower()) == 201
        status, session = await web.call("GET", "/api/session")
        assert (status, session["role"]) == (200, "agent")
        assert (await web.call("POST", "/api/reindex", web.origin))[0] == 403
        assert (await web.call("POST", "/api/documents", web.origin))[0] == 403
        web.client.cookie_jar.clear()
        assert await web.enter(code=code) == 403  # it lets one person in


async def test_an_open_door_lets_browsers_in_as_people_of_their_own(tmp_path: Path) -> None:
    async with serving(tmp_path, web_local_admin=False, access="open") as web:
        assert await web.enter() == 201
        first = [cookie.value for cookie in web.client.cookie_jar if cookie.key == COOKIE]
        web.client.cookie_jar.clear()
        assert await web.enter() == 201
        assert [cookie.value for cookie in web.client.cookie_jar if cookie.key == COOKIE] != first


async def test_who_guesses_is_slowed_down_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, web_local_admin=False) as web:
        for _ in range(30):
            assert await web.enter(key="forsa_guess") == 401
        async with web.client.post(
            f"{web.url}/api/session", json={"key": "forsa_guess"}, headers=web.origin
        ) as response:
            assert response.status == 429
            assert int(response.headers["Retry-After"]) > 0


async def test_programs_of_this_machine_need_no_key_where_the_settings_say_so(tmp_path: Path) -> None:
    async with serving(tmp_path, api_without_key=True) as web:
        assert (await web.call("GET", "/api/documents"))[0] == 200
        assert (await web.call("GET", "/api/documents", {"X-Forwarded-For": "203.0.113.5"}))[0] == 401
        assert (await web.call("POST", "/api/cache", {"Origin": "http://evil.example"}, json={"clear": True}))[0] == 403


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *[(host, True) for host in ("localhost", "127.0.0.1", "127.8.0.1", "::1", "[::1]", "::ffff:127.0.0.1")],
        *[(host, False) for host in ("0.0.0.0", "192.168.1.5", "localhost.example", "")],
    ],
)
async def test_what_is_this_machine(host: str, expected: bool) -> None:
    assert is_loopback(host) == expected


async def test_the_page_may_run_nothing_but_its_own_scripts(web: Web) -> None:
    async with web.client.get(f"{web.url}/") as response:
        assert response.status == 200
        policy = response.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        html = await response.text()
        tag = response.headers["ETag"]
    assert "<script>" not in html
    assert "style=" not in html
    assert "http" not in html  # everything is here: it works offline
    assert (await web.call("GET", "/", {"If-None-Match": tag}))[0] == 304


@pytest.mark.parametrize("name", ["..%2fpage.py", "%2e%2e/page.py", "nothing.js", "page.py", "..%5cpage.py"])
async def test_nothing_but_the_page_s_files_is_served(web: Web, name: str) -> None:
    url = f"{web.url}/static/{name}"
    async with web.client.get(URL(url, encoded=True)) as response:
        assert response.status == 404


async def invite(web: Web) -> str:
    made = await InvitationStore(web.app.database, time.time).invite("agent", 3600, "console", "p")
    return made.code
