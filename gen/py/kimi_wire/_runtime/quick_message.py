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


class _Layout:
    """The members of messages around what is said, in the order of the dialect."""

    def __init__(self, shell: Shell) -> None:
        d = shell.dialect
        self._strings, self._integers = d["string_id"], d["integer_id"]
        order = [k for k in d["order"] if k != "jsonrpc" or d["write_jsonrpc"]]
        version = f'"jsonrpc":{quote(d["jsonrpc"])}'
        self.id_first = order.index("id") < order.index("method")
        self.head = [version] if "jsonrpc" in order[:1] else []
        self.tail = [version] if d["write_jsonrpc"] and not self.head else []
        known = ["id", "method"] if self.id_first else ["method", "id"]
        rest = [k for k in order if k in ("id", "method", "params", "result")]
        between = [k for k in rest if self.tail and order.index(k) > order.index("jsonrpc")]
        self.is_plain = rest == [*known, "params", "result"] and not between

    def id(self, id: Any) -> str:
        """Returns the member of an id."""
        if type(id) is str and self._strings:
            return f'"id":{encode_basestring(id)}'
        if type(id) is int and self._integers and -MAX_SAFE <= id <= MAX_SAFE:
            return f'"id":{id}'
        raise Surprise

    def response(self, id: Any, result: str) -> str:
        """Returns the text of a response from that of its result."""
        return "{" + ",".join([*self.head, self.id(id), '"result":' + result, *self.tail]) + "}"


def _layout_of(shell: Shell) -> _Layout | None:
    if shell.shapes is not None or shell.members:
        return None
    layout = _Layout(shell)
    return layout if layout.is_plain else None


def reply_writer_of(shell: Shell) -> Callable[[Any, str], str] | None:
    """Returns the function that writes a response from its id and the text of its result."""
    layout = _layout_of(shell)
    return None if layout is None else layout.response


def writer_of(shell: Shell, quick: QuickWriter) -> Callable[[Any], str] | None:
    """Returns the function that writes messages; None where the other writer writes all."""
    layout = _layout_of(shell)
    if layout is None:
        return None
    head, tail, id_first, text_of_id, response = layout.head, layout.tail, layout.id_first, layout.id, layout.response
    by_class: dict[type, Callable[[Any], str]] = {}

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
                return response(m.id, print_kept(m.result))
            f = by_class[cls] = call_of(shell.by_class[cls])
        return f(m)

    return write
