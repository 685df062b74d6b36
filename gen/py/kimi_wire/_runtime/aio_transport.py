"""Transports of connections over asyncio: what they are, and those of messages."""

from __future__ import annotations

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from typing import Any, Final, Protocol, Union

from .failure import ConnectionFailed

_MANY: Final = 64  # messages that may wait in memory
LAST: Final = 2.0  # how long closing waits for what is still to be written
Framing = Mapping[str, Any]  # such as {"kind": "ndjson"}


class Link(Protocol):
    """What a transport tells its connection."""

    def received(self, data: bytes) -> None:
        """Bytes have come."""

    def received_message(self, text: str | bytes) -> None:
        """A message has come over a transport that has frames of its own."""

    def input_ended(self, error: Exception | None) -> None:
        """Nothing more comes: the peer has ended its output, or with an error, is lost."""

    def drained(self) -> None:
        """Something is written of what waited."""

    def write_failed(self, error: Exception) -> None:
        """Nothing can be written any more."""


class Transport(ABC):
    """Carries the bytes, or the messages, of one connection. It does nothing before `start`."""

    is_socket = False  # programs of other protocols may connect to it
    sends_messages = False  # it has frames of its own
    framing: Framing | None = None  # of the stream, if the protocol does not say it

    @abstractmethod
    def start(self, link: Link) -> None:
        """Begins to read."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Writes bytes of the stream, as soon as it can."""

    def write_messages(self, texts: Sequence[str]) -> None:
        """Writes messages, as soon as it can."""
        raise NotImplementedError

    @abstractmethod
    def unsent(self) -> int:
        """Returns how many bytes, or messages, were not written yet."""

    @abstractmethod
    def pause(self) -> None:
        """Stops reading for now."""

    @abstractmethod
    def resume(self) -> None:
        """Goes on reading."""

    @abstractmethod
    async def close(self) -> None:
        """Ends the transport, after what was written if that does not take long."""


class MessageChannel(Protocol):
    """A transport of the program that carries messages, such as a WebSocket.

    `messages` fails with the reason if the peer is lost. `send` and `close` may be coroutines: a message is written
    when `send` is done.
    """

    def send(self, text: str, /) -> Any:
        """Sends a message."""

    @property
    def messages(self) -> AsyncIterable[str | bytes]:
        """What is received."""
        ...

    def close(self) -> Any:
        """Ends the transport."""


AnyTransport = Union[Transport, MessageChannel]


class _Channel(Transport):
    """A transport over a MessageChannel."""

    sends_messages = True

    def __init__(self, channel: MessageChannel) -> None:
        self._channel = channel
        self._link: Link | None = None
        self._line: deque[str] = deque()  # messages that were not sent; the first one is being sent
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._may_read = asyncio.Event()
        self._may_read.set()

    def start(self, link: Link) -> None:
        self._link = link
        self._reader = asyncio.get_running_loop().create_task(self._read(link))

    async def _read(self, link: Link) -> None:
        error: Exception | None = None
        count = 0
        try:
            async for message in self._channel.messages:
                link.received_message(message)
                await self._may_read.wait()
                count += 1
                if count % _MANY == 0:
                    await asyncio.sleep(0)  # a channel with many messages may not do it by itself
        except Exception as e:
            error = e
        link.input_ended(error)

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def write_messages(self, texts: Sequence[str]) -> None:
        self._line.extend(texts)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        assert self._link is not None
        try:
            while self._line:
                sent = self._channel.send(self._line[0])
                if inspect.isawaitable(sent):
                    await sent
                self._line.popleft()
                self._link.drained()
        except Exception as e:
            self._line.clear()
            self._link.write_failed(e)
        finally:
            self._writer = None

    def unsent(self) -> int:
        return len(self._line)

    def pause(self) -> None:
        self._may_read.clear()

    def resume(self) -> None:
        self._may_read.set()

    async def close(self) -> None:
        try:
            closing = self._channel.close()
            if inspect.isawaitable(closing):
                await closing
        finally:
            tasks = [task for task in (self._reader, self._writer) if task is not None and not task.done()]
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks)


def transport_of(given: AnyTransport) -> Transport:
    """Returns a transport for one that a program has given."""
    return given if isinstance(given, Transport) else _Channel(given)


class _End(Transport):
    """One of two connected ends in memory. It is a MessageChannel, too."""

    sends_messages = True

    def __init__(self) -> None:
        self.other: _End = self
        self._link: Link | None = None
        self._inbox: deque[str] = deque()
        self._is_paused = False
        self._is_closed = False
        self._is_due = False
        self._changed: asyncio.Event | None = None  # for those who use it as a channel

    def start(self, link: Link) -> None:
        self._link = link
        self._soon()

    def write(self, data: bytes) -> None:
        raise NotImplementedError

    def write_messages(self, texts: Sequence[str]) -> None:
        if self.other._is_closed:
            assert self._link is not None
            self._link.write_failed(ConnectionFailed("disconnected", "the other end is closed"))
            return
        self.other._inbox.extend(texts)
        self.other._soon()

    def unsent(self) -> int:
        return 0 if self.other._is_closed else len(self.other._inbox)

    def pause(self) -> None:
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False
        self._soon()

    def _soon(self) -> None:
        """Passes on what has come, unless it is passed on already."""
        if self._changed is not None:
            self._changed.set()
        if not self._is_due and self._link is not None:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        self._is_due = False
        if self._link is None or self._is_closed:
            return
        had = len(self._inbox)
        while self._inbox and not self._is_paused and not self._is_closed:
            self._link.received_message(self._inbox.popleft())
        if had:
            self._taken()
        if self.other._is_closed and not self._inbox:
            self._link.input_ended(None)

    def _taken(self) -> None:
        other = self.other
        if other._link is not None:
            other._link.drained()
        elif other._changed is not None:
            other._changed.set()

    async def _until_changed(self) -> None:
        if self._changed is None:
            self._changed = asyncio.Event()
        self._changed.clear()
        await self._changed.wait()

    async def send(self, text: str, /) -> None:
        """Sends a message, and waits until not many wait to be taken."""
        other = self.other
        if other._is_closed:
            raise ConnectionFailed("disconnected", "the other end is closed")
        other._inbox.append(text)
        other._soon()
        while len(other._inbox) > _MANY and not other._is_closed and not self._is_closed:
            await self._until_changed()

    @property
    async def messages(self) -> AsyncIterator[str]:
        """What is received."""
        while not self._is_closed:
            if self._inbox:
                yield self._inbox.popleft()
                self._taken()
            elif self.other._is_closed:
                return
            else:
                await self._until_changed()

    async def close(self) -> None:
        self._is_closed = True
        self._inbox.clear()
        self._soon()
        self.other._soon()


def pair() -> tuple[Transport, Transport]:
    """Returns two connected transports in memory."""
    first, second = _End(), _End()
    first.other, second.other = second, first
    return first, second
