"""Answers questions with a generated package: reader.py PACKAGE < questions > answers, all of them lines.

A question is {type, text}, or {journal}, the text of a file. The answer to a text has the error that refuses it;
or what was written after each pass, or why the value may not be written. It also has the line that the message is
owed (with the members that `owed` has for it), and the result of a response, which its method says.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

wire: Any = importlib.import_module(sys.argv[1])
codecs: Any = importlib.import_module(f"{sys.argv[1]}.codecs")
messages: Any = importlib.import_module(f"{sys.argv[1]}._runtime.message")  # a spec may have types of their names
PASSES = 10
calls: dict[str, Any] = {}  # the last request of each method


def read(name: str, text: str) -> Any:
    if hasattr(codecs, name):
        return getattr(codecs, name).read(text)
    if name == "Batch":
        return wire.read_batch(text)
    role = name.removesuffix("Message").lower()
    return wire.read_message(text, role) if role else wire.read_message(text)


def write(name: str, value: Any) -> str:
    if hasattr(codecs, name):
        return getattr(codecs, name).write(value)
    return wire.write_batch(value) if name == "Batch" else wire.write_message(value)


def owed(problem: Any, members: dict[str, Any]) -> str:
    """Returns the line that a message is owed; or nothing."""
    failure = wire.refuse(problem)
    if failure is None:
        return ""
    failure.members.update(members)
    return wire.write_message(failure)


def result_of(message: Any) -> str:
    """Returns the result of a response, as a value of the type that its method says."""
    if isinstance(message, messages.Request):
        calls[message.method] = message
    if not isinstance(message, messages.Response) or message.method not in calls:
        return ""
    call = calls[message.method]
    result = wire.reply(call, wire.read_result(call, message)).result
    return json.dumps({} if result is None else result, ensure_ascii=False, separators=(",", ":"))


def answer(name: str, text: str, members: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {"error": "", "unfit": "", "passes": None, "answer": "", "result": ""}
    passes: list[str] = []
    for n in range(PASSES):
        try:
            value = read(name, text)
        except wire.WireError as e:
            return {**out, "error": f"pass {n + 1}: {e}", "answer": "" if hasattr(codecs, name) else owed(e, members)}
        if n == 0 and not hasattr(codecs, name):
            if isinstance(value, (messages.UnknownRequest, messages.UnknownNotification)):
                out["answer"] = owed(value, members)
            out["result"] = result_of(value)
        try:
            text = write(name, value)
        except wire.WireError as e:
            return {**out, "unfit": str(e)}
        passes.append(text)
    return {**out, "passes": passes}


def replay(text: str) -> dict[str, Any]:
    """Reads a journal, and sends its records again as messages."""
    journal = wire.read_journal(text.encode().splitlines(keepends=True))
    out: dict[str, Any] = {"version": journal.version, "empty": True, "records": 0, "faults": [], "replay": []}
    counts = {"events": 0, "requests": 0}
    for entry in journal:
        out["empty"] = False
        if entry.error is not None:
            out["faults"].append(f"line {entry.line}, at byte {entry.offset}: {entry.error}")
            continue
        out["records"] += 1
        message = entry.record.message
        if isinstance(message, wire.Request):
            counts["requests"] += 1
            sent = wire.RequestMessage(id=message.id, params=message)
        elif isinstance(message, wire.Event):
            counts["events"] += 1
            sent = wire.EventMessage(params=message)
        else:
            continue
        out["replay"].append(wire.write_message(sent))
    result = wire.ReplayResult(status="finished", **counts)
    out["replay"].append(wire.write_message(wire.reply(wire.ReplayMessage(id="r"), result)))
    return out


for line in sys.stdin:
    question = json.loads(line)
    if "journal" in question:
        print(json.dumps(replay(question["journal"])))
    else:
        print(json.dumps(answer(question["type"], question["text"], question.get("owed", {}))))
