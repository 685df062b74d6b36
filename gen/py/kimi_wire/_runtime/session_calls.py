"""The calls of a session: by id, by act while they are open, and in their order."""

from __future__ import annotations

from collections import OrderedDict
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from .session_rules import EITHER, FIRST, SECOND, Act

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MAX_CALLS: Final = 100_000  # that a session remembers; beyond it, the oldest is dropped
# Of the calls with one id that `answers` is asked about: a hostile peer may send many that are refused.
MAX_CANDIDATES: Final = 16
_ALL: Final = (FIRST, SECOND, EITHER)
_NOT: Final = ((SECOND, EITHER), (FIRST, EITHER), _ALL)  # by side: of whom a call may be that is not of it

Key = str | float


class SessionCall:
    """A request in a session."""

    __slots__ = ("id", "method", "number", "request", "side", "time", "unanswered")

    def __init__(self, number: int, side: str | None, id: Key, time: int) -> None:
        self.number = number
        self.side = side  # that sent it, if that is known
        self.id = id
        self.method: str | None = None  # None if it is undeclared
        self.request: str | None = None  # the tag of the request in its params, if its method carries requests
        self.time = time
        self.unanswered = True  # it must still be answered

    @property
    def name(self) -> str:
        """The most specific name of the call; empty if it is undeclared."""
        return self.request or self.method or ""

    @property
    def words(self) -> str:
        """Words for the call."""
        return f'"{self.name}"' if self.name else "the request of an undeclared method"


class Broken:
    """A broken rule of a call, which is answered with its error."""

    __slots__ = ("element", "error", "rule", "text")

    def __init__(self, rule: str, element: str, text: str, error: str) -> None:
        self.rule = rule
        self.element = element
        self.text = text
        self.error = error


class Call(SessionCall):
    """A call as its machine knows it."""

    __slots__ = (
        "acts",
        "broken",
        "by",
        "deadline",
        "has_unknown_timeout",
        "is_dropped",
        "is_history",
        "is_open",
        "is_refused",
        "order",
        "previous",
        "resent",
        "was_unanswered",
    )

    def __init__(self, number: int, side: str | None, id: Key, time: int, by: int, order: int, acts: list[Act]) -> None:
        super().__init__(number, side, id, time)
        for act in acts:
            if act.kind == "method":
                self.method = act.name
            else:
                self.request = act.name
        self.by = by  # the side that sent it
        self.order = order  # of the message in the session
        self.acts = acts
        self.broken: list[Broken] = []
        self.deadline = 0  # 0: none
        self.has_unknown_timeout = False
        self.is_dropped = False
        self.is_history = False
        self.is_open = False
        self.is_refused = False  # or sent after the end of the session
        self.previous: object = None  # of a handshake: what was agreed before it
        self.resent = 0  # how often
        self.was_unanswered = True  # when it was filed, if it is refused


# Calls in order. A dict is no queue: its first item is slow to find when many before it were removed.
_Queue = OrderedDict[int, Call]
_NONE: Final[_Queue] = OrderedDict()


