"""Makes classes for the rows of a spec while a program runs, to test the runtime without generated code."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "templates" / "py"))

from runtime.bindings import Bindings, MessageBinding, StructBinding, TupleBinding, UnionBinding
from runtime.error import Refused, WireError
from runtime.message import Notification, Request
from runtime.message_read import MessageReader
from runtime.message_write import write_batch, write_message
from runtime.protocol import Protocol
from runtime.shell import PARSE_ERROR
from runtime.table import case_name
from runtime.value import Struct, Unknown, Variant
from runtime.write import finish, write_ref
from runtime.writer import Writer


def attribute(name: str, taken: set[str]) -> str:
    """Returns an attribute for a name on the wire."""
    out = re.sub(r"\W", "_", name, flags=re.ASCII) or "empty"
    if out[0].isdigit() or out.startswith("_"):
        out = "f" + out
    while out in taken or keyword.iskeyword(out) or hasattr(Struct, out):
        out += "_"
    taken.add(out)
    return out


def make_class(name: str, base: type, slots: tuple[str, ...], **more: Any) -> type[Any]:
    """Returns a class with slots."""
    return type(name, (base,), {"__slots__": slots, "__match_args__": slots, **more})


class Maker:
    """Makes the bindings of a spec."""

    def __init__(self, rows: dict[str, Any]) -> None:
        self.rows = rows
        self.types: dict[str, dict[str, Any]] = rows["types"]
        self.out: dict[str, Any] = {}

    def bindings(self) -> Bindings:
        for i, (key, t) in enumerate(self.types.items()):
            if t["form"] == "struct":
                self.out[key] = self.struct(key, t)
            elif t["form"] == "tuple" and i % 2:
                taken: set[str] = set()
                names = tuple(attribute(f"item{k}", taken) for k in range(len(t["tuple"]["items"])))
                self.out[key] = TupleBinding(make_class(key, Struct, names), names)
        for key, t in self.types.items():
            if t["form"] == "union":
                self.out[key] = self.union(key, t["union"])
        calls: list[type[Any] | None] = []
        for i, c in enumerate(self.rows.get("calls", ())):
            base = Request if c["shape"] == "request" else Notification
            calls.append(None if i % 5 == 4 else make_class(f"Call{i}", base, (), method=c["method"]))
        return Bindings(self.out, MessageBinding(tuple(calls)))

    def struct(self, name: str, t: dict[str, Any]) -> StructBinding:
        s = t["struct"]
        taken: set[str] = set()
        names = tuple(attribute(f["name"], taken) for f in s["fields"])
        keeps = s["extra"] in ("keep", "typed") or "extensions" in s
        extra = attribute("extra", taken) if keeps else None
        tags = tuple(
            attribute(tag["key"], taken) if tag.get("stored") or tag["written"] == "as_read" else None
            for tag in s.get("tags", ())
        )
        slots = (*names, *([extra] if extra else []), *(tag for tag in tags if tag))
        return StructBinding(make_class(name, Struct, slots), names, extra, tags)

    def python_types(self, ref: dict[str, Any], seen: frozenset[str] = frozenset()) -> set[Any]:
        """Returns what tells the values of a type from those of others in Python."""
        i = ref["type"]
        t = self.types[i]
        out: set[Any] = {"null"} if ref.get("or_null") else set()
        if i in seen:
            return out | {"itself"}
        if t["form"] == "struct" or (t["form"] == "tuple" and i in self.out):
            return out | {i}
        if t["form"] == "union":
            for case in t["union"]["cases"]:
                if case["type"] is not None:
                    out |= self.python_types(case["type"], seen | {i})
            return out
        name = t.get("scalar", {}).get("name", "")
        if name == "any":
            return {"any"}
        if name.endswith("-text"):
            return out | {"number"}
        if name == "bytes":
            return out | {"bytes"}
        return out | ({"tuple"} if t["form"] == "tuple" else set(t["reads"]))

    def union(self, name: str, u: dict[str, Any]) -> UnionBinding:
        wrappers: dict[str, type[Any]] = {}
        taken: set[Any] = set()
        for k, case in enumerate(u["cases"]):
            slots = ("value",) if case["body"] else ()
            wrapped = not case["body"]
            if case["body"]:
                kinds = self.python_types(case["type"], frozenset({name}))
                is_struct = self.types[case["type"]["type"]]["form"] in ("struct", "union") and not case["type"].get(
                    "or_null"
                )
                wrapped = (
                    bool(kinds & taken)
                    or bool({"any", "itself"} & (kinds | taken))
                    or (u["by"] not in ("kind", "order") and not is_struct)
                )
                if not wrapped:
                    taken |= kinds
            if wrapped:
                wrappers[case_name(u["by"], case)] = make_class(f"{name}Case{k}", Variant, slots)
        keeps = u["unknown"] in ("keep", "extensions")
        return UnionBinding(wrappers, make_class(f"Unknown{name}", Unknown, ()) if keeps else None)


def package_rows(lowered: dict[str, Any]) -> dict[str, Any]:
    """Returns what wiregen model --lowered prints as packages have it."""
    types: list[dict[str, Any]] = lowered["types"]
    keys = [t.get("name") or f"a type without a name, {i}" for i, t in enumerate(types)]
    rows: dict[str, Any] = _by_key(lowered, keys)
    for t in rows["types"]:
        if t["form"] == "union":
            default: int = t["union"].pop("default")
            if default >= 0:
                t["union"]["default"] = t["union"]["cases"][default]["tags"][0]
    return {**rows, "types": dict(zip(keys, rows["types"], strict=True))}


def _by_key(row: Any, keys: list[str]) -> Any:
    if isinstance(row, dict):
        out: dict[str, Any] = {}
        for k, v in row.items():
            if k == "type" and isinstance(v, int):
                out[k] = keys[v]
            elif k in ("default", "literal", "on_failure"):  # values of the spec
                out[k] = v
            elif k != "remarks":
                out[k] = _by_key(v, keys)
        return out
    return [_by_key(v, keys) for v in row] if isinstance(row, list) else row


def protocol(rows: dict[str, Any]) -> Protocol:
    """Returns the protocol of some rows."""
    return Protocol(rows, Maker(rows).bindings())


class Codecs:
    """Reads and writes the types of a spec by their names."""

    def __init__(self, rows: dict[str, Any], of: Protocol | None = None) -> None:
        self.protocol = of or protocol(rows)
        self.refs: dict[str, dict[str, Any]] = {
            t["name"]: {"type": key} for key, t in rows["types"].items() if t.get("name")
        }
        for alias in rows.get("aliases", ()):
            self.refs[alias["name"]] = alias["type"]
        self.messages: dict[str, str] = {}
        if rows.get("calls"):
            self.messages[self.free("Message")] = "either"
            for role, side in zip(rows["protocol"].get("roles", ()), ("client", "agent"), strict=False):
                pascal = "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", role))
                self.messages[self.free(pascal + "Message")] = side
            if "batch" in rows["dialect"]:
                self.messages[self.free("Batch")] = "batch"

    def free(self, name: str) -> str:
        if name in self.refs or name in self.messages:
            name = "JSONRPC" + name
        out, n = name, 2
        while out in self.refs or out in self.messages:
            out, n = f"{name}{n}", n + 1
        return out

    def report(self, name: str, text: str | bytes) -> Any:
        """Reads with the reader that finds faults, also what the quick one would accept."""
        p, side = self.protocol, self.messages.get(name)
        parsed = p._parse(text, None if name in self.refs else Refused(PARSE_ERROR))
        if name in self.refs:
            return p.read_value(self.refs[name], *parsed[:2], parsed[2] > p.table.light_length)
        is_batch = side == "batch"
        return p._message(
            parsed,
            "either" if is_batch or side is None else side,
            MessageReader.read_batch if is_batch else MessageReader.read,
        )

    def read(self, name: str, text: str | bytes) -> Any:
        """Reads as packages do."""
        side = self.messages.get(name)
        if name in self.refs:
            return self.protocol.read(self.refs[name], text)
        return self.protocol.read_batch(text) if side == "batch" else self.protocol.read_message(text, side or "either")

    def write(self, name: str, value: Any) -> str:
        if name in self.refs:
            return self.protocol.write(self.refs[name], value)
        return (
            self.protocol.write_batch(value)
            if self.messages.get(name) == "batch"
            else self.protocol.write_message(value)
        )

    def write_slowly(self, name: str, value: Any) -> str:
        """Writes with the writer that finds faults, also what the quick one would accept."""
        p = self.protocol
        if name in self.refs:
            w = Writer(p.table)
            return finish(w, write_ref(w, self.refs[name], value, 0))
        return write_batch(p.shell, value) if self.messages.get(name) == "batch" else write_message(p.shell, value)

    def refuses(self, name: str, text: str | bytes) -> bool:
        """Reports whether packages refuse a text."""
        try:
            self.read(name, text)
        except WireError:
            return True
        return False
