"""What the machine of sessions says of messages, and what it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from .session_rules import EITHER, id_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from .session_calls import SessionCall
    from .session_rules import Act, Parts

    Answers = Callable[[SessionCall], bool]


class SessionFault(NamedTuple):
    """A broken rule."""

    rule: str  # its key in the spec, or one of: answer, answered, chosen, errors, first, from, gate, id, rate
    element: str  # the method, event or request that has the rule; empty if it is undeclared
    message: int  # the number of the message that breaks it
    other: int | None  # the number of the message that it conflicts with
    text: str


class Verdict:
    """What a message is.

    One that is `history` is not acted on, and not answered. An answer that is `late` is ignored.
    """

    __slots__ = ("advice", "broken", "call", "error", "faults", "kind", "number")

    def __init__(self, number: int) -> None:
        self.kind: Literal["request", "notification", "answer", "history", "resent", "late", "unmatched"] = "unmatched"
        self.number = number
        self.call: SessionCall | None = None  # the request itself, or the one that the response answers
        self.error: str | None = None  # of a request that breaks a rule of its receiver: the name of its answer
        self.broken: str | None = None  # that rule in words. The receiver must not act on the request
        self.faults: list[SessionFault] = []
        self.advice: list[SessionFault] = []  # broken rules that are advisory


class Message:
    """The message that is observed."""

    __slots__ = ("acts", "answers", "is_request", "key", "parts", "refused", "side", "time")

    def __init__(self, parts: Parts, side: int, time: int, refused: bool, answers: Answers | None) -> None:
        self.parts = parts
        self.key = id_key(parts.id)
        self.is_request = self.key is not None
        self.side = side
        self.time = time
        self.refused = refused
        self.answers = answers
        self.acts: list[Act] = []

    def sender(self) -> int:
        """Returns the side that sends the message: its own, or that of an act which only one side sends."""
        side = self.side
        for act in self.acts:
            if side == EITHER:
                side = act.side
        return side


class Mark(NamedTuple):
    """A message of the session."""

    order: int
    number: int


class Sent:
    """What a session has of an act."""

    __slots__ = ("completed", "count", "first", "last")

    def __init__(self) -> None:
        self.count = 0  # without those that failed
        self.first: Mark | None = None
        self.last: Mark | None = None
        self.completed: Mark | None = None  # the last result, or the last message that is not answered


class End(NamedTuple):
    """The message that has ended the session."""

    at: Mark
    by: Act
    sender: int | None  # of a notification; None if a request has ended it
