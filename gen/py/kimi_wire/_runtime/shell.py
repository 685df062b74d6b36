"""What the rows say of messages: the dialect, the calls, the errors, and the names of members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from .message import Notification, Request
from .table import Row, Table

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
EITHER: Final = "either"


class Names(NamedTuple):
    """What the members of messages of a shape are called; empty for one that there is not."""

    id: str = "id"
    method: str = "method"
    params: str = "params"
    result: str = "result"
    error: str = "error"
    ok: str = ""
    words: str = ""
    data: str = ""
    members: tuple[Row, ...] = ()


def _names(row: Row) -> Names:
    keys = ("id", "method", "params", "result", "error", "ok", "words", "data")
    return Names(**{k: row.get(k, "") for k in keys}, members=tuple(row.get("members", ())))


class Call:
    """A declared method."""

    def __init__(self, row: Row, cls: type[Any] | None) -> None:
        self.row = row
        self.method: str = row["method"]
        self.notifies: bool = row["shape"] == "notification"
        self.params: Row | None = row["params"]
        self.presence: str = row["params_presence"]
        self.cls: type[Any] = cls or _class_of(self.method, Notification if self.notifies else Request)


def _class_of(method: str, base: type[Any]) -> type[Any]:
    """Returns a class for the messages of a method that has none."""
    return type(base.__name__, (base,), {"__slots__": (), "method": method})


class Shell:
    """The messages of a protocol."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.dialect = d = table.dialect
        classes = table.bindings.messages.calls
        self.calls = [
            Call(row, classes[i] if i < len(classes) else None) for i, row in enumerate(table.rows.get("calls", ()))
        ]
        self.errors: list[Row] = list(table.rows.get("errors", ()))
        self.by_side = {side: self._methods(side) for side in (EITHER, "client", "agent")}
        self.by_class: Mapping[type[Any], Call] = {c.cls: c for c in self.calls}
        self.shapes: Row | None = d.get("shapes")
        names = self.shapes.get("names") if self.shapes else None
        self.is_named = names is not None
        self.names: dict[str, Names] = {
            shape: _names(names[i]) if names else Names()
            for i, shape in enumerate(("request", "notification", "response"))
        }
        self.members: tuple[Row, ...] = tuple(d.get("members", ()))
        self.tags: dict[str, str] = (
            {self.shapes[s]: s for s in ("request", "response", "notification")} if self.shapes else {}
        )
        self.has_codes = not self.names["response"].ok

    def _methods(self, side: str) -> dict[str, Call]:
        out: dict[str, Call] = {}
        for call in self.calls:
            if side == EITHER or call.row["from"] in (side, "both"):
                for name in (call.method, *call.row.get("was", ())):
                    out.setdefault(name, call)
        return out

    def fields(self, shape: str) -> tuple[Row, ...]:
        """Returns the members that the dialect adds to messages of a shape."""
        return self.members + self.names[shape].members

    def order(self, shape: str) -> list[str]:
        """Returns the order in which the members of a message are written."""
        if not self.is_named or self.shapes is None:
            return list(self.dialect["order"])
        n = self.names[shape]
        keys = [self.shapes["key"], n.id, n.method, n.params, n.ok, n.words, n.data, n.error]
        if n.data != n.result:
            keys.append(n.result)
        return [k for k in keys if k] + [f["name"] for f in self.fields(shape)]

    def error_of(self, code: int) -> Row | None:
        """Returns the declared error with a code that has data."""
        return next((e for e in self.errors if e["code"] == code and e["data"] is not None), None)

    def error_called(self, name: str) -> Row | None:
        """Returns the declared error of a name."""
        return next((e for e in self.errors if e["name"] == name), None)

    def declares_kind(self, ref: Row) -> bool:
        """Reports whether a type of the data of an error is a struct with the field kind."""
        t = self.table.type_of(ref)
        return t.form == "struct" and any(f["name"] == "kind" for f in t.body["fields"])

    def is_struct(self, ref: Row | None) -> bool:
        """Reports whether a reference is to a struct."""
        return ref is not None and self.table.type_of(ref).form == "struct"


__all__ = ["Call", "Names", "Shell"]