class Calls:
    """The calls of one session."""

    def __init__(self) -> None:
        self._by_id: dict[Key, list[Call]] = {}  # those that were not refused; at most a few share an id
        self._refused: dict[tuple[int, bool, Key], _Queue] = {}
        self._remembered: _Queue = OrderedDict()  # all that were not dropped, oldest first; at most MAX_CALLS
        self._by_deadline: list[tuple[int, int, Call]] = []  # a heap; some may be dropped
        self._open: dict[tuple[int, int], _Queue] = {}  # by act and side

    def all(self) -> Iterable[Call]:
        """Returns all calls, the oldest first."""
        return self._remembered.values()

    def add(self, c: Call) -> None:
        """Remembers a call."""
        if c.is_refused:
            self._add_refused(c)
        else:
            self._by_id.setdefault(c.id, []).append(c)
        self._remembered[c.order] = c
        while len(self._remembered) > MAX_CALLS:
            self.drop(next(iter(self._remembered.values())))

    def _add_refused(self, c: Call) -> None:
        c.was_unanswered = c.unanswered
        self._refused.setdefault((c.by, c.unanswered, c.id), OrderedDict())[c.order] = c

    def with_id(self, id: Key) -> list[Call]:
        """Returns the calls with an id, of those that were not refused."""
        return self._by_id.get(id, [])

    def conflicting(self, c: Call) -> Call | None:
        """Returns an open call whose id `c` must not have.

        That is one of the same side; or, of two with that id, one of which must be, rather one of an unknown side.
        """
        if c.is_refused:
            return None
        same: list[Call] = []
        for x in tuple(self.with_id(c.id)):
            if not x.unanswered:
                if x.by == c.by:
                    self.drop(x)  # its answer would be late: from now on the id is that of c
            elif x.by == c.by and c.by != EITHER:
                return x
            else:
                same.append(x)
        if len(same) < 2:
            return None
        return next((x for x in same if x.by == EITHER), same[0])

    def find(self, id: Key, side: int, answers: Callable[[SessionCall], bool] | None) -> Call | None:
        """Returns the call that a response of a side answers; several may have its id if it is unknown who sent it."""
        for unanswered in (True, False):
            found = self._oldest(id, _NOT[side], unanswered)
            if found:
                fitting = (c for c in found if answers(c)) if answers and len(found) > 1 else iter(())
                return next(fitting, found[0])
        return None

    def _oldest(self, id: Key, by: tuple[int, ...], unanswered: bool) -> list[Call]:
        """Returns the oldest calls with an id that one of some sides has sent, in their order."""
        found = [c for c in self.with_id(id) if c.unanswered == unanswered and c.by in by]
        if not self._refused:
            return found
        for side in by:
            queue = self._refused.get((side, unanswered, id))
            if queue:
                found += [c for c, _ in zip(queue.values(), range(MAX_CANDIDATES))]
        return sorted(found, key=_order_of)[:MAX_CANDIDATES]

    def open(self, c: Call) -> None:
        """Records that a call is open."""
        c.is_open = True
        for act in c.acts:
            self._open.setdefault((act.index, c.by), OrderedDict())[c.order] = c

    def first_open(self, act: Act, by: tuple[int, ...] = _ALL) -> Call | None:
        """Returns the oldest open call of an act that one of some sides has sent."""
        oldest: Call | None = None
        for side in by:
            queue = self._open.get((act.index, side))
            if queue:
                c = next(iter(queue.values()))
                if oldest is None or c.order < oldest.order:
                    oldest = c
        return oldest

    def first_not_of(self, act: Act, side: int) -> Call | None:
        """Returns the oldest open call of an act that may be of another side."""
        return self.first_open(act, _NOT[side])

    def another(self, act: Act, side: int) -> Call | None:
        """Returns an open call of an act that a side must not have besides a new one.

        Where it is unknown who sent some of them, each side may have one.
        """
        own = None if side == EITHER else self.first_open(act, (side,))
        if own:
            return own
        unclear = len(self._open.get((act.index, EITHER), ()))
        known = sum(1 for s in (FIRST, SECOND) if self._open.get((act.index, s)))
        if known + unclear < 2:
            return None
        return self.first_open(act, _ALL if side == EITHER else (EITHER,))

    def all_open(self, act: Act) -> list[Call]:
        """Returns the open calls of an act, the oldest first."""
        return in_order(c for side in _ALL for c in self._open.get((act.index, side), _NONE).values())

    def release(self, c: Call) -> None:
        """Records that no answer to a call is expected any more. A later one is "late"."""
        c.unanswered = False
        if c.is_open:
            c.is_open = False
            for act in c.acts:
                del self._open[act.index, c.by][c.order]

    def release_all(self) -> None:
        """Releases all calls."""
        self._refused.clear()
        for c in self.all():
            self.release(c)
            if c.is_refused:
                self._add_refused(c)

    def expect_until(self, c: Call) -> None:
        """Remembers the deadline of a call."""
        if len(self._by_deadline) > 2 * len(self._remembered) + 100:
            self._by_deadline = [item for item in self._by_deadline if not item[2].is_dropped]
            heapify(self._by_deadline)
        heappush(self._by_deadline, (c.deadline, c.order, c))

    def expire(self, time: int) -> None:
        """Releases the calls whose deadline has passed."""
        while self._by_deadline and self._by_deadline[0][0] <= time:
            self.release(heappop(self._by_deadline)[2])

    def close(self, c: Call, was_owed: bool) -> None:
        """Ends a call that was answered.

        One that was resent may be answered again, and each answer to one of a replay is a fault.
        """
        self.release(c)
        if c.resent:
            c.resent -= 1
        elif was_owed or not c.is_history:
            self.drop(c)

    def drop(self, c: Call) -> None:
        """Forgets a call."""
        if c.is_dropped:
            return
        c.is_dropped = True
        del self._remembered[c.order]
        self.release(c)
        if c.is_refused:
            key = c.by, c.was_unanswered, c.id
            queue = self._refused[key]
            del queue[c.order]
            if not queue:
                del self._refused[key]
            return
        calls = self._by_id[c.id]
        calls.remove(c)
        if not calls:
            del self._by_id[c.id]


def in_order(calls: Iterable[Call]) -> list[Call]:
    """Returns calls, the oldest first."""
    return sorted(calls, key=_order_of)


def _order_of(c: Call) -> int:
    return c.order
