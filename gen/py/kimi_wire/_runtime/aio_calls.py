"""Iterators over what comes, and calls with such iterators."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from .aio_driver import Driver
    from .peer_calls import Call

E = TypeVar("E")
R = TypeVar("R")
P = TypeVar("P")


class Queue:
    """What has come and waits for an iterator. Its costs hold back the reader of the connection."""

    __slots__ = ("_driver", "_costs", "_held", "_items", "_waiters", "is_ended")

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._items: deque[Any] = deque()
        self._costs: deque[int] = deque()  # of the items, as long as they hold back the reader
        self._held = 0
        self._waiters: list[asyncio.Future[None]] = []
        self.is_ended = False

    def push(self, item: Any, cost: int) -> None:
        """Adds an item."""
        if self.is_ended:
            return
        self._items.append(item)
        self._costs.append(cost)
        self._held += cost
        self._driver.hold(cost)
        if self._waiters:
            self._wake()

    def _wake(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._waiters.clear()

    def end(self) -> None:
        """Ends the queue. Items in it can still be read, and hold back nothing."""
        if self.is_ended:
            return
        self.is_ended = True
        count, held = len(self._costs), self._held
        self._costs.clear()
        self._held = 0
        if count:
            self._driver.take(held, count)
        self._wake()

    def drop(self) -> None:
        """Ends the queue, and drops its items."""
        self._items.clear()
        self.end()

    def abandon(self) -> None:
        """Drops the queue, of which nobody has a reference any more. That may be seen in any thread."""
        if not self.is_ended:
            self._driver.later(self.drop)

    async def next(self) -> Any:
        """Returns the next item, or raises StopAsyncIteration."""
        while not self._items:
            if self.is_ended:
                raise StopAsyncIteration
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter
        item = self._items.popleft()
        if self._costs:
            cost = self._costs.popleft()
            self._held -= cost
            self._driver.take(cost, 1)
        return item


class Items(AsyncIterator[E]):
    """An iterator over what comes. Dropping it, or `aclose`, drops what is unread."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    def __aiter__(self) -> Items[E]:
        return self

    async def __anext__(self) -> E:
        item: E = await self._queue.next()
        return item

    async def aclose(self) -> None:
        """Leaves the iterator."""
        self._queue.drop()

    def __del__(self) -> None:
        self._queue.abandon()


class Stream(Generic[E, R]):
    """A call, and an iterator over the events that come until it is answered.

    Cancelling a task that waits for an event or for the result cancels the call.
    """

    def __init__(self, driver: Driver, call: Call, queue: Queue) -> None:
        self._driver = driver
        self._call = call
        self._queue = queue
        self._progress: dict[str, Queue] = driver.progress_of(call)

    @property
    def id(self) -> str | int:
        """The id of the request."""
        id: str | int = self._call.id
        return id

    def __aiter__(self) -> Stream[E, R]:
        return self

    async def __anext__(self) -> E:
        try:
            item: E = await self._queue.next()
        except asyncio.CancelledError:
            await self._driver.cancelled(self._call)
            raise
        return item

    async def result(self) -> R:
        """Returns the result of the call, or raises why there is none. Events that were not read are dropped."""
        self._queue.drop()
        result: R = await self._driver.answer_to(self._call)
        return result

    async def aclose(self) -> None:
        """Drops the events that were not read. The call goes on."""
        self._queue.drop()

    def __del__(self) -> None:
        self._queue.abandon()
        for queue in self._progress.values():
            queue.abandon()


class ProgressStream(Stream[E, R], Generic[E, R, P]):
    """A call with progress."""

    def progress(self, kind: str = "progress") -> AsyncIterator[P]:
        """Returns an iterator over the progress of a kind, until the call is answered."""
        queue = self._progress.get(kind)
        if queue is None:
            queue = self._progress[kind] = Queue(self._driver)
            if self._call.is_settled:
                queue.end()
            self._driver.observe(self._call)
        return _Progress(queue, self)


class _Progress(Items[P]):
    def __init__(self, queue: Queue, stream: Any) -> None:
        super().__init__(queue)
        self._stream = stream  # which is not dropped before
