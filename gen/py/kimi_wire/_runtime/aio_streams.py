"""Transports over sockets and other streams of bytes."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Final, Protocol

from .aio_transport import LAST, Framing, Link, Transport
from .failure import ConnectionFailed

_BACKLOG: Final = 4096  # connections that wait to be accepted, while handlers keep the loop busy


class _Reader(Protocol):
    async def read(self, n: int = -1, /) -> bytes: ...


class _Writer(Protocol):
    def write(self, data: bytes, /) -> Any: ...

    async def drain(self) -> None: ...

    def close(self) -> None: ...


class SocketTransport(Transport, asyncio.Protocol):
    """A transport over a socket.

    After the end of the input it is written to until it is closed, so that answers that are not ready yet reach a
    peer that says no more.
    """

    is_socket = True

    def __init__(self, framing: Framing | None = None) -> None:
        self.framing = framing
        self._link: Link | None = None
        self._transport: asyncio.Transport | None = None
        self._is_lost = False
        self._lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._has_ended = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        transport.pause_reading()  # until the start

    def start(self, link: Link) -> None:
        self._link = link
        if self._transport is not None and not self._is_lost and not self._transport.is_closing():
            self._transport.resume_reading()
        elif self._is_lost:
            link.input_ended(None)

    def data_received(self, data: bytes) -> None:
        if self._link is not None:
            self._link.received(data)

    def eof_received(self) -> bool:
        self._has_ended = True
        if self._link is not None:
            self._link.input_ended(None)
        return True  # writing goes on

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost = True
        if not self._lost.done():
            self._lost.set_result(None)
        if self._link is None:
            return
        if exc is not None:
            self._link.input_ended(exc)
            self._link.write_failed(exc)
        elif not self._has_ended:
            self._link.input_ended(None)

    def resume_writing(self) -> None:
        if self._link is not None:
            self._link.drained()

    def write(self, data: bytes) -> None:
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.write(data)
        elif self._link is not None:
            self._link.write_failed(ConnectionFailed("disconnected", "the socket is closed"))

    def unsent(self) -> int:
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing() and not self._has_ended:
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing() and not self._has_ended:
            self._transport.resume_reading()

    async def close(self) -> None:
        transport = self._transport
        if transport is None or self._is_lost:
            return
        transport.close()
        if transport.get_write_buffer_size():
            await asyncio.wait([self._lost], timeout=LAST)
        if not self._is_lost:
            transport.abort()
        await self._lost


class StreamTransport(Transport):
    """A transport over a reader and a writer like those of asyncio."""

    def __init__(self, reader: _Reader, writer: _Writer, framing: Framing | None) -> None:
        self.framing = framing
        self._reader = reader
        self._writer = writer
        self._line: deque[bytes] = deque()  # what was not written; the first part is being written
        self._unsent = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._link: Link | None = None
        self._sending: asyncio.Task[None] | None = None
        self._may_read = asyncio.Event()
        self._may_read.set()

    def start(self, link: Link) -> None:
        self._link = link
        self._tasks.append(asyncio.get_running_loop().create_task(self._read(link)))

    async def _read(self, link: Link) -> None:
        error: Exception | None = None
        try:
            while data := await self._reader.read(1 << 16):
                link.received(data)
                await self._may_read.wait()
        except Exception as e:
            error = e
        link.input_ended(error)

    def write(self, data: bytes) -> None:
        self._line.append(data)
        self._unsent += len(data)
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        assert self._link is not None
        try:
            while self._line:
                data = self._line[0]
                self._writer.write(data)
                await self._writer.drain()
                self._line.popleft()
                self._unsent -= len(data)
                self._link.drained()
        except Exception as e:
            self._line.clear()
            self._unsent = 0
            self._link.write_failed(e)
        finally:
            self._sending = None

    def unsent(self) -> int:
        return self._unsent

    def pause(self) -> None:
        self._may_read.clear()

    def resume(self) -> None:
        self._may_read.set()

    async def close(self) -> None:
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=LAST)
        self._writer.close()
        tasks = [task for task in (*self._tasks, self._sending) if task is not None and not task.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        wait_closed: Any = getattr(self._writer, "wait_closed", None)
        if wait_closed is not None:
            try:
                await asyncio.wait_for(wait_closed(), LAST)
            except Exception:  # it is closed, or does not say so
                pass


def streams(reader: _Reader, writer: _Writer, *, framing: Framing | None = None) -> Transport:
    """Returns a transport over a reader and a writer like those of asyncio: `read`, and `write`, `drain` and `close`."""
    return StreamTransport(reader, writer, framing)


async def tcp(host: str, port: int, *, framing: Framing | None = None) -> Transport:
    """Connects to a TCP port."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: SocketTransport(framing), host, port)
    return made


async def unix(path: str, *, framing: Framing | None = None) -> Transport:
    """Connects to a Unix socket."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_unix_connection(lambda: SocketTransport(framing), path)
    return made


class Listener(ABC):
    """Accepts connections, until it is closed. `address` is where."""

    def __init__(self) -> None:
        self.address: Any = None
        self._accepted: asyncio.Queue[Transport | None] = asyncio.Queue()
        self._is_closed = False

    async def accept(self) -> Transport:
        """Returns the transport of the next connection, or raises a ConnectionFailed when it is closed."""
        got = None if self._is_closed else await self._accepted.get()
        if got is None:
            raise ConnectionFailed("closed", "the listener is closed")
        return got

    @abstractmethod
    async def close(self) -> None:
        """Ends it. Connections that it has accepted go on."""


class _Server(Listener):
    def __init__(self, framing: Framing | None) -> None:
        super().__init__()
        self._framing = framing
        self.server: asyncio.AbstractServer | None = None

    def made(self) -> asyncio.Protocol:
        """Returns the protocol of a connection that is accepted."""
        return _Accepted(self._framing, self._accepted)

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        assert self.server is not None
        self.server.close()
        while not self._accepted.empty():
            waiting = self._accepted.get_nowait()
            if waiting is not None:
                await waiting.close()
        self._accepted.put_nowait(None)


class _Accepted(SocketTransport):
    def __init__(self, framing: Framing | None, accepted: asyncio.Queue[Transport | None]) -> None:
        super().__init__(framing)
        self._accepted = accepted

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._accepted.put_nowait(self)


async def listen_tcp(host: str | None, port: int, *, framing: Framing | None = None) -> Listener:
    """Listens on a TCP port; 0 is any that is free."""
    listener = _Server(framing)
    server = await asyncio.get_running_loop().create_server(listener.made, host, port, backlog=_BACKLOG)
    listener.server = server
    listener.address = server.sockets[0].getsockname()
    return listener


async def listen_unix(path: str, *, framing: Framing | None = None) -> Listener:
    """Listens on a Unix socket."""
    listener = _Server(framing)
    listener.server = await asyncio.get_running_loop().create_unix_server(listener.made, path, backlog=_BACKLOG)
    listener.address = path
    return listener
