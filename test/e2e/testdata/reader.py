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
            value, dropped = self.report(name, text)
        except self.error as e:
            return {"error": str(e), "answer": self.told(self.protocol.refuse(e)) if name in self.messages else ""}
        out = {"dropped": "".join(f"{d.path} | {d.fault.line}\n" for d in dropped)}
        if name in self.messages:
            out["answer"] = self.told(self.protocol.refuse_method(value))
        try:
            out["written"] = self.write(name, value)
        except self.error as e:
            out["check"] = str(e)
            return out
        try:
            out["second"] = self.write(name, self.report(name, out["written"]).value)
        except self.error as e:
            out["second"] = str(e)
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
