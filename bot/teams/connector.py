"""Activities go out through the Bot Framework SDK's adapter, proactively. Only this file and `transport.py` know it."""

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from botbuilder.core import TurnContext
from botbuilder.integration.aiohttp import CloudAdapter
from botbuilder.schema import (
    Activity,
    ChannelAccount,
    ConversationAccount,
    ConversationReference,
    Entity,
    ResourceResponse,
)
from botframework.connector import BotFrameworkConnectorConfiguration
from botframework.connector.aio import ConnectorClient
from botframework.connector.auth import (
    AuthenticateRequestResult,
    BotFrameworkAuthentication,
    ClaimsIdentity,
    ConnectorFactory,
    UserTokenClient,
)
from msrest.pipeline.async_abc import AsyncPipeline
from msrest.pipeline.universal import RawDeserializer

from bot.teams.activities import Reference, text_of
from bot.teams.transport import Login, SdkHttp, Session

Json = dict[str, Any]


class Connector:
    """Sends to where an activity came from. One a bot; errors are ConnectorError."""

    def __init__(self, session: Session, app_id: str, login: Login) -> None:
        self._app_id = app_id
        self._adapter = CloudAdapter(_Authentication(session, login))

    async def send(self, reference: Reference, activity: Json) -> str:
        """Send an activity into the conversation; returns the id it was given, '' for none."""
        ids: list[str] = []

        async def send(context: TurnContext) -> None:
            # Past the context's own `send_activity`: that one would reply to the event which continues the turn.
            responses: list[ResourceResponse] = await self._adapter.send_activities(
                context, [_addressed(reference, activity)]
            )
            ids.extend(response.id or "" for response in responses)

        await self._continue(reference, send)
        return ids[0] if ids else ""

    async def update(self, reference: Reference, id_: str, activity: Json) -> None:
        """Put an activity in the place of one that was sent."""

        async def update(context: TurnContext) -> None:
            addressed = _addressed(reference, activity)
            addressed.id = id_
            await self._adapter.update_activity(context, addressed)

        await self._continue(reference, update)

    async def _continue(self, reference: Reference, callback: Callable[[TurnContext], Awaitable[None]]) -> None:
        where = ConversationReference(
            bot=_account(reference.bot),
            user=_account(reference.user),
            conversation=_conversation(reference.conversation),
            channel_id="msteams",
            service_url=reference.service_url,
        )
        await self._adapter.continue_conversation(where, callback, self._app_id)


class _OpenEntity(Entity):  # type: ignore[misc]
    """An entity with all its keys: the SDK's own keeps `type` and silently drops the rest."""

    _attribute_map: ClassVar[Json] = {
        "type": {"key": "type", "type": "str"},
        "additional_properties": {"key": "", "type": "{object}"},
    }

    def __init__(self, entity: Json) -> None:
        super().__init__(type=entity["type"])
        self.additional_properties = {key: value for key, value in entity.items() if key != "type"}


def _addressed(reference: Reference, activity: Json) -> Activity:
    """The SDK's activity, addressed. In a channel or group it replies to the message that asked."""
    addressed = Activity.deserialize({key: value for key, value in activity.items() if key != "entities"})
    addressed.entities = [_OpenEntity(entity) for entity in activity.get("entities", ())] or None
    addressed.channel_id = "msteams"
    addressed.service_url = reference.service_url
    addressed.conversation = _conversation(reference.conversation)
    addressed.from_property = _account(reference.bot)
    addressed.recipient = _account(reference.user)
    addressed.locale = reference.locale or None
    if reference.scope != "personal" and reference.message:
        addressed.reply_to_id = reference.message
    return addressed


def _account(given: Json) -> ChannelAccount:
    """Field by field: the SDK's own reading stumbles over values of another kind."""
    id_, name, directory_id = (text_of(given.get(key)) for key in ("id", "name", "aadObjectId"))
    return ChannelAccount(id=id_, name=name or None, aad_object_id=directory_id or None)


def _conversation(given: Json) -> ConversationAccount:
    id_, name, kind, tenant = (text_of(given.get(key)) for key in ("id", "name", "conversationType", "tenantId"))
    return ConversationAccount(
        id=id_,
        name=name or None,
        conversation_type=kind or None,
        tenant_id=tenant or None,
        is_group=True if given.get("isGroup") is True else None,
    )


class _Authentication(BotFrameworkAuthentication):  # type: ignore[misc]
    """Makes connectors for the adapter. Requests that come in are checked by `tokens.py`, never by the SDK."""

    def __init__(self, session: Session, login: Login) -> None:
        self._connectors = _Connectors(session, login)

    def create_connector_factory(self, claims_identity: ClaimsIdentity) -> ConnectorFactory:
        return self._connectors

    async def create_user_token_client(self, claims_identity: ClaimsIdentity) -> UserTokenClient | None:
        return None  # nobody signs in to the bot

    async def authenticate_request(self, activity: Activity, auth_header: str) -> AuthenticateRequestResult:
        raise PermissionError("requests are checked before the SDK sees them")

    async def authenticate_streaming_request(
        self, auth_header: str, channel_id_header: str
    ) -> AuthenticateRequestResult:
        raise PermissionError("requests are checked before the SDK sees them")


class _Connectors(ConnectorFactory):  # type: ignore[misc]
    """One client a service URL: to make one takes 5 ms."""

    def __init__(self, session: Session, login: Login) -> None:
        self._session = session
        self._login = login
        self._clients: dict[str, ConnectorClient] = {}

    async def create(self, service_url: str, audience: str) -> ConnectorClient:
        if service_url not in self._clients:
            config = BotFrameworkConnectorConfiguration("handled by the sender", service_url)
            config.custom_pipeline = AsyncPipeline(
                [config.user_agent_policy, RawDeserializer()], SdkHttp(self._session, self._login)
            )
            self._clients[service_url] = ConnectorClient(None, custom_configuration=config)
        return self._clients[service_url]
