"""The errors of connections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .error import quote

if TYPE_CHECKING:
    from .error import WireError
    from .message import ErrorObject


class WireFailure(Exception):
    """The base of the errors of connections.

    A WireError, of a value that is not what the protocol says, is none of them.
    """


class ResponseError(WireFailure):
    """The error of a response: handlers raise it, and calls raise it where the peer has answered with one."""

    def __init__(self, error: ErrorObject, error_name: str | None = None) -> None:
        super().__init__(error.message)
        self.error = error
        self.error_name = error_name  # of a received error, if the spec declares it

    @property
    def code(self) -> int:
        """The code; 0 where errors have none."""
        return self.error.code

    @property
    def message(self) -> str:
        """What the error says."""
        return self.error.message

    @property
    def data(self) -> Any:
        """The data, typed if the spec declares it; None if there is none."""
        return self.error.data

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.error, self.error_name)


class ConnectionFailed(WireFailure):
    """The connection, or a call on it, has ended without an answer.

    `reason` is one of closed, disconnected, settled, cancelled, history, slow_consumer, idle, handshake, framing,
    overflow, too_large.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.message)


class SessionError(WireFailure):
    """A message was not sent, because it would break a rule of the session."""

    def __init__(self, rule: str, element: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.element = element
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.element, self.message)


class AnswerError(WireFailure):
    """The answer to a call is not a result of its method. `error` says what is wrong, and where."""

    def __init__(self, method: str, error: WireError) -> None:
        path, message = error.path, error.message
        super().__init__(f"the answer to {quote(method)} cannot be read: {f'{path}: ' if path else ''}{message}")
        self.method = method
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.method, self.error)


class CallTimeout(WireFailure, TimeoutError):
    """A call was not answered in time, or a connection not shut down."""


class Unhandled(WireFailure):
    """What a handler raises that does not handle a message: the peer gets the answer to an undeclared method."""
