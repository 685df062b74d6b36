"""The text layer: UTF-8, one JSON value and nothing after it, at most 1000 levels, every number finite.

The scanner of the standard library does the work. A text that it refuses, or that may have a fault which it
accepts, is read again by the parser here, which finds the first fault.

Kept content is plain Python data. Preserved are the order of keys, integers of any length, and the
spelling of other numbers (`number.Float`). Lost are white space, the escapes in strings (they are written in
their shortest form), and all but the last value of a duplicate key.
"""

from __future__ import annotations

import json
import json.decoder
import re
import sys
from collections.abc import Callable
from typing import Any, Final

from .error import Fault, well_formed
from .number import OverflowingNumber, parse_float, parse_int

MAX_DEPTH: Final = 1000
_LONG: Final = 308  # the digits of the greatest double: a longer integer is beyond the range
_RUN: Final = 150  # a longer integer has some digit before a multiple of this, and so many after it
_DIGIT: Final = re.compile("[0-9]")
_SPACE: Final = " \t\n\r"
_SPACES: Final = re.compile(r"[ \t\n\r]*")
_NEGATIVE_ZERO: Final = re.compile(r"(?:^|[\s:,\[])-0(?![.0-9eE])")
_HALF: Final = re.compile(r"\\u[dD]")
_LONE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)

TOO_DEEP: Final = Fault("", f"at most {MAX_DEPTH} levels of nesting", "more")
_SYNTAX: Final = Fault("", "one JSON value", "a syntax error")
_ENCODING: Final = Fault("", "UTF-8 text", "an invalid byte")
HUGE: Final = Fault("", "a finite number", "one beyond the range of a double")


