"""The quick reader: a function for each type, made from its row when it is first needed.

It only accepts. At the first surprise it raises an exception, of any class, and the reader in `read.py`
decides what the value is; so a value without faults pays nothing for paths and words. The functions are made as
source, because that reads faster than closures: names in it are attributes that the bindings say and numbers
made here, and texts of the spec are literals.
"""

from __future__ import annotations

import base64
import copy
import itertools
from collections.abc import Callable, Mapping
from typing import Any, Final

from .bindings import StructBinding, TupleBinding
from .number import MAX_SAFE, Float
from .read import default
from .reader import BASE64, Reader, run
from .table import MISSING, Row, Table, Type, unset_is_null
from .union import as_case, as_unknown
from .value import UNSET

Read = Callable[[Any], Any]

BOUNDS: Final = {
    "at_least_one": ">= 1",
    "at_most_one": "<= 1",
    "exactly_one": "== 1",
}  # on how many fields of a group are present


class Surprise(Exception):
    """The value is not one that the quick reader or writer knows."""


_numbers: Final = itertools.count()  # each is used once, also if threads make functions at the same time


class Source:
    """Lines of a function, and the objects that they name."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.lines: list[str] = []
        self.names = names
        self.counts = False  # whether the function counts how deep it is, in n

    def add(self, indent: int, *lines: str) -> None:
        """Adds lines."""
        self.lines.extend(" " * indent + line for line in lines)

    def add_limits(self, n: int, table: Table, t: Type) -> None:
        """Adds lines that check the limits of x, a value of a type."""
        for limit in t.limits:
            if limit["of"] == "text":
                self.add(n, f"if {self.name(table.pattern(limit['pattern']).search)}(x) is None: raise Surprise")
                continue
            of = "x" if limit["of"] == "number" else "len(x)"
            if "min" in limit:
                self.add(n, f"if not {of} >= {limit['min']!r}: raise Surprise")
            if "max" in limit:
                self.add(n, f"if not {of} <= {limit['max']!r}: raise Surprise")

    def add_literal(self, n: int, t: Type) -> None:
        """Adds a line that checks that x is a literal."""
        want = t.row["literal"]
        self.add(n, f"if type(x) is not {type(want).__name__} or x != {want!r}: raise Surprise")

    def name(self, value: Any) -> str:
        """Returns a name for an object."""
        out = f"k{next(_numbers)}"
        self.names[out] = value
        return out

    def make(self, name: str, title: str) -> Any:
        """Returns the function of a name that the lines define. A profile shows its title."""
        exec(compile("\n".join(self.lines), f"<{title}>", "exec"), self.names)
        return self.names[name]


class QuickReader:
    """The functions of a protocol."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names: dict[str, Any] = {
            "Surprise": Surprise,
            "Float": Float,
            "M": MISSING,
            "UNSET": UNSET,
            "new": object.__new__,
            "b64decode": base64.b64decode,
            "deepcopy": copy.deepcopy,
        }
        self.made: dict[str, Read] = {}

    def of(self, key: str) -> Read:
        """Returns the function that reads a type."""
        got = self.made.get(key)
        if got is None:
            t = self.table.types[key]
            got = _unions[t.body["by"]](self, t) if t.form == "union" else self._make(t)
            self.made[key] = got
            self.names[f"r{t.index}"] = got
        return got

    def call(self, t: Type) -> str:
        """Returns the name of the function that reads a type, which is made when it is first called."""
        name = f"r{t.index}"
        self.names.setdefault(name, lambda v: self.of(t.key)(v))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
        return name

    def ref(self, ref: Row) -> Read:
        """Returns the function that reads what a reference names."""
        if not ref.get("or_null"):
            return self.of(ref["type"])
        inner = self.of(ref["type"])
        return lambda v: None if v is None else inner(v)

    def ref_later(self, ref: Row) -> Read:
        """Returns a function that reads what a reference names, which is made when it is first called."""
        return lambda v: self.ref(ref)(v)

    def _make(self, t: Type) -> Read:
        s = Source(self.names)
        name = f"r{t.index}"
        s.add(0, f"def {name}(x):")
        if t.form == "struct":
            self._struct(s, t)
        elif t.form == "tuple":
            self._tuple(s, t)
        else:
            self.emit(s, 1, t)
            s.add(1, "return x")
        made: Read = s.make(name, f"read {t.name}" if t.name else name)
        return made

    def value(self, s: Source, indent: int, ref: Row) -> None:
        """Adds lines that replace x, a JSON value, by the value of a reference."""
        t = self.table.type_of(ref)
        if ref.get("or_null") and not (t.form == "scalar" and t.body["name"] == "any"):
            s.add(indent, "if x is not None:")
            indent += 1
        if t.form in ("struct", "union", "tuple", "map", "list"):
            s.add(indent, f"x = {self.call(t)}(x)")
        else:
            self.emit(s, indent, t)

    def emit(self, s: Source, indent: int, t: Type) -> None:
        """Adds lines that replace x by the value of a type."""
        getattr(self, f"_{t.form}")(s, indent, t)

    def _scalar(self, s: Source, n: int, t: Type) -> None:
        row, name = t.body, t.body["name"]
        if name == "any":
            return
        if name == "object":
            s.add(n, "if type(x) is not dict: raise Surprise")
        elif name == "empty":
            s.add(n, "if type(x) is not dict: raise Surprise", "x = {}")
        elif name == "null":
            s.add(n, "if x is not None: raise Surprise")
        elif name == "bool":
            s.add(n, "if x is not True and x is not False: raise Surprise")
        elif name == "float":
            s.add(
                n,
                "if type(x) is not float:",
                " if type(x) is not int and type(x) is not Float: raise Surprise",
                " x = float(x)",
            )
            self._limits(s, n, t)
        elif row.get("integer") or "low" in row:
            low, high = int(row.get("low", row.get("min", 0))), int(row.get("high", row.get("max", 0)))
            s.add(n, f"if type(x) is not int or not {low} <= x <= {high}: raise Surprise")
            self._limits(s, n, t)
        else:
            s.add(n, "if type(x) is not str: raise Surprise")
            if name == "bytes":
                s.add(n, f"if len(x) % 4 or {s.name(BASE64.fullmatch)}(x) is None: raise Surprise")
            elif "text" in row:
                s.add(n, f"if {s.name(self.table.pattern(row['pattern']).search)}(x) is None: raise Surprise")
            self._limits(s, n, t)
            if name == "bytes":
                s.add(n, "x = b64decode(x)")
            elif name.endswith("-text"):
                s.add(n, "x = int(x)")

    def _limits(self, s: Source, n: int, t: Type) -> None:
        if t.checks == "all":
            s.add_limits(n, self.table, t)

    def _literal(self, s: Source, n: int, t: Type) -> None:
        s.add_literal(n, t)

    def _enum(self, s: Source, n: int, t: Type) -> None:
        row = t.body
        s.add(n, f"if type(x) is not {'int' if row.get('integer') else 'str'}: raise Surprise")
        other = row["other"]
        if other == "fallback":
            instead = int(row["fallback"]) if row.get("integer") else row["fallback"]
            s.add(n, f"x = {s.name(t.values)}.get(x, {instead!r})")
        elif other == "keep":
            if row.get("integer"):
                s.add(n, f"if not {-MAX_SAFE} <= x <= {MAX_SAFE}: raise Surprise")
            elif row.get("older"):
                s.add(n, f"x = {s.name(t.values)}.get(x, x)")
        else:
            s.add(n, f"x = {s.name(t.values)}[x]")

    def _list(self, s: Source, n: int, t: Type) -> None:
        s.add(n, "if type(x) is not list: raise Surprise")
        self._limits(s, n, t)
        elem = t.row["elem"]
        of = self.table.type_of(elem)
        if of.form in ("struct", "union", "tuple", "map", "list") and not elem.get("or_null"):
            s.add(n, f"x = [{self.call(of)}(i) for i in x]")
            return
        s.add(n, "out = []", "for x in x:")
        self.value(s, n + 1, elem)
        s.add(n + 1, "out.append(x)")
        s.add(n, "x = out")

    def _map(self, s: Source, n: int, t: Type) -> None:
        s.add(n, "if type(x) is not dict: raise Surprise")
        keys = t.row.get("keys")
        if keys is not None and (keys["other"] != "keep" or keys.get("older")):
            s.add(n, f"if not x.keys() <= {s.name(set(keys['values']))}: raise Surprise")
        s.add(n, "out = {}", "for k, x in x.items():")
        self.value(s, n + 1, t.row["elem"])
        s.add(n + 1, "out[k] = x")
        s.add(n, "x = out")

    def _tuple(self, s: Source, t: Type) -> None:
        items, least = t.body["items"], t.body["least"]
        s.add(1, f"if type(x) is not list or not {least} <= len(x) <= {len(items)}: raise Surprise", "d = x")
        binding = t.binding if isinstance(t.binding, TupleBinding) else None
        s.add(1, "n = len(d)", "out = []" if binding is None else f"o = new({s.name(binding.cls)})")
        for i, ref in enumerate(items):
            n = 1
            if i >= least:
                s.add(1, f"if n > {i}:")
                n = 2
            s.add(n, f"x = d[{i}]")
            self.value(s, n, ref)
            s.add(n, "out.append(x)" if binding is None else f"o.{_identifier(binding.names[i])} = x")
            if i >= least and binding is not None:
                is_null = ref.get("or_null") or "null" in self.table.type_of(ref).reads
                s.add(1, f"else: o.{binding.names[i]} = {'UNSET' if is_null else 'None'}")
        s.add(1, "return tuple(out)" if binding is None else "return o")

    def _struct(self, s: Source, t: Type) -> None:
        binding = t.binding
        assert isinstance(binding, StructBinding), f"the struct {t.name} has no class"
        s.add(1, "if type(x) is not dict: raise Surprise", "d = x", "get = d.get", f"o = new({s.name(binding.cls)})")
        body = t.body
        counts = body["extra"] != "ignore" or "extensions" in body
        if counts:
            s.add(1, "n = 0")
        for tag in t.tags:
            s.add(1, f"x = get({tag.key!r}, M)")
            n = 1
            if tag.implied:
                s.add(1, "if x is not M:")
                n = 2
            if len(tag.values) == 1 and isinstance(tag.values[0], str):
                s.add(n, f"if x != {tag.values[0]!r}: raise Surprise")
            else:
                kind = type(tag.values[0]).__name__
                s.add(n, f"if type(x) is not {kind} or x not in {tag.values!r}: raise Surprise")
            if counts:
                s.add(n, "n += 1")
            if tag.attribute is not None:
                absent = tag.values[0] if tag.written == "always" else None
                x = f"{absent!r} if x is M else x" if tag.implied else "x"
                s.add(1, f"o.{_identifier(tag.attribute)} = {x if tag.written != 'never' else None}")
        for f, name in zip(body["fields"], binding.names, strict=True):
            self._field(s, f, _identifier(name), counts)
        for g in body.get("groups", ()):
            self._group(s, g, body["fields"])
        self._extra(s, t, binding, counts)
        s.add(1, "return o")

    def _field(self, s: Source, f: Row, name: str, counts: bool) -> None:
        key, was = f["name"], f.get("was", ())
        nothing = "None" if unset_is_null(f) else "UNSET"
        if f["absent"] == "refuse" and not was and not counts:
            s.add(1, f"x = d[{key!r}]")
            self.value(s, 1, f["type"])
        else:
            s.add(1, f"x = get({key!r}, M)")
            for old in was:
                s.add(1, f"if x is M: x = get({old!r}, M)" if not counts else f"if {old!r} in d: raise Surprise")
            is_null = f["null"] in ("unset", "as_absent")
            s.add(1, "if x is M or x is None:" if is_null else "if x is M:")
            if counts and is_null:
                s.add(2, "if x is None: n += 1")
            if f["absent"] == "default":
                s.add(2, f"x = {self._default(s, f)}")
            else:
                s.add(2, "raise Surprise" if f["absent"] == "refuse" else f"x = {nothing}")
            s.add(1, "else:")
            if counts:
                s.add(2, "n += 1")
            s.add(2, "pass")
            self.value(s, 2, f["type"])
        s.add(1, f"o.{name} = x")

    def _default(self, s: Source, f: Row) -> str:
        value = run(default(Reader(self.table), f))
        if value is None or isinstance(value, (str, int, float, bool, bytes)):
            return repr(value) if not isinstance(value, Float) else s.name(value)
        if value in ([], {}):
            return repr(value)
        return f"deepcopy({s.name(value)})"

    def _group(self, s: Source, g: Row, fields: list[Row]) -> None:
        of = {f["name"]: f for f in fields}
        present: list[str] = []
        for key in g["fields"]:
            f = of[key]
            if f.get("was") or f["on_error"] != "refuse":
                s.add(1, "raise Surprise")
                return
            present.append(f"({key!r} in d)" if f["null"] == "value" else f"(get({key!r}) is not None)")
        s.add(1, f"if not {' + '.join(present)} {BOUNDS[g['rule']]}: raise Surprise")

    def _extra(self, s: Source, t: Type, binding: StructBinding, counts: bool) -> None:
        if not counts:
            return
        s.add(1, "if len(d) != n:")
        mode = t.body["extra"]
        if mode == "keep":
            s.add(2, f"e = {{k: d[k] for k in sorted(d) if k not in {s.name(t.known)}}}")
        elif mode == "ignore":
            prefixes = tuple(t.body["extensions"]["prefixes"])
            declared = t.known | set(t.body["extensions"].get("declared", ()))
            s.add(
                2, f"e = {{k: d[k] for k in sorted(d) if k.startswith({prefixes!r}) and k not in {s.name(declared)}}}"
            )
        elif mode == "typed":
            read = s.name(self.ref_later(t.body["extra_type"]))
            s.add(2, f"e = {{k: {read}(d[k]) for k in sorted(d) if k not in {s.name(t.known)}}}")
        else:
            s.add(2, "raise Surprise")
        s.add(1, "else: e = {}")
        if binding.extra is not None:
            s.add(1, f"o.{_identifier(binding.extra)} = e")


