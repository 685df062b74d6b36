"""The quick reader and writer of messages, for dialects without a tag and without further members."""

from __future__ import annotations

from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any

from .error import quote
from .message import Response
from .number import MAX_SAFE
from .quick import QuickReader, Surprise
from .quick_write import QuickWriter, print_kept
from .shell import Call, Shell
from .table import MISSING
from .value import UNSET


def reader_of(shell: Shell, quick: QuickReader, side: str) -> Callable[[Any], Any] | None:
    """Returns the function that reads messages; None where the other reader reads all."""
    d = shell.dialect
    if shell.shapes is not None or shell.members:
        return None
    version, strings, integers = d["jsonrpc"], d["string_id"], d["integer_id"]
    mode: str = d["read_jsonrpc"]

    def refused(got: Any) -> bool:
        if mode == "required":
            return bool(got != version)
        return got is MISSING if mode == "any" else mode == "optional" and got is not MISSING and got != version

    calls = {name: _reader(quick, call) for name, call in shell.by_side[side].items()}

    def read(v: Any) -> Any:
        if type(v) is not dict:
            raise Surprise
        get: Any = v.get  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        if refused(get("jsonrpc", MISSING)):
            raise Surprise
        id = get("id", MISSING)
        if type(id) is str:
            if not strings:
                raise Surprise
        elif id is not MISSING and (type(id) is not int or not integers or not -MAX_SAFE <= id <= MAX_SAFE):
            raise Surprise
        method = get("method", MISSING)
        if "error" in v:
            raise Surprise
        if "result" in v:
            if method is not MISSING or id is MISSING:
                raise Surprise
            out = object.__new__(Response)
            out.id, out.result, out.method, out.members = id, get("result"), None, {}
            return out
        return calls[method](v, id)

    return read


def _reader(quick: QuickReader, call: Call) -> Callable[[Any, Any], Any]:
    cls, notifies = call.cls, call.notifies
    params = call.params
    optional = call.presence == "optional"
    nothing: Any = None
    read_params: Callable[[Any], Any] | None = None
    if params is not None:
        t = quick.table.type_of(params)
        nothing = UNSET if params.get("or_null") or "null" in t.reads else None
        read_params = quick.ref_later(params)

    def read(v: Any, id: Any) -> Any:
        nonlocal read_params
        if notifies is not (id is MISSING):
            raise Surprise
        made: Any = object.__new__(cls)
        if read_params is None:
            made.params = None
        else:
            got = v.get("params", MISSING)
            if got is MISSING:
                if not optional:
                    raise Surprise
                made.params = nothing
            else:
                made.params = read_params(got)
        if not notifies:
            made.id = id
        made.members = {}
        return made

    return read


def writer_of(shell: Shell, quick: QuickWriter) -> Callable[[Any], str] | None:
    """Returns the function that writes messages; None where the other writer writes all."""
    d = shell.dialect
    if shell.shapes is not None or shell.members:
        return None
    strings, integers = d["string_id"], d["integer_id"]
    order = [k for k in d["order"] if k != "jsonrpc" or d["write_jsonrpc"]]
    if order.index("params") < order.index("method"):
        return None
    version = f'"jsonrpc":{quote(d["jsonrpc"])}'
    id_first = order.index("id") < order.index("method")
    head = [version] if "jsonrpc" in order[:1] else []
    tail = [version] if d["write_jsonrpc"] and not head else []
    if tail and any(order.index(k) > order.index("jsonrpc") for k in ("id", "method", "params", "result")):
        return None  # it is between others
    by_class: dict[type, Callable[[Any], str]] = {}

    def text_of_id(id: Any) -> str:
        if type(id) is str and strings:
            return f'"id":{encode_basestring(id)}'
        if type(id) is int and integers and -MAX_SAFE <= id <= MAX_SAFE:
            return f'"id":{id}'
        raise Surprise

    def call_of(call: Call) -> Callable[[Any], str]:
        method = f'"method":{quote(call.method)}'
        write = None if call.params is None else quick.ref(call.params)
        is_null = call.params is not None and (
            call.params.get("or_null") or "null" in quick.table.type_of(call.params).reads
        )

        def text(m: Any) -> str:
            parts = [*head, method]
            if not call.notifies:
                parts.insert(len(head) if id_first else len(parts), text_of_id(m.id))
            if write is not None:
                params = m.params
                if params is UNSET or (params is None and not is_null):
                    if call.presence != "optional":
                        raise Surprise
                else:
                    parts.append('"params":' + write(params))
            return "{" + ",".join(parts + tail) + "}"

        return text

    def write(m: Any) -> str:
        cls = type(m)  # pyright: ignore[reportUnknownVariableType]
        f = by_class.get(cls)  # pyright: ignore[reportUnknownArgumentType]
        if f is None:
            if cls is Response and m.result is not UNSET:
                parts = [*head, text_of_id(m.id), '"result":' + print_kept(m.result), *tail]
                return "{" + ",".join(parts) + "}"
            f = by_class[cls] = call_of(shell.by_class[cls])
        return f(m)

    # The members between must be in this order.
    known = ["id", "method"] if id_first else ["method", "id"]
    rest = [k for k in order if k in ("id", "method", "params", "result")]
    return (
        write
        if rest[:2] == known and rest[2:] == ["params", "result"] and order.index("result") > order.index("id")
        else None
    )
