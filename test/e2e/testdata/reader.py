"""Answers questions with generated packages: reader.py FOLDER, which has them, and messages.json.

A question is a line {"construct", "type", "text"} on standard input, whose text is in base64; its answer is a
line as well. messages.json has, for each construct, what its messages are called: {"Message": "either"}.
"""

from __future__ import annotations

import base64
import importlib
import json
import sys
from pathlib import Path
from typing import Any


class Package:
    """A generated package, by the names of the types in its spec."""

    def __init__(self, name: str, messages: dict[str, str]) -> None:
        test = importlib.import_module(f"p_{name}.test_vectors")
        self.types: dict[str, Any] = test.TYPES
        self.protocol: Any = importlib.import_module(f"p_{name}._codec").PROTOCOL
        self.error: type[Any] = importlib.import_module(f"p_{name}._runtime.error").WireError
        self.unset: Any = importlib.import_module(f"p_{name}._runtime.value").UNSET
        self.name = name
        self.messages = messages
        importlib.import_module(f"p_{name}")

    def report(self, name: str, text: str | bytes) -> Any:
        side = self.messages.get(name)
        if side == "batch":
            return self.protocol.report_batch(text)
        if side:
            return self.protocol.report_message(text, side)
        return self.protocol.report(self.types[name], text)

    def write(self, name: str, value: Any) -> str:
        side = self.messages.get(name)
        if side == "batch":
            return self.protocol.write_batch(value)
        return self.protocol.write_message(value) if side else self.protocol.write(self.types[name], value)

    def runtime(self, module: str) -> Any:
        return importlib.import_module(f"p_{self.name}._runtime.{module}")

    def report_slowly(self, name: str, text: str | bytes) -> Any:
        """Reads with the reader that finds faults, also what the quick one would accept."""
        p, side = self.protocol, self.messages.get(name)
        if not side:
            value, scrub, length = p._parse(text, None)
            return p.read_value(self.types[name], value, scrub, length > p.table.light_length)
        parsed = p._parse(text, self.runtime("error").Refused(self.runtime("shell").PARSE_ERROR))
        reader = self.runtime("message_read").MessageReader
        return p._message(parsed, *(("either", reader.read_batch) if side == "batch" else (side, reader.read)))

    def write_slowly(self, name: str, value: Any) -> str:
        """Writes with the writer that finds faults, also what the quick one would accept."""
        p, side, write = self.protocol, self.messages.get(name), self.runtime("message_write")
        if side:
            return (write.write_batch if side == "batch" else write.write_message)(p.shell, value)
        ref = self.types[name]
        w = self.runtime("writer").Writer(p.table)
        of = self.runtime("write")
        return of.finish(w, of.write_ref(w, {"type": ref} if isinstance(ref, str) else ref, value, 0))

    def told(self, got: Any) -> str:
        """The answer that a message is owed, in words."""
        if got is None:
            return ""

        def text(value: Any) -> str:
            return "" if value is self.unset else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

        data = "" if got.data is None else " " + text(got.data)
        return f"{text(got.id)} {got.code} {got.message}{data}"

    def answer(self, name: str, text: str | bytes) -> dict[str, str]:
        """Reads a text, and writes and reads again what was read."""
        try:
            value, dropped = self.report_slowly(name, text)
        except self.error as e:
            try:
                self.report(name, text)
                return {"error": "accepted by the quick reader"}
            except self.error:
                return {"error": str(e), "answer": self.told(self.protocol.refuse(e)) if name in self.messages else ""}
        quick = self.report(name, text).value
        try:
            if quick != value:
                return {"error": f"read as {value}, and as {quick} quickly"}
        except RecursionError:  # Python compares no values that are so deep
            pass
        out = {"dropped": "".join(f"{d.path} | {d.fault.line}\n" for d in dropped)}
        if name in self.messages:
            out["answer"] = self.told(self.protocol.refuse_method(value))
        try:
            out["written"] = self.write(name, value)
        except self.error as e:
            out["check"] = str(e)
            return out
        if self.write_slowly(name, value) != out["written"]:
            return {"error": "the two writers differ"}
        try:
            out["second"] = self.write(name, self.report(name, out["written"]).value)
        except self.error as e:
            out["second"] = str(e)
        return out

    def progress(self, method: str, kind: str, of: str, text: str) -> dict[str, str]:
        """Reads a kind of progress of a request, the first line of a text, in the message on the second."""
        m = self.runtime("message")
        try:
            request, notification = (self.protocol.read_message(line) for line in text.split("\n"))
        except self.error:
            return {"written": "not about it"}
        if not isinstance(request, m.Request) or isinstance(request, m.UnknownRequest) or request.method != method:
            return {"written": "not about it"}
        try:
            got = self.protocol.progress_of(kind, request, notification)
        except self.error as e:
            return {"error": str(e)}
        if got is None:
            return {"written": "not about it"}
        out = {"written": "read", "dropped": "".join(f"{d.path} | {d.fault.line}\n" for d in got.dropped)}
        try:
            if of.endswith("[]"):
                out["written"] = "[" + ",".join(self.write(of[:-2], item) for item in got.value) + "]"
            elif of:
                out["written"] = self.write(of, got.value)
        except self.error:
            out["written"] = "unfit"
        return out


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    messages = json.loads(Path(sys.argv[1], "messages.json").read_text("utf-8"))
    packages: dict[str, Package] = {}
    for i, line in enumerate(sys.stdin):
        q = json.loads(line)
        name = q["construct"]
        try:
            if name not in packages:
                packages[name] = Package(name, messages[name])
            text: str | bytes = base64.b64decode(q["text"])
            if q["type"].startswith("progress\t"):
                _, method, kind, of, _ = q["type"].split("\t")
                print(json.dumps(packages[name].progress(method, kind, of, text.decode())), flush=True)
                continue
            if i % 2 == 0:  # both forms of input, in turn; only bytes can be invalid UTF-8
                try:
                    text = text.decode()
                except UnicodeDecodeError:
                    pass
            got = packages[name].answer(q["type"], text)
        except Exception as e:  # a defect
            got = {"error": f"raised {type(e).__name__}: {e}"}
        print(json.dumps(got), flush=True)


if __name__ == "__main__":
    main()
