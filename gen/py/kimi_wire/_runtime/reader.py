"""The state of reading, and the reading of leaves: scalars, literals and enums.

This reader finds every fault of a value, with its path and its words. Values that have none are mostly read
by the functions of `quick.py`; what those do not accept is read again here.

Functions that read parts of a value are generators: they yield the reading of a part and get its value.
`run` resumes them, so that a value may be 1000 levels deep.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final, NamedTuple

from .error import NOTHING, Dropped, Fault, Secret, characters, found, hidden, one_of, path_of, short, well_formed
from .number import MAX_SAFE, Float, exact_integer, is_whole
from .table import KINDS, MISSING, Row, Table, Type, enum_words, extends

Reading = Generator["Reading", Any, Any]

MAX_ERRORS: Final = 100
FIELD: Final = 24
ITEM: Final = 40
ENTRY: Final = 64
TABLE: Final = 400


class Refused(Exception):
    """The value has a fault, and no other one is looked for."""


def run(reading: Reading) -> Any:
    """Runs a generator, and those that it yields, to its end."""
    stack = [reading]
    value: Any = None
    refused: Refused | None = None
    while True:
        try:
            inner = stack[-1].send(value) if refused is None else stack[-1].throw(refused)
        except StopIteration as end:
            stack.pop()
            value, refused = end.value, None
            if not stack:
                return value
        except Refused as e:
            stack.pop()
            refused = e
            if not stack:
                raise
        else:
            stack.append(inner)
            value = refused = None


class Report(NamedTuple):
    """A value with the values in it that were passed over."""

    value: Any
    dropped: tuple[Dropped, ...]


class Reader:
    """What is known while a value is read."""

    def __init__(self, table: Table, scrub: bool = False, weighs: bool = False, stops: bool = False) -> None:
        self.table = table
        self.stops = stops  # at the first fault, which is not told
        self.scrub = scrub  # strings may have halves of surrogate pairs
        self.path: list[str | int] = []
        self.errors: list[Fault] = []
        self.dropped: list[Dropped] = []
        self.hides = False
        self.most = table.max_weight
        self.left: int | None = self.most if weighs else None
        self.tried: str | None = None  # the path of the outermost value that is tried as several types
        self.heavy: Fault | None = None
        self.tries: dict[tuple[int, int, bool], Any] = {}

    def wrong(self, expected: str, what: str) -> None:
        """Records a fault at the current place."""
        if self.stops:
            raise Refused
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(Fault(path_of(self.path), expected, what))

    def fail(self, expected: str, value: Any) -> None:
        """Records that a value is not as expected."""
        if value is MISSING:
            self.wrong(expected, NOTHING)
        else:
            self.wrong(expected, hidden(value) if self.hides else found(value))

    def fail_at(self, key: str, expected: str, value: Any) -> None:
        """Records that the value of a member is not as expected."""
        self.path.append(key)
        self.fail(expected, value)
        self.path.pop()

    def fail_key(self, expected: str, key: str) -> None:
        """Records a key that is not allowed."""
        self.wrong(expected, f"a key of {characters(key)}" if self.hides else f"the key {short(key)}")

    def into(self, key: str) -> str:
        """Returns the step of a path into a key that the spec does not declare."""
        return Secret(key) if self.hides else key

    def spend(self, weight: int) -> None:
        """Counts a weight. Nothing counts once there is a fault."""
        if self.left is None or self.errors:
            return
        self.left -= weight
        if self.left < 0:
            at = path_of(self.path) if self.tried is None else self.tried
            self.heavy = Fault(at, f"a weight of at most {self.most}", "more")
            self.errors.append(self.heavy)

    def spend_entries(self, n: int) -> None:
        """Counts the entries of a map, or undeclared keys that are kept."""
        if n > 0:
            self.spend(TABLE + n * ENTRY)

    @property
    def is_decided(self) -> bool:
        """Whether weights count and there is a fault: then nothing is tried."""
        return self.left is not None and bool(self.errors)

    def members(self, value: dict[str, Any]) -> dict[str, Any]:
        """Returns the members of an object by their keys without halves of surrogate pairs."""
        if not self.scrub or all(k.isascii() for k in value):
            return value
        return {well_formed(k): v for k, v in value.items()}

    def text(self, value: str) -> str:
        """Returns a string without halves of surrogate pairs."""
        return well_formed(value) if self.scrub else value

    def kind(self, value: Any) -> str:
        """Returns the JSON kind of a value; empty for none."""
        return KINDS.get(value.__class__, "")


def read_scalar(r: Reader, t: Type, value: Any) -> Any:
    """Reads a scalar of the right kind."""
    row = t.body
    name: str = row["name"]
    if name in ("any", "object"):
        return value
    out = value
    if isinstance(value, str):
        out = text = r.text(value)
        if "text" in row and not is_form(r.table, row, text):
            r.fail(row["text"], value)
            return None
        if name == "bytes":
            out = base64.b64decode(text)
        elif name.endswith("-text"):
            out = int(text)
        _check_text(r, t, text)
        return out
    if name == "float":
        out = float.__float__(value) if isinstance(value, float) else float(value)
        _check_number(r, t, out, value)
    elif "low" in row:
        return read_wide(r, t, value)
    elif row.get("integer"):
        out = read_integer(r, value, int(row.get("min", 0)), int(row.get("max", 0)))
        if out is not None:
            _check_number(r, t, out, value)
    elif name == "empty":
        return {}
    return out


# Repeating one character takes no memory, unlike the groups of four of the pattern in the rows, and a tenth of the time.
# The length of a whole text is a multiple of four.
BASE64: Final = re.compile(r"[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?")


def is_form(table: Table, row: Row, text: str) -> bool:
    """Reports whether a text has the form of a scalar."""
    if row["name"] == "bytes":
        return len(text) % 4 == 0 and BASE64.fullmatch(text) is not None
    return table.pattern(row["pattern"]).search(text) is not None


def read_integer(r: Reader, value: Any, low: int, high: int) -> int | None:
    """Reads a number that must be an integer within a range."""
    if not is_whole(value):
        r.fail("an integer", value)
    elif not low <= value <= high:
        r.fail(f"an integer from {low} to {high}", value)
    else:
        return int(value)
    return None


def read_wide(r: Reader, t: Type, value: Any) -> int | None:
    """Reads an integer whose exact value counts: 9007199254740993.5 is none, though its double is."""
    exact = exact_integer(value)
    low, high = t.body["low"], t.body["high"]
    if exact is None:
        what = hidden(value) if r.hides else found(value)
        if not r.hides and value.is_integer():
            text = value.text if isinstance(value, Float) else float.__repr__(value)
            what = f"the number {text[:32]}…" if len(text) > 32 else f"the number {text}"
        r.wrong("an integer", what)
        return None
    if not int(low) <= exact <= int(high):
        r.fail(f"an integer from {low} to {high}", value)
        return None
    _check_number(r, t, exact, value)
    return exact


def _check_number(r: Reader, t: Type, out: float, value: Any) -> None:
    if t.checks == "all":
        wrong = number_fault(t, out)
        if wrong is not None:
            r.fail(wrong, value)


def _check_text(r: Reader, t: Type, text: str) -> None:
    if t.checks == "all":
        wrong = text_fault(r.table, t, text)
        if wrong is not None:
            r.fail(wrong, text)


def number_fault(t: Type, value: float) -> str | None:
    """Returns what is expected instead of a number by the limits of a type."""
    for limit in t.limits:
        if limit["of"] == "number" and not _is_within(limit, float(value)):
            return str(limit["words"])
    return None


def text_fault(table: Table, t: Type, text: str) -> str | None:
    """Returns what is expected instead of a text by the limits of a type."""
    for limit in t.limits:
        if limit["of"] == "length":
            good = _is_within(limit, len(text))
        elif limit["of"] == "text":
            good = table.pattern(limit["pattern"]).search(text) is not None
        else:
            continue
        if not good:
            return str(limit["words"])
    return None


def items_fault(t: Type, n: int) -> str | None:
    """Returns what is expected instead of a list of n items by the limits of a type."""
    for limit in t.limits:
        if limit["of"] == "items" and not _is_within(limit, n):
            return str(limit["words"])
    return None


def _is_within(limit: Row, value: float) -> bool:
    low, high = limit.get("min"), limit.get("max")
    return (low is None or value >= low) and (high is None or value <= high)


def read_literal(r: Reader, t: Type, value: Any) -> Any:
    """Reads a constant."""
    want = t.row["literal"]
    got = r.text(value) if isinstance(value, str) else value
    if got != want:
        r.fail(t.expected[0], value)
    return want


def read_enum(r: Reader, t: Type, value: Any) -> Any:
    """Reads a value of an enum."""
    row = t.body
    got = r.text(value) if isinstance(value, str) else value
    if not isinstance(value, str) and not is_whole(value):
        r.fail("an integer", value)
        return None
    if got in t.values:
        return t.values[got]
    if isinstance(got, str) and extends(row.get("extensions"), got) and row["other"] != "fallback":
        return got
    if row["other"] == "fallback":
        return int(row["fallback"]) if row.get("integer") else row["fallback"]
    if row["other"] == "keep":
        return got if isinstance(got, str) else read_integer(r, value, -MAX_SAFE, MAX_SAFE)
    r.fail(one_of(enum_words(row)), value)
    return None


LEAVES: Final[Mapping[str, Callable[[Reader, Type, Any], Any]]] = {
    "scalar": read_scalar,
    "literal": read_literal,
    "enum": read_enum,
}