def _identifier(name: str) -> str:
    assert name.isidentifier(), f"{name!r} is no attribute"
    return name


def _wrapped(q: QuickReader, t: Type, i: int) -> Read:
    """Returns the function that reads the body of a case as its value."""
    case = t.body["cases"][i]
    if not case["body"]:
        return lambda v: as_case(t, i, None)
    inner = q.ref(case["type"])
    cls = t.wrappers[i]
    if cls is None:
        return inner

    def read(v: Any) -> Any:
        made = object.__new__(cls)
        made.value = inner(v)
        return made

    return read


class _Cases(dict[Any, Read]):
    """The functions of the cases of a union by tag, each made when it is first needed."""

    def __init__(self, q: QuickReader, t: Type) -> None:
        super().__init__()
        self.q = q
        self.t = t

    def __missing__(self, tag: Any) -> Read:
        t, u = self.t, self.t.body
        i = t.cases.get(tag)
        if i is not None:
            self[tag] = made = _wrapped(self.q, t, i)
            return made
        if u["unknown"] != "keep" or not isinstance(tag, str) or tag in u.get("foreign", ()) or t.around:
            raise Surprise
        return lambda v: as_unknown(t, tag, v)


def _by_tag(q: QuickReader, t: Type) -> Read:
    key, kind = t.body["key"], {"string": str, "integer": int, "boolean": bool}[t.body["tag_kind"]]
    cases = _Cases(q, t)
    default = t.default

    def read(v: Any) -> Any:
        tag = v.get(key, MISSING)
        if type(tag) is not kind or type(v) is not dict:
            if tag is not MISSING or default is None:
                raise Surprise
            f = cases.get(MISSING)
            if f is None:
                f = cases[MISSING] = _wrapped(q, t, default)
            return f(v)
        return cases[tag](v)

    return read


