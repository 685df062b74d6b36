"""What the ends of connections need of a protocol, made of the rows once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .answers import result_ref
from .bindings import StructBinding, UnionBinding
from .error import WireError, short
from .message import ErrorObject, Failure, UnknownNotification, UnknownRequest
from .session_rules import EITHER, Parts, Rules, at
from .shell import Call as Declared
from .table import new
from .value import UNSET
from .write import find_case

if TYPE_CHECKING:
    from .protocol import Answer, Protocol
    from .session_rules import Act
    from .table import Row

_MANY_VERSIONS: Final = 1000  # a peer may name any
_PARTS: Final = re.compile(r"[.-]")
INTERNAL_ERROR: Final = -32603
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
_SIDES: Final = {"first": (0,), "second": (1,), "either": (0, 1)}
_ENDING: Final = ("settled_by", "cancelled_by", "timeout")
_TIMELY: Final = ("once_open", "once_in_session", "during", "not_during", "after")


class Item:
    """What an end sends: a request, an event or a notification."""

    def __init__(self, declared: Declared | None, method: str, kind: str, row: Row | None = None) -> None:
        self.declared = declared  # None if the method is not
        self.method = method
        self.kind = kind  # request, event or notification
        self.name: str = row["name"] if row else method
        self.tag: str | None = row["tag"] if row else None
        self.id: Sequence[str] = row.get("id", ()) if row else ()  # the path of the id in the params
        self.since: str | None = row.get("since") if row else None
        self.on_failure: Any = row.get("on_failure", UNSET) if row else UNSET
        self.acts: tuple[Act, ...] = ()
        self.cancel: Row | None = None
        self.resend: str | None = None  # when it may be sent again: handshake or always
        self.is_asked = False  # rules ask for its params
        self.free: tuple[int, ...] = ()  # the sides of which no rule says when they may send it
        self.is_answered_freely = False  # no rule says when its result may be sent
        self.may_end = False  # it may end without an answer
        self.params: Any = UNSET  # what rules see of the params, unless they ask for more
        self.id_name = ""  # the attribute of the event or the request that has the id
        self.wrap: Callable[[Any], Any] | None = None  # puts a body into the class of its variant

    @property
    def is_request(self) -> bool:
        """Whether it is answered."""
        return self.kind == "request"


class Ends:
    """The rows of a protocol as connections use them."""

    def __init__(self, protocol: Protocol) -> None:
        rows = protocol.table.rows
        self.protocol = protocol
        self.shell = protocol.shell
        self.rules = Rules(rows)
        row: Row = rows["connection"]
        self.version: str = row["version"]
        self._has: dict[tuple[str, str], bool] = {}
        self._is_semver: bool = row.get("semver", False)
        self.handshake: Row | None = row.get("handshake")
        self.greeting: str | None = self.handshake["method"] if self.handshake else None
        self.limits: Sequence[Row | None] = row.get("limits", (None, None))
        self.counter: str | None = row.get("counter")
        self.framing: Row = protocol.table.dialect["framing"]
        self.ignores_blank: bool = protocol.table.dialect["blank_lines"] != "error"
        batch: Row | None = protocol.table.dialect.get("batch")
        self.has_batches = batch is not None
        self.max_batch: int = batch.get("max", 0) if batch else 0
        self.has_former_names = any(
            "was" in f for t in protocol.table.types.values() if t.form == "struct" for f in t.body["fields"]
        )
        self._acts: list[Row] = rows["session"]["acts"]
        # What a side sends, by the kind and the name; and what carries an event or a request, by method and tag.
        self.sends: tuple[dict[str, Item], dict[str, Item]] = ({}, {})
        self.methods: dict[str, Item] = {}
        self.carried: dict[str, dict[Any, Item]] = {}
        self._add_methods(row.get("since", {}))
        self._add_carried(row.get("carried", ()))
        # The rows of the progress that the notifications of a method report.
        self.progress: dict[str, list[Row]] = {}
        for declared in self.shell.calls:
            for progress in declared.row.get("progress", ()):
                self.progress.setdefault(progress["method"], []).append(progress)
        self.cancels = {item.cancel["by"] for item in self.items() if item.cancel}
        self.needs_time = any(r.kind == "timeout" for a in self.rules.acts for r in a.rules) or (
            self.rules.per_minute > 0
        )

    def items(self) -> list[Item]:
        """Returns all that is declared."""
        return [*self.methods.values(), *(i for by_tag in self.carried.values() for i in by_tag.values())]

    def _add_methods(self, since: Mapping[str, str]) -> None:
        for declared in self.shell.calls:
            kind = "notification" if declared.notifies else "request"
            item = Item(declared, declared.method, kind)
            item.since = since.get(declared.method)
            self.methods[declared.method] = item
            act = self.rules.methods[declared.method]
            self._add_rules(item, (act,))
            for side in {"client": (0,), "agent": (1,)}.get(declared.row["from"], (0, 1)):
                self.sends[side].setdefault(f"{'request' if item.is_request else 'event'} {item.name}", item)

    def _add_carried(self, rows: Sequence[Row]) -> None:
        added: list[tuple[Item, Row]] = []
        for row in rows:
            item = Item(self.methods[row["method"]].declared, row["method"], row["kind"], row)
            by_tag = self.carried.setdefault(item.method, {})
            acts = self.rules.requests if item.is_request else self.rules.events
            act = acts[row["tag"]]
            self._add_rules(item, (self.rules.methods[item.method], act))
            item.params = {self.rules.tag: item.tag}
            item.wrap = self._wrapper(item)
            item.id_name = self._id_name(item)
            for tag, of in acts.items():
                if of is act:  # also older ones
                    by_tag.setdefault(tag, item)
            added.append((item, row))
        for item, row in reversed(added):  # the first counts
            for side in _SIDES[row["from"]]:
                self.sends[side][f"{item.kind} {item.name}"] = item

    def _add_rules(self, item: Item, acts: tuple[Act, ...]) -> None:
        own = acts[-1]
        item.acts = acts
        item.cancel = self._acts[own.index].get("cancel")
        for rule in own.rules:
            if rule.kind.startswith("resend_"):
                item.resend = rule.kind.removeprefix("resend_")
        item.may_end = own.has(*_ENDING)
        handshake = self.rules.handshake
        is_greeting = handshake is not None and handshake.act in acts
        is_early = handshake is not None and handshake.is_first
        if not is_early and not any(act.gate or act.has(*_TIMELY) for act in acts):
            item.free = tuple(side for side in (0, 1) if all(act.side in (side, EITHER) for act in acts))
        item.is_answered_freely = not is_greeting and not item.may_end and not any(act.before for act in acts)
        item.is_asked = any(
            any(rule.path for _, rule in act.settles)
            or any(rule.kind == "timeout" and rule.path for rule in act.rules)
            or is_greeting
            for act in acts
        )

    def _wrapper(self, item: Item) -> Callable[[Any], Any] | None:
        """Returns what makes a member of the union of a body, where that has a class around it."""
        assert item.declared is not None and item.declared.params is not None
        t = self.protocol.table.type_of(item.declared.params)
        if not isinstance(t.binding, UnionBinding):
            return None
        cls = t.wrappers[t.cases[item.tag]]
        if cls is None:
            return None
        has_value = t.body["cases"][t.cases[item.tag]]["body"]

        def wrap(body: Any) -> Any:
            if isinstance(body, cls):
                return body
            made = new(cls)
            if has_value:
                made.value = body
            return made

        return wrap

    def _id_name(self, item: Item) -> str:
        """Returns the attribute with the id in a struct that is the content of the envelope; empty where it is not so."""
        assert item.declared is not None and item.declared.params is not None and item.tag is not None
        t = self.protocol.table.type_of(item.declared.params)
        case = t.body["cases"][t.cases[item.tag]]
        if len(item.id) != 2 or item.wrap is not None or t.body["by"] != "content" or not case["body"]:
            return ""
        body = self.protocol.table.type_of(case["type"])
        if not isinstance(body.binding, StructBinding):
            return ""
        return next((body.binding.names[k] for k, f in enumerate(body.body["fields"]) if f["name"] == item.id[1]), "")

    def item_of(self, method: str, params: Any) -> Item | None:
        """Returns what a message with JSON params is; None if its method is undeclared."""
        by_tag = self.carried.get(method)
        if by_tag is not None and isinstance(params, dict):
            tag: Any = params.get(self.rules.tag)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            item = by_tag.get(tag) if isinstance(tag, (str, int)) else None
            if item is not None:
                return item
        return self.methods.get(method)

    def item_of_value(self, method: str, params: Any) -> Item | None:
        """Returns what a call of a method with typed params is."""
        item = self.methods.get(method)
        by_tag = self.carried.get(method)
        if item is None or by_tag is None:
            return item
        assert item.declared is not None and item.declared.params is not None
        t = self.protocol.table.type_of(item.declared.params)
        found = find_case(self.protocol.table, t, params) if t.form == "union" else None
        if found is None or found[0] < 0:
            return item
        return by_tag.get(t.body["cases"][found[0]]["tags"][0], item)

    def message(self, item: Item, id: Any, params: Any) -> Any:
        """Returns the message of a call; the id of a notification is UNSET."""
        if item.declared is None:
            if item.is_request:
                return UnknownRequest(id=id, method=item.method, params=params)
            return UnknownNotification(method=item.method, params=params)
        made: Any = new(item.declared.cls)
        if item.is_request:
            made.id = id
        made.params = params if item.declared.params is not None else None
        made.members = {}
        return made

    def parts(self, item: Item | None, method: str, id: Any, params: Any) -> Parts:
        """Returns what rules see of a call with JSON params, which they rarely ask for."""
        if item is not None and not item.is_asked:
            params = item.params
        return Parts(method, id, params)

    def id_at(self, params: Any, path: Sequence[str], ref: Row) -> tuple[Any, str]:
        """Returns the value in typed params that has the id of a request, and its attribute."""
        protocol = self.protocol
        t = protocol.table.type_of(ref)
        value = params
        for i, step in enumerate(path):
            if t.form == "union":
                found = find_case(protocol.table, t, value)
                if found is None or found[0] < 0:
                    break
                case = t.body["cases"][found[0]]
                value, t = found[1], protocol.table.type_of(case["type"])
                if step == self._content(ref):
                    continue
            if t.form != "struct" or not isinstance(t.binding, StructBinding):
                break
            at_field = next((k for k, f in enumerate(t.body["fields"]) if f["name"] == step), None)
            if at_field is None:
                break
            name = t.binding.names[at_field]
            if i == len(path) - 1:
                return value, name
            value, t = getattr(value, name), protocol.table.type_of(t.body["fields"][at_field]["type"])
        return None, ""

    def attribute(self, message: Any, key: str) -> str | None:
        """Returns the attribute of the params of a message that has a member; None if they are no struct with it."""
        declared = self.methods[message.method].declared
        if declared is None or declared.params is None:
            return None
        t = self.protocol.table.type_of(declared.params)
        if t.form != "struct" or not isinstance(t.binding, StructBinding):
            return None
        at_field = next((k for k, f in enumerate(t.body["fields"]) if f["name"] == key), None)
        return None if at_field is None else t.binding.names[at_field]

    def _content(self, ref: Row) -> str:
        """Returns the member of the envelope that has the body."""
        content: str = self.protocol.table.type_of(ref).body.get("content", "")
        return content

    def has(self, version: str, since: str) -> bool:
        """Reports whether a version has what is there since another one."""
        known = self._has.get((version, since))
        if known is None:
            known = self.compare(since, version) <= 0
            if len(self._has) < _MANY_VERSIONS:
                self._has[version, since] = known
        return known

    def compare(self, a: str, b: str) -> int:
        """Orders two versions of the protocol."""
        if not self._is_semver:
            return _order(_PARTS.split(a), _PARTS.split(b))
        a, b = (v.partition("+")[0] for v in (a, b))
        (x, _, xs), (y, _, ys) = (v.partition("-") for v in (a, b))
        order = _order(x.split("."), y.split("."))
        if order or not (xs or ys):
            return order
        if not (xs and ys):
            return 1 if ys else -1
        p, q = xs.split("."), ys.split(".")
        return _order(p[: len(q)], q[: len(p)]) or (len(p) > len(q)) - (len(p) < len(q))

    def default_result(self, request: Any) -> Any:
        """Returns what None stands for as the result of a request: an empty object, or the one value that there is."""
        ref = result_ref(self.protocol, request)
        declared = self.shell.by_class.get(request.__class__)
        if declared is not None and declared.row.get("result_optional"):
            return UNSET
        if ref is None:
            return {}
        t = self.protocol.table.type_of(ref)
        if ref.get("or_null") or "null" in t.reads:
            return None
        value: Any = t.row["literal"] if t.form == "literal" else {}
        try:
            return self.protocol.read_value(ref, value).value
        except WireError:
            return None

    def refusal(self, code: int, words: str) -> ErrorObject:
        """Returns the error of a request that is refused."""
        for row in self.protocol.table.dialect["refusals"]:
            if row["code"] == code:
                data: dict[str, Any] = {"kind": row["error"]} if row.get("kind") else {}
                if row.get("words"):
                    data[row["words"]] = words
                return ErrorObject(code=code, message=words, data=data or None)
        return ErrorObject(code=code, message=words)

    def undeclared(self, method: str) -> ErrorObject:
        """Returns the error of a request of an undeclared method."""
        return self.refusal(METHOD_NOT_FOUND, f"the method {short(method)} is not declared")

    def failure(self, id: Any, error: ErrorObject, method: str | None) -> Failure:
        """Returns the answer to a message that is refused."""
        return Failure(id=id, error=error, method=method or "" if self.shell.is_named else None)

    def failure_of(self, answer: Answer, method: str | None) -> Failure:
        """Returns the answer to a message that is refused."""
        error = ErrorObject(code=answer.code, message=answer.message, data=answer.data)
        return self.failure(answer.id, error, method)

    def declared_error(self, name: str, words: str) -> ErrorObject:
        """Returns the declared error of a name."""
        member = self.protocol.table.dialect.get("error_words")
        row = self.shell.error_called(name)
        if row is None:
            return self.refusal(INVALID_REQUEST, words)
        data: Any = None
        if member:
            data = {member: words}
            if row["data"] is not None:
                try:
                    data = self.protocol.read_value(row["data"], data).value
                    self.protocol.make_error(name, data, words)
                except WireError:  # it has other required members
                    return ErrorObject(code=row["code"], message=words)
        try:
            return self.protocol.make_error(name, data, words)
        except WireError:
            return ErrorObject(code=row["code"], message=words)

    def internal_error(self, words: str) -> ErrorObject:
        """Returns the internal error."""
        row = next((e for e in self.shell.errors if e["code"] == INTERNAL_ERROR), None)
        if row is not None and not row.get("local"):
            return self.declared_error(row["name"], words)
        return ErrorObject(code=INTERNAL_ERROR, message=words)

    def size_limit(self, side: int, params: Any, result: Any) -> int | None:
        """Returns what the handshake says of the length of messages to a side."""
        limit = self.limits[side]
        if limit is None:
            return None
        found = at(params if limit["in"] == "params" else result, tuple(limit["path"]))
        if isinstance(found, (int, float)) and not isinstance(found, bool):
            return int(found)
        default: int | None = limit.get("default")
        return default


def _order(xs: Sequence[str], ys: Sequence[str]) -> int:
    for i in range(max(len(xs), len(ys))):
        x, y = xs[i] if i < len(xs) else "0", ys[i] if i < len(ys) else "0"
        if x.isdecimal() and y.isdecimal():
            order = (int(x) > int(y)) - (int(x) < int(y))
        else:
            order = (x > y) - (x < y)
        if order:
            return order
    return 0

