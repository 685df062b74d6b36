"""The rate of requests."""

from __future__ import annotations

from typing import Final

from .session_rules import EITHER

_MINUTE: Final = 60_000


class Rate:
    """Counts the requests of each side within a minute."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._recent: list[list[int]] = [[], []]  # by side: the times of the requests of the last minute

    def is_over(self, side: int, time: int) -> bool:
        """Counts a request, and reports whether it exceeds the rate.

        It does not if its time or its sender is unknown.
        """
        if time == 0 or side == EITHER:
            return False
        times = self._recent[side] = [t for t in self._recent[side] if t > time - _MINUTE]
        if len(times) >= self._per_minute:
            return True
        times.append(time)
        return False
