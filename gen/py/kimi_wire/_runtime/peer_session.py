"""State across reconnects: the requests that may be resent."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from .failure import ConnectionFailed

if TYPE_CHECKING:
    from .peer import Peer
    from .peer_calls import Call
    from .peer_serving import Outcome, Request

_MOST_ANSWERED: Final = 256  # answers that are kept for resent requests


class Resendable:
    """A request of the peer that may come again."""

    __slots__ = ("outcome", "request", "text")

    def __init__(self, request: Request, text: str) -> None:
        self.request = request  # as it came last
        self.text = text
        self.outcome: Outcome | None = None  # None: it is being handled


class Session:
    """Carries open requests across reconnects: pass it to successive connections.

    A call whose request may be resent does not fail with its connection, and such a request of the peer is handled
    once.
    """

    def __init__(self) -> None:
        self.is_closed = False
        self.peer: Peer | None = None  # that of its connection
        self.count = 0  # of ids made so far
        self._unanswered: dict[Call, None] = {}  # calls that wait for the next connection, in their order
        self._requests: dict[Any, Resendable] = {}  # that the peer may resend, by id
        self._answered: deque[Resendable] = deque()  # those of them that have an outcome

    def close(self) -> None:
        """Ends the session, but not its connection.

        Calls that wait for another connection fail, and handlers are told to stop.
        """
        self.is_closed = True
        closed = ConnectionFailed("closed", "the session was closed")
        for call in self.take():
            call.settle(None, closed)
            call.peer.wake()
        for resendable in self._requests.values():
            if resendable.outcome is None:
                resendable.request.stop(closed)
                resendable.request.peer.wake()
        self._requests.clear()

    def keep(self, call: Call) -> None:
        """Keeps a call for the next connection."""
        self._unanswered[call] = None

    def drop(self, call: Call) -> None:
        """Forgets a call."""
        self._unanswered.pop(call, None)

    def take(self) -> list[Call]:
        """Returns the calls that are to be sent again."""
        calls = list(self._unanswered)
        self._unanswered.clear()
        return calls

    def register(self, request: Request, text: str, may_be_again: bool) -> Resendable | None:
        """Records a request that may be resent. Returns it if it was received before."""
        before = self._requests.get(request.id)
        if before is not None and before.text == text and may_be_again:
            request.continues(before.request)
            before.request = request
            return before
        if before is not None and before.outcome is None:
            before.request.stop(ConnectionFailed("disconnected", "the peer has given the id to another request"))
        if not self.is_closed:
            request.resendable = self._requests[request.id] = Resendable(request, text)
        return None

    def forget(self, resendable: Resendable) -> None:
        """Forgets a request whose handler was not called."""
        if self._requests.get(resendable.request.id) is resendable:
            del self._requests[resendable.request.id]

    def answer(self, resendable: Resendable, outcome: Outcome) -> bool:
        """Records how a request is answered, and reports whether it is."""
        if self._requests.get(resendable.request.id) is not resendable:
            return False
        resendable.outcome = outcome
        self._answered.append(resendable)
        if len(self._answered) > _MOST_ANSWERED:
            self.forget(self._answered.popleft())
        return True
