"""What the endpoint lets in. Whatever comes, it is never answered 500."""

import json
import time
from typing import Any

import pytest
from aiohttp import ClientResponse
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.teams.endpoint import MAX_BYTES
from bot.teams.hosts import may_be_answered
from tests.bot.teams.conftest import Teams
from tests.bot.teams.servers import APP_ID, TENANT


async def _post(teams: Teams, data: bytes | str, **headers: str) -> ClientResponse:
    sent = {"Content-Type": "application/json"} | headers
    async with teams.session.post(teams.url, data=data, headers=sent) as response:
        await response.read()
        return response


async def test_a_good_token_passes(teams: Teams) -> None:
    assert (await teams.post(teams.activity("prix azur 480"))).status == 200


WRONG_CLAIMS: dict[str, dict[str, Any]] = {
    "audience": {"aud": "99999999-2222-3333-4444-555555555555"},
    "no audience": {"aud": None},
    "issuer": {"iss": "https://login.microsoftonline.com/x/v2.0"},
    "no issuer": {"iss": None},
    "service URL": {"serviceurl": "https://smba.trafficmanager.net/elsewhere/"},
    "no service URL": {"serviceurl": None},
    "expired": {"exp": int(time.time()) - 3600},
    "no end": {"exp": None},
    "not yet": {"nbf": int(time.time()) + 3600},
}


@pytest.mark.parametrize("claims", WRONG_CLAIMS.values(), ids=WRONG_CLAIMS)
async def test_a_token_with_a_wrong_claim_is_refused(teams: Teams, claims: dict[str, Any]) -> None:
    token = teams.openid.token(teams.connector.url, **claims)
    response = await teams.post(teams.activity("prix azur 480"), Authorization=f"Bearer {token}")
    assert response.status == 401
    assert teams.bot.engine.asked == []


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer garbage", "Bearer a.b.c", "Basic YTpi", "Bearer é", "x" * 4000]
)
async def test_no_token_is_refused(teams: Teams, header: str) -> None:
    assert (await teams.post(teams.activity("prix"), Authorization=header)).status == 401


async def test_a_token_signed_by_another_is_refused(teams: Teams) -> None:
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    for token in (
        teams.openid.token(teams.connector.url, signed_by=stranger),
        teams.openid.token(teams.connector.url, signed_by=stranger, key_id="unknown"),
        teams.openid.token(teams.connector.url, key_id=None),
        teams.openid.token(teams.connector.url, signed_by="a shared secret of thirty-two bytes", algorithm="HS256"),
        teams.openid.token(teams.connector.url, signed_by="", algorithm="none"),
    ):
        assert (await teams.post(teams.activity("prix"), Authorization=f"Bearer {token}")).status == 401


async def test_a_key_that_is_not_endorsed_for_teams_is_refused(teams: Teams) -> None:
    teams.openid.add_key("web only", ["webchat"])
    token = teams.openid.token(teams.connector.url, key_id="web only")
    assert (await teams.post(teams.activity("prix"), Authorization=f"Bearer {token}")).status == 401


async def test_another_channel_is_refused_though_its_key_is_endorsed(teams: Teams) -> None:
    assert (await teams.post(teams.activity("prix", channelId="webchat"))).status == 401
    assert (await teams.post(teams.activity("prix", channelId=None))).status == 401


async def test_keys_are_downloaded_once_and_anew_for_a_new_one_but_not_for_every_stranger(teams: Teams) -> None:
    for _ in range(3):
        await teams.say("prix azur 480")
    assert teams.openid.downloads == 1
    teams.openid.add_key("key-2", ["msteams"])
    token = teams.openid.token(teams.connector.url, key_id="key-2")
    assert (await teams.post(teams.activity("prix"), Authorization=f"Bearer {token}")).status == 401
    assert teams.openid.downloads == 1
    teams.clock.now += 61
    assert (await teams.post(teams.activity("prix"), Authorization=f"Bearer {token}")).status == 200
    assert teams.openid.downloads == 2


async def test_keys_that_cannot_be_downloaded_are_our_fault_not_the_caller_s(teams: Teams) -> None:
    teams.openid.is_down = True
    assert (await teams.post(teams.activity("prix"))).status == 503
    teams.openid.is_down = False
    assert (await teams.post(teams.activity("prix"))).status == 200
    teams.openid.is_down = True
    teams.clock.now += 2 * 86_400  # the old keys serve on
    assert (await teams.post(teams.activity("prix"))).status == 200


