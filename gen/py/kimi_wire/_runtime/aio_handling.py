"""The handlers of a connection over asyncio, and the tasks in which they run."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar, Union

from .error import quote
from .failure import ConnectionFailed, Unhandled
from .message import UnknownNotification
from .peer_events import Answered, Notified, Requested
from .peer_options import Incoming, Report

if TYPE_CHECKING:
    from .aio import Connection
    from .aio_driver import Driver
    from .peer_calls import Call
    from .peer_serving import Request

T = TypeVar("T")
OrAwaitable = Union[Awaitable[T], T]
Callback = Callable[[Any], Any]


class Handler:
    """The base of handlers."""

    def on_unknown(self, method: str, params: Any, /) -> OrAwaitable[Any]:
        """Handles a request or a notification of an undeclared method."""
        raise Unhandled


class Context:
    """The message that is being handled. The `id` of what is not answered is None."""

    __slots__ = ("_driver", "_request", "id", "is_history", "message", "method")

    def __init__(self, driver: Driver, message: Any, request: Request | None, is_history: bool = False) -> None:
        self._driver = driver
        self._request = request
        self.message = message
        self.method: str = message.method
        self.id: str | int | None = None if request is None else request.id
        self.is_history = is_history

    @property
    def connection(self) -> Connection[Any]:
        """The connection. Of a request that was sent again, it is that over which it came last."""
        driver = self._driver
        if self._request is not None and self._request.resendable is not None:
            driver = self._request.resendable.request.peer.driver
        return driver.connection

    @property
    def stopped(self) -> ConnectionFailed | None:
        """Why the handler is to stop: the request is cancelled or settled, or the connection has ended."""
        return None if self._request is None else self._request.origin.stopped


_context: ContextVar[Context] = ContextVar("wiregen_context")


def current() -> Context:
    """Returns what is being handled. Raises a LookupError outside of handlers."""
    context = _context.get(None)
    if context is None:
        raise LookupError("no message is being handled here: current() is for handlers and the tasks that they start")
    return context


def context_of(driver: Driver) -> Context | None:
    """Returns what is being handled of a connection; None outside of its handlers."""
    context = _context.get(None)
    return context if context is not None and context.connection is driver.connection else None


class Handling:
    """Calls the handlers and callbacks of a connection.

    Notifications are handled one after the other. What comes behind one that takes time waits for it: requests, and
    the results of calls that no handler has made. While it waits for a call of its own, requests go on.
    """

    def __init__(self, driver: Driver, handler: Any) -> None:
        self._driver = driver
        self._methods: dict[str, Callable[..., Any]] = {}
        self._unknown: Callable[[str, Any], Any] | None = None
        if handler is not None:
            self._methods = {
                name: getattr(handler, attribute)
                for name, attribute in driver.handled.items()
                if hasattr(handler, attribute)
            }
            cls: Any = handler.__class__
            if getattr(cls, "on_unknown", Handler.on_unknown) is not Handler.on_unknown:
                self._unknown = handler.on_unknown
        self.takes_unknown = self._unknown is not None
        self._callbacks: dict[str | type, list[Callback]] = {}
        self._line: deque[Notified | Requested | Answered] = deque()  # what waits for a notification to be handled
        self._task: asyncio.Task[None] | None = None  # that handles notifications
        self._calls: set[Call] = set()  # that handlers of notifications wait for
        self._has_begun = False  # and not only been made
        self._is_ended = False
        self.tasks: set[asyncio.Task[None]] = set()  # all that run
        self.closing: set[asyncio.Task[Any] | None] = set()  # those of them that end the connection themselves

    def on(self, of: str | type, callback: Callback) -> Callable[[], None]:
        """Subscribes to events and notifications."""
        callbacks = self._callbacks.setdefault(of, [])
        callbacks.append(callback)

        def off() -> None:
            if callback in callbacks:
                callbacks.remove(callback)

        return off

    # Requests.

    def requested(self, event: Requested) -> None:
        """Has a request handled."""
        if self._task is not None and not self._calls:
            self._line.append(event)
        else:
            self._begin(event.request)

    def calls(self, call: Call) -> None:
        """Notes that the handler of a notification has made a call: requests that wait go on, which it may depend on."""
        self._calls.add(call)
        requests = [event for event in self._line if isinstance(event, Requested)]
        if requests:
            self._line = deque(event for event in self._line if not isinstance(event, Requested))
        for event in requests:
            self._begin(event.request)

    def called(self, call: Call) -> None:
        """Notes that a call has ended."""
        self._calls.discard(call)

    def _begin(self, request: Request) -> None:
        driver = self._driver
        if _is_needless(request):
            assert request.stopped is not None
            driver.fail(request, request.stopped)
            return
        token = _context.set(Context(driver, request.message, request))
        try:
            result = self._intercepted(request) if driver.options.incoming else self._call(request, request.params)
            if inspect.isawaitable(result):
                request.task = self._spawn(self._serve(request, result))
                return
        except Exception as e:
            driver.fail(request, e)
            return
        finally:
            _context.reset(token)
        driver.answer(request, result)

    def _call(self, request: Request, params: Any) -> Any:
        item = request.item
        if item is None or item.declared is None:
            if self._unknown is None:
                raise Unhandled
            return self._unknown(request.method, params)
        method = self._methods.get(request.name) or self._methods.get(request.method)
        if method is None:
            raise Unhandled
        return method() if item.declared.params is None else method(params)

    async def _intercepted(self, request: Request) -> Any:
        async def handle(params: Any = request.params) -> Any:
            return await _result(self._call(request, params))

        incoming = Incoming("request", request.name, request.method, request.message, request.params)
        assert self._driver.options.incoming is not None
        return await self._driver.options.incoming(incoming, handle)

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # such as SystemExit, which the loop has seen
        self._driver.task_ended()

    async def _serve(self, request: Request, awaitable: Awaitable[Any]) -> None:
        driver = self._driver
        request.has_begun = True
        if request.stopped is not None:
            if _is_needless(request):
                if inspect.iscoroutine(awaitable):
                    awaitable.close()
                driver.fail(request, request.stopped)
                return
            task = current_task()
            assert task is not None
            task.cancel()  # the handler sees it where it first waits
        try:
            result = await awaitable
        except asyncio.CancelledError as e:
            driver.fail(request, request.stopped or e)
            if request.stopped is None:
                raise
        except Exception as e:
            driver.fail(request, e)
        except BaseException as e:
            driver.fail(request, e)
            raise
        else:
            driver.answer(request, result)

    def stopped(self, request: Request) -> None:
        """Tells the handler of a request to stop."""
        task: asyncio.Task[None] | None = request.task
        if task is not None:
            if request.has_begun and task is not current_task() and task not in self.closing:
                task.cancel()
            return
        for event in self._line if _is_needless(request) else ():
            if isinstance(event, Requested) and event.request is request:
                self._line.remove(event)
                assert request.stopped is not None
                self._driver.fail(request, request.stopped)
                return

    # Events and notifications.

    def notified(self, event: Notified) -> None:
        """Has a notification handled."""
        if self._task is not None:
            self._line.append(event)
            self._driver.hold(event.cost)
            return
        open = self._hear(event)
        if open is not None:
            self._driver.hold(event.cost)
            self._driver.begin_handling()
            self._task = self._spawn(self._handle(event, open))

    def answered(self, event: Answered, is_direct: bool) -> bool:
        """Reports whether an answer waits for a notification that came before it to be handled."""
        if self._task is None or is_direct:
            return False
        self._line.append(event)
        return True

    def _hear(self, event: Notified) -> list[Awaitable[Any]] | None:
        """Calls handlers and callbacks. Returns what of them has to be waited for."""
        if event.is_request:
            return None
        message = event.message
        token = _context.set(Context(self._driver, message, None, event.is_history))
        try:
            if self._driver.options.incoming is not None:
                return [self._heard_through(event)]
            return self._tell(event, event.payload)
        finally:
            _context.reset(token)

    async def _heard_through(self, event: Notified) -> None:
        async def handle(params: Any = event.payload) -> None:
            for awaitable in self._tell(event, params) or ():
                await self._waited(event, awaitable)

        kind = "event" if event.name != event.method else "notification"
        incoming = Incoming(kind, event.name, event.method, event.message, event.payload)  # type: ignore[arg-type]
        assert self._driver.options.incoming is not None
        await self._driver.options.incoming(incoming, handle)

    def _tell(self, event: Notified, payload: Any) -> list[Awaitable[Any]] | None:
        """Calls what is there for a notification, and returns what of that has to be waited for."""
        name, method, message = event.name, event.method, event.message
        if isinstance(message, UnknownNotification):
            return None if self._unknown is None else self._try(event, None, self._unknown, method, payload)
        open: list[Awaitable[Any]] | None = None
        handler = self._methods.get(name) or self._methods.get(method)
        if handler is not None:
            given = (payload,) if self._driver.has_params(method) else ()
            open = self._try(event, open, handler, *given)
        if not self._callbacks:
            return open
        item: Any = payload if self._driver.is_carrier(method) else message
        for callback in [*self._callbacks.get(name, ())]:
            open = self._try(event, open, callback, payload)
        for callback in [*self._callbacks.get(method, ())] if method != name else ():
            open = self._try(event, open, callback, payload)
        for callback in [*self._callbacks.get(item.__class__, ())]:
            open = self._try(event, open, callback, item)
        return open

    def _try(
        self, event: Notified, open: list[Awaitable[Any]] | None, call: Callable[..., Any], *given: Any
    ) -> list[Awaitable[Any]] | None:
        """Calls a function, and adds what it returns to the list if that has to be waited for."""
        try:
            got = call(*given)
        except Exception as e:
            self._failed(event, e)
            return open
        if got is None or not inspect.isawaitable(got):
            return open
        return [*(open or ()), got]

    def _failed(self, event: Notified, error: BaseException) -> None:
        if isinstance(error, Unhandled):
            if isinstance(event.message, UnknownNotification):
                text = f"the method {quote(event.method)} is not declared"
                self._driver.report(Report("unknown_method", text, event.message))
            return
        words = str(error) or type(error).__name__
        text = f"the handler of {quote(event.name)} has failed: {words}"
        self._driver.report(Report("handler", text, event.message, error if isinstance(error, Exception) else None))

    async def _waited(self, event: Notified, awaitable: Awaitable[Any]) -> None:
        try:
            await awaitable
        except Exception as e:
            self._failed(event, e)

    async def _handle(self, event: Notified, open: list[Awaitable[Any]]) -> None:
        """Handles a notification that takes time, and what comes behind it."""
        driver = self._driver
        try:
            while not self._is_ended:
                self._has_begun = True
                _context.set(Context(driver, event.message, None, event.is_history))
                for awaitable in open:
                    await self._waited(event, awaitable)
                following = self._next()
                if following is None:
                    break
                driver.take(event.cost, 1)
                event, open = following
        finally:
            driver.take(event.cost, 1)
            for awaitable in open:
                if inspect.iscoroutine(awaitable):
                    awaitable.close()
            self._task = None
            self._has_begun = False
            self._rest()
            driver.end_handling()

    def _next(self) -> tuple[Notified, list[Awaitable[Any]]] | None:
        """Passes on what waits, up to a notification that takes time, which it returns."""
        while self._line:
            event = self._line.popleft()
            if not isinstance(event, Notified):
                self._pass_on(event)
                continue
            open = self._hear(event)
            if open is not None:
                return event, open
            self._driver.take(event.cost, 1)
        return None

    def _pass_on(self, event: Requested | Answered) -> None:
        if isinstance(event, Requested):
            self._begin(event.request)
        else:
            self._driver.resolve(event.call)

    def _rest(self) -> None:
        """Passes on what nobody handles any more."""
        while self._line and self._task is None:
            event = self._line.popleft()
            if not isinstance(event, Notified):
                self._pass_on(event)
                continue
            self._driver.take(event.cost, 1)
            if not self._is_ended:
                self.notified(event)

    def end(self) -> None:
        """Ends the handlers of notifications, as those of requests were told to stop."""
        task = self._task
        self._is_ended = True
        if task is not None and self._has_begun and task is not current_task() and task not in self.closing:
            task.cancel()


def _is_needless(request: Request) -> bool:
    """Reports whether no handler has to begin. One of a cancelled request may say how it was answered."""
    return request.stopped is not None and request.stopped.reason != "cancelled"


async def _result(given: Any) -> Any:
    return await given if inspect.isawaitable(given) else given


def current_task() -> asyncio.Task[Any] | None:
    """Returns the task that runs; None outside of tasks."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
