"""What happens on a connection: what `Peer.next_event` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .failure import ConnectionFailed
    from .peer_calls import Call
    from .peer_options import Report
    from .peer_serving import Request


class PeerEvent:
    """The base of what happens. Its `repr` has the names of things and no values of the peer, which may be secret."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._words()})"

    def _words(self) -> str:
        return ""


class Requested(PeerEvent):
    """A request is to be handled now. Answer it with `Peer.answer` or `Peer.fail`, also when it was stopped."""

    __slots__ = ("request",)

    def __init__(self, request: Request) -> None:
        self.request = request

    def _words(self) -> str:
        return _called(self.request)


class Stopped(PeerEvent):
    """The handler of a request is to stop: the request is cancelled or settled, or the connection ends."""

    __slots__ = ("reason", "request")

    def __init__(self, request: Request, reason: ConnectionFailed) -> None:
        self.request = request
        self.reason = reason

    def _words(self) -> str:
        return f"{_called(self.request)}, reason={self.reason!r}"


class Notified(PeerEvent):
    """An event or a notification has come, or a message of a replay, which is history.

    `name` is that of the event, or the method; `payload` is the event, or the params. Where it waits for somebody,
    `Peer.hold(cost)` says so, and then `Peer.take(cost)` that it does not wait any more.
    """

    __slots__ = ("cost", "is_history", "is_request", "message", "method", "name", "payload")

    def __init__(
        self, name: str, method: str, message: Any, payload: Any, cost: int, is_history: bool, is_request: bool
    ) -> None:
        self.name = name
        self.method = method
        self.message = message
        self.payload = payload
        self.cost = cost
        self.is_history = is_history
        self.is_request = is_request

    def _words(self) -> str:
        return repr(self.name)


class Progressed(PeerEvent):
    """A call has made progress of a kind."""

    __slots__ = ("call", "cost", "kind", "value")

    def __init__(self, call: Call, kind: str, value: Any, cost: int) -> None:
        self.call = call
        self.kind = kind
        self.value = value
        self.cost = cost

    def _words(self) -> str:
        return f"{_called(self.call)}, kind={self.kind!r}"


class Answered(PeerEvent):
    """A call has ended: with `call.result`, or with `call.error`."""

    __slots__ = ("call",)

    def __init__(self, call: Call) -> None:
        self.call = call

    def _words(self) -> str:
        return _called(self.call) + (f", error={self.call.error!r}" if self.call.error is not None else "")


class Agreed(PeerEvent):
    """The handshake is done: `Peer.version` and `Peer.handshake` are known."""

    __slots__ = ()


class Reported(PeerEvent):
    """There is a fault that does not end the connection."""

    __slots__ = ("report",)

    def __init__(self, report: Report) -> None:
        self.report = report

    def _words(self) -> str:
        return f"{self.report.kind!r}, {self.report.text!r}"


class Shutdown(PeerEvent):
    """All requests are answered after `Peer.shutdown`: the connection ends."""

    __slots__ = ()


class InputEnded(PeerEvent):
    """The peer sends nothing more. Requests that have come are still answered."""

    __slots__ = ()


class Ended(PeerEvent):
    """The connection has ended: the transport is to be closed.

    `error` is None after a close, a shutdown, the end of the session, or of the input between two messages.
    """

    __slots__ = ("error",)

    def __init__(self, error: ConnectionFailed | None) -> None:
        self.error = error

    def _words(self) -> str:
        return repr(self.error)


def _called(of: Call | Request) -> str:
    return f"{of.name!r}, id={of.id!r}"
