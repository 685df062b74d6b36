"""Reads texts: reader.py < questions > answers, a line for each: [PACKAGE, TYPE, FILE, TIMES].

Each is read in a process of its own, which begins with all that this one has imported.
"""

import gc
import importlib
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def peak() -> int:
    """How many bytes of memory the process has taken at most; 0 if the system does not say."""
    status = Path("/proc/self/status")
    return int(status.read_text().split("VmHWM:")[1].split()[0]) << 10 if status.exists() else 0


def taken(todo: Callable[[], Any]) -> tuple[Any, int]:
    """What the process takes beyond what it has taken before."""
    before = peak()
    out = todo()
    return out, peak() - before


def timed(times: int, todo: Callable[[], Any]) -> tuple[Any, float]:
    """The shortest time of several."""
    least = math.inf
    for _ in range(times):
        start = time.perf_counter()
        out = todo()
        least = min(least, time.perf_counter() - start)
    return out, least


def codec(package: str, name: str) -> tuple[Any, Any]:
    lib: Any = importlib.import_module(package)
    if name == "Message":
        return lib.read_message, lib.write_message
    of: Any = getattr(importlib.import_module(f"{package}.codecs"), name)
    return of.read, of.write


def answer(package: str, name: str, file: str, times: int) -> dict[str, Any]:
    read, write = codec(package, name)
    refused: Any = importlib.import_module(package).WireError
    data = Path(file).read_bytes()
    a: dict[str, Any] = {"error": "", "kept": False, "same": False, "unfit": ""}

    def reading() -> Any:
        try:
            return read(data)
        except refused as e:
            a["error"] = str(e)
            return None

    def writing() -> Any:
        try:
            return write(value)
        except refused as e:
            a["unfit"] = str(e)
            return ""

    # What json takes for the text and its value is not caused by generated code.
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        pass  # the generated reader reports the fault
    gc.collect()
    (value, a["seconds"]), a["memory"] = taken(lambda: timed(1, reading))
    if times > 1:
        a["seconds"] = min(a["seconds"], timed(times - 1, reading)[1])
    if a["error"]:
        return a
    (written, a["writes"]), a["write"] = taken(lambda: timed(1, writing))
    if times > 1:
        a["writes"] = min(a["writes"], timed(times - 1, writing)[1])
    a["kept"] = written.encode() == data
    a["same"] = a["unfit"] == "" and all(write(read(written)) == written for _ in range(1 if len(data) > 1 << 20 else 10))
    return a


for line in sys.stdin:
    question = json.loads(line)
    codec(*question[:2])
    child = os.fork()
    if child == 0:
        print(json.dumps(answer(*question)), flush=True)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status != 0:
        sys.exit(f"the process that read {question} ended with {status}")
