import asyncio
from collections.abc import AsyncIterator

from core.flight import Flight
from core.reply import Event, Stage


class Work:
    """Events that come when the test says so."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun = self.cancelled = 0

    async def events(self) -> AsyncIterator[Event]:
        self.begun += 1
        try:
            yield Stage("retrieve")
            await self.go.wait()
            yield Stage("gate")
        except asyncio.CancelledError:
            self.cancelled += 1
            raise


async def all_of(flight: Flight) -> list[Event]:
    return [event async for event in flight.follow()]


async def test_every_follower_gets_every_event_from_the_first_on() -> None:
    work = Work()
    flight = Flight(work.events(), on_end=lambda _: None)
    early = asyncio.create_task(all_of(flight))
    await asyncio.sleep(0)
    late = asyncio.create_task(all_of(flight))
    await asyncio.sleep(0)
    work.go.set()
    assert await early == await late == [Stage("retrieve"), Stage("gate")]
    assert work.begun == 1


async def test_an_asker_that_goes_away_disturbs_no_other() -> None:
    work = Work()
    flight = Flight(work.events(), on_end=lambda _: None)
    leaving, staying = asyncio.create_task(all_of(flight)), asyncio.create_task(all_of(flight))
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.sleep(0)
    work.go.set()
    assert len(await staying) == 2


async def test_the_work_is_cancelled_when_the_last_asker_goes() -> None:
    work = Work()
    ended: list[bool] = []
    flight = Flight(work.events(), on_end=lambda _: ended.append(True))
    asker = asyncio.create_task(all_of(flight))
    await asyncio.sleep(0.01)
    asker.cancel()
    await asyncio.sleep(0.01)
    assert work.cancelled == 1
    assert ended


async def test_a_failure_reaches_every_follower() -> None:
    async def failing() -> AsyncIterator[Event]:
        yield Stage("retrieve")
        raise ValueError("broken")

    flight = Flight(failing(), on_end=lambda _: None)
    results = await asyncio.gather(all_of(flight), all_of(flight), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError, ValueError]


async def test_who_follows_after_the_end_gets_everything() -> None:
    work = Work()
    work.go.set()
    flight = Flight(work.events(), on_end=lambda _: None)
    await all_of(flight)
    assert len(await asyncio.wait_for(all_of(flight), 5)) == 2


async def test_who_asks_as_the_last_asker_leaves_gets_a_flight_of_its_own() -> None:
    """The cancellation of one asker must not reach the next (found in review)."""
    works = [Work(), Work()]
    flights: dict[str, Flight] = {}

    def join() -> Flight:
        if "key" not in flights:
            flights["key"] = Flight(works[len(started)].events(), on_end=leave)
            started.append(flights["key"])
        return flights["key"]

    def leave(flight: Flight) -> None:
        if flights.get("key") is flight:
            del flights["key"]

    started: list[Flight] = []
    first = asyncio.create_task(all_of(join()))
    await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    second = asyncio.create_task(all_of(join()))
    await asyncio.sleep(0.01)
    works[1].go.set()
    assert len(await second) == 2
    assert len(started) == 2