class TextFault(Exception):
    """The text is not one JSON value."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.line)
        self.fault = fault


# The value of a text, whether strings in it may have halves of surrogate pairs, and the length of the text.
Parsed = tuple[Any, bool, int]


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _scanner(**hooks: Any) -> Callable[[str, int], tuple[Any, int]]:
    decoder: Any = json.JSONDecoder(parse_float=parse_float, parse_constant=_refuse, **hooks)
    scan: Callable[[str, int], tuple[Any, int]] = decoder.scan_once
    return scan


_json: Final[Any] = json.decoder
_scan: Final = _scanner()
_scan_signed: Final = _scanner(parse_int=parse_int)
# Before Python 3.12, the scanner goes no deeper than the interpreter allows functions to call each other.
_IS_SHALLOW: Final = sys.version_info < (3, 12)


def parse(data: str | bytes | bytearray | memoryview) -> Parsed:
    """Parses one JSON value, or raises a TextFault."""
    if isinstance(data, str):
        text = data if data.isascii() else well_formed(data)
    else:
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            raise TextFault(_first_fault(str(data, "utf-8", "surrogateescape"))) from None
    # A search from the end passes a text that has no such part more quickly than one from the start.
    scan = _scan_signed if text.rfind("-0") >= 0 and _NEGATIVE_ZERO.search(text) else _scan
    start = _SPACES.match(text).end() if text[:1] in _SPACE else 0  # type: ignore[union-attr]
    try:
        value, end = scan(text, start)
    except (ValueError, StopIteration, RecursionError):
        return _Parser(text).whole(), _has_lone(text), len(text)
    if (
        (end != len(text) and _SPACES.match(text, end).end() != len(text))  # type: ignore[union-attr]
        or (len(text) > _LONG and _has_long_number(text))
        or (len(text) > MAX_DEPTH and _may_be_deep(text))
    ):
        value = _Parser(text).whole()
    return value, "\\" in text and _has_lone(text), len(text)


def _has_lone(text: str) -> bool:
    # Each of these goes through a text more slowly than the one before.
    return text.rfind("\\u") >= 0 and _HALF.search(text) is not None and _LONE.search(text) is not None


def _has_long_number(text: str) -> bool:
    """Reports whether a text has a run of so many digits that it may be a number beyond the range of a double."""
    for m in _DIGIT.finditer(text[_RUN - 1 :: _RUN]):
        after = (m.start() + 1) * _RUN
        if text[after : after + _RUN].isdigit():
            return True
    return False


def _may_be_deep(text: str) -> bool:
    if _IS_SHALLOW and sys.getrecursionlimit() <= MAX_DEPTH:
        return False
    return text.count("[") + text.count("{") > MAX_DEPTH


def _first_fault(text: str) -> Fault:
    """Returns the first fault of a text, in which each invalid byte is half of a surrogate pair."""
    try:
        _Parser(text).whole()
    except TextFault as e:
        return e.fault
    return _ENCODING


_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_BEGUN: Final = re.compile(r"-?(?:0|[1-9][0-9]*)?(?:(?<=[0-9])\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?")
# Some parts of a string: the engine takes memory for each of those that an expression may pass.
_PARTS: Final = re.compile(r'(?:[^"\\\x00-\x1f\ud800-\udfff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,100}')
_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{0,4})?")


class _Parser:
    """Parses a text without calling itself, so that values may be deep, and finds the first fault."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0

    def fail(self, at: int) -> TextFault:
        bad = self.text[at : at + 1]
        return TextFault(_ENCODING if "\ud800" <= bad <= "\udfff" else _SYNTAX)

    def space(self) -> str:
        """Passes white space and returns the character after it; empty at the end."""
        self.pos = _SPACES.match(self.text, self.pos).end()  # type: ignore[union-attr]
        return self.text[self.pos : self.pos + 1]

    def whole(self) -> Any:
        """Parses the text."""
        root: list[Any] = []
        outer: list[Any] = []  # the arrays and objects that are open
        keys: list[str] = []  # of the member of each open object
        current: Any = root
        while True:
            c = self.space()
            value: Any
            if c and c in "[{":
                if len(outer) == MAX_DEPTH:
                    raise TextFault(TOO_DEEP)
                value = [] if c == "[" else {}
                self.put(current, keys, value)
                outer.append(current)
                current = value
                self.pos += 1
                if self.space() == ("]" if c == "[" else "}"):
                    self.pos += 1
                    current = outer.pop()
                elif c == "{":
                    keys.append(self.key())
                    continue
                else:
                    continue
            else:
                self.put(current, keys, self.scalar(c))
            current = self.close(current, outer, keys)
            if current is root:
                if self.space():
                    raise self.fail(self.pos)
                return root[0]

    def close(self, current: Any, outer: list[Any], keys: list[str]) -> Any:
        """Passes what follows a value: ends of arrays and objects, and a comma. Returns what is open then."""
        while outer:
            c = self.space()
            if c == ",":
                self.pos += 1
                self.space()
                if isinstance(current, dict):
                    keys[-1] = self.key()
                return current  # pyright: ignore[reportUnknownVariableType]
            if c != ("}" if isinstance(current, dict) else "]"):
                raise self.fail(self.pos)
            self.pos += 1
            if isinstance(current, dict):
                keys.pop()
            current = outer.pop()
        return current

    @staticmethod
    def put(current: Any, keys: list[str], value: Any) -> None:
        if isinstance(current, dict):
            current[keys[-1]] = value
        else:
            current.append(value)

    def key(self) -> str:
        if self.text[self.pos : self.pos + 1] != '"':
            raise self.fail(self.pos)
        key = self.string()
        if self.space() != ":":
            raise self.fail(self.pos)
        self.pos += 1
        return key

    def scalar(self, c: str) -> Any:
        if c == '"':
            return self.string()
        if c == "-" or "0" <= c <= "9":
            return self.number()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if c == word[0]:
                for i, letter in enumerate(word):
                    if self.text[self.pos + i : self.pos + i + 1] != letter:
                        raise self.fail(self.pos + i)
                self.pos += len(word)
                return value
        raise self.fail(self.pos)

    def string(self) -> str:
        start = end = self.pos + 1
        while parts := _PARTS.match(self.text, end):
            end = parts.end()
        if self.text[end : end + 1] != '"':
            if self.text[end : end + 1] == "\\":
                end = _ESCAPE.match(self.text, end).end()  # type: ignore[union-attr]
            raise self.fail(end)
        value: str
        value, self.pos = _json.scanstring(self.text, start, True)
        return value

    def number(self) -> int | float:
        match = _NUMBER.match(self.text, self.pos)
        begun = _BEGUN.match(self.text, self.pos)
        if match is None or begun is None or begun.end() > match.end():
            raise self.fail(begun.end() if begun else self.pos)
        self.pos = match.end()
        token = match.group()
        try:
            if not token.lstrip("-").isdigit():
                return parse_float(token)
            if len(token) > 300 and float(token) in (float("inf"), float("-inf")):
                raise TextFault(HUGE)
            return parse_int(token)
        except OverflowingNumber:
            raise TextFault(HUGE) from None
