"""Measures reading and writing beside the json module: speed.py ROWS, with the rows of spec/wire.yaml."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dynamic import Codecs, package_rows

DISPLAY = [
    {"type": "diff", "path": "a.go", "old_text": "x" * 40, "new_text": "y" * 40},
    {"type": "todo", "items": [{"title": "a", "status": "pending"}, {"title": "b", "status": "done"}]},
]
USAGE = {"input_other": 10, "output": 20, "input_cache_read": 0, "input_cache_creation": 0}
MESSAGES: dict[str, Any] = {
    "text delta": {"type": "ContentPart", "payload": {"type": "text", "text": "and then the build "}},
    "status": {
        "type": "StatusUpdate",
        "payload": {
            "context_usage": 0.25,
            "context_tokens": 1200,
            "max_context_tokens": 200000,
            "token_usage": USAGE,
            "message_id": "m-1",
            "plan_mode": False,
            "mcp_status": None,
        },
    },
    "tool result": {
        "type": "ToolResult",
        "payload": {
            "tool_call_id": "t1",
            "return_value": {"is_error": False, "output": "done", "message": "ok", "display": DISPLAY, "extras": None},
        },
    },
    "unknown": {"type": "FromTheFuture", "payload": {"a": [1, 2, {"b": "c"}]}},
}


def best(f: Callable[[], Any]) -> float:
    """Returns the microseconds of a call: the least of several runs."""
    f()
    n = 2000
    times: list[float] = []
    for _ in range(9):
        start = time.process_time()
        for _ in range(n):
            f()
        times.append((time.process_time() - start) / n * 1e6)
    return min(times)


def main() -> None:
    c = Codecs(package_rows(json.loads(Path(sys.argv[1]).read_text())))
    p = c.protocol
    dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    print(f"{'µs':24}{'read':>8}{'loads':>8}{'ratio':>7}{'write':>8}{'dumps':>8}{'ratio':>7}")
    for name, message in MESSAGES.items():
        event = json.dumps(message, separators=(",", ":")).encode()
        row(name, event, lambda text: p.read(ref, text), lambda v: p.write(ref, v), dumps) if (
            ref := c.refs["Event"]["type"]
        ) else None
        line = json.dumps({"jsonrpc": "2.0", "method": "event", "params": message}, separators=(",", ":")).encode()
        row(f"{name}, in a message", line, p.read_message, p.write_message, dumps)


def row(
    name: str, text: bytes, read: Callable[[Any], Any], write: Callable[[Any], str], dumps: Callable[[Any], str]
) -> None:
    """Measures one message."""
    value, plain = read(text), json.loads(text)
    assert json.loads(write(value)) == plain or "unknown" not in name, write(value)
    r, j, w, d = (
        best(lambda: read(text)),
        best(lambda: json.loads(text)),
        best(lambda: write(value)),
        best(lambda: dumps(plain)),
    )
    print(f"{name:24.24}{r:8.2f}{j:8.2f}{r / j:7.2f}{w:8.2f}{d:8.2f}{w / d:7.2f}")


if __name__ == "__main__":
    main()
