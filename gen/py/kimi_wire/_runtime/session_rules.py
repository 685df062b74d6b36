"""The rules of sessions, made of the rows once for all sessions of a protocol, and the parts of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .error import any_of, quote
from .number import print_number
from .table import is_array, is_object
from .value import UNSET

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .table import Row

# The sides of a session: of the first role, of the second one, and both, or one that is unknown.
FIRST: Final = 0
SECOND: Final = 1
EITHER: Final = 2
_SIDES: Final = {"first": FIRST, "second": SECOND, "either": EITHER}

Path = tuple[str, ...]


class ErrorIdentity(NamedTuple):
    """What tells the error of a response from others: its code, or the kind in its data."""

    code: Any = None
    kind: Any = None


class Parts(NamedTuple):
    """The parts of a message as JSON values. A response has no method; an id of None is none."""

    method: str | None = None
    id: Any = None
    params: Any = UNSET
    result: Any = UNSET
    error: ErrorIdentity | None = None


class Gate:
    """What both sides must agree on before some messages may be sent."""

    def __init__(self, row: Row) -> None:
        self.name: str = row["name"]
        self.kind: str = row["kind"]
        self.side = _SIDES[row.get("side", "first")]
        self.path: Path = tuple(row.get("path", ()))
        self.feature: str = row.get("feature", "")
        self.method: str = row.get("method", "")
        self.default: bool = row.get("default", False)


class Rule:
    """A rule of an act, about others."""

    def __init__(self, row: Row, acts: tuple[Act, ...]) -> None:
        self.kind: str = row["is"]
        self.acts = acts
        self.path: Path = tuple(row.get("path", ()))
        self.seconds: float = row.get("seconds", 0)
        self.error: str = row.get("error", "")
        self.enforced: str = row["enforced"]


class Act:
    """Something that a message does: a method, an event or a request. One of a method that carries these is two."""

    def __init__(self, index: int, row: Row, gates: Mapping[str, Gate]) -> None:
        self.index = index
        self.name: str = row["name"]
        self.kind: str = row["kind"]
        self.side = _SIDES[row["from"]]
        self.is_request: bool = row.get("request", False)
        self.has_events: bool = row.get("events", False)
        self.has_requests: bool = row.get("asks", False)
        self.errors: tuple[str, ...] = tuple(row.get("errors", ()))
        self.gate = gates.get(row.get("gate", ""))
        self.words = f'"{self.name}"'
        # These need all acts.
        self.is_inert = False
        self.rules: tuple[Rule, ...] = ()
        self.ends = False  # a message of it ends the session
        self.before: list[tuple[Act, Rule]] = []  # what comes before a result of this act
        self.settles: list[tuple[Act, Rule]] = []  # what this act settles or cancels

    def has(self, *kinds: str) -> bool:
        """Reports whether the act has a rule of one of some kinds."""
        return any(rule.kind in kinds for rule in self.rules)


class Handshake:
    """The first exchange of a session."""

    def __init__(self, row: Row, act: Act) -> None:
        self.act = act
        self.is_first: bool = row.get("first", False)
        self.early: str = row.get("early", "")
        self.offered: Path = tuple(row.get("offered", ()))
        self.chosen: Path = tuple(row.get("chosen", ()))
        self.versions: Path = tuple(row.get("versions", ()))
        self.version: Path = tuple(row.get("version", ()))
        self.none: str = row.get("none", "")


class ErrorRule:
    """A declared error. A standard or a general one may answer any request; a local one is never sent."""

    def __init__(self, row: Row) -> None:
        self.name: str = row["name"]
        self.is_any: bool = row.get("standard", False) or row.get("general", False)
        self.is_standard: bool = row.get("standard", False)
        self.is_local: bool = row.get("local", False)


class Rules:
    """The rules of the sessions of a protocol. Machines share and do not change them."""

    def __init__(self, rows: Row) -> None:
        """Takes all rows of a spec that has methods."""
        session: Row = rows["session"]
        self.roles: tuple[str, str] = tuple(session["roles"])
        self.gates = [Gate(row) for row in session.get("gates", ())]
        gates = {gate.name: gate for gate in self.gates}
        self.acts = [Act(i, row, gates) for i, row in enumerate(session["acts"])]
        self._by_kind = {kind: _by_name(self.acts, session["acts"], kind) for kind in ("method", "event", "request")}
        self.methods, self.events, self.requests = self._by_kind.values()
        self.today = {act.name: act for act in self.acts}
        self.tag: str = session.get("tag", "")
        greeting: Row | None = session.get("handshake")
        self.handshake = Handshake(greeting, self.methods[greeting["method"]]) if greeting else None
        self.replays: list[Act] = []
        for act, row in zip(self.acts, session["acts"]):
            self._add_rules(act, row.get("rules", ()))
        self._find_inert()
        errors = [(row, ErrorRule(row)) for row in session.get("errors", ())]
        self.errors = {error.name: error for _, error in errors}
        self.has_kinds: bool = session.get("by_kind", False)
        self._codes = {row["code"]: error for row, error in reversed(errors)}
        rate: Row = session.get("rate", {})
        self.per_minute: int = rate.get("per_minute", 0)
        self.rate_error: str = rate.get("error", "")
        self._shapes = _Shapes(rows["dialect"].get("shapes"))

    def _add_rules(self, act: Act, rows: Iterable[Row]) -> None:
        act.rules = tuple(Rule(row, tuple(self._called(name) for name in row.get("acts", ()))) for row in rows)
        act.ends = act.has("ends")
        for rule in act.rules:
            if rule.kind == "ordered_before":
                for of in rule.acts:
                    of.before.append((act, rule))
            elif rule.kind in ("settled_by", "cancelled_by"):
                rule.acts[0].settles.append((act, rule))
            elif rule.kind == "replay":
                self.replays.append(act)

    def _find_inert(self) -> None:
        """Finds the acts of which no rule and no gate says anything, or asks whether they were sent."""
        if self.handshake is not None and self.handshake.is_first:
            return
        asked = {of for act in self.acts for rule in act.rules for of in rule.acts}
        subscribing = {gate.method for gate in self.gates}
        for act in self.acts:
            act.is_inert = not (act.rules or act.gate or act.before or act.settles or act in asked or act.name in subscribing)

    def _called(self, name: str) -> Act:
        """Returns the act that a rule names by its name of today, after its kind where several have it."""
        act = self.today.get(name)
        if act is None:
            kind, _, name = name.partition(" ")
            act = self._by_kind[kind][name]
        return act

    def error_of(self, identity: ErrorIdentity | None) -> ErrorRule | None:
        """Returns the declaration of an error."""
        if identity is None:
            return None
        if self.has_kinds:
            return self.errors.get(identity.kind) if isinstance(identity.kind, str) else None
        code = id_key(identity.code)
        return None if code is None else self._codes.get(code)

    def parts_of(self, message: Any) -> Parts:
        """Returns the parts of a message, which may be one that readers refuse."""
        return self._shapes.parts_of(message) if is_object(message) else Parts()


def _by_name(acts: Sequence[Act], rows: Sequence[Row], kind: str) -> dict[str, Act]:
    """Returns the acts of a kind by their names, and by older ones unless these are taken."""
    out: dict[str, Act] = {}
    for act, row in zip(acts, rows):
        if act.kind == kind:
            out[act.name] = act
            for older in row.get("was", ()):
                out.setdefault(older, act)
    return out


class _Shapes:
    """What the parts of messages are called."""

    _PLAIN: Final = {name: name for name in ("id", "method", "params", "result", "error")}

    def __init__(self, row: Row | None) -> None:
        names = row.get("names") if row else None
        self.tag: str | None = None
        self.names: dict[Any, Mapping[str, str]] = {None: self._PLAIN}
        if row and names:
            self.tag = row["key"]
            shapes = ("request", "notification", "response")
            self.names = {row[shape]: n for shape, n in zip(shapes, names)}
            response = row["response"]  # whose method says nothing of the session
            self.names[response] = {role: name for role, name in self.names[response].items() if role != "method"}

    def parts_of(self, message: dict[str, Any]) -> Parts:
        tag = None if self.tag is None else message.get(self.tag)
        names = self.names.get(tag) if tag is None or isinstance(tag, str) else None
        if names is None:
            return Parts()

        def part(role: str) -> Any:
            name = names.get(role)
            return message.get(name, UNSET) if name else UNSET

        id, params, result = part("id"), part("params"), part("result")
        if id is UNSET:
            id = None
        method = part("method")
        if isinstance(method, str):
            return Parts(method, id, params, result)
        if method is not UNSET:
            return Parts()
        if part("ok") is False:
            return Parts(None, id, params, UNSET, ErrorIdentity())
        error = part("error")
        if error is UNSET:
            return Parts(None, id, params, result)
        return Parts(None, id, params, result, ErrorIdentity(at(error, ("code",)), at(error, ("data", "kind"))))


def at(value: Any, path: Path) -> Any:
    """Returns the value at a path of members and of the positions of items; UNSET if there is none."""
    for step in path:
        if is_object(value):
            value = value.get(step, UNSET)
        elif is_array(value) and step.isdecimal() and step.isascii() and int(step) < len(value):
            value = value[int(step)]
        else:
            return UNSET
    return value


def id_key(value: Any) -> str | float | None:
    """Returns what tells an id from others; None if a value is none."""
    if isinstance(value, (str, float, int)) and not isinstance(value, bool):
        return value
    return None


def id_words(key: str | float) -> str:
    """Returns the text of an id."""
    return quote(key) if isinstance(key, str) else print_number(key)


def names_of(acts: Sequence[Act]) -> str:
    """Returns words for acts of which there is at least one."""
    return any_of([act.words for act in acts])
