"""The outgoing messages of a connection."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from .peer_bounds import cost_of

if TYPE_CHECKING:
    from .peer_bounds import Room, Stall
    from .peer_calls import Call


class _Message:
    __slots__ = ("call", "is_answer", "is_owed", "text")

    def __init__(self, text: str, is_owed: bool, is_answer: bool, call: Call | None) -> None:
        self.text = text
        self.is_owed = is_owed  # it is no call of this end
        self.is_answer = is_answer
        self.call = call


class _Batch:
    """What the transport has taken, and has not written yet."""

    __slots__ = ("cost", "left", "owed", "size")

    def __init__(self, left: int, size: int, owed: int, cost: int) -> None:
        self.left = left  # bytes, or messages
        self.size = size
        self.owed = owed
        self.cost = cost


class Outbox:
    """Decides what is written when.

    An answer overtakes calls that were made before its request came, which its handler cannot have made: otherwise
    two ends that make many calls would wait for each other. It does not where the messages of a side are numbered.
    While many requests and answers wait, few calls are under way at once.
    """

    def __init__(
        self, max_write: int, is_numbered: bool, room: Room, stall: Stall, has_written: Callable[[], None]
    ) -> None:
        self._max_write = max_write
        self._is_numbered = is_numbered
        self._room = room
        self._stall = stall
        self._has_written = has_written
        self.unsent = 0  # the length of what waits to be written
        self.mark = 0  # counts the messages that were put into the line
        self._owed = 0  # that of it which is no call of this end: answers and notifications
        self._given = 0  # that of it which the transport has, or gets next
        self._line: deque[_Message] = deque()  # what it does not get yet
        self._first: deque[_Message] = deque()  # answers that come before it
        self._others = 0  # how many messages of the line are no calls
        self._flying = 0  # what calls take that were sent while calls were held back, and are not answered
        self.ready: list[str] = []  # what the transport gets next
        self._ready_owed = 0
        self._ready_cost = 0  # of answers
        self._batches: deque[_Batch] = deque()
        self._answers: deque[Callable[[], None]] = deque()  # of handlers, that are not written as text yet
        self._is_ended = False

    @property
    def is_full(self) -> bool:
        """Whether so much waits that handlers should not add to it.

        Calls do not count: their answers may be what the peer waits for.
        """
        return self._owed >= self._max_write

    def call(self, text: str, call: Call) -> None:
        """Sends a call."""
        self._send(_Message(text, False, False, call), 0)

    def note(self, text: str) -> None:
        """Sends a notification."""
        self._send(_Message(text, True, False, None), 0)

    def answer(self, text: str, since: int) -> None:
        """Sends an answer to a request that came when the mark was `since`."""
        self._room.owe(cost_of(len(text)))
        self._send(_Message(text, True, True, None), since)

    def when_room(self, act: Callable[[], None]) -> None:
        """Calls a function that sends an answer when not too much waits, or at the end."""
        if self.is_full and not self._is_ended:
            self._answers.append(act)
        else:
            act()

    def landed(self, call: Call) -> None:
        """Notes that a call is not open any more."""
        if call.flying:
            self._flying -= call.flying
            call.flying = 0
            self._stall.moved()
            self._pump()

    def _send(self, m: _Message, since: int) -> None:
        if self._is_ended:
            return
        size = len(m.text)
        self.unsent += size
        if m.is_owed:
            self._owed += size
        is_free = self._given < self._max_write and not self._line and not self._first
        if is_free and not (m.call and self._is_held(m.text)):
            self._give(m)
        else:
            if m.is_answer and not self._is_numbered and not self._others and self.mark <= since:
                self._first.append(m)
            else:
                if m.is_owed:
                    self._others += 1
                self.mark += 1
                self._line.append(m)
            self._pump()  # what is held back does not hold back an answer
        self._stall.start()

    def _is_held(self, text: str) -> bool:
        """Reports whether a call is held back. If so, it is sent when that changes.

        It does not hold back what is behind it, of which so much may wait that no handler starts.
        """
        room = self._room
        if self._others or not room.is_half_full or not self._flying:
            return False
        if self._flying + cost_of(len(text)) <= room.most_flying:
            return False
        room.on_half = self._pump
        return True

    def _give(self, m: _Message) -> None:
        """Gives a message to the transport."""
        size = len(m.text)
        if m.call and self._room.is_half_full:
            m.call.flying = cost_of(size)
            self._flying += m.call.flying
        self._given += size
        if m.is_owed:
            self._ready_owed += size
        if m.is_answer:
            self._ready_cost += cost_of(size)
        self.ready.append(m.text)

    def _pump(self) -> None:
        """Gives the transport what it may have."""
        while not self._is_ended and self._given < self._max_write:
            if self._first:
                self._give(self._first.popleft())
            elif self._line:
                m = self._line[0]
                if m.call and self._is_held(m.text):
                    return
                self._line.popleft()
                if m.is_owed:
                    self._others -= 1
                self._give(m)
            else:
                return

    def taken(self, texts: list[str], units: int) -> None:
        """Notes that the transport has the texts that were ready, as so many bytes or messages."""
        size = sum(map(len, texts))
        self._batches.append(_Batch(units, size, self._ready_owed, self._ready_cost))
        self.ready = []
        self._ready_owed = self._ready_cost = 0

    def written(self, units: int) -> None:
        """Notes that the transport has written so many bytes or messages."""
        if self._is_ended or not units:
            return
        self._stall.moved()
        while units and self._batches:
            batch = self._batches[0]
            n = min(units, batch.left)
            units -= n
            batch.left -= n
            if not batch.left:
                self._batches.popleft()
                self._given -= batch.size
                self.unsent -= batch.size
                self._owed -= batch.owed
                if batch.cost:
                    self._room.settle(batch.cost)
        self._pump()
        while self._answers and not self.is_full:
            self._answers.popleft()()
        if not self.unsent:
            self._stall.stop()
        self._has_written()

    def end(self) -> None:
        """Drops what the transport does not have."""
        self._is_ended = True
        self._line.clear()
        self._first.clear()
        self.ready = []
        self._stall.end()
        while self._answers:
            self._answers.popleft()()