def _by_content(q: QuickReader, t: Type) -> Read:
    key, kind, content = (
        t.body["key"],
        {"string": str, "integer": int, "boolean": bool}[t.body["tag_kind"]],
        t.body["content"],
    )
    cases = _Cases(q, t)
    bodied = {tag for tag, i in t.cases.items() if t.body["cases"][i]["body"]}

    def read(v: Any) -> Any:
        tag = v[key]
        if type(tag) is not kind or type(v) is not dict:
            raise Surprise
        return cases[tag](v[content] if tag in bodied else v)

    return read


def _by_name(q: QuickReader, t: Type) -> Read:
    cases = _Cases(q, t)
    bodied = {tag: t.body["cases"][i]["body"] for tag, i in t.cases.items()}

    def read(v: Any) -> Any:
        if type(v) is str:
            if bodied.get(v):
                raise Surprise
            return cases[v](v)
        if type(v) is not dict or len(v) != 1:  # pyright: ignore[reportUnknownArgumentType]
            raise Surprise
        ((tag, body),) = v.items()  # pyright: ignore[reportUnknownVariableType]
        is_bodied = bodied.get(tag)
        if is_bodied is False:
            raise Surprise
        return cases[tag](body if is_bodied else v)

    return read


def _by_kind(q: QuickReader, t: Type) -> Read:
    kinds: dict[type, Read] = {}
    of: Mapping[str, tuple[type, ...]] = {
        "null": (type(None),),
        "boolean": (bool,),
        "number": (int, float, Float),
        "string": (str,),
        "array": (list,),
        "object": (dict,),
    }
    pending: dict[type, int] = {}
    rows: list[Row] = t.body["cases"]
    for i, case in reversed(tuple(enumerate(rows))):
        pending.update({p: i for kind in case["kinds"] for p in of[kind]})

    def read(v: Any) -> Any:
        kind = type(v)  # pyright: ignore[reportUnknownVariableType]
        f = kinds.get(kind)  # pyright: ignore[reportUnknownArgumentType]
        if f is None:
            f = kinds[kind] = _wrapped(q, t, pending[kind])
        return f(v)

    return read


def _by_key(q: QuickReader, t: Type) -> Read:
    cases = t.body["cases"]
    made: dict[int, Read] = {}

    def read(v: Any) -> Any:
        if type(v) is not dict:
            raise Surprise
        for i, case in enumerate(cases):
            if not case.get("key") or case["key"] in v:
                f = made.get(i)
                if f is None:
                    f = made[i] = _wrapped(q, t, i)
                return f(v)
        raise Surprise

    return read


def _by_order(q: QuickReader, t: Type) -> Read:
    """Tries only the first variant of the kind of a value: another one may be refused, or only not be known here."""
    return _by_kind(q, t)


_unions: Final[Mapping[str, Callable[[QuickReader, Type], Read]]] = {
    "tag": _by_tag,
    "content": _by_content,
    "name": _by_name,
    "kind": _by_kind,
    "key": _by_key,
    "order": _by_order,
}
