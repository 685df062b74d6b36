"""Measures the Python of spec/wire.yaml beside what a user would take instead.

    python main.py [--print] [--rounds N] [--imports N]

It must run in an environment with the libraries of requirements.txt; `make bench-py`
makes one. The results go into docs/benchmarks.md, or are printed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any, Callable, Iterable

import peers
from contestants import ALL, Contestant

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build" / "bench-py"

# The modules whose import is measured, with the words for the table.
IMPORTS = {
    "kimi_wire": "wiregen",
    "kimi_wire, then": "wiregen, and the first message",
    "with_dataclasses": "dataclasses, types alone",
    "with_msgspec": "msgspec, closed unions",
    "with_pydantic": "pydantic, open unions",
    "with_pydantic_deferred": "pydantic, open unions, `defer_build`",
}

TASKS: dict[str, Callable[[str], bool]] = {
    "text deltas": lambda kind: kind == "text delta",
    "tool results": lambda kind: kind == "tool result",
    "mixed": lambda kind: True,
}

# A process that imports a module, and may then read a message, says how long that took and how much memory it had at
# most. A child inherits the maximum that getrusage reports, so it asks Linux.
PROBE = """
import time
begin = time.perf_counter()
import {module}
{then}
end = time.perf_counter()
print(end - begin, next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""

FIRST = """kimi_wire.read_message('{"jsonrpc":"2.0","method":"event","params":{"type":"TurnEnd","payload":{}}}')"""


def prepare() -> list[dict[str, str]]:
    """Writes the modules of the libraries and returns the corpus."""
    BUILD.mkdir(parents=True, exist_ok=True)
    lowered = subprocess.run(
        ["go", "run", "./cmd/wiregen", "model", "--lowered", "spec/wire.yaml"], cwd=ROOT, check=True, capture_output=True
    )
    peers.write(json.loads(lowered.stdout), BUILD)
    lines = subprocess.run(["go", "run", "./lines"], cwd=ROOT / "bench", check=True, capture_output=True)
    sys.path[:0] = [str(BUILD), str(ROOT / "gen" / "py")]
    return [json.loads(line) for line in lines.stdout.splitlines()]


def imports(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds and megabytes of each import in a fresh process; all take turns."""
    found: dict[str, list[tuple[float, float]]] = {module: [] for module in ["sys", *IMPORTS]}
    # Modules are compiled as they are for users, whatever the environment says, and not beside their sources.
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environ.update(PYTHONPATH=os.pathsep.join(sys.path[:2]), PYTHONPYCACHEPREFIX=str(BUILD / "compiled"))
    for round in range(-1, rounds):  # the first one compiles
        for module, results in found.items():
            out = subprocess.run(
                [sys.executable, "-c", PROBE.format(module=module.split(",")[0], then=FIRST if "," in module else "")], env=environ, cwd=BUILD, check=True, capture_output=True, text=True
            ).stdout.split()
            if round >= 0:
                results.append((float(out[0]) * 1e3, int(out[1]) / 1024))
    return found


def check(all: Iterable[Contestant], lines: list[str]) -> None:
    """Fails if a contestant does not read a line, or writes another message."""
    for c in all:
        for line in lines:
            value = c.read(line)
            if c.write is not None and json.loads(c.write(value)) != json.loads(line):
                sys.exit(f"{c.name} reads {line[:300]} and writes {c.write(value)[:300]!r}")


def slice(call: Callable[[Any], Any], items: list[Any]) -> float:
    """Microseconds of processor time for each call, over at least 50 ms."""
    calls, spent = 0, 0
    while spent < 50_000_000:
        begin = time.process_time_ns()
        for item in items:
            call(item)
        spent += time.process_time_ns() - begin
        calls += len(items)
    return spent / calls / 1e3


Figures = dict[str, dict[str, dict[str, list[float]]]]


def measure(all: list[Contestant], corpus: list[dict[str, str]], rounds: int) -> Figures:
    """What each contestant took: task → read or write → name → microseconds of each round."""
    out: Figures = {}
    for task, wanted in TASKS.items():
        lines = [m["line"] for m in corpus if wanted(m["kind"])][:1000]
        out[task] = {"read": {c.name: [] for c in all}, "write": {c.name: [] for c in all if c.write}}
        values = {c.name: [c.read(line) for line in lines] for c in all}
        for round in range(-1, rounds):
            for c in all:
                read = slice(c.read, lines)
                write = slice(c.write, values[c.name]) if c.write else 0.0
                if round >= 0:
                    out[task]["read"][c.name].append(read)
                    if c.write:
                        out[task]["write"][c.name].append(write)
    return out


def table(rows: list[list[str]]) -> str:
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def report(imported: dict[str, list[tuple[float, float]]], all: list[Contestant], figures: Figures, rounds: int) -> str:
    own = min(ms for ms, _ in imported["kimi_wire"])
    base = min(mb for _, mb in imported["sys"])
    rows = [["", "time, min / median", "×", "memory beyond Python's"]]
    for module, words in IMPORTS.items():
        ms = [t for t, _ in imported[module]]
        mb = min(m for _, m in imported[module]) - base
        rows.append([words, f"{min(ms):.1f} / {statistics.median(ms):.1f} ms", f"{min(ms) / own:.2f}", f"{mb:.1f} MB"])
    parts = [
        f"CPython {platform.python_version()}, pydantic {version('pydantic')}, msgspec {version('msgspec')}; {platform.system()},\n"
        f"{platform.machine()}, {os.cpu_count()} processors; {datetime.date.today().isoformat()}.",
        "The import of all types of the protocol, with the library, in a fresh process; "
        f"{len(imported['sys'])} rounds, in which all\ntake turns:",
        table(rows),
        f"Microseconds of processor time per message, min / median of {rounds} rounds, in which all take turns in one process.\n"
        "Each reads a line to a value and writes the value again, with the same meaning:",
    ]
    for what in ("read", "write"):
        rows = [[f"{what}", *[cell for task in TASKS for cell in (task, "×")], "checks"]]
        for c in all:
            if c.name not in figures["mixed"][what]:
                continue
            row = [c.name]
            for task in TASKS:
                us = figures[task][what][c.name]
                row += [f"{min(us):.1f} / {statistics.median(us):.1f}", f"{min(us) / min(figures[task][what]['wiregen']):.2f}"]
            rows.append([*row, c.notes])
        parts.append(table(rows))
    return "\n\n".join(parts)


def write(name: Path, text: str) -> None:
    """Replaces what is between the marks of this benchmark in a document."""
    begin, end = "<!-- bench:py -->", "<!-- /bench:py -->"
    old = name.read_text()
    head, _, rest = old.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        sys.exit(f"{name} has no {begin} … {end}")
    name.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}")


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    flags.add_argument("--print", action="store_true", help="print the results and write nothing")
    flags.add_argument("--rounds", type=int, default=10, help="of reading and writing")
    flags.add_argument("--imports", type=int, default=20, help="rounds of imports")
    options = flags.parse_args()
    corpus = prepare()
    all = [make() for make in ALL]
    check(all, [m["line"] for m in corpus])
    text = report(imports(options.imports), all, measure(all, corpus, options.rounds), options.rounds)
    if options.print:
        print(text)
    else:
        write(ROOT / "docs" / "benchmarks.md", text)


if __name__ == "__main__":
    main()
