"""What bounds a connection: times, and bytes that wait."""

from __future__ import annotations

import math
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final

_EACH: Final = 1024  # what a message takes of a bound besides its length
_FEW: Final = 64  # stopped timers that may stay in the heap


def cost_of(length: int) -> int:
    """Returns what a message takes of the room: its length, and what it needs otherwise."""
    return length + _EACH


class Timer:
    """A function that is called at a time, unless the timer is stopped before."""

    __slots__ = ("_clock", "at", "call", "number")

    def __init__(self, clock: Clock, at: float, number: int, call: Callable[[], None]) -> None:
        self._clock = clock
        self.at = at
        self.number = number
        self.call: Callable[[], None] | None = call

    def __lt__(self, other: Timer) -> bool:
        return (self.at, self.number) < (other.at, other.number)

    def stop(self) -> None:
        """Prevents the call."""
        if self.call is not None:
            self.call = None
            self._clock.stopped()


class Clock:
    """The time of a connection, which is told it, and the timers."""

    def __init__(self) -> None:
        self.now = 0.0
        self._timers: list[Timer] = []  # a heap; stopped ones stay until they are the first, or too many
        self._stopped = 0
        self._count = 0

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Returns a timer that calls a function in so many seconds."""
        self._count += 1
        timer = Timer(self, self.now + seconds, self._count, call)
        if seconds < math.inf:
            heappush(self._timers, timer)
        return timer

    def stopped(self) -> None:
        """Notes that a timer was stopped."""
        self._stopped += 1
        if self._stopped > _FEW and self._stopped * 2 > len(self._timers):
            self._timers = [t for t in self._timers if t.call is not None]
            heapify(self._timers)
            self._stopped = 0

    @property
    def deadline(self) -> float | None:
        """When the first timer is due."""
        timers = self._timers
        while timers and timers[0].call is None:
            heappop(timers)
            self._stopped -= 1
        return timers[0].at if timers else None

    def tick(self) -> None:
        """Calls the timers that are due."""
        while (at := self.deadline) is not None and at <= self.now:
            timer = heappop(self._timers)
            call, timer.call = timer.call, None
            if call is not None:
                call()


class Stall:
    """A clock that ends if nothing has moved for a time. `ended` may start it again.

    It is started and stopped with each message, so its timer stays when it is stopped. The program itself may have
    stood still for that time, and what has moved meanwhile may not be seen yet: so it waits for a part of it once more.
    """

    def __init__(self, clock: Clock, after: float, ended: Callable[[], None]) -> None:
        self._clock = clock
        self._after = after
        self._ended = ended
        self._timer: Timer | None = None
        self._last = 0.0
        self._runs = False
        self._is_last_wait = False

    def start(self) -> None:
        """Starts the clock, unless it runs."""
        if self._runs:
            return
        self._runs = True
        self._last = self._clock.now
        if self._timer is None and self._after < math.inf:
            self._wait(self._after, False)

    def moved(self) -> None:
        """Notes that something has moved."""
        self._last = self._clock.now

    def stop(self) -> None:
        """Stops the clock."""
        self._runs = False

    def end(self) -> None:
        """Stops the clock for ever."""
        self._runs = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _wait(self, seconds: float, is_last: bool) -> None:
        self._is_last_wait = is_last
        self._timer = self._clock.after(seconds, self._due)

    def _due(self) -> None:
        self._timer = None
        if not self._runs:
            return
        left = self._last + self._after - self._clock.now
        if left > 0:
            self._wait(left, False)
        elif not self._is_last_wait:
            self._wait(self._after / 10, True)
        else:
            self._runs = False
            self._ended()


class Room:
    """The room for what was received and waits.

    These are requests for a handler, events for a reader, and answers for being written.
    """

    def __init__(self, most: int, stall: Stall) -> None:
        self.most = most
        self.cost = 0  # of the message that is being received
        self.on_half: Callable[[], None] | None = None  # called once when requests and answers take less than half
        self.held = 0
        self._owed = 0  # that of it which is for requests and answers
        self._stall = stall

    @property
    def is_full(self) -> bool:
        """Whether nothing more is to be read."""
        return self.held >= self.most

    @property
    def is_half_full(self) -> bool:
        """Whether requests and answers take half of the room."""
        return self._owed * 2 >= self.most

    @property
    def most_flying(self) -> int:
        """What calls may take that are under way while requests and answers take half of the room.

        It is so much that what was sent to the peer before, and these, do not fill its room.
        """
        return self.most // 4

    def add(self, cost: int) -> None:
        """Adds what waits."""
        self.held += cost
        if self.held >= self.most:
            self._stall.start()

    def take(self, cost: int) -> None:
        """Takes it out again."""
        self.held -= cost
        self._stall.moved()
        if self.held < self.most:
            self._stall.stop()

    def owe(self, cost: int) -> None:
        """Adds a request, or an answer."""
        self._owed += cost
        self.add(cost)

    def settle(self, cost: int) -> None:
        """Takes it out again."""
        self._owed -= cost
        self.take(cost)
        if self.on_half is not None and not self.is_half_full:
            call, self.on_half = self.on_half, None
            call()

    def end(self) -> None:
        """Notes that nothing is read any more."""
        self._stall.end()


def untaken(requests: int, events: int, unsent: int) -> str:
    """Returns words for what was not taken."""
    of: list[str] = []
    if requests:
        of.append(f"{requests} requests for handlers")
    if events:
        of.append(f"{events} events for a reader")
    if unsent:
        of.append(f"{unsent} bytes for being written")
    return f"{', '.join(of)} wait, and none was taken"
