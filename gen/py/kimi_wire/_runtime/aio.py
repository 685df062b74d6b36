"""The ends of connections over asyncio."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from .aio_calls import E, Items, ProgressStream as ProgressStream, Queue, Stream as Stream
from .aio_child import start_child as start_child
from .aio_handling import (
    Context as Context,
    Handler as Handler,
    OrAwaitable as OrAwaitable,
    current as current,
)
from .aio_stdio import stdio as stdio
from .aio_streams import (
    Listener as Listener,
    listen_tcp as listen_tcp,
    listen_unix as listen_unix,
    streams as streams,
    tcp as tcp,
    unix as unix,
)
from .aio_transport import (
    AnyTransport as AnyTransport,
    MessageChannel as MessageChannel,
    Transport as Transport,
    pair as pair,
)
from .aio_driver import Driver
from .failure import CallTimeout, ConnectionFailed, ResponseError
from .peer_options import Options as Options
from .value import UNSET

if TYPE_CHECKING:
    from .protocol import Protocol

C = TypeVar("C", bound="Connection[Any]")
T = TypeVar("T")


class Connection(Generic[E]):
    """One end of a connection. As an async context manager it closes the connection at the end.

    It begins to read in the next turn of the loop.
    """

    _protocol: ClassVar[Protocol]
    _side: ClassVar[int]
    _handles: ClassVar[Mapping[str, str]] = {}  # the methods of handlers, by what they handle

    version: str | None
    """The version that both peers speak, once it is known."""
    handshake: Any
    """What the peer has sent in the handshake."""

    def __init__(self, transport: AnyTransport, *, handler: Any = None, options: Options | None = None) -> None:
        self._driver = Driver(self, transport, handler, options or Options())
        self.version = self._driver.peer.version
        self.handshake = None

    async def call(
        self,
        name: str,
        params: Any = UNSET,
        *,
        timeout: float | None = None,
        reset_by_progress: bool = False,
        fail_safe: bool = True,
    ) -> Any:
        """Makes a call, and returns its result, or raises why there is none."""
        call = self._driver.call(name, params, timeout, reset_by_progress, fail_safe, False)
        return await self._driver.answer_to(call)

    async def call_raw(self, method: str, params: Any = UNSET, *, timeout: float | None = None) -> Any:
        """Makes a call of any method."""
        call = self._driver.call(method, params, timeout, False, True, True)
        return await self._driver.answer_to(call)

    def stream(
        self,
        name: str,
        params: Any = UNSET,
        *,
        timeout: float | None = None,
        reset_by_progress: bool = False,
        fail_safe: bool = True,
    ) -> ProgressStream[E, Any, Any]:
        """Makes a call, and returns it with an iterator over what comes until it is answered."""
        queue = Queue(self._driver)
        call = self._driver.call(name, params, timeout, reset_by_progress, fail_safe, False, queue)
        return ProgressStream(self._driver, call, queue)

    async def notify(self, name: str, payload: Any = UNSET) -> None:
        """Sends an event or a notification, and waits until more can be sent."""
        await self._driver.notify(name, payload, False)

    async def notify_raw(self, method: str, params: Any = UNSET) -> None:
        """Sends a notification of any method."""
        await self._driver.notify(method, params, True)

    @overload
    def on(self, of: type[T], callback: Callable[[T], object]) -> Callable[[], None]: ...
    @overload
    def on(self, of: str, callback: Callable[[Any], object]) -> Callable[[], None]: ...
    def on(self, of: str | type[Any], callback: Callable[[Any], object]) -> Callable[[], None]:
        """Calls a function or a coroutine with each event or notification of a name or a class.

        Returns a function that ends this.
        """
        return self._driver.on(of, callback)

    def events(self) -> AsyncIterator[E]:
        """Returns an iterator over the events and notifications that come from now on."""
        return Items(self._driver.events())

    async def shutdown(self, *, timeout: float | None = None) -> None:
        """Ends the connection when the requests that have arrived are answered. New ones are refused.

        When the timeout has passed, it is closed, and a CallTimeout is raised. A handler may not wait for it.
        """
        await self._driver.shutdown(timeout)

    async def close(self) -> None:
        """Ends the connection, after what was sent is written, if that is soon.

        It does not wait for handlers, whose tasks are cancelled.
        """
        await self._driver.close()

    async def wait_closed(self) -> ConnectionFailed | None:
        """Waits until the connection has ended and its handlers have returned, and returns why if that was a failure."""
        return await self._driver.wait_closed()

    @property
    def is_closed(self) -> bool:
        """Whether the connection has ended."""
        return self._driver.is_ended

    @property
    def options(self) -> Options:
        """The options that it was made with."""
        return self._driver.options

    @classmethod
    def current(cls: type[C]) -> C:
        """Returns the connection of the message that is being handled. Raises a LookupError outside of handlers."""
        connection = current().connection
        if not isinstance(connection, cls):
            raise LookupError(f"the connection is no {cls.__name__}")
        return connection

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        await self._driver.close()
        await self._driver.wait_tasks()


async def begin(connection: C, handshake: Any = None) -> C:
    """Begins a connection, with the handshake if there are params for it. If that fails, it ends the connection."""
    driver = connection._driver  # pyright: ignore[reportPrivateUsage]
    driver.begin()
    if handshake is None:
        return connection
    peer = driver.peer
    greeting = peer.ends.handshake
    assert greeting is not None
    try:
        await connection.call(greeting["method"], handshake)
    except ResponseError as e:
        if not (greeting.get("optional") and e.code == -32601):
            await connection.close()
            raise
        connection.version = peer.version = greeting.get("legacy")
    except BaseException:
        await connection.close()
        raise
    return connection


async def run(connection: Connection[Any]) -> ConnectionFailed | None:
    """Waits until a connection has ended, and returns why if that was a failure.

    If it is cancelled, requests that have come are answered, if that does not take long, and the connection is closed.
    """
    connection._driver.begin()  # pyright: ignore[reportPrivateUsage]
    try:
        return await connection.wait_closed()
    except asyncio.CancelledError:
        try:
            await connection.shutdown(timeout=connection.options.close_wait)
        except CallTimeout:
            pass
        raise


async def serve(listener: Listener, make: Callable[[Transport], Connection[Any]]) -> None:
    """Serves each connection that a listener accepts, until it is closed. If it is cancelled, it closes it."""
    loop = asyncio.get_running_loop()
    running: set[asyncio.Task[Any]] = set()
    try:
        while True:
            try:
                transport = await listener.accept()
            except ConnectionFailed:
                break
            task = loop.create_task(run(make(transport)))
            running.add(task)
            task.add_done_callback(running.discard)
        if running:
            await asyncio.wait(running)
    finally:
        await listener.close()
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)


def shutdown_on_signal(connection: Connection[Any], *, timeout: float = 5.0) -> None:
    """Shuts a connection down at SIGTERM or SIGINT, and closes it when the time has passed, or at a second signal."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    tasks: set[asyncio.Task[None]] = set()

    async def end(is_second: bool) -> None:
        try:
            await (connection.close() if is_second else connection.shutdown(timeout=timeout))
        except CallTimeout:
            pass

    def signalled() -> None:
        task = loop.create_task(end(bool(tasks)))
        tasks.add(task)

    for number in signals:
        loop.add_signal_handler(number, signalled)

    def remove() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    connection._driver.at_end(remove)  # pyright: ignore[reportPrivateUsage]
