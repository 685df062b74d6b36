"""The answers to calls: results, which are typed by the call, errors, and the progress of a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .bindings import StructBinding, TupleBinding
from .error import WireError
from .message import ErrorObject, Failure, Request, Response
from .read import read_ref
from .reader import Reader, Report, run
from .table import MISSING, Row, Type, is_object, new
from .text import parse
from .value import UNSET, Struct
from .write import find_case, finish, write_ref
from .writer import Writer, write_kept

if TYPE_CHECKING:
    from .protocol import Protocol


def result_ref(p: Protocol, request: Any) -> Row | None:
    """Returns the type of the result of a request, which its params may determine; None if it is kept JSON."""
    call = p.shell.by_class.get(request.__class__)
    if call is None:
        return None
    if call.row["answer"] == "typed":
        ref: Row | None = call.row["result"]
        return ref
    if call.row["answer"] != "by_variant" or call.params is None:
        return None
    key = request.__class__, request.params.__class__
    if key in p.results:
        return p.results[key]
    t = p.table.type_of(call.params)
    found = find_case(p.table, t, request.params) if t.form == "union" else None
    ref = None if found is None or found[0] < 0 else t.body["cases"][found[0]].get("result")
    if isinstance(request.params, Struct):  # of which each class is that of one variant
        p.results[key] = ref
    return ref


def read_result(p: Protocol, request: Any, response: Response) -> Any:
    """Reads the result of the response to a request, or raises a WireError. It is None where there may be none."""
    ref, value = result_ref(p, request), response.result
    call = p.shell.by_class.get(request.__class__)
    if value is UNSET and call is not None and call.row.get("result_optional"):
        return None
    if ref is None:
        return value
    return p.read_value(ref, MISSING if value is UNSET else value).value


def fail_safe(p: Protocol, request: Any, value: Any) -> Any:
    """Returns the result of a request that is assumed if there is no answer. It may leave out members."""
    ref = result_ref(p, request)
    return value if ref is None else _assumed(p, ref, value)


def _assumed(p: Protocol, ref: Row, value: Any) -> Any:
    """Returns a value of which members are missing that a reader requires."""
    try:
        return p.read_value(ref, value).value
    except WireError:
        t = p.table.type_of(ref)
        if not isinstance(t.binding, StructBinding) or not is_object(value):
            return value
    made: Any = new(t.binding.cls)
    for i, f in enumerate(t.body["fields"]):
        name: str = f["name"]
        if name in value:
            got = _assumed(p, f["type"], value[name])
        elif f["absent"] == "default":
            got = p.default(t.key, name)
        else:
            got = UNSET if f["null"] == "value" else _empty(p.table.type_of(f["type"])) if f.get("must_set") else None
        setattr(made, t.binding.names[i], got)
    if t.binding.extra:
        setattr(made, t.binding.extra, {})
    for tag in t.binding.tags:
        if tag:
            setattr(made, tag, None)
    return made


def _empty(t: Type) -> Any:
    """Returns what stands for a value that is not there."""
    made: dict[str, Callable[[], Any]] = {"string": str, "number": int, "boolean": bool, "array": list, "object": dict}
    return next((made[kind]() for kind in made if kind in t.reads), None) if t.binding is None else None


def reply(p: Protocol, request: Request, result: Any) -> Response:
    """Returns the response to a request with its result, or raises a WireError. UNSET is none."""
    ref = result_ref(p, request)
    method = method_of(request) if p.shell.is_named else None
    if result is UNSET or ref is None:
        return Response(id=request.id, result=result, method=method)
    return Response(id=request.id, result=parse(p.write(ref, result))[0], method=method)


def fail(p: Protocol, request: Request, error: ErrorObject) -> Failure:
    """Returns the response to a request with an error."""
    return Failure(id=request.id, error=error, method=method_of(request) if p.shell.is_named else None)


def method_of(request: Any) -> str:
    """Returns the method of a request."""
    method: str = request.method
    return method


def make_error(p: Protocol, name: str, data: Any = None, message: str | None = None) -> ErrorObject:
    """Returns the declared error of a name, with data and a message that may have a default; or raises a WireError."""
    row = p.shell.error_called(name)
    if row is None:
        raise KeyError(name)
    w = Writer(p.table)
    if row["data"] is not None and data is not None:
        text = finish(w, write_ref(w, row["data"], data, 0))
    else:
        text = finish(w, write_kept(w, data, 0))
    words = p.table.dialect.get("error_words")
    if message is None and words:
        plain = parse(text)[0]
        said = plain.get(words) if isinstance(plain, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        message = said if isinstance(said, str) else None
    has_kind = p.table.dialect["error_identity"] == "data.kind"
    return ErrorObject(
        code=row["code"],
        message=row["message"] if message is None else message,
        data=data,
        kind=name if has_kind else None,
    )


def error_name(p: Protocol, error: ErrorObject) -> str | None:
    """Returns the name of an error that the spec declares; None for another one."""
    if p.table.dialect["error_identity"] == "data.kind":
        row = None if error.kind is None else p.shell.error_called(error.kind)
    else:
        row = next((e for e in p.shell.errors if e["code"] == error.code), None)
    return None if row is None else row["name"]


def token_of(p: Protocol, progress: Row, request: Any) -> str | None:
    """Returns the JSON text of the token of a request for a kind of its progress; None if it has none."""
    call = p.shell.by_class.get(request.__class__)
    if call is None or call.params is None:
        return None
    return _token(p, *_at(p, call.params, request.params, progress["token"]))


def progress_token(p: Protocol, progress: Row, notification: Any) -> str | None:
    """Returns the JSON text of the token in a notification about a kind of progress; None if it is another message."""
    call = p.shell.by_class.get(notification.__class__)
    if call is None or call.method != progress["method"] or call.params is None:
        return None
    return _token(p, *_at(p, call.params, notification.params, [progress["as"]]))


def _token(p: Protocol, value: Any, ref: Row) -> str | None:
    """Returns the text of a token: two that are the same on the wire may have different types."""
    return None if value is None or value is UNSET else p.write(ref, value)


def read_progress(p: Protocol, progress: Row, notification: Any) -> Report:
    """Reads the progress in a notification, and reports what was passed over; or raises a WireError."""
    call = p.shell.by_class[notification.__class__]
    assert call.params is not None
    value: Any = notification.params
    path: list[str | int] = [p.shell.names["notification"].params]
    if "value" in progress:
        step = progress["value"]
        value, _ = _at(p, call.params, value, [step])
        path.append(step["item"] if "item" in step else step["key"])
    if not progress.get("kept"):
        return Report(value, ())
    r = Reader(p.table, scrub=True, weighs=True)
    r.path = path
    out = run(read_ref(r, progress["payload"], MISSING if value is UNSET else value))
    if r.errors:
        raise WireError(r.errors)
    return Report(out, tuple(r.dropped))


def progress_of(p: Protocol, name: str, request: Any, notification: Any) -> Report | None:
    """Reads a kind of progress of a request in a notification; None if the notification is not about that."""
    call = p.shell.by_class.get(request.__class__)
    rows: Sequence[Row] = () if call is None else call.row.get("progress", ())
    for row in rows:
        if row["name"] == name:
            token, again = token_of(p, row, request), progress_token(p, row, notification)
            return None if token is None or token != again else read_progress(p, row, notification)
    raise KeyError(name)


def _at(p: Protocol, ref: Row, value: Any, steps: Sequence[Row]) -> tuple[Any, Row]:
    """Returns the value that some steps lead to, with its type; None or UNSET if there is none."""
    for step in steps:
        t = p.table.type_of(ref)
        if "item" in step:
            i: int = step["item"]
            ref = t.body["items"][i]
            if isinstance(t.binding, TupleBinding):
                value = getattr(value, t.binding.names[i], None)
            else:
                value = value[i] if value is not None and i < len(value) else None
            continue
        fields: list[Row] = t.body["fields"]
        i = next(i for i, f in enumerate(fields) if f["name"] == step["key"])
        ref = fields[i]["type"]
        assert isinstance(t.binding, StructBinding)
        value = getattr(value, t.binding.names[i], None)
    return value, ref
