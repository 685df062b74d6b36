"""The calls that an end makes, until they are answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .answers import fail_safe
from .error import quote
from .failure import CallTimeout, ConnectionFailed
from .peer_events import Answered
from .session_rules import at
from .value import UNSET

if TYPE_CHECKING:
    from .machine import Machine
    from .peer import Peer
    from .peer_bounds import Timer
    from .peer_rows import Item
    from .session_calls import SessionCall

_MOST_PAST: Final = 1000  # calls without an answer that nobody waits for and that the session knows


class Call:
    """A call of this end. When it has ended, `is_settled` holds, and it has a `result` or an `error`."""

    __slots__ = (
        "began",
        "cancelled",
        "error",
        "fail_safe",
        "flying",
        "has_progress",
        "id",
        "is_settled",
        "item",
        "message",
        "on_end",
        "peer",
        "result",
        "session_call",
        "timeout",
        "timers",
        "waiter",
    )

    def __init__(self, item: Item, peer: Peer) -> None:
        self.item = item
        self.peer = peer  # over whose connection it was sent last
        self.id: Any = None
        self.message: Any = None
        self.session_call: SessionCall | None = None
        self.is_settled = False
        self.result: Any = None
        self.error: Exception | None = None
        self.cancelled: Exception | None = None  # why it was cancelled
        self.fail_safe = True
        self.flying = 0  # what it takes of the calls that may be under way, if they are held back
        self.timeout: float | None = None
        self.began: float | None = None  # when its time began, if progress begins it again
        self.has_progress = False  # somebody reads its progress
        self.timers: list[Timer] = []
        self.on_end: Callable[[Call], None] | None = None
        self.waiter: Any = None  # of the driver

    @property
    def name(self) -> str:
        """What is called."""
        return self.item.name

    def settle(self, result: Any, error: Exception | None) -> None:
        """Ends the call, unless it has ended."""
        if self.is_settled:
            return
        self.is_settled = True
        self.result = result
        self.error = error
        for timer in self.timers:
            timer.stop()
        self.timers.clear()
        if self.on_end is not None:
            self.on_end(self)
        self.peer.happened(Answered(self))


class Past:
    """The calls of a session that were given up. The oldest are forgotten: their answers may never come."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._calls: OrderedDict[int, SessionCall] = OrderedDict()

    def add(self, call: SessionCall | None) -> None:
        """Adds a call."""
        if call is None:
            return
        self._calls[id(call)] = call
        if len(self._calls) > _MOST_PAST:
            _, oldest = self._calls.popitem(last=False)
            self._machine.forget(oldest)


class Pending:
    """The calls of a connection that are not answered."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.calls: dict[Any, Call] = {}
        self.past = Past(peer.machine)
        self._settleable: dict[Call, None] = {}
        self.observed: dict[Call, None] = {}  # whose progress is read, or puts their time off

    def asks(self, method: str | None) -> bool:
        """Reports whether a call of a method is open."""
        return any(call.item.method == method for call in self.calls.values())

    def expect(self, call: Call) -> None:
        """Waits for the answer to a call."""
        self.calls[call.id] = call
        if not call.item.may_end:
            return
        for rule in call.item.acts[-1].rules:
            if rule.kind in ("settled_by", "cancelled_by"):
                self._settleable[call] = None
            elif rule.kind == "timeout":
                stated: Any = at(self._peer.plain_params(call.message), rule.path) if rule.path else None
                is_stated = isinstance(stated, (int, float)) and not isinstance(stated, bool)
                seconds = float(stated) if is_stated else rule.seconds
                if seconds > 0:
                    call.timers.append(self._peer.clock.after(seconds, lambda: self.is_over(call)))

    def is_over(self, call: Call) -> None:
        """Ends a call whose time is over."""
        if self.calls.get(call.id) is call:
            self.give_up(call, ConnectionFailed("settled", f"no answer to {quote(call.name)} is owed any more"))

    def sweep(self) -> None:
        """Ends the calls that need no answer any more."""
        for call in list(self._settleable):
            if call.session_call is not None and not call.session_call.unanswered:
                self.give_up(
                    call, ConnectionFailed("settled", f"{quote(call.name)} was settled without an answer")
                )

    def give_up(self, call: Call, error: Exception) -> None:
        """Ends a call that is not answered: with its fail-safe result, if it has one and was not cancelled."""
        if call.is_settled:
            return
        if self.calls.get(call.id) is call:
            self.past.add(call.session_call)
        self.drop(call)
        if self._peer.session is not None:
            self._peer.session.drop(call)
        if call.cancelled is not None:
            call.settle(None, call.cancelled)
        else:
            self.fail(call, error)

    def fail(self, call: Call, error: Exception) -> None:
        """Ends a call with an error, or with its fail-safe result."""
        item = call.item
        if item.on_failure is UNSET or not call.fail_safe:
            call.settle(None, error)
            return
        self._peer.report("on_failure", f"{quote(call.name)} has no answer: {error}", error=error)
        call.settle(fail_safe(self._peer.protocol, call.message, item.on_failure), None)

    def give_up_all(self, error: ConnectionFailed) -> None:
        """Ends open calls with an error, or makes them wait for the next connection."""
        session = self._peer.session
        for call in list(self.calls.values()):
            if session is not None and not session.is_closed and call.item.resend:
                self.drop(call)
                session.keep(call)
            else:
                self.give_up(call, error)

    def drop(self, call: Call) -> None:
        """Forgets a call, which may be answered."""
        self.calls.pop(call.id, None)
        self._settleable.pop(call, None)
        self.observed.pop(call, None)
        self._peer.outbox.landed(call)

    def watch(self, call: Call, timeout: float, cancel: Callable[[Call, Exception], None]) -> None:
        """Cancels a call after a time, which progress may put off."""

        def due() -> None:
            clock = self._peer.clock
            more = 0.0 if call.began is None else call.began + timeout - clock.now
            if more > 0:
                call.timers.append(clock.after(more, due))
            else:
                cancel(call, CallTimeout(f"{quote(call.name)} was not answered within {timeout:g} s"))

        call.timers.append(self._peer.clock.after(timeout, due))