@pytest.mark.parametrize("tenant", ["ffffffff-bbbb-cccc-dddd-eeeeeeeeeeee", None])
async def test_other_organisations_are_forbidden(teams: Teams, tenant: str | None) -> None:
    where = {"id": "a:1", "conversationType": "personal"}
    activity = teams.activity("prix", channelData={"tenant": {"id": tenant}}, conversation=where)
    assert (await teams.post(activity)).status == 403


async def test_a_tenant_is_known_in_any_spelling_and_from_the_conversation_too(teams: Teams) -> None:
    where = {"id": "a:1", "conversationType": "personal", "tenantId": TENANT.upper()}
    assert (await teams.post(teams.activity("prix", channelData=None, conversation=where))).status == 200


async def test_statuses_of_what_is_no_activity(teams: Teams) -> None:
    assert (await _post(teams, "{")).status == 400
    assert (await _post(teams, "")).status == 400
    assert (await _post(teams, "[]")).status == 400
    assert (await _post(teams, '{"text": "no type"}')).status == 400
    assert (await _post(teams, '{"type": ""}')).status == 400
    assert (await _post(teams, '{"type": 1}')).status == 400
    assert (await _post(teams, b"\xff\xfe{")).status == 400
    assert (await _post(teams, "[" * 100_000)).status == 400
    assert (await _post(teams, '{"type": "message"}')).status == 401
    assert (await _post(teams, "{}", **{"Content-Type": "text/plain"})).status == 415
    assert (await _post(teams, "{}", **{"Content-Encoding": "gzip"})).status == 400
    too_large = json.dumps({"type": "message", "text": "x" * MAX_BYTES})
    assert (await _post(teams, too_large)).status == 413
    assert (await teams.post(teams.activity("prix", conversation=None))).status == 400
    assert (await teams.post(teams.activity("prix", **{"from": None}))).status == 400


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
async def test_other_methods_are_not_allowed(teams: Teams, method: str) -> None:
    async with teams.session.request(method, teams.url) as response:
        assert response.status == 405


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_FIELDS = st.sampled_from(
    "id text name value from recipient conversation channelData entities attachments replyToId locale timestamp".split()
)
_TYPES = st.sampled_from("message messageUpdate invoke installationUpdate conversationUpdate typing event".split())
_NAMES = st.sampled_from(["adaptiveCard/action", "message/submitAction", "other"])


@given(
    raw=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    changes=st.dictionaries(_FIELDS, _JSON, max_size=6),
    type_=_TYPES,
    name=_NAMES,
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_body_is_answered_500(
    teams: Teams, raw: bytes, changes: dict[str, Any], type_: str, name: str
) -> None:
    token = teams.openid.token(teams.connector.url)
    assert (await _post(teams, raw, Authorization=f"Bearer {token}")).status in (400, 401)
    activity = teams.activity("prix", name=name) | changes | {"type": type_}
    response = await _post(teams, json.dumps(activity), Authorization=f"Bearer {token}")
    assert response.status in (200, 400, 403, 501)
    await teams.until_done(teams.outcomes.of("update", "received"))
    assert teams.outcomes.of("update", "failed") == 0


@pytest.mark.parametrize(
    ("url", "in_operation", "in_development"),
    [
        ("https://smba.trafficmanager.net/emea/", True, True),
        ("https://smba.trafficmanager.net:443/emea/", True, True),
        ("http://smba.trafficmanager.net/emea/", False, False),
        ("https://smba.trafficmanager.net.example.org/", False, False),
        ("https://example.org/smba.trafficmanager.net", False, False),
        ("https://smba.trafficmanager.net@example.org/", False, False),
        ("https://user:x@smba.trafficmanager.net/", False, False),
        ("https://smba.trafficmanager.net:8443/", False, False),
        ("https://smba.trafficmanager.net/?x=1", False, False),
        ("http://127.0.0.1:56150/_connector", False, True),
        ("http://localhost:56150/_connector", False, True),
        ("http://localhost.example.org/", False, False),
        ("http://169.254.169.254/", False, False),
        ("file:///etc/passwd", False, False),
        ("https://[", False, False),
        ("https://smba.trafficmanager.net:x/", False, False),
        ("", False, False),
    ],
)
def test_answers_go_to_teams_and_in_development_to_this_machine(
    url: str, in_operation: bool, in_development: bool
) -> None:
    assert may_be_answered(url, development=False) == in_operation
    assert may_be_answered(url, development=True) == in_development


async def test_a_service_url_that_is_none_of_teams_is_refused_though_the_token_names_it(teams: Teams) -> None:
    activity = teams.activity("prix", serviceUrl="https://example.org/")
    assert (await teams.post(activity)).status == 401


def test_the_app_id_of_the_tests_is_an_id() -> None:
    assert len(APP_ID) == 36
