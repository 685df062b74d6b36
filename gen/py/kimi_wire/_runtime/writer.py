"""The state of writing, and the writing of leaves and of kept content.

This writer checks everything, and its errors have paths. Values without faults are mostly written by the
functions of `quick_write.py`; what those do not accept is written here. Functions that write parts of a value
are generators, as in `reader.py`. They give texts, the long ones in parts, so that no level copies what is in it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from json.encoder import encode_basestring
from typing import Any, Final

from .error import NOTHING, Fault, Secret, WireError, characters, found, hidden, one_of, path_of, short, well_formed
from .number import MAX_SAFE, is_whole, print_float, written
from .reader import Reading, number_fault, text_fault
from .table import MISSING, Table, Type, enum_words, extends, is_items, is_object
from .text import MAX_DEPTH, TOO_DEEP
from .value import Struct

Writing = Reading

_STRING: Final = frozenset({"string"})
_BOOLEAN: Final = frozenset({"boolean"})
_NULL: Final = frozenset({"null"})
_NUMBER: Final = frozenset({"number"})
_LONE: Final = re.compile("[\ud800-\udfff]")


_LONG: Final = 1 << 10


class Parts(list["str | Parts"]):
    """A long text in parts."""


Text = str | Parts


def member(key: str, text: Text) -> Text:
    """Returns the text of a member, with its key as it is written."""
    return f"{key}:{text}" if isinstance(text, str) and len(text) < _LONG else Parts((f"{key}:", text))


def enclosed(begin: str, texts: Sequence[Text], end: str) -> Text:
    """Returns an array or an object with the texts of its items or members."""
    left = _LONG
    for text in texts:
        left -= len(text) if isinstance(text, str) else _LONG
        if left <= 0:
            break
    else:
        return f"{begin}{','.join(texts)}{end}"  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    out = Parts()
    for text in texts:
        out.append(",")
        out.append(text)
    out[0] = begin
    out.append(end)
    return out


def whole(text: Text) -> str:
    """Returns a text in one part."""
    if isinstance(text, str):
        return text
    out: list[str] = []
    todo: list[Text] = [text]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            out.append(part)
        else:
            todo.extend(reversed(part))
    return "".join(out)


class Choice:
    """A written value of a union by order, which no earlier variant may accept."""

    __slots__ = ("at", "case", "hides", "of", "outer", "steps", "text", "value")

    def __init__(self, w: Writer, of: Type, case: int) -> None:
        self.of = of
        self.case = case
        self.outer = w.choice  # the one that it is in
        self.at = len(w.path)
        self.steps = w.path[self.outer.at if self.outer else 0 :]
        self.hides = w.hides
        self.text: Text | None = None
        self.value: Any = MISSING  # what the text is, and whether it may have halves of surrogate pairs


class Writer:
    """What is known while a value is written."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.path: list[str | int] = []
        self.hides = False
        self.choice: Choice | None = None  # that is being written
        self.choices: list[Choice] = []  # that are written, and not checked

    def wrong(self, expected: str, what: str) -> None:
        """Raises a fault at the current place."""
        raise WireError([Fault(path_of(self.path), expected, what)])

    def fail(self, expected: str, value: Any) -> None:
        """Raises that a value is not as expected."""
        if value is MISSING:
            self.wrong(expected, NOTHING)
        self.wrong(expected, hidden(value) if self.hides else found(value))

    def fail_at(self, key: str, expected: str, value: Any) -> None:
        """Raises that the value of a member is not as expected."""
        self.path.append(key)
        self.fail(expected, value)

    def fail_class(self, kinds: str, expected: str, value: Any) -> None:
        """Raises that a value is not of the kinds, or if it has one of them, not of the class that is expected."""
        kind = found(value)
        if kind not in ("an object", "an array") or kind not in kinds:
            self.fail(kinds, value)
        self.wrong(expected, kind if self.hides else f"{kind} of the class {value.__class__.__name__}")

    def fail_key(self, expected: str, key: str) -> None:
        """Raises that a key is not allowed."""
        self.wrong(expected, f"a key of {characters(key)}" if self.hides else f"the key {short(key)}")

    def into(self, key: str) -> str:
        """Returns the step of a path into a key that the spec does not declare."""
        return Secret(key) if self.hides else key


def opens(depth: int) -> None:
    """Checks that an array or an object is not too deep."""
    if depth >= MAX_DEPTH:
        raise WireError([TOO_DEEP])


