"""What drives an end of a connection over asyncio: it moves bytes, and runs handlers and timers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .aio_calls import Queue
from .aio_handling import Handling, context_of, current_task
from .aio_transport import AnyTransport, transport_of
from .failure import CallTimeout, ConnectionFailed
from .peer import Peer
from .peer_events import (
    Agreed,
    Answered,
    Ended,
    InputEnded,
    Notified,
    PeerEvent,
    Progressed,
    Reported,
    Requested,
    Shutdown,
    Stopped,
)
from .peer_options import Options, Outgoing, Report

if TYPE_CHECKING:
    from .aio import Connection
    from .peer_calls import Call
    from .peer_serving import Request


class Driver:
    """Drives the peer of a connection."""

    def __init__(self, connection: Connection[Any], transport: AnyTransport, handler: Any, options: Options) -> None:
        self._loop = loop = asyncio.get_running_loop()
        self.connection = connection
        self._transport = transport_of(transport)
        self.options = options
        self._handling = Handling(self, handler)
        cls = type(connection)
        self.peer = Peer(
            cls._protocol,  # pyright: ignore[reportPrivateUsage]
            cls._side,  # pyright: ignore[reportPrivateUsage]
            options,
            now=loop.time(),
            framing=self._transport.framing,
            is_socket=self._transport.is_socket,
            takes_unknown=self._handling.takes_unknown,
            wake=self._wake,
        )
        self.peer.driver = self
        self._queues: dict[Queue, None] = {}  # of iterators over everything that comes
        self._is_working = False
        self._is_write_due = False
        self._is_reading = True
        self._has_begun = False
        self._given = 0  # what the transport has, and has not written
        self._timer: asyncio.TimerHandle | None = None
        self._senders: list[asyncio.Future[None]] = []  # that wait until more can be sent
        self._shutdowns: list[asyncio.Future[None]] = []
        self._error: ConnectionFailed | None = None
        self.is_ended = False
        self._closing: asyncio.Task[None] | None = None  # of the transport
        self._closed: asyncio.Future[None] = loop.create_future()  # when the transport is closed
        self._finished: asyncio.Future[None] = loop.create_future()  # when the handlers have returned, too
        self._does: dict[type[PeerEvent], Callable[[Any], None]] = {
            Requested: self._handling.requested,
            Stopped: self._stopped,
            Notified: self._notified,
            Progressed: self._progressed,
            Answered: self._answered,
            Agreed: self._agreed,
            Reported: self._reported,
            Shutdown: self._shut_down,
            InputEnded: self._input_ended,
            Ended: self._ended,
        }
        loop.call_soon(self.begin)

    # What this end does.

    def call(
        self,
        name: str,
        params: Any,
        timeout: float | None,
        reset: bool,
        fail_safe: bool,
        raw: bool,
        queue: Queue | None = None,
    ) -> Call:
        ended = None
        if self.options.outgoing is not None:
            params, ended = self._pass_out("request", name, params, raw)
        answer: asyncio.Future[Any] = self._loop.create_future()
        try:
            call = self.peer.call(
                name,
                params,
                self._loop.time(),
                timeout=timeout,
                reset_by_progress=reset,
                fail_safe=fail_safe,
                raw=raw,
            )
        except Exception as e:
            if ended is not None:
                ended(None, e)
            self._work()
            raise
        context = context_of(self)
        call.waiter = _Waiter(answer, context is not None, queue, ended)
        if context is not None and context.id is None:
            self._handling.calls(call)
        if queue is not None:
            self._queues[queue] = None
        self._work()
        return call

    async def answer_to(self, call: Call) -> Any:
        """Waits for the answer to a call. If the task is cancelled, so is the call."""
        waiter: _Waiter = call.waiter
        try:
            return await waiter.answer
        except asyncio.CancelledError:
            await self.cancelled(call)
            raise

    async def cancelled(self, call: Call) -> None:
        """Cancels a call, and waits for its end."""
        waiter: _Waiter = call.waiter
        if waiter.answer.done():
            if not waiter.answer.cancelled():
                waiter.answer.exception()  # it is known
            if call.is_settled:
                return
            waiter.answer = self._loop.create_future()
        waiter.is_direct = True
        of: Driver = call.peer.driver
        of.peer.cancel(call, self._loop.time())
        of._work()
        await asyncio.wait([waiter.answer])
        if not waiter.answer.cancelled():
            waiter.answer.exception()

    async def notify(self, name: str, payload: Any, raw: bool) -> None:
        ended = None
        if self.options.outgoing is not None:
            payload, ended = self._pass_out("event", name, payload, raw)
        try:
            self.peer.notify(name, payload, self._loop.time(), raw=raw)
        except Exception as e:
            if ended is not None:
                ended(None, e)
            raise
        finally:
            self._work()
        if ended is not None:
            ended(None, None)
        if self.peer.is_full:
            sender: asyncio.Future[None] = self._loop.create_future()
            self._senders.append(sender)
            await sender

    def _pass_out(self, kind: str, name: str, params: Any, raw: bool) -> tuple[Any, Callable[[Any, Any], None] | None]:
        """Passes a call or a notification through the interceptor."""
        item = self.peer.item(kind, name, params, raw)
        out = Outgoing("request" if kind == "request" else item.kind, name, item.method, params)  # type: ignore[arg-type]
        assert self.options.outgoing is not None
        f = self.options.outgoing(out)
        if f is None:
            return out.params, None
        told = f

        def ended(result: Any, error: BaseException | None) -> None:
            try:
                told(result, error)
            except Exception as e:
                self.report(Report("callback", f"what is told of the end of {name!r} has failed: {e}", None, e))

        return out.params, ended

    async def shutdown(self, timeout: float | None) -> None:
        """Ends the connection when the requests that have arrived are answered."""
        self.peer.shutdown(self._loop.time())
        if not self.is_ended:
            done: asyncio.Future[None] = self._loop.create_future()
            self._shutdowns.append(done)
            self._work()
            finished, _ = await asyncio.wait([done], timeout=timeout)
            if not finished:
                self._shutdowns.remove(done)
                await self.close()
                raise CallTimeout(f"the connection was not shut down within {timeout:g} s")
        await self.close()

    async def close(self) -> None:
        """Ends the connection. The task that calls it is not cancelled."""
        task = current_task()
        self._handling.closing.add(task)
        try:
            self.peer.close(self._loop.time())
            self._work()
            await asyncio.shield(self._closed)
        finally:
            self._handling.closing.discard(task)

    async def wait_closed(self) -> ConnectionFailed | None:
        """Waits until the connection has ended and its handlers have returned."""
        await asyncio.shield(self._finished)
        return self._error

    async def wait_tasks(self) -> None:
        """Waits until the handlers have returned, but not for long."""
        tasks = self._handling.tasks - {current_task()}
        if tasks:
            await asyncio.wait(tasks, timeout=self.options.close_wait)

    def events(self) -> Queue:
        """Returns a queue of what comes from now on."""
        queue = Queue(self)
        if self.is_ended or self.peer.lost is not None:
            queue.end()
        else:
            self._queues[queue] = None
        return queue

    def on(self, of: str | type, callback: Callable[[Any], object]) -> Callable[[], None]:
        """Subscribes to events and notifications."""
        return self._handling.on(of, callback)

    def at_end(self, call: Callable[[], None]) -> None:
        """Calls a function when the transport is closed."""
        self._closed.add_done_callback(lambda _: call())

    # What the transport says.

    def begin(self) -> None:
        """Begins to read."""
        if not self._has_begun:
            self._has_begun = True
            self._transport.start(self)
            self._work()

    def received(self, data: bytes) -> None:
        """Receives bytes."""
        self.peer.receive(data, self._loop.time())
        self._work(True)

    def received_message(self, text: str | bytes) -> None:
        """Receives a message."""
        self.peer.receive_message(text, self._loop.time())
        self._work(True)

    def input_ended(self, error: Exception | None) -> None:
        """Notes the end of the input."""
        self.peer.end_of_input(self._loop.time(), error)
        self._work()

    def drained(self) -> None:
        """Notes that something is written."""
        self._note_written()
        self._work(True)

    def write_failed(self, error: Exception) -> None:
        """Notes that nothing can be written any more."""
        self.peer.write_failed(error, self._loop.time())
        self._work()

    # What the parts of the driver use.

    def hold(self, cost: int) -> None:
        """Notes that a message waits for whoever takes it."""
        self.peer.hold(cost)

    def take(self, cost: int, count: int) -> None:
        """Notes that it does not wait any more."""
        self.peer.take(cost, self._loop.time(), count)
        if not self._is_reading:
            self._work()

    def later(self, act: Callable[[], None]) -> None:
        """Calls a function in the loop, if that still runs. It may be called in any thread."""
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # the loop is closed
            pass

    def answer(self, request: Request, result: Any) -> None:
        """Answers a request."""
        self.peer.answer(request, result, self._loop.time())
        self._after(request)

    def fail(self, request: Request, error: BaseException) -> None:
        """Answers a request whose handler has failed."""
        self.peer.fail(request, error, self._loop.time())
        self._after(request)

    def _after(self, request: Request) -> None:
        of = request.current_peer
        if of is not self.peer:
            of.wake()
        self._work()

    def begin_handling(self) -> None:
        """Notes that a notification is being handled."""
        self.peer.begin_handling()

    def end_handling(self) -> None:
        """Notes that it is done."""
        self.peer.end_handling()
        self._work()

    def progress_of(self, call: Call) -> dict[str, Queue]:
        """Returns the queues of the progress of a call, by kind."""
        waiter: _Waiter = call.waiter
        return waiter.progress

    def observe(self, call: Call) -> None:
        """Has the progress of a call passed on."""
        call.peer.observe_progress(call)

    @property
    def handled(self) -> Mapping[str, str]:
        """The methods of handlers, by what they handle."""
        return type(self.connection)._handles  # pyright: ignore[reportPrivateUsage]

    def has_params(self, method: str) -> bool:
        """Reports whether a method has params."""
        item = self.peer.ends.methods.get(method)
        return item is None or item.declared is None or item.declared.params is not None

    def is_carrier(self, method: str) -> bool:
        """Reports whether a method carries events or requests."""
        return method in self.peer.ends.carried

    def report(self, report: Report) -> None:
        """Reports a fault."""
        o = self.options
        try:
            if o.on_report is not None:
                o.on_report(report)
        except Exception:  # an error of on_report must not end the connection
            pass
        is_own = report.kind in ("handler", "callback")  # what has failed is part of this program
        logger = o.logger
        if logger is None and is_own and o.on_report is None:
            logger = logging.getLogger(__name__.partition("._runtime")[0])
        if logger is not None:
            level = logging.ERROR if is_own else logging.WARNING
            logger.log(level, "%s: %s", report.kind, report.text, exc_info=report.error if is_own else None)

    def task_ended(self) -> None:
        """Notes that the task of a handler has ended."""
        if self._closed.done() and not self._handling.tasks and not self._finished.done():
            self._finished.set_result(None)

    # What happens.

    def _wake(self) -> None:
        self._loop.call_soon(self._work)

    def _work(self, at_once: bool = False) -> None:
        """Does what has happened.

        Of what is to be written then, what comes first in a turn of the loop is written at once, and the rest together
        at its end, unless all of it is to be written at once.
        """
        if self._is_working:
            return
        self._is_working = True
        peer, does = self.peer, self._does
        try:
            while True:
                while (event := peer.next_event()) is not None:
                    does[event.__class__](event)
                if not peer.outbox.ready or not self._has_begun:
                    break
                if not at_once:
                    if self._is_write_due:
                        break
                    self._is_write_due = True
                    self._loop.call_soon(self._write_rest)
                self._write()  # after which more may have happened
        finally:
            self._is_working = False
        wants = peer.wants_input
        if wants is not self._is_reading and not self.is_ended:
            self._is_reading = wants
            if wants:
                self._transport.resume()
            else:
                self._transport.pause()
        if self._senders and not peer.is_full:
            for sender in self._senders:
                if not sender.done():
                    sender.set_result(None)
            self._senders.clear()
        self._set_timer()

    def _set_timer(self) -> None:
        deadline = self.peer.deadline
        if deadline is None:
            return
        timer = self._timer
        if timer is None or deadline < timer.when():
            if timer is not None:
                timer.cancel()
            self._timer = self._loop.call_at(deadline, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._note_written()
        self.peer.tick(self._loop.time())
        self._work()

    def _write_rest(self) -> None:
        self._is_write_due = False
        if self.peer.outbox.ready:
            self._work(True)

    def _write(self) -> None:
        """Gives the transport what it may have."""
        peer, transport = self.peer, self._transport
        while peer.outbox.ready:
            if transport.sends_messages:
                texts = peer.messages_to_send()
                self._given += len(texts)
                transport.write_messages(texts)
            else:
                data = peer.data_to_send()
                self._given += len(data)
                transport.write(data)
            self._note_written()

    def _note_written(self) -> None:
        unsent = self._transport.unsent()
        written = self._given - unsent
        if written > 0:
            self._given = unsent
            self.peer.written(written, self._loop.time())

    def _stopped(self, event: Stopped) -> None:
        self._handling.stopped(event.request)

    def _notified(self, event: Notified) -> None:
        if self._queues:
            item = event.payload if self.is_carrier(event.method) else event.message
            for queue in list(self._queues):
                if queue.is_ended:
                    del self._queues[queue]
                else:
                    queue.push(item, event.cost)
        self._handling.notified(event)

    def _progressed(self, event: Progressed) -> None:
        waiter: _Waiter = event.call.waiter
        queue = waiter.progress.get(event.kind)
        if queue is not None:
            queue.push(event.value, event.cost)

    def _answered(self, event: Answered) -> None:
        call = event.call
        waiter: _Waiter | None = call.waiter
        if waiter is not None and not self._handling.answered(event, waiter.is_direct):
            self.resolve(call)

    def _agreed(self, _: Agreed) -> None:
        connection, peer = self.connection, self.peer
        connection.version, connection.handshake = peer.version, peer.handshake

    def resolve(self, call: Call) -> None:
        """Tells whoever waits for a call how it has ended."""
        waiter: _Waiter = call.waiter
        if waiter.is_direct:
            self._handling.called(call)
        if waiter.ended is not None:
            waiter.ended(call.result, call.error)
        if waiter.queue is not None:
            waiter.queue.end()
            self._queues.pop(waiter.queue, None)
        for queue in waiter.progress.values():
            queue.end()
        answer = waiter.answer
        if answer.done():
            return
        if call.error is None:
            answer.set_result(call.result)
        else:
            answer.set_exception(call.error)
            if waiter.queue is not None:
                answer.exception()  # an iterator may be all that the program waits for

    def _reported(self, event: Reported) -> None:
        self.report(event.report)

    def _shut_down(self, _: Shutdown) -> None:
        for done in self._shutdowns:
            if not done.done():
                done.set_result(None)

    def _input_ended(self, _: InputEnded) -> None:
        self._end_queues()

    def _end_queues(self) -> None:
        for queue in list(self._queues):
            queue.end()
        self._queues.clear()

    def _ended(self, event: Ended) -> None:
        self.is_ended = True
        self._error = event.error
        self._end_queues()
        self._shut_down(Shutdown())
        self._handling.end()
        self._closing = self._loop.create_task(self._end())

    async def _end(self) -> None:
        try:
            await self._transport.close()
        except Exception as e:
            self.report(Report("transport", f"the transport could not be closed: {e}", None, e))
        finally:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self._closed.set_result(None)
            self.task_ended()


class _Waiter:
    """Who waits for a call."""

    __slots__ = ("answer", "ended", "is_direct", "progress", "queue")

    def __init__(
        self,
        answer: asyncio.Future[Any],
        is_direct: bool,
        queue: Queue | None,
        ended: Callable[[Any, BaseException | None], None] | None,
    ) -> None:
        self.answer = answer
        self.is_direct = is_direct  # a handler has made it, which notifications may wait for
        self.queue = queue  # of the events
        self.ended = ended
        self.progress: dict[str, Queue] = {}
