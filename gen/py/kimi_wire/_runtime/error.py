"""Errors, in the words that every target uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from .number import number_words

NOTHING: Final = "nothing"
_LONGEST_KEY: Final = 200
_LONGEST_TEXT: Final = 32


class Secret(str):
    """A key in a path that errors do not tell."""

    __slots__ = ()


class Fault(NamedTuple):
    """One error: where it is, what was expected, and what was found."""

    path: str
    expected: str
    found: str

    @property
    def message(self) -> str:
        """The error without its path."""
        if self.found == NOTHING and self.path:
            return f"missing: expected {self.expected}"
        return f"expected {self.expected}, found {self.found}"

    @property
    def line(self) -> str:
        """The error in one line."""
        if not self.path:
            return self.message
        return f"{self.path} is {self.message}" if self.found == NOTHING else f"{self.path}: {self.message}"


class Dropped(NamedTuple):
    """A value that was passed over, because its place tolerates faults."""

    path: str
    fault: Fault


class Refused(NamedTuple):
    """What could be read of a message that is refused."""

    code: int
    shape: str | None = None
    id: Any = None
    has_id: bool = False
    method: str | None = None


class WireError(ValueError):
    """A text or a value is not what the protocol says.

    `path`, `expected`, `found` and `message` are those of the first error, and `errors` has all that were
    found. `refused` is what could be read of a message.
    """

    def __init__(self, errors: Sequence[Fault], refused: Refused | None = None) -> None:
        super().__init__(errors[0].line)
        self.errors: tuple[Fault, ...] = tuple(errors)
        self.refused = refused

    @property
    def path(self) -> str:
        """Where the first error is; empty for the whole value."""
        return self.errors[0].path

    @property
    def expected(self) -> str:
        """What was expected there."""
        return self.errors[0].expected

    @property
    def found(self) -> str:
        """What was found there."""
        return self.errors[0].found

    @property
    def message(self) -> str:
        """The first error without its path."""
        return self.errors[0].message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.errors, self.refused)


def without_frames(error: WireError) -> WireError:
    """Returns an error to be raised again.

    Its traceback has no frames of the runtime: tools that show the variables of frames would show what was read. What
    raises it deletes its own variables before.
    """
    return error.with_traceback(None)


def well_formed(text: str) -> str:
    """Returns a text in which U+FFFD replaces the halves of surrogate pairs."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text


def quote(text: str) -> str:
    """Returns a text as JSON."""
    from json.encoder import encode_basestring  # which takes time to import, and only errors need

    return encode_basestring(well_formed(text))


def _is_identifier(key: str) -> bool:
    """Reports whether a key is an identifier of JavaScript, of ASCII characters."""
    return key.isascii() and key.replace("$", "_").isidentifier()


def _quote_up_to(limit: int, text: str) -> str:
    return quote(text[:limit])[:-1] + '…"' if len(text) > limit else quote(text)


def short(text: str) -> str:
    """Quotes a text and cuts it after 32 code points."""
    return _quote_up_to(_LONGEST_TEXT, text)


def step(path: str, key: str | int) -> str:
    """Returns the path of a member or an item of what is at a path."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if isinstance(key, Secret):
        return f"{path}[…]"
    if len(key) > _LONGEST_KEY or not _is_identifier(key):
        return f"{path}[{_quote_up_to(_LONGEST_KEY, key)}]"
    return f"{path}.{key}" if path else key


def path_of(keys: Iterable[str | int]) -> str:
    """Returns a path in one text."""
    out = ""
    for key in keys:
        out = step(out, key)
    return out


def characters(text: str) -> str:
    """Returns the length of a text in words."""
    return "1 character" if len(text) == 1 else f"{len(text)} characters"


def found(value: Any) -> str:
    """Describes a value in a few words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {number_words(value)}"
    if isinstance(value, str):
        return f"the string {short(value)}"
    if isinstance(value, (list, tuple)):
        return "an array"
    if isinstance(value, (bytes, bytearray)):
        return "bytes"
    cls: type[Any] = value.__class__
    return "an object" if issubclass(cls, Mapping) or hasattr(cls, "__match_args__") else f"a {cls.__name__}"


def hidden(value: Any) -> str:
    """Describes a value by its kind, and a string by its length as well."""
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return f"a string of {characters(value)}"
    return found(value)


def any_of(words: Sequence[str], or_null: bool = False) -> str:
    """Joins the words for kinds of values, null last."""
    words = [*(w for w in words if w != "null"), "null"] if or_null or "null" in words else words
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def one_of(quoted: Sequence[str]) -> str:
    """Lists values."""
    return quoted[0] if len(quoted) == 1 else f"one of {', '.join(quoted)}"


def keys_words(quoted: Sequence[str]) -> str:
    """Lists keys of which one is expected."""
    return f"the key {quoted[0]}" if len(quoted) == 1 else f"one of the keys {', '.join(quoted)}"


def array_of(n: int) -> str:
    """Returns the words for a list of n items."""
    return f"an array of {n} {'item' if n == 1 else 'items'}"