def is_number(value: Any) -> bool:
    """Reports whether a value is a number, as opposed to a boolean."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def write_scalar(w: Writer, t: Type, value: Any, or_null: bool) -> str:
    """Writes a scalar that is not kept."""
    row = t.body
    name: str = row["name"]
    if name == "bytes" and isinstance(value, (bytes, bytearray)):
        return f'"{base64.b64encode(value).decode()}"'
    if name.endswith("-text") and is_number(value) and isinstance(value, int):
        text = str(value)
        if w.table.pattern(row["pattern"]).search(text) is None:
            w.fail(row["text"], value)
        return f'"{text}"'
    if t.reads == _STRING and name != "bytes" and not name.endswith("-text") and isinstance(value, str):
        return _write_text(w, t, value)
    if t.reads == _BOOLEAN and isinstance(value, bool):
        return "true" if value else "false"
    if t.reads == _NULL and value is None:
        return "null"
    if t.reads == _NUMBER and is_number(value):
        return _write_number(w, t, value)
    if name == "empty" and isinstance(value, dict):
        return "{}"
    w.fail_class(t.words(or_null), "an object of the class dict", value)
    return ""


def _write_text(w: Writer, t: Type, value: str) -> str:
    text = well_formed(value)
    row = t.body
    if "text" in row and w.table.pattern(row["pattern"]).search(text) is None:
        w.fail(row["text"], value)
    wrong = text_fault(w.table, t, text) if t.checks != "nobody" else None
    if wrong is not None:
        w.fail(wrong, text)
    return encode_basestring(text)


def _write_number(w: Writer, t: Type, value: float) -> str:
    row = t.body
    if row.get("integer") or "low" in row:
        low, high = (
            (int(row["low"]), int(row["high"])) if "low" in row else (int(row.get("min", 0)), int(row.get("max", 0)))
        )
        if not is_whole(value):
            w.fail("an integer", value)
        if not low <= value <= high:
            w.fail(f"an integer from {low} to {high}", value)
        text = str(int(value))
    else:
        text = print_finite(w, value)
    wrong = number_fault(t, value) if t.checks != "nobody" else None
    if wrong is not None:
        w.fail(wrong, value)
    return text


def print_finite(w: Writer, value: float) -> str:
    """Prints a number of the type float."""
    if isinstance(value, int) and abs(value) <= MAX_SAFE:
        return str(value)
    try:
        as_double = float(value)
    except OverflowError:
        as_double = float("inf")
    if as_double - as_double != 0:
        w.wrong("a finite number", f"the number {as_double}")
    return print_float(as_double)


def write_literal(w: Writer, t: Type, value: Any, or_null: bool) -> str:
    """Writes a constant."""
    want = t.row["literal"]
    if value != want or isinstance(value, bool) != isinstance(want, bool):
        w.fail(t.words(or_null and type(value) is not type(want)), value)
    return t.expected[0]


def write_enum(w: Writer, t: Type, value: Any, or_null: bool) -> str:
    """Writes a value of an enum."""
    row = t.body
    if row.get("integer"):
        if not is_number(value):
            w.fail(t.words(or_null), value)
        if not is_whole(value):
            w.fail("an integer", value)
        if str(int(value)) not in row["values"]:
            if row["other"] != "keep":
                w.fail(one_of(enum_words(row)), value)
            if abs(value) > MAX_SAFE:
                w.fail(f"an integer from {-MAX_SAFE} to {MAX_SAFE}", value)
        return str(int(value))
    if not isinstance(value, str):
        w.fail(t.words(or_null), value)
    text = well_formed(value)
    if text not in row["values"]:
        is_old = text in t.values
        if is_old or not (
            row["other"] == "keep" or (row["other"] == "reject" and extends(row.get("extensions"), text))
        ):
            w.fail(one_of(enum_words(row)), value)
    return encode_basestring(text)


def quote_kept(text: str) -> str:
    """Quotes a text of kept content, in which halves of surrogate pairs stay."""
    out = encode_basestring(text)
    return out if out.isascii() else _LONE.sub(lambda m: f"\\u{ord(m.group()):04x}", out)


def write_kept(w: Writer, value: Any, depth: int) -> Writing:
    """Writes kept content."""
    if isinstance(value, str):
        return quote_kept(value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, (int, float)):
        if isinstance(value, float) and value - value != 0:
            w.wrong("a finite number", f"the number {float.__repr__(value)}")
        return written(value)
    parts: list[Text] = []
    if is_object(value):
        opens(depth)
        for key, item in value.items():
            if not isinstance(key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                w.wrong("a JSON value", "a key that is no string")
            w.path.append(w.into(key))
            text = yield write_kept(w, item, depth + 1)
            w.path.pop()
            parts.append(member(quote_kept(key), text))
        return enclosed("{", parts, "}")
    if is_items(value):
        opens(depth)
        for i, item in enumerate(value):
            w.path.append(i)
            text = yield write_kept(w, item, depth + 1)
            w.path.pop()
            parts.append(text)
        return enclosed("[", parts, "]")
    if isinstance(value, Struct):
        w.fail_class("an object", "a JSON value", value)
    w.fail("a JSON value", value)
    return ""


LEAVES: Final[Mapping[str, Callable[[Writer, Type, Any, bool], str]]] = {
    "scalar": write_scalar,
    "literal": write_literal,
    "enum": write_enum,
}
