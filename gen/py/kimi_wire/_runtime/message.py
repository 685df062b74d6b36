"""The classes of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .value import UNSET, Struct

if TYPE_CHECKING:
    from collections.abc import Mapping


class Message(Struct):
    """The base of all messages.

    `members` has what the dialect adds to messages, by the names on the wire.
    """

    __slots__ = ("members",)

    members: dict[str, Any]


class Request(Message):
    """A call that is answered."""

    __slots__ = ("id", "params")

    id: Any
    params: Any


class Notification(Message):
    """A call that is not answered."""

    __slots__ = ("params",)

    params: Any


class UnknownRequest(Request):
    """A request of an undeclared method."""

    __slots__ = ("method",)
    __match_args__ = ("method", "id", "params")
    _log: ClassVar[Mapping[str, int]] = {"params": -2, "members": -2}

    method: str

    def __init__(
        self, *, id: str | int, method: str, params: Any = UNSET, members: dict[str, Any] | None = None
    ) -> None:
        self.id = id
        self.method = method
        self.params = params
        self.members = {} if members is None else members


class UnknownNotification(Notification):
    """A notification of an undeclared method. It may have an id if a tag says what it is."""

    __slots__ = ("id", "method")
    __match_args__ = ("method", "params")
    _log: ClassVar[Mapping[str, int]] = {"params": -2, "members": -2}

    method: str
    id: Any

    def __init__(
        self, *, method: str, params: Any = UNSET, id: Any = UNSET, members: dict[str, Any] | None = None
    ) -> None:
        self.method = method
        self.params = params
        self.id = id
        self.members = {} if members is None else members


class Response(Message):
    """The answer to a request, with its result as kept JSON; UNSET if it has none.

    `method` is None where responses do not name it.
    """

    __slots__ = ("id", "method", "result")
    __match_args__ = ("id", "result")
    _log: ClassVar[Mapping[str, int]] = {"result": -2, "members": -2}

    id: str | int
    result: Any
    method: str | None

    def __init__(
        self, *, id: str | int, result: Any, method: str | None = None, members: dict[str, Any] | None = None
    ) -> None:
        self.id = id
        self.result = result
        self.method = method
        self.members = {} if members is None else members


class ErrorObject(Struct):
    """The error of a failure.

    `data` is typed if the error is declared with a type, and kept JSON otherwise; it is None if there is none.
    `kind` is the name of the error where the data says it.
    """

    __slots__ = ("code", "data", "kind", "message")
    __match_args__ = ("code", "message", "data")
    _log: ClassVar[Mapping[str, int]] = {"data": -2}

    code: int
    message: str
    data: Any
    kind: str | None

    def __init__(self, *, code: int, message: str, data: Any = None, kind: str | None = None) -> None:
        self.code = code
        self.message = message
        self.data = data
        self.kind = kind


class Failure(Message):
    """The answer to a request that failed. Its id is None or UNSET if it is not known what it answers."""

    __slots__ = ("error", "id", "method")
    __match_args__ = ("id", "error")
    _log: ClassVar[Mapping[str, int]] = {"members": -2}

    id: Any
    error: ErrorObject
    method: str | None

    def __init__(
        self, *, id: Any, error: ErrorObject, method: str | None = None, members: dict[str, Any] | None = None
    ) -> None:
        self.id = id
        self.error = error
        self.method = method
        self.members = {} if members is None else members


class IgnoredMessage(Message):
    """A message that is accepted and ignored. It cannot be written."""

    __slots__ = ("raw",)
    __match_args__ = ("raw",)
    _log: ClassVar[Mapping[str, int]] = {"raw": -2, "members": -2}

    raw: Any

    def __init__(self, *, raw: Any) -> None:
        self.raw = raw
        self.members = {}
