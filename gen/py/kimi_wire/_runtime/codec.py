"""Handles for types that have no class, or several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .error import WireError, without_frames

if TYPE_CHECKING:  # what reads is imported when something is read
    from collections.abc import Callable

    from .protocol import Protocol
    from .reader import Report
    from .table import Row

T = TypeVar("T")


class Codec(Generic[T]):
    """Reads and writes the values of one type.

    It may be the annotation of a field of a pydantic model: `Annotated[Event, codecs.Event]`.
    """

    __slots__ = ("_of", "_ref")

    def __init__(self, of: Callable[[], Protocol], ref: str | Row) -> None:
        self._of = of
        self._ref = ref

    def read(self, text: str | bytes) -> T:
        """Reads one JSON value, or raises a WireError."""
        try:
            out: T = self._of().read(self._ref, text)
            return out
        except WireError as e:
            del text
            raise without_frames(e)

    def read_value(self, value: Any) -> T:
        """Reads a value that `json.loads` has made, or raises a WireError."""
        try:
            out: T = self._of().read_value(self._ref, value).value
            return out
        except WireError as e:
            del value
            raise without_frames(e)

    def report(self, text: str | bytes) -> Report:
        """Reads one JSON value, and reports what was passed over."""
        try:
            return self._of().report(self._ref, text)
        except WireError as e:
            del text
            raise without_frames(e)

    def write(self, value: T) -> str:
        """Returns the JSON text of a value, or raises a WireError."""
        try:
            return self._of().write(self._ref, value)
        except WireError as e:
            del value
            raise without_frames(e)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from .pydantic import core_schema_of

        return core_schema_of(self._of, {"type": self._ref} if isinstance(self._ref, str) else self._ref, None)
