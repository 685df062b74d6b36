"""The reader of messages, in the order in which faults are found."""

from __future__ import annotations

from typing import Any, Final

from .error import Dropped, Refused, array_of, one_of, path_of, quote, step
from .message import ErrorObject, Failure, IgnoredMessage, Response, UnknownNotification, UnknownRequest
from .number import MAX_SAFE, is_whole
from .quick import QuickReader
from .read import member, read_field, read_ref, takes_null
from .reader import FIELD, Reader, Reading, read_integer, run
from .shell import EITHER, INVALID_PARAMS, INVALID_REQUEST, Call, Names, Shell
from .table import MISSING, Row, is_array, is_object, new
from .value import UNSET

_NONE: Final = Names("", "", "", "", "")  # what nothing is called


class _Stop(Exception):
    """The message has a fault."""


class MessageReader:
    """Reads one message, whose parts are found by the names of its shape."""

    def __init__(self, shell: Shell, r: Reader, side: str = EITHER, quick: QuickReader | None = None) -> None:
        self.shell = shell
        self.quick = quick  # for params, unless weights count
        self.r = r
        self.side = side
        self.refused: Refused | None = None
        self.value: dict[str, Any] = {}
        self.shape = "response"
        self.names: Names = shell.names["response"]
        self.is_ignored = False
        self.bad_params = False
        self.is_within = False  # a message whose parts are known

    def read(self, value: Any) -> Any:
        """Reads a message; returns None if it has a fault, which the reader knows."""
        return self._run(self.message(value))

    def read_batch(self, value: Any) -> Any:
        """Reads an array of messages."""
        return self._run(self._batch(value))

    def _run(self, reading: Reading) -> Any:
        self.refused = Refused(INVALID_REQUEST)
        try:
            return run(reading)
        except _Stop:
            if self.is_within:
                self.refused = self._refused(INVALID_PARAMS if self.bad_params else INVALID_REQUEST)
            return None

    def check(self) -> None:
        """Ends reading if there is a fault."""
        if self.r.errors:
            raise _Stop

    def wrong_at(self, key: str, expected: str, value: Any) -> None:
        """Ends reading with the fault of a member."""
        self.r.fail_at(key, expected, value)
        raise _Stop

    def message(self, value: Any) -> Reading:
        """Reads a message at the current place."""
        self.value = {}
        if not is_object(value):
            self.r.fail("an object", value)
            raise _Stop
        self.value = self.r.members(value)
        self.shape, self.names = "response", _NONE if self.shell.is_named else self.shell.names["response"]
        self.is_ignored = self.bad_params = False
        self.is_within = True
        self._find_shape()
        self._jsonrpc()
        out = yield (self._response() if self.shape == "response" else self._call())
        self.check()
        self.is_within = False
        return IgnoredMessage(raw=value) if self.is_ignored else out

    def part(self, name: str) -> Any:
        """Returns a member; MISSING if it is absent."""
        return self.value.get(name, MISSING) if name else MISSING

    def has(self, name: str) -> bool:
        """Reports whether the message has a member."""
        return name in self.value

    def _find(self, shape: str) -> None:
        self.shape = shape
        self.names = self.shell.names[shape]

    def _find_shape(self) -> None:
        shapes = self.shell.shapes
        if shapes is not None:
            tag = self.value.get(shapes["key"], MISSING)
            shape = self.shell.tags.get(tag) if isinstance(tag, str) else None
            if shape is None:
                self.shape = ""
                words = one_of([quote(shapes[s]) for s in ("request", "response", "notification")])
                self.wrong_at(shapes["key"], words, tag)
            else:
                self._find(shape)
            return
        for shape in self.shell.dialect["precedence"]:
            if shape == "response":
                if self.has("result") or self.has("error"):
                    return
            elif self.has("method") and self.has("id") == (shape == "request"):
                self._find(shape)
                return

    def _jsonrpc(self) -> None:
        d = self.shell.dialect
        mode, want = d["read_jsonrpc"], d["jsonrpc"]
        got = self.value.get("jsonrpc", MISSING)
        if got is MISSING:
            if mode in ("required", "any"):
                self.wrong_at("jsonrpc", quote(want), MISSING)
        elif mode in ("required", "optional") and got != want:
            self.wrong_at("jsonrpc", quote(want), got)

    def _text(self, name: str) -> str:
        """Returns a member that must be a string."""
        got = self.part(name)
        if not isinstance(got, str):
            self.wrong_at(name, "a string", got)
        text: str = self.r.text(got)
        return text

    def _call(self) -> Reading:
        shell, n = self.shell, self.names
        name = self._text(n.method)
        call = shell.by_side[self.side].get(name)
        if shell.shapes is not None and call is not None and call.notifies != (self.shape == "notification"):
            word = shell.shapes["notification" if call.notifies else "request"]
            self.wrong_at(shell.shapes["key"], quote(word), self.value[shell.shapes["key"]])
        got = self.part(n.id)
        notifies = self.shape == "notification" if shell.shapes is not None else call is not None and call.notifies
        if notifies and got is not MISSING:
            mode = shell.dialect["notification_id"]
            if mode == "reject":
                self.wrong_at(n.id, "nothing", got)
            if mode == "ignore":
                got = MISSING
            else:
                call = None
        needs = not call.notifies if call is not None else self.shape == "request"
        id: Any = UNSET
        if got is not MISSING or needs:
            id = self._id(got, False)
            if self.is_ignored:
                return None
        params = yield self._params(call)
        self.check()
        members = yield self._members()
        return self._made(call, name, id, params, members)

    def _made(self, call: Call | None, name: str, id: Any, params: Any, members: dict[str, Any]) -> Any:
        if call is None:
            is_request = self.shape == "request" if self.shell.shapes is not None else id is not UNSET
            cls: type[Any] = UnknownRequest if is_request else UnknownNotification
        else:
            cls = call.cls
        made = new(cls)
        if call is None:
            made.method = name
        if call is None or not call.notifies:
            made.id = id
        made.params, made.members = params, members
        return made

    def _params(self, call: Call | None) -> Reading:
        n = self.names
        got = self.part(n.params)
        if call is None:
            return UNSET if got is MISSING else got
        if call.params is None:
            return None
        unset = UNSET if takes_null(self.r, call.params) else None
        if call.presence == "optional" and (
            got is MISSING or (got is None and call.row.get("null_as_absent") and unset is None)
        ):
            return unset
        before = len(self.r.errors)
        if got is MISSING:
            self.r.fail_at(n.params, call.row["params_expected"], MISSING)
            out = None
        else:
            out = yield self._params_of(call, got)
        self.bad_params = len(self.r.errors) > before
        return out

    def _params_of(self, call: Call, got: Any) -> Reading:
        r, params = self.r, call.params
        assert params is not None
        name = self.names.params
        t = r.table.type_of(params)
        if not call.row.get("positions") or t.form != "struct" or is_object(got):
            if self.quick is not None and not r.scrub and r.left is None:
                try:
                    return self.quick.ref(params)(got)
                except Exception:  # a surprise of any kind; what it is, the other reader says
                    pass
            return (yield member(r, name, params, got))
        if not is_array(got):
            was = r.hides
            r.hides = was or params.get("sensitive", False) or t.sensitive
            r.fail_at(name, call.row["params_expected"], got)
            r.hides = was
            return None
        items = got
        fields = [f["name"] for f in t.body["fields"]]
        if len(items) > len(fields):
            r.path.append(name)
            r.wrong(array_of(len(fields)).replace("of", "of at most", 1), array_of(len(items)))
            r.path.pop()
            return None
        faults, dropped = len(r.errors), len(r.dropped)
        out = yield member(r, name, params, dict(zip(fields, items, strict=False)))
        here = path_of([*r.path, name])
        given = fields[: len(items)]
        r.errors[faults:] = [f._replace(path=_positions(f.path, given, here)) for f in r.errors[faults:]]
        r.dropped[dropped:] = [
            Dropped(_positions(path, given, here), f._replace(path=_positions(f.path, given, here)))
            for path, f in r.dropped[dropped:]
        ]
        return out

    def _id(self, got: Any, fails: bool) -> Any:
        """Reads an id, which may be null or missing if the message fails."""
        d, r, name = self.shell.dialect, self.r, self.names.id
        number: Any = got
        if got is MISSING:
            if fails and d["no_id_on_error"]:
                return None if d["null_id_on_error"] else UNSET
            if self.shape != "response" and d["bad_id"] == "ignore":
                self.is_ignored = True
                return UNSET
            self.wrong_at(name, d["expected_id"], MISSING)
        if got is None and fails and d["null_id_on_error"]:
            return None
        if isinstance(got, str) and d["string_id"]:
            return r.text(got)
        is_number = isinstance(got, (int, float)) and not isinstance(got, bool)
        if is_number and d["integer_id"] and is_whole(number) and abs(number) <= MAX_SAFE:
            return int(number)
        if d["bad_id"] == "ignore":
            self.is_ignored = True
            return UNSET
        if is_number and d["integer_id"]:
            r.path.append(name)
            read_integer(r, got, -MAX_SAFE, MAX_SAFE)
            raise _Stop
        self.wrong_at(name, d["expected_id"], got)
        return UNSET

    def _members(self) -> Reading:
        out: dict[str, Any] = {}
        for f in self.shell.fields(self.shape):
            got = yield read_field(self.r, f, self.value)
            self.check()
            if got is not MISSING:
                out[f["name"]] = got
        return out

    def _response(self) -> Reading:
        n, d = self.names, self.shell.dialect
        if n.ok:
            return (yield self._flagged())
        result, error = self.part(n.result), self.part(n.error)
        fails = error is not MISSING and (result is MISSING or d["both"] != "result")
        id = self._id(self.part(n.id), fails)
        if self.is_ignored:
            return None
        method = self._text(n.method) if self.shell.is_named and n.method else None
        if result is not MISSING and error is not MISSING:
            if d["both"] == "error":
                result = MISSING
            elif d["both"] == "result":
                error = MISSING
            else:
                self.wrong_at(n.error, f"no {quote(n.error)} beside {quote(n.result)}", error)
        if result is not MISSING:
            members = yield self._members()
            return Response(id=id, result=result, method=method, members=members)
        if error is not MISSING:
            made = yield self._error(error)
            self.check()
            members = yield self._members()
            return Failure(id=id, error=made, method=method, members=members)
        if d["neither"] == "ignore":
            self.is_ignored = True
            return None
        self.r.wrong(f"{quote(n.result)} or {quote(n.error)}", "neither")
        raise _Stop

    def _flagged(self) -> Reading:
        """Reads a response whose flag tells a result from an error."""
        n = self.names
        flag = self.part(n.ok)
        fails = flag is False
        id = self._id(self.part(n.id), fails)
        if self.is_ignored:
            return None
        method = self._text(n.method) if n.method else None
        if not isinstance(flag, bool):
            self.wrong_at(n.ok, "a boolean", flag)
        if fails:
            words = self._text(n.words) if self.has(n.words) else ""
            data = self.part(n.data)
            members = yield self._members()
            error = ErrorObject(code=0, message=words, data=None if data is MISSING else data)
            return Failure(id=id, error=error, method=method, members=members)
        result: Any = self.part(n.result)
        if result is MISSING:
            call = self.shell.by_side[EITHER].get(method or "")
            bare = call is not None and call.row.get("result_optional", False)
            result = UNSET
            if not bare:
                result = dict[str, Any]()
        members = yield self._members()
        return Response(id=id, result=result, method=method, members=members)

    def _error(self, value: Any) -> Reading:
        r, name = self.r, self.names.error
        if not is_object(value):
            self.r.fail_at(name, "an object", value)
            raise _Stop
        members = r.members(value)
        r.path.append(name)
        r.spend(FIELD * 4)
        code_at = members.get("code", MISSING)
        r.path.append("code")
        is_number = isinstance(code_at, (int, float)) and not isinstance(code_at, bool)
        code: Any = read_integer(r, code_at, -MAX_SAFE, MAX_SAFE) if is_number else None
        if not is_number:
            r.fail("an integer", code_at)
        r.path.pop()
        self.check()
        message: Any = members.get("message", MISSING)
        if not isinstance(message, str):
            self.wrong_at("message", "a string", message)
        out = ErrorObject(code=code, message=r.text(message))
        data = members.get("data")
        if data is not None:
            r.path.append("data")
            yield self._data(out, data)
            r.path.pop()
        r.path.pop()
        return out

    def _data(self, out: ErrorObject, value: Any) -> Reading:
        """Reads the data of an error at the current place."""
        shell, r = self.shell, self.r
        if shell.dialect["error_identity"] == "code":
            declared = shell.error_of(out.code)
            out.data = value if declared is None else (yield read_ref(r, declared["data"], value))
            return
        kind: Any = value.get("kind", MISSING) if is_object(value) else MISSING
        if is_object(value) and kind is MISSING:
            self.wrong_at("kind", "a string", MISSING)
        if not isinstance(kind, str):
            r.hides = r.hides or r.table.hides_some()
            if kind is MISSING:
                r.fail("an object", value)
                raise _Stop
            self.wrong_at("kind", "a string", kind)
        name = r.text(kind)
        declared, replaced = shell.error_called(name), False
        if declared is None and shell.dialect.get("error_fallback"):
            declared, replaced = shell.error_called(shell.dialect["error_fallback"]), True
        out.kind = name if declared is None else declared["name"]
        out.data = value if declared is None else (yield self._data_of(declared, value, replaced))

    def _data_of(self, declared: Row, value: dict[str, Any], replaced: bool) -> Reading:
        """Reads the data of an error with its kind, which the type of the data need not declare."""
        shell, r, ref = self.shell, self.r, declared["data"]
        if shell.is_struct(ref):
            if shell.declares_kind(ref):
                return (yield read_ref(r, ref, value))
            return (yield read_ref(r, ref, {k: v for k, v in value.items() if k != "kind"}))
        if not replaced:
            return value
        rest = {k: v for k, v in r.members(value).items() if k != "kind"}
        r.spend(FIELD)
        r.spend_entries(len(rest))
        return rest

    def _batch(self, value: Any) -> Reading:
        r, b = self.r, self.shell.dialect["batch"]
        if not is_array(value):
            r.fail("an array", value)
            raise _Stop
        items = value
        if not items or len(items) > b.get("max", 0) > 0:
            r.wrong(b["words"], array_of(len(items)))
            raise _Stop
        out: list[Any] = []
        seen: set[Any] = set()
        for i, item in enumerate(items):
            r.path.append(i)
            got = yield self.message(item)
            id = request_id(got)
            if b["unique_ids"] and id is not UNSET:
                if (type(id), id) in seen:
                    self.wrong_at("id", "a unique id", items[i]["id"])
                seen.add((type(id), id))
            r.path.pop()
            out.append(got)
        return out

    def _refused(self, code: int) -> Refused:
        """Returns what could be read of the message, which has a fault."""
        n, shape = self.names, self.shape
        got = self.part(n.method)
        method = self.r.text(got) if isinstance(got, str) else None
        if self.shell.shapes is None:
            if shape == "response":
                shape = shape if self.has("result") or self.has("error") else ""
            elif shape == "notification" and method is None:
                shape = ""
            elif shape == "request" and self.shell.dialect["notification_id"] == "ignore":
                call = self.shell.by_side[self.side].get(method or "")
                shape = "notification" if call is not None and call.notifies else shape
        id = self.part(n.id)
        if id is MISSING or shape == "notification":
            return Refused(code, shape, None, False, method)
        probe = MessageReader(self.shell, Reader(self.r.table, self.r.scrub))
        probe.names = n
        try:
            id = probe._id(id, False)
        except _Stop:
            probe.is_ignored = True
        return Refused(code, shape, None, False, method) if probe.is_ignored else Refused(code, shape, id, True, method)


def request_id(message: Any) -> Any:
    """Returns the id of a call; UNSET if it is none, or has none."""
    return getattr(message, "id", UNSET) if hasattr(message, "params") else UNSET


def _positions(path: str, given: list[str], here: str) -> str:
    """Returns a path with the index of a parameter instead of its name."""
    for i, name in enumerate(given):
        named = step(here, name)
        rest = path[len(named) :]
        if path.startswith(named) and (not rest or rest[0] in ".["):
            return step(here, i) + rest
    return path
