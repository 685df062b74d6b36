"""What logs show of values."""

from __future__ import annotations

from typing import Any, Final

from .error import hidden

WHOLE: Final = 0
NOTHING: Final = -1
HIDDEN: Final = "[redacted]"


def shown(value: Any, log: int) -> Any:
    """Returns what logs show of a value: -1 is nothing, -2 its kind and length, a number above so many characters."""
    if log == WHOLE:
        return value
    if log == NOTHING:
        return HIDDEN
    if log < 0:
        return f"[{hidden(value)}]"
    text = value if isinstance(value, str) else _text(value)
    return value if len(text) <= log else f"{text[:log]}…"


def _text(value: Any) -> str:
    import json  # which takes time to import

    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return repr(value)
