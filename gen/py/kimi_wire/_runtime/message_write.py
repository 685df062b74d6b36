"""The writer of messages."""

from __future__ import annotations

from typing import Any

from .error import array_of, quote, well_formed
from .message import ErrorObject, Failure, IgnoredMessage, Notification, Request, Response
from .message_read import request_id
from .number import MAX_SAFE, is_whole
from .quick_write import QuickWriter, is_sound
from .read import takes_null
from .shell import Call, Shell
from .table import MISSING, Row, is_items
from .value import UNSET
from .write import finish, write_field, write_member
from .writer import Text, Writer, Writing, enclosed, is_number, member, whole, write_kept


def write_message(shell: Shell, message: Any, quick: QuickWriter | None = None) -> str:
    """Returns the text of a message, or raises a WireError."""
    w = Writer(shell.table)
    return finish(w, _MessageWriter(shell, w, quick).message(message, 0))


def write_batch(shell: Shell, messages: Any) -> str:
    """Returns the text of several messages in one array, or raises a WireError."""
    w = Writer(shell.table)
    batch = shell.dialect["batch"]
    if not is_items(messages):
        w.fail("an array", messages)
        return ""
    if not messages or len(messages) > batch.get("max", 0) > 0:
        w.wrong(batch["words"], array_of(len(messages)))
    texts: list[str] = []
    seen: set[Any] = set()
    for i, message in enumerate(messages):
        w.path.append(i)
        texts.append(finish(w, _MessageWriter(shell, w).message(message, 1)))
        id = request_id(message)
        if batch["unique_ids"] and id is not UNSET:
            if (type(id), id) in seen:
                w.fail_at("id", "a unique id", id)
            seen.add((type(id), id))
        w.path.pop()
    return f"[{','.join(texts)}]"


