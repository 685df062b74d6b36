"""The options of connections, and what stands around their messages."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

if TYPE_CHECKING:
    import logging

    from .peer_session import Session


class Report(NamedTuple):
    """A fault of the peer or of a handler that does not end the connection."""

    kind: str  # unreadable, unknown_method, unknown_id, duplicate_id, late, rule, too_large, truncated, handler, …
    text: str
    message: Any = None  # that the report is about, or its JSON value if it cannot be read
    error: Exception | None = None


class Traced(NamedTuple):
    """A message that is sent, or was received. What is sensitive is left out, and long values are cut."""

    sent: bool
    kind: Literal["request", "notification", "response"]
    method: str | None
    name: str | None  # of the event or the request in it
    id: Any
    message: Any  # plain data


class Outgoing:
    """A call or a notification before it is sent. `params` may be replaced."""

    __slots__ = ("kind", "method", "name", "params")

    def __init__(self, kind: Literal["request", "event", "notification"], name: str, method: str, params: Any) -> None:
        self.kind = kind
        self.name = name
        self.method = method
        self.params = params


class Incoming:
    """A message of the peer before it is handled. `id` is None if it is not answered."""

    __slots__ = ("id", "kind", "message", "method", "name", "params")

    def __init__(
        self, kind: Literal["request", "event", "notification"], name: str, method: str, message: Any, params: Any
    ) -> None:
        self.kind = kind
        self.name = name
        self.method = method
        self.message = message
        self.params = params
        self.id: Any = getattr(message, "id", None)


Ended = Callable[[Any, Union[BaseException, None]], None]
Interceptor = Callable[[Incoming, Callable[..., Awaitable[Any]]], Awaitable[Any]]
Members = Union[Mapping[str, Any], Callable[[Any], Union[Mapping[str, Any], None]]]


class Options:
    """The options of a connection. Times are in seconds, lengths in bytes.

    `incoming` is called with each message of the peer and a function that handles it; what it returns answers a
    request. `outgoing` is called with each call and notification of this end before it is sent; it may return a
    function that is called with the result, or the error, in the end. `members` are further members of messages, or
    a function that returns those of one.
    """

    __slots__ = (
        "cancel_wait",
        "close_wait",
        "handshake_wait",
        "idle_wait",
        "incoming",
        "logger",
        "max_bytes",
        "max_handlers",
        "max_read",
        "max_unsent",
        "max_write",
        "members",
        "on_report",
        "outgoing",
        "session",
        "stall_wait",
        "timeout",
        "trace",
    )

    def __init__(
        self,
        *,
        session: Session | None = None,
        timeout: float | None = None,
        max_handlers: int = 1000,
        max_read: int = 16 << 20,
        max_write: int = 1 << 20,
        max_unsent: int = 64 << 20,
        max_bytes: int | None = None,
        cancel_wait: float = 1.0,
        stall_wait: float = 60.0,
        close_wait: float = 5.0,
        idle_wait: float = math.inf,
        handshake_wait: float = math.inf,
        members: Members | None = None,
        incoming: Interceptor | None = None,
        outgoing: Callable[[Outgoing], Ended | None] | None = None,
        trace: Callable[[Traced], None] | None = None,
        on_report: Callable[[Report], None] | None = None,
        logger: logging.Logger | None = None,
    ) -> None:
        self.session = session
        self.timeout = timeout
        self.max_handlers = max_handlers
        self.max_read = max_read
        self.max_write = max_write
        self.max_unsent = max_unsent
        self.max_bytes = max_bytes
        self.cancel_wait = cancel_wait
        self.stall_wait = stall_wait
        self.close_wait = close_wait
        self.idle_wait = idle_wait
        self.handshake_wait = handshake_wait
        self.members = members
        self.incoming = incoming
        self.outgoing = outgoing
        self.trace = trace
        self.on_report = on_report
        self.logger = logger
