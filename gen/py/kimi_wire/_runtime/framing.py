"""How messages are delimited in a stream: by lines, by heads with their lengths, or by a length before each.

It does no I/O.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from .error import quote
from .text import HUGE, TOO_DEEP, TextFault, parse

if TYPE_CHECKING:
    from .table import Row

_MAX_HEAD: Final = 8192
_MAX_SKIP: Final = 1 << 30  # of a message that is too large, behind a head; a longer one is not waited for
_UNLIMITED: Final = sys.maxsize
_MAX_DIGITS: Final = 20  # of a length: more are too many in any case, and Python refuses to read some thousands
_BLANK: Final = b" \t\r"
_HEAD: Final = re.compile(rb"Content-Length: ([0-9]{1,15})\r\n\r\n")  # as most programs write it
_FIELD: Final = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_DIGITS: Final = re.compile(rb"[0-9]+")


class FrameFault(NamedTuple):
    """What stands in place of a message.

    After `too_large`, which is one message, the next one follows; after `truncated` and `framing`, nothing.
    """

    fault: Literal["too_large", "truncated", "framing"]
    text: str


_TRUNCATED: Final = FrameFault("truncated", "the input ends in the middle of a message")
_FOREIGN: Final = FrameFault("framing", "the first line is not JSON: the peer speaks another protocol")


def too_large(length: int, most: int) -> FrameFault:
    """Returns the fault of a message of so many bytes."""
    return FrameFault("too_large", f"a message is too large: {length} bytes, of at most {most}")


def is_json(text: bytes) -> bool:
    """Reports whether a text is JSON, also if it says more than readers take."""
    try:
        parse(text.decode("utf-8", "replace"))
    except TextFault as e:
        return e.fault in (HUGE, TOO_DEEP)
    return True


class Splitter:
    """Splits a stream into messages, in the order of its chunks.

    `framing` is the row of the dialect. `max_bytes` limits a message, by default to what the row says; it may be
    changed at any time. Blank lines are no messages with `ignores_blank`. With `checks_first`, a first line that is
    not JSON ends the stream: to a socket, programs of other protocols may connect.
    """

    def __init__(
        self, framing: Row, max_bytes: int | None = None, *, ignores_blank: bool = False, checks_first: bool = False
    ) -> None:
        most = max_bytes or framing.get("max_bytes") or _UNLIMITED
        kind = framing["kind"]
        self._reader: _Lines | _Lengths
        if kind == "ndjson":
            self._reader = _Lines(most, ignores_blank, checks_first)
        elif kind == "content-length":
            self._reader = _Headed(most)
        elif kind == "length-prefix":
            self._reader = _Prefixed(most, framing["width"], _order(framing))
        else:
            raise ValueError(f"the protocol does not say how messages are delimited in a stream: the framing is {quote(kind)}")

    @property
    def max_bytes(self) -> int:
        """How long a message may be."""
        return self._reader.most

    @max_bytes.setter
    def max_bytes(self, most: int) -> None:
        self._reader.most = most

    def feed(self, data: bytes | bytearray | memoryview) -> list[bytes | FrameFault]:
        """Returns the messages that are complete with the next chunk."""
        return self._reader.feed(bytes(data))

    def end(self) -> list[bytes | FrameFault]:
        """Returns what is left at the end of the stream: a last line without a newline, if it is JSON."""
        return self._reader.end()


def frame(framing: Row, text: str | bytes) -> bytes:
    """Returns the bytes of a message with what delimits it."""
    body = text.encode() if isinstance(text, str) else text
    kind = framing["kind"]
    if kind == "ndjson":
        return body + b"\n"
    if kind == "content-length":
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    width: int = framing["width"]
    try:
        return len(body).to_bytes(width, _order(framing)) + body
    except OverflowError:
        raise ValueError(f"the message has {len(body)} bytes, which {width} bytes cannot say") from None


def _order(framing: Row) -> Literal["little", "big"]:
    return "little" if framing.get("little_endian") else "big"


class _Lines:
    """Messages in lines."""

    def __init__(self, most: int, ignores_blank: bool, checks_first: bool) -> None:
        self.most = most
        self._ignores_blank = ignores_blank
        self._is_unchecked = checks_first
        self._parts: list[bytes] = []  # of the line that has no end yet; none if it is too long
        self._size = 0
        self._is_broken = False

    def feed(self, data: bytes) -> list[bytes | FrameFault]:
        out: list[bytes | FrameFault] = []
        if self._is_broken:
            return out
        lines = data.split(b"\n")
        last = lines.pop()
        if lines and self._size:
            self._add(lines[0])
            self._finish(out, self._taken(), self._size)
            self._size = 0
            del lines[0]
        for line in lines:
            self._finish(out, line, len(line))
        if last:
            self._add(last)
        return out[: out.index(_FOREIGN) + 1] if self._is_broken else out

    def end(self) -> list[bytes | FrameFault]:
        if self._size == 0 or self._is_broken:
            return []
        out: list[bytes | FrameFault] = []
        self._finish(out, self._taken(), self._size)
        self._size = 0
        return out if out and isinstance(out[0], bytes) and is_json(out[0]) else [_TRUNCATED]

    def _add(self, part: bytes) -> None:
        """Adds a part of the line. A line that is too long is counted, but not kept."""
        self._size += len(part)
        if self._size > self.most + 1:
            self._parts.clear()
        else:
            self._parts.append(part)

    def _taken(self) -> bytes:
        line = b"".join(self._parts)
        self._parts.clear()
        return line

    def _finish(self, out: list[bytes | FrameFault], line: bytes, size: int) -> None:
        if size <= self.most + 1 and line.endswith(b"\r"):
            line = line[:-1]
            size -= 1
        if size > self.most:
            out.append(too_large(size, self.most))
        elif self._is_unchecked and not self._is_plausible(line):
            self._is_broken = True
            out.append(_FOREIGN)
        elif size > 0 or not self._ignores_blank:
            out.append(line)

    def _is_plausible(self, line: bytes) -> bool:
        """Reports whether a line is blank, or the first one and looks like JSON."""
        start = line.lstrip(_BLANK)[:1]
        if not start:
            return True
        self._is_unchecked = False
        return start in b'{["-0123456789' or is_json(line)


class _Lengths:
    """Messages with their lengths before them."""

    max_skip = _MAX_SKIP

    def __init__(self, most: int) -> None:
        self.most = most
        self._data = bytearray()
        self._at = 0  # what is before it in the data was read
        self._length: int | None = None  # of the next message, whose head was read
        self._skip = 0  # how much is still passed over of a message that is too large
        self._skipped = 0  # the length of that message
        self._is_broken = False

    def feed(self, data: bytes) -> list[bytes | FrameFault]:
        out: list[bytes | FrameFault] = []
        if self._is_broken:
            return out
        self._data += data
        while self._step(out):
            pass
        del self._data[: len(self._data) if self._is_broken else self._at]
        self._at = 0
        return out

    def end(self) -> list[bytes | FrameFault]:
        if self._is_broken or not (self._data or self._skip or self._length is not None):
            return []
        return [_TRUNCATED]

    def _step(self, out: list[bytes | FrameFault]) -> bool:
        """Takes a step towards the next message, and reports whether another one may follow."""
        if self._skip:
            n = min(self._skip, len(self._data) - self._at)
            self._at += n
            self._skip -= n
            if self._skip:
                return False
            out.append(too_large(self._skipped, self.most))
            return True
        if self._length is None:
            return self._head(out)
        end = self._at + self._length
        if len(self._data) < end:
            return False
        out.append(bytes(memoryview(self._data)[self._at : end]))
        self._at = end
        self._length = None
        return True

    def _head(self, out: list[bytes | FrameFault]) -> bool:
        got = self._read_head()
        if got is None:
            return False
        if isinstance(got, str):
            self._is_broken = True
            out.append(FrameFault("framing", got))
            return False
        head, length = got
        if length is not None and length > max(self.most, self.max_skip):
            self._is_broken = True
            out.append(FrameFault("framing", too_large(length, self.most).text))
            return False
        self._at += head
        if length is not None and length > self.most:
            self._skip = self._skipped = length
        else:
            self._length = length
        return True

    def _read_head(self) -> tuple[int, int | None] | str | None:
        """Returns the length of a head, and of the message after it, if one follows.

        It is None for a part of a head, and words for what is none.
        """
        raise NotImplementedError


class _Prefixed(_Lengths):
    """Messages with their length in a number of bytes.

    One that is too large ends the stream: what is no length of the protocol says as much, and its bytes may never come.
    """

    max_skip = 0

    def __init__(self, most: int, width: int, order: Literal["little", "big"]) -> None:
        super().__init__(most)
        self._width = width
        self._order: Literal["little", "big"] = order

    def _read_head(self) -> tuple[int, int | None] | str | None:
        end = self._at + self._width
        if len(self._data) < end:
            return None
        return self._width, int.from_bytes(self._data[self._at : end], self._order)


class _Headed(_Lengths):
    """Messages with heads. A head that is there in part is not read again from its beginning."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._read = 0  # how much of the head was read
        self._said: int | None = None  # the length that was in it

    def _read_head(self) -> tuple[int, int | None] | str | None:
        data = self._data
        if not self._read and (usual := _HEAD.match(data, self._at)):
            return usual.end() - self._at, int(usual[1])
        most = self._at + _MAX_HEAD
        start = self._at + self._read
        while (end := data.find(b"\n", start, most)) >= 0:
            line = bytes(data[start:end]).rstrip(b"\r")
            if not line:
                if self._read and self._said is None:
                    return "a head has no Content-Length"
                got = end + 1 - self._at, self._said
                self._read, self._said = 0, None
                return got
            wrong = self._field(line)
            if wrong:
                return f"{quote(line[:40].decode('latin-1'))} is not {wrong}"
            start = end + 1
            self._read = start - self._at
        return f"a head is longer than {_MAX_HEAD} bytes" if len(data) >= most else None

    def _field(self, line: bytes) -> str:
        """Reads a line of a head, and returns what it is not."""
        name, colon, value = line.partition(b":")
        name = name.strip(b" \t")
        if not colon or not _FIELD.fullmatch(name):
            return "a line of a head"
        if name.lower() == b"content-length":
            digits = value.strip(b" \t")
            if self._said is not None or not _DIGITS.fullmatch(digits):
                return "the length of a message"
            self._said = int(digits.lstrip(b"0")[:_MAX_DIGITS] or b"0")
        return ""