class _MessageWriter:
    def __init__(self, shell: Shell, w: Writer, quick: QuickWriter | None = None) -> None:
        self.shell = shell
        self.quick = quick  # for params
        self.w = w
        self.texts: dict[str, Text] = {}

    def message(self, message: Any, depth: int) -> Writing:
        """Writes a message in the order of the dialect."""
        shell, w = self.shell, self.w
        if isinstance(message, IgnoredMessage):
            w.wrong("a message that can be sent", "an ignored message")
        answer: Response | Failure | None = None
        if isinstance(message, Request):
            shape = "request"
        elif isinstance(message, Notification):
            shape = "notification"
        elif isinstance(message, (Response, Failure)):
            shape, answer = "response", message
        else:
            w.fail_class("an object", "a message", message)
            return ""
        texts = self.texts
        if shell.shapes is not None:
            texts[shell.shapes["key"]] = quote(shell.shapes[shape])
        if shell.dialect["write_jsonrpc"]:
            texts["jsonrpc"] = quote(shell.dialect["jsonrpc"])
        if answer is not None:
            yield self._answer(answer, depth)
        else:
            yield self._call(message, shape, depth)
        members: dict[str, Any] = message.members
        for f in shell.fields(shape):
            text = yield write_field(w, f, members.get(f["name"], UNSET), depth)
            if text is not None:
                texts[f["name"]] = text
        return enclosed("{", [member(quote(k), texts[k]) for k in shell.order(shape) if k in texts], "}")

    def _call(self, message: Any, shape: str, depth: int) -> Writing:
        shell, n = self.shell, self.shell.names[shape]
        call = shell.by_class.get(message.__class__)
        method = call.method if call else message.method
        if not isinstance(method, str):
            self.w.fail_at(n.method, "a string", method)
        self.texts[n.method] = quote(call.method if call else method)
        id = getattr(message, "id", UNSET)
        if shape == "request" or (id is not UNSET and call is None):
            self.texts[n.id] = self._id(n.id, id, False) or ""
        params = message.params
        if call is None:
            if params is not UNSET:
                self.texts[n.params] = yield self._kept(n.params, params, depth + 1)
        else:
            yield self._params(call, n.params, params, depth)

    def _params(self, call: Call, name: str, params: Any, depth: int) -> Writing:
        if call.params is None:
            return
        is_null = takes_null(self.w, call.params)
        if params is UNSET or (params is None and not is_null):
            if call.presence == "optional":
                return
            params = MISSING
        if params is MISSING:
            self.w.fail_at(name, call.row["params_expected"], MISSING)
        if self.quick is not None:
            try:
                text = self.quick.ref(call.params)(params)
                if is_sound(text):
                    self.texts[name] = text
                    return
            except Exception:  # a surprise of any kind; what it is, the other writer says
                pass
        self.texts[name] = yield write_member(self.w, name, call.params, params, depth + 1)

    def _kept(self, name: str, value: Any, depth: int) -> Writing:
        self.w.path.append(name)
        text = yield write_kept(self.w, value, depth)
        self.w.path.pop()
        return text

    def _id(self, name: str, id: Any, fails: bool) -> str | None:
        number: Any = id
        d, w = self.shell.dialect, self.w
        if fails and id is UNSET and d["no_id_on_error"]:
            return "null" if d["null_id_on_error"] else None
        if fails and id is None and d["null_id_on_error"]:
            return "null"
        if isinstance(id, str) and d["string_id"]:
            return quote(well_formed(id))
        if is_number(id) and d["integer_id"]:
            if is_whole(number) and abs(number) <= MAX_SAFE:
                return str(int(number))
            w.fail_at(name, f"an integer from {-MAX_SAFE} to {MAX_SAFE}" if is_whole(number) else "an integer", id)
        w.fail_at(name, d["expected_id"], MISSING if id is UNSET else id)
        return None

    def _answer(self, message: Response | Failure, depth: int) -> Writing:
        shell, n, texts = self.shell, self.shell.names["response"], self.texts
        id = self._id(n.id, message.id, isinstance(message, Failure))
        if id is not None:
            texts[n.id] = id
        if shell.is_named and n.method:
            if not isinstance(message.method, str):
                self.w.fail_at(n.method, "a string", MISSING if message.method is None else message.method)
            texts[n.method] = quote(message.method or "")
        if n.ok:
            texts[n.ok] = "true" if isinstance(message, Response) else "false"
        if isinstance(message, Response):
            if message.result is not UNSET:
                texts[n.result] = yield self._kept(n.result, message.result, depth + 1)
            elif not n.ok:
                self.w.wrong(f"{quote(n.result)} or {quote(n.error)}", "neither")
        elif n.ok:
            if not isinstance(message.error.message, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                self.w.fail_at(n.words, "a string", message.error.message)
            texts[n.words] = quote(message.error.message)
            if message.error.data is not None:
                texts[n.data] = yield self._kept(n.data, message.error.data, depth + 1)
        else:
            self.w.path.append(n.error)
            texts[n.error] = yield self._error(message.error, depth + 1)
            self.w.path.pop()

    def _error(self, error: ErrorObject, depth: int) -> Writing:
        w = self.w
        code: Any = error.code
        if not is_number(code) or not is_whole(code):
            w.fail_at("code", "an integer", code)
        if abs(code) > MAX_SAFE:
            w.fail_at("code", f"an integer from {-MAX_SAFE} to {MAX_SAFE}", code)
        if not isinstance(error.message, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            w.fail_at("message", "a string", error.message)
        parts: list[Text] = [f'"code":{int(code)}', f'"message":{quote(error.message)}']
        w.path.append("data")
        data = yield self._data(error, depth + 1)
        w.path.pop()
        if data is None and self.shell.dialect["error_data"] == "null":
            data = "null"
        if data is not None:
            parts.append(member('"data"', data))
        return enclosed("{", parts, "}")

    def _data(self, error: ErrorObject, depth: int) -> Writing:
        shell, w = self.shell, self.w
        data = error.data
        if shell.dialect["error_identity"] == "code":
            declared = shell.error_of(error.code)
            if data is None:
                return None
            if declared is None:
                return (yield write_kept(w, data, depth))
            return (yield self._typed(declared["data"], data, depth))
        if data is None and error.kind is None:
            return None
        declared = None if error.kind is None else shell.error_called(error.kind)
        if declared is not None and shell.is_struct(declared["data"]) and not shell.declares_kind(declared["data"]):
            text = yield self._typed(declared["data"], data, depth)
            return _with_kind(error.kind, text)
        if declared is not None and shell.is_struct(declared["data"]):
            return (yield self._typed(declared["data"], data, depth))
        text = yield write_kept(w, {} if data is None else data, depth)
        if error.kind is not None and (data is None or (isinstance(data, dict) and "kind" not in data)):
            return _with_kind(error.kind, text)
        return text

    def _typed(self, ref: Row, data: Any, depth: int) -> Writing:
        from .write import write_ref

        return (yield write_ref(self.w, ref, data, depth))


def _with_kind(kind: str | None, object_text: Text) -> str:
    """Returns the text of an object with the member kind before its others."""
    head, text = f'{{"kind":{quote(kind or "")}', whole(object_text)
    return f"{head}}}" if text == "{}" else f"{head},{text[1:]}"
