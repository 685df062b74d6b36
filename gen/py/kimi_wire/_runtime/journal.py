"""The reader of journals: one JSON value per line, a header first, then records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .error import WireError, without_frames
from .value import Struct

if TYPE_CHECKING:
    from .protocol import Protocol

MAX_LINE = 64 << 20

H = TypeVar("H")
R = TypeVar("R")


class NoHeader(ValueError):
    """The first line of a journal is not its header, which the spec requires."""


class TornLine(ValueError):
    """The last line has no newline and is no whole value: its write was interrupted, or is not finished."""


class LongLine(ValueError):
    """A line is longer than a journal may have."""


class Entry(Struct, Generic[R]):
    """A line of a journal: a record, or the error of a line that is none."""

    __slots__ = ("error", "line", "offset", "record")
    __match_args__ = ("line", "offset", "record", "error")

    line: int
    offset: int
    record: R | None
    error: ValueError | None

    def __init__(self, *, line: int, offset: int, record: R | None, error: ValueError | None) -> None:
        self.line = line
        self.offset = offset
        self.record = record
        self.error = error


class JournalReader(Generic[H, R]):
    """Reads the records of a journal from its lines, which are bytes with their newlines, as a binary file has them."""

    def __init__(self, protocol: Protocol, lines: Iterable[bytes]) -> None:
        self.protocol = protocol
        self.header: H | None = None
        self._lines = iter(lines)
        self._rows: Any = protocol.table.rows["journal"]
        self._line = self._offset = 0
        self._first: Entry[R] | None = self._read_first()

    @property
    def version(self) -> str | None:
        """The version of the journal: that in its header, or without one the version that the spec says."""
        value: Any = self.header
        if value is None:
            version: str | None = self._rows.get("no_header")
            return version
        ref = self._rows["header"]
        for name in self._rows.get("version", ()):
            t = self.protocol.table.type_of(ref)
            binding: Any = t.binding
            i = next(i for i, f in enumerate(t.body["fields"]) if f["name"] == name)
            value, ref = getattr(value, binding.names[i]), t.body["fields"][i]["type"]
        return None if value is None else str(value)

    def _next(self) -> tuple[int, int, bytes] | None:
        """Returns the next line that is not blank, with its number and its place."""
        for line in self._lines:
            self._line += 1
            at = self._offset
            self._offset += len(line)
            if line.strip(b" \t\r\n"):
                return self._line, at, line
        return None

    def _read_first(self) -> Entry[R] | None:
        got = self._next()
        if got is None:
            return None
        entry: Entry[H] = self._entry(*got, "header")
        if entry.error is None:
            self.header = entry.record
            return None
        if "no_header" in self._rows:
            return self._entry(*got, "record")
        error = NoHeader(f"the journal begins without its header: {entry.error}")
        return Entry(line=got[0], offset=got[1], record=None, error=error)

    def _entry(self, number: int, at: int, line: bytes, kind: str) -> Entry[Any]:
        def failed(error: ValueError) -> Entry[Any]:
            return Entry(line=number, offset=at, record=None, error=error)

        if len(line) > MAX_LINE:
            return failed(LongLine("the line is too long"))
        try:
            record = self.protocol.read(self._rows[kind], line.rstrip(b"\r\n"))
        except WireError as e:
            if not line.endswith(b"\n") and e.errors[0].expected in ("one JSON value", "UTF-8 text"):
                return failed(TornLine("the line is torn: it has no newline"))
            return failed(without_frames(e))
        return Entry(line=number, offset=at, record=record, error=None)

    def __iter__(self) -> Iterator[Entry[R]]:
        if self._first is not None:
            first, self._first = self._first, None
            yield first
        while (got := self._next()) is not None:
            yield self._entry(*got, "record")
