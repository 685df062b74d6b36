"""Numbers as JSON and ECMAScript print them."""

from __future__ import annotations

from typing import Final

MAX_SAFE: Final = 9007199254740991


class Float(float):
    """A float in kept content that remembers how it is written: `1.0`, `1E5`, `-0`.

    It is a float in every other respect. A number whose text is the shortest one is a plain float.
    """

    __slots__ = ("text",)

    text: str

    def __reduce__(self) -> tuple[object, ...]:
        return _spelled, (self.text,)


def _spelled(text: str) -> Float:
    out = Float(text)
    out.text = text
    return out


class OverflowingNumber(ValueError):
    """A number of a text is beyond the range of a double."""


def parse_float(text: str) -> float:
    """Returns the number with a fraction or an exponent that a text is; it may remember its spelling."""
    value = float(text)
    if repr(value) == text and not text.endswith(".0") and "e" not in text:
        return value
    if value - value != 0:
        raise OverflowingNumber
    return _spelled(text)


def parse_int(text: str) -> int | float:
    """Returns the integer that a text is; -0 remembers its sign."""
    return _spelled(text) if text == "-0" else int(text)


def print_float(value: float) -> str:
    """Prints a finite float as ECMAScript does: with an exponent from 1e21 up and from 1e-7 down."""
    text = float.__repr__(value)
    digits, _, exponent = text.partition("e")
    if not exponent:
        if value == 0:
            return "0"
        return text[:-2] if text.endswith(".0") else text
    power = int(exponent)
    if digits.endswith(".0"):
        digits = digits[:-2]
    if power <= -7 or power >= 21:
        return f"{digits}e{'+' if power > 0 else ''}{power}"
    sign = "-" if digits.startswith("-") else ""
    whole, _, fraction = digits.lstrip("-").partition(".")
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{whole}{fraction}"
    return sign + whole + fraction.ljust(power, "0")


def print_number(value: float) -> str:
    """Prints an integer exactly, and any other number as ECMAScript does."""
    return print_float(value) if isinstance(value, float) else str(int(value))


def number_words(value: float) -> str:
    """Returns a number as errors quote it: an integer as it is written."""
    if isinstance(value, Float) and value.text == "-0":
        return "-0"
    return print_number(value)


def is_whole(value: float) -> bool:
    """Reports whether a number is an integer as a double."""
    return not isinstance(value, float) or value.is_integer()


def exact_integer(value: float) -> int | None:
    """Returns the integer that a number is exactly, as it is written; None if it is none."""
    if not isinstance(value, float):
        return value
    text = value.text if isinstance(value, Float) else float.__repr__(value)
    digits, _, exponent = text.lower().partition("e")
    whole, _, fraction = digits.partition(".")
    power = int(exponent or "0") - len(fraction)
    sign = -1 if whole.startswith("-") else 1
    all_digits = (whole.lstrip("-") + fraction).lstrip("0")
    if not all_digits:
        return 0
    if power < 0:
        cut = -power
        if cut >= len(all_digits) or all_digits[-cut:].strip("0"):
            return None
        return sign * int(all_digits[:-cut])
    if power > 400:
        return None
    return sign * int(all_digits + "0" * power)


def written(value: float) -> str:
    """Returns the text of a number with its spelling."""
    if isinstance(value, Float):
        return value.text
    return print_number(value)
