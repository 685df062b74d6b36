"""The quick writer: a function for each type that returns the text of a value, made as the quick reader is.

It raises an exception of any class at the first surprise, and the writer in `write.py` decides. It also leaves
values that are deep to that: each level here copies the text of what is in it.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, Final

from .bindings import StructBinding, TupleBinding, UnionBinding
from .error import quote, well_formed
from .number import MAX_SAFE, Float, print_float, written
from .quick import BOUNDS, Source, Surprise
from .table import Row, Table, Tag, Type, unset_is_null
from .text import MAX_DEPTH
from .value import UNSET
from .write import is_default

Write = Callable[..., str]  # of a value, and for a type that contains itself of how deep in such types it is

_DEEP: Final = 64
_LARGE: Final = 1 << 16


def print_finite(value: Any) -> str:
    """Prints a number of the type float."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    if kind is int:
        if -MAX_SAFE <= value <= MAX_SAFE:
            return str(value)
        raise Surprise
    if (kind is not float and kind is not Float) or value - value != 0:
        raise Surprise
    return print_float(value)


class _Large(Exception):
    """A part of kept content is so large that it must not be copied again on each level around it."""


def print_kept(value: Any) -> str:
    """Prints kept content."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    try:
        if kind is dict:
            return "{" + ",".join([encode_basestring(k) + ":" + _print_part(v) for k, v in value.items()]) + "}"
        if kind is list:
            return "[" + ",".join([_print_part(v) for v in value]) + "]"
    except _Large:
        out: list[str] = []
        _put_kept(value, out.append)
        return "".join(out)
    return _print_part(value)


def _print_part(value: Any) -> str:
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    if kind is str:
        return encode_basestring(value)
    if kind is int:
        return str(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is dict:
        out = "{" + ",".join([encode_basestring(k) + ":" + _print_part(v) for k, v in value.items()]) + "}"
    elif kind is list:
        out = "[" + ",".join([_print_part(v) for v in value]) + "]"
    elif (kind is not float and kind is not Float) or value - value != 0:
        raise Surprise
    else:
        return written(value)
    if len(out) > _LARGE:
        raise _Large
    return out


def _put_kept(value: Any, put: Callable[[str], object]) -> None:
    """Prints kept content in parts."""
    kind = type(value)  # pyright: ignore[reportUnknownVariableType]
    if kind is dict and value:
        before = "{"
        for k, v in value.items():
            put(before + encode_basestring(k) + ":")
            _put_kept(v, put)
            before = ","
        put("}")
    elif kind is list and value:
        before = "["
        for v in value:
            put(before)
            _put_kept(v, put)
            before = ","
        put("]")
    else:
        put(_print_part(value))


class QuickWriter:
    """The functions of a protocol."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names: dict[str, Any] = {
            "Surprise": Surprise,
            "UNSET": UNSET,
            "quote": encode_basestring,
            "kept": print_kept,
            "finite": print_finite,
            "b64encode": base64.b64encode,
        }
        self.made: dict[str, Write] = {}
        self.deep: dict[str, bool] = {}  # whether a type contains itself

    def of(self, key: str) -> Write:
        """Returns the function that writes a type."""
        got = self.made.get(key)
        if got is None:
            t = self.table.types[key]
            got = self._union(t) if t.form == "union" else self._make(t)
            self.made[key] = got
            self.names[f"w{t.index}"] = got
        return got

    def ref(self, ref: Row) -> Write:
        """Returns the function that writes what a reference names."""
        inner = self.of(ref["type"])

        def write(v: Any, *n: int) -> str:
            return "null" if v is None else inner(v, *n)

        return write if ref.get("or_null") else inner

    def is_deep(self, t: Type) -> bool:
        """Reports whether values of a type may contain values of it, so that they may be deep."""
        got = self.deep.get(t.key)
        if got is None:
            got = self.deep[t.key] = self.table.contains_itself(t)
        return got

    def call(self, s: Source, of: Type, x: str) -> str:
        """Returns a call of the function that writes x, a value of a type; it is made when it is first called."""
        name = f"w{of.index}"
        self.names.setdefault(name, lambda v, *n: self.of(of.key)(v, *n))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
        return f"{name}({x}, n + 1)" if s.counts and self.is_deep(of) else f"{name}({x})"

    def _make(self, t: Type) -> Write:
        s = Source(self.names)
        name = f"w{t.index}"
        if self.is_deep(t):
            s.counts = True
            s.add(0, f"def {name}(x, n=0):")
            s.add(1, f"if n > {_DEEP}: raise Surprise")
        else:
            s.add(0, f"def {name}(x):")
        if t.form == "struct":
            self._struct(s, t)
        elif t.form == "tuple":
            self._tuple(s, t)
        else:
            s.add(1, f"return {self.emit(s, 1, t)}")
        made: Write = s.make(name, f"write {t.name}" if t.name else name)
        return made

    def value(self, s: Source, n: int, ref: Row) -> str:
        """Adds lines that check x, a value of a reference; returns the expression of its text."""
        t = self.table.type_of(ref)
        is_any = t.form == "scalar" and t.body["name"] == "any"
        if not ref.get("or_null") or is_any:
            return self._part(s, n, t)
        s.add(n, "if x is None: t = 'null'", "else:")
        text = self._part(s, n + 1, t)
        s.add(n + 1, f"t = {text}")
        return "t"

    def _part(self, s: Source, n: int, t: Type) -> str:
        if t.form in ("struct", "union", "tuple", "map", "list"):
            return self.call(s, t, "x")
        return self.emit(s, n, t)

    def emit(self, s: Source, n: int, t: Type) -> str:
        """Adds lines that check x, a value of a type; returns the expression of its text."""
        text: str = getattr(self, f"_{t.form}")(s, n, t)
        return text

    def _scalar(self, s: Source, n: int, t: Type) -> str:
        row, name = t.body, t.body["name"]
        if name == "any":
            s.add(n, "if x is UNSET: raise Surprise")
            return "kept(x)"
        if name in ("object", "empty"):
            s.add(n, "if type(x) is not dict: raise Surprise")
            return "kept(x)" if name == "object" else "'{}'"
        if name == "null":
            s.add(n, "if x is not None: raise Surprise")
            return "'null'"
        if name == "bool":
            s.add(n, "if x is not True and x is not False: raise Surprise")
            return "('true' if x else 'false')"
        if name == "bytes":
            s.add(n, "if type(x) is not bytes: raise Surprise")
            return "'\"' + b64encode(x).decode() + '\"'"
        if name == "float":
            self._limits(s, n, t)
            return "finite(x)"
        if name.endswith("-text"):
            search = s.name(self.table.pattern(row["pattern"]).search)
            s.add(n, f"if type(x) is not int or {search}(str(x)) is None: raise Surprise")
            return "'\"' + str(x) + '\"'"
        if row.get("integer") or "low" in row:
            low, high = int(row.get("low", row.get("min", 0))), int(row.get("high", row.get("max", 0)))
            s.add(n, f"if type(x) is not int or not {low} <= x <= {high}: raise Surprise")
            self._limits(s, n, t)
            return "str(x)"
        s.add(n, "if type(x) is not str: raise Surprise")
        if "text" in row:
            s.add(n, f"if {s.name(self.table.pattern(row['pattern']).search)}(x) is None: raise Surprise")
        self._limits(s, n, t)
        return "quote(x)"

    def _limits(self, s: Source, n: int, t: Type) -> None:
        if t.checks != "nobody":
            s.add_limits(n, self.table, t)

    def _literal(self, s: Source, n: int, t: Type) -> str:
        s.add_literal(n, t)
        return repr(t.expected[0])

    def _enum(self, s: Source, n: int, t: Type) -> str:
        row = t.body
        if row.get("integer"):
            s.add(n, f"if type(x) is not int or x not in {s.name({int(v) for v in row['values']})}: raise Surprise")
            return "str(x)"
        if row["other"] == "keep":
            s.add(n, "if type(x) is not str: raise Surprise")
            if row.get("older"):
                s.add(n, f"if x in {s.name({old['was'] for old in row['older']} - set(row['values']))}: raise Surprise")
            return "quote(x)"
        return f"{s.name({v: quote(v) for v in row['values']})}[x]"

    def _list(self, s: Source, n: int, t: Type) -> str:
        s.add(n, "if type(x) is not list: raise Surprise")
        self._limits(s, n, t)
        elem = t.row["elem"]
        of = self.table.type_of(elem)
        if of.form in ("struct", "union", "tuple", "map", "list") and not elem.get("or_null"):
            return f"'[' + ','.join([{self.call(s, of, 'i')} for i in x]) + ']'"
        s.add(n, "out = []", "for x in x:")
        text = self.value(s, n + 1, elem)
        s.add(n + 1, f"out.append({text})")
        return "'[' + ','.join(out) + ']'"

    def _map(self, s: Source, n: int, t: Type) -> str:
        s.add(n, "if type(x) is not dict: raise Surprise")
        keys = t.row.get("keys")
        if keys is not None and (keys["other"] != "keep" or keys.get("older")):
            s.add(n, f"if not x.keys() <= {s.name(set(keys['values']))}: raise Surprise")
        s.add(n, "out = []", "m = x", "for k in sorted(m):")
        s.add(n + 1, "x = m[k]")
        text = self.value(s, n + 1, t.row["elem"])
        s.add(n + 1, f"out.append(quote(k) + ':' + {text})")
        return "'{' + ','.join(out) + '}'"

    def _tuple(self, s: Source, t: Type) -> None:
        items, least = t.body["items"], t.body["least"]
        if isinstance(t.binding, TupleBinding):
            if least < len(items):
                s.add(1, "raise Surprise")
                return
            s.add(1, f"if type(x) is not {s.name(t.binding.cls)}: raise Surprise")
            s.add(1, f"d = ({''.join(f'x.{name}, ' for name in t.binding.names)})", "c = len(d)", "out = []")
        else:
            s.add(
                1,
                f"if type(x) is not tuple or not {least} <= len(x) <= {len(items)}: raise Surprise",
                "d = x",
                "c = len(d)",
                "out = []",
            )
        for i, ref in enumerate(items):
            n = 1
            if i >= least:
                s.add(1, f"if c > {i}:")
                n = 2
            s.add(n, f"x = d[{i}]")
            text = self.value(s, n, ref)
            s.add(n, f"out.append({text})")
        s.add(1, "return '[' + ','.join(out) + ']'")

    def _struct(self, s: Source, t: Type) -> None:
        binding = t.binding
        assert isinstance(binding, StructBinding), f"the struct {t.name} has no class"
        body = t.body
        s.add(1, f"if type(x) is not {s.name(binding.cls)}: raise Surprise")
        s.add(1, "o = x")
        names = {f["name"]: (f, name) for f, name in zip(body["fields"], binding.names, strict=True)}
        for g in body.get("groups", ()):
            of = [names[key] for key in g["fields"]]
            present = [
                f"(o.{name} is not UNSET)"
                if f["null"] == "value"
                else f"(o.{name} is not None and o.{name} is not UNSET)"
                for f, name in of
            ]
            s.add(1, f"if not {' + '.join(present)} {BOUNDS[g['rule']]}: raise Surprise")
        head = "s = "  # then every member has a comma before it
        for tag in t.tags:
            head = self._tag(s, tag, head)
        for f, name in zip(body["fields"], binding.names, strict=True):
            head = self._field(s, f, name, head)
        if head == "s = ":
            s.add(1, "s = ''")
        if binding.extra is not None:
            self._extra(s, t, binding.extra)
        s.add(1, "return '{' + s[1:] + '}'")

    def _tag(self, s: Source, tag: Tag, head: str) -> str:
        if tag.written == "never":
            return head
        key = "," + quote(tag.key) + ":"
        if tag.attribute is None:
            if tag.written == "as_read":
                return head
            s.add(1, f"{head}{key + tag.words[0]!r}")
            return "s += "
        texts = dict(zip(tag.values, tag.words, strict=True))
        if head == "s = ":
            s.add(1, "s = ''")
        s.add(1, f"x = o.{tag.attribute}")
        s.add(1, "if type(x) is bool: raise Surprise" if not isinstance(tag.values[0], bool) else "pass")
        if tag.written == "as_read":
            s.add(1, f"if x is not None: s += {key!r} + {s.name(texts)}[x]")
        else:
            s.add(1, f"s += {key!r} + {s.name({None: tag.words[0], **texts})}[x]")
        return "s += "

    def _field(self, s: Source, f: Row, name: str, head: str) -> str:
        key = "," + quote(f["name"]) + ":"
        s.add(1, f"x = o.{name}")
        mode = f["write"]
        if f["absent"] == "unset":
            if f.get("must_set"):
                s.add(1, f"if x is {'None' if unset_is_null(f) else 'UNSET'}: raise Surprise")
            else:
                if head == "s = ":
                    s.add(1, "s = ''")
                unset = "x is None or x is UNSET" if unset_is_null(f) else "x is UNSET"
                null = key + "null"
                s.add(1, f"if {unset}: {f's += {null!r}' if mode == 'null_when_unset' else 'pass'}", "else:")
                text = self.value(s, 2, f["type"])
                s.add(2, f"s += {key!r} + {text}")
                return "s += "
        if mode == "when_not_default":
            s.add(1, "v = x")  # what the lines of the value do not change
        text = self.value(s, 1, f["type"])
        if mode == "when_not_default":
            if head == "s = ":
                s.add(1, "s = ''")
            s.add(1, f"t = {text}", f"if not {s.name(self._is_default(f))}(v, t): s += {key!r} + t")
            return "s += "
        s.add(1, f"{head}{key!r} + {text}")
        return "s += "

    def _is_default(self, f: Row) -> Callable[[Any, str], bool]:
        return lambda value, text: is_default(self.table, f, value, text)

    def _extra(self, s: Source, t: Type, name: str) -> None:
        mode = t.body["extra"]
        s.add(1, f"e = o.{name}", "if e:")
        if mode == "typed":
            s.add(
                2, f"if not e.keys().isdisjoint({s.name(t.known)}): raise Surprise", "for k in sorted(e):", " x = e[k]"
            )
            text = self.value(s, 3, t.body["extra_type"])
            s.add(3, f"s += ',' + quote(k) + ':' + {text}")
        elif mode == "keep":
            s.add(2, f"if not e.keys().isdisjoint({s.name(t.known)}): raise Surprise")
            s.add(2, "for k in sorted(e): s += ',' + quote(k) + ':' + kept(e[k])")
        else:
            s.add(2, "raise Surprise")

    def _union(self, t: Type) -> Write:
        u, binding = t.body, t.binding
        assert isinstance(binding, UnionBinding), f"the union {t.name} has no classes"
        by_class: dict[type, Write] = {}
        for i, cls in enumerate(t.wrappers):
            if cls is not None:
                by_class[cls] = self._case(t, i, True)
        for i, cls in enumerate(t.wrappers):
            case = u["cases"][i]
            of = self.table.type_of(case["type"]) if case["body"] else None
            if cls is not None or of is None or case["type"].get("or_null"):
                continue
            for python in self._classes(of):
                by_class.setdefault(python, self._case(t, i, False))
        if binding.unknown is not None and not t.around:
            by_class[binding.unknown] = _unknown(t)

        def write(v: Any) -> str:
            return by_class[type(v)](v)

        def write_deep(v: Any, n: int = 0) -> str:
            return by_class[type(v)](v, n)

        return write_deep if self.is_deep(t) else write

    def _classes(self, t: Type) -> list[type]:
        """Returns the Python types that only values of a type have; none if there may be others."""
        if isinstance(t.binding, (StructBinding, TupleBinding)):
            return [t.binding.cls]
        if isinstance(t.binding, UnionBinding):
            out: list[type] = [c for c in t.wrappers if c is not None]
            for i, cls in enumerate(t.wrappers):
                if cls is None:
                    out.extend(self._classes(self.table.type_of(t.body["cases"][i]["type"])))
            return out
        name = t.body.get("name", "")
        if t.form in ("list", "map", "tuple"):
            return [{"list": list, "map": dict, "tuple": tuple}[t.form]]
        if name in ("any", "bytes") or name.endswith("-text"):
            return [bytes] if name == "bytes" else [] if name == "any" else [int]
        kinds: dict[frozenset[str], list[type]] = {
            frozenset({"string"}): [str],
            frozenset({"boolean"}): [bool],
            frozenset({"number"}): [int, float],
            frozenset({"object"}): [dict],
            frozenset({"null"}): [type(None)],
        }
        return kinds.get(t.reads, [])

    def _case(self, t: Type, i: int, is_wrapped: bool) -> Write:
        """Returns the function that writes a case, whose own function is made when it is first called."""
        u, case = t.body, t.body["cases"][i]
        if u["by"] == "order" and not case.get("disjoint") and i > 0:
            return _surprise
        before, after = "", ""
        if u["by"] == "content":
            tag = quote(case["tags"][0]) if u["tag_kind"] == "string" else case["tags"][0]
            before, after = f"{{{quote(u['key'])}:{tag}", "}"
            if case["body"]:
                before += f",{quote(u['content'])}:"
        elif u["by"] == "name":
            before, after = (f"{{{quote(case['tags'][0])}:", "}") if case["body"] else (quote(case["tags"][0]), "")
        made: list[Write] = []

        def write_tag(v: Any, n: int = 0) -> str:
            return before + after

        def write(v: Any, n: int = 0) -> str:
            if not made:
                made.append(self.ref(case["type"]))
            return before + made[0](v.value if is_wrapped else v) + after

        def write_deep(v: Any, n: int = 0) -> str:
            if not made:
                made.append(self.ref(case["type"]))
            if n > _DEEP:
                raise Surprise
            return before + made[0](v.value if is_wrapped else v, n + 1) + after

        if not case["body"]:
            return write_tag
        return write_deep if self.is_deep(self.table.type_of(case["type"])) else write


def _unknown(t: Type) -> Write:
    """Returns the function that writes an undeclared variant of a union."""
    u = t.body
    if u["unknown"] != "keep" or u["tag_kind"] != "string":
        return _surprise
    declared = {*t.cases, *u.get("foreign", ())}

    def write(v: Any, n: int = 0) -> str:
        raw = v.raw
        if u["by"] == "name":
            if type(raw) is str:
                tag = raw
            else:
                (tag,) = raw
        else:
            tag = raw[u["key"]]
        if type(tag) is not str or tag in declared:  # pyright: ignore[reportUnknownArgumentType]
            raise Surprise
        return print_kept(raw)

    return write


def _surprise(value: Any, n: int = 0) -> str:
    raise Surprise


def is_sound(text: str) -> bool:
    """Reports whether a text that was written has no halves of surrogate pairs, and cannot be too deep."""
    if len(text) > MAX_DEPTH and sys.getrecursionlimit() > MAX_DEPTH and text.count("[") + text.count("{") > MAX_DEPTH:
        return False
    return text.isascii() or well_formed(text) is text
