"""The answers to the requests of a batch."""

from __future__ import annotations

from collections.abc import Callable


class Together:
    """Answers that are sent as one array, or apart if that is too long for the peer."""

    def __init__(self, most: float, send: Callable[[str], None]) -> None:
        self._remaining = 1  # requests that are being handled, and the array while it is read
        self._texts: list[str] = []
        self._size = 2
        self._most = most
        self._send = send

    def begin(self) -> None:
        """Records a request that will be answered later."""
        self._remaining += 1

    def add(self, text: str) -> None:
        """Adds the text of an answer."""
        self._texts.append(text)
        self._size += len(text) + 1
        if self._size > self._most:
            self._flush()

    def end(self) -> None:
        """Records that a request was or will not be answered, or that the array was read."""
        self._remaining -= 1
        if self._remaining > 0 or not self._texts:
            return
        whole = f"[{','.join(self._texts)}]"
        if len(whole) * 3 > self._most and len(whole.encode()) > self._most:
            self._flush()
        else:
            self._texts.clear()
            self._send(whole)

    def _flush(self) -> None:
        texts, self._texts = self._texts, []
        for text in texts:
            self._send(text)
