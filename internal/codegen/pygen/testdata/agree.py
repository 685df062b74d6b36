"""A reader for the tests that compare all targets: agree.py FOLDER answers the questions on its standard input.

A question is a line {"construct", "type", "text"}, whose text is in base64; its answer is a line as well. The
folder has the rows of each construct in CONSTRUCT.json.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from dynamic import Codecs, without_remarks
from runtime.error import WireError
from runtime.message import Request, UnknownRequest
from runtime.protocol import Answer
from runtime.reader import run
from runtime.value import UNSET
from runtime.writer import Writer, write_kept


def kept_text(c: Codecs, value: Any) -> str:
    """Returns the text of kept JSON."""
    text: str = run(write_kept(Writer(c.protocol.table), value, 0))
    return text


def told(c: Codecs, got: Answer | None) -> str:
    """Returns an answer in words."""
    if got is None:
        return ""
    id = "" if got.id is UNSET else kept_text(c, got.id)
    data = "" if got.data is None else " " + kept_text(c, got.data)
    return f"{id} {got.code} {got.message}{data}"


def answer(c: Codecs, name: str, text: str | bytes) -> dict[str, str]:
    """Reads a text, and writes and reads again what was read."""
    out = {"written": "", "second": "", "error": "", "check": "", "answer": "", "dropped": ""}
    try:
        value, dropped = c.report(name, text)
    except WireError as e:
        out["error"] = str(e) if c.refuses(name, text) else "accepted by the quick reader"
        out["answer"] = told(c, c.protocol.refuse(e))
        return out
    quick = c.read(name, text)
    try:
        same = quick == value
    except RecursionError:  # Python compares no values that are so deep
        same = True
    if not same:
        out["error"] = f"{value} is read as {quick} quickly"
        return out
    if name in c.messages:
        out["answer"] = told(c, c.protocol.refuse_method(value))
    out["dropped"] = "".join(f"{d.path} | {d.fault.line}\n" for d in dropped)
    try:
        out["written"] = c.write(name, value)
    except WireError as e:
        out["check"] = str(e)
        return out
    if c.write_slowly(name, value) != out["written"]:
        out["error"] = "the two writers differ"
        return out
    try:
        out["second"] = c.write(name, c.report(name, out["written"]).value)
    except WireError as e:
        out["second"] = str(e)
    return out


def progress_answer(c: Codecs, method: str, kind: str, of: str, text: str) -> dict[str, str]:
    """Reads a kind of progress of a request, the first line of a text, in the message on the second."""
    out = {"written": "not about it", "second": "", "error": "", "check": "", "answer": "", "dropped": ""}
    try:
        request, notification = (c.protocol.read_message(line) for line in text.split("\n"))
    except WireError:
        return out
    if (
        getattr(request, "method", None) != method
        or not isinstance(request, Request)
        or isinstance(request, UnknownRequest)
    ):
        return out
    try:
        got = c.protocol.progress_of(kind, request, notification)
    except WireError as e:
        return {**out, "written": "", "error": str(e)}
    if got is None:
        return out
    out["written"] = "read"
    out["dropped"] = "".join(f"{d.path} | {d.fault.line}\n" for d in got.dropped)
    name = of.removesuffix("[]")
    try:
        if of.endswith("[]"):
            out["written"] = "[" + ",".join(c.write(name, item) for item in got.value) + "]"
        elif of:
            out["written"] = c.write(name, got.value)
    except WireError:
        out["written"] = "unfit"
    return out


def main() -> None:
    codecs: dict[str, Codecs] = {}
    for i, line in enumerate(sys.stdin):
        q = json.loads(line)
        name = q["construct"]
        if name not in codecs:
            codecs[name] = Codecs(without_remarks(json.loads(Path(sys.argv[1], name + ".json").read_text())))
        data = base64.b64decode(q["text"])
        text: str | bytes = data
        if i % 2 == 0:  # both forms of input, in turn; only bytes can be invalid UTF-8
            try:
                text = data.decode()
            except UnicodeDecodeError:
                pass
        try:
            if q["type"].startswith("progress\t"):
                _, method, kind, of, _ = q["type"].split("\t")
                got = progress_answer(codecs[name], method, kind, of, data.decode())
            else:
                got = answer(codecs[name], q["type"], text)
        except Exception as e:  # a defect of the runtime
            got = {"error": f"raised: {type(e).__name__}: {e}"}
        print(json.dumps(got), flush=True)


if __name__ == "__main__":
    main()
