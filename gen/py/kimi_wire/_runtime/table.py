"""The rows of a spec with what is derived from them once, and the bindings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from .bindings import Bindings, StructBinding, TupleBinding, UnionBinding
from .error import any_of, quote
from .number import Float

Row = Mapping[str, Any]  # of `_rows.py`

KINDS: Final[Mapping[type, str]] = {
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    Float: "number",
    str: "string",
    list: "array",
    dict: "object",
}

TAG_WORDS: Final = {"string": "a string", "integer": "an integer", "boolean": "a boolean"}


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Reports whether a value is an object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Reports whether a value is an array."""
    return isinstance(value, list)


def is_items(value: Any) -> TypeGuard[Sequence[Any]]:
    """Reports whether a value is a list or a tuple."""
    return isinstance(value, (list, tuple))


class Missing:
    """The type of MISSING, which stands for the value of a key that is absent."""

    def __repr__(self) -> str:
        return "nothing"


MISSING: Final = Missing()


class Tag:
    """A tag of a struct."""

    def __init__(self, row: Row, attribute: str | None) -> None:
        self.key: str = row["key"]
        self.values: tuple[Any, ...] = tuple(tag_value(row["kind"], v) for v in row["values"])
        self.was: tuple[Any, ...] = tuple(tag_value(row["kind"], v) for v in row.get("was", ()))
        self.implied: bool = row.get("implied", False)
        self.written: str = row["written"]
        self.attribute = attribute
        self.words = tag_words(row["kind"], row["values"])

    def has(self, values: Sequence[Any], got: Any) -> bool:
        """Reports whether a JSON value is one of some tags."""
        return any(got == v and isinstance(got, bool) == isinstance(v, bool) for v in values)


class Type:
    """A type with its row."""

    def __init__(
        self, index: int, key: str, row: Row, binding: StructBinding | TupleBinding | UnionBinding | None
    ) -> None:
        self.index = index
        self.key = key  # of the row, as references have it
        self.row = row
        self.name: str = row.get("name", "")
        self.form: str = row["form"]
        self.reads = frozenset[str](row["reads"])
        self.expected: Sequence[str] = row["expected"]
        self.sensitive: bool = row.get("sensitive", False)
        self.binding = binding
        self.body: Row = row.get(self.form, {}) if self.form not in ("list", "map", "literal") else {}
        self.limits: Sequence[Row] = row.get("limits", ())
        self.checks: str = row.get("checks", "nobody")
        self.tags: tuple[Tag, ...] = ()
        self.around: tuple[Tag, ...] = ()
        self.known = frozenset[str]()
        self.cases: dict[Any, int] = {}  # of a union, by tag
        self.wrappers: tuple[type[Any] | None, ...] = ()  # of the cases of a union
        if self.form == "struct":
            self._init_struct()
        elif self.form == "union":
            self._init_union()
        elif self.form == "enum":
            self.values: dict[Any, Any] = enum_values(self.body)

    def _init_struct(self) -> None:
        names = self.binding.tags if isinstance(self.binding, StructBinding) else ()
        rows = self.body.get("tags", ())
        self.tags = tuple(Tag(row, names[i] if i < len(names) else None) for i, row in enumerate(rows))
        known = {tag.key for tag in self.tags}
        for f in self.body["fields"]:
            known.update((f["name"], *f.get("was", ())))
        self.known = frozenset(known)

    def _init_union(self) -> None:
        if isinstance(self.binding, UnionBinding):
            classes = self.binding.wrappers
            self.wrappers = tuple(classes.get(case_name(self.body["by"], case)) for case in self.body["cases"])
        self.around = tuple(Tag(row, None) for row in self.body.get("around", ()))
        kind = "string" if self.body["by"] == "name" else self.body["tag_kind"]
        for i, case in enumerate(self.body["cases"]):
            for tag in (*case.get("tags", ()), *case.get("was", ())):
                self.cases.setdefault(tag_value(kind, tag), i)

    @property
    def default(self) -> int | None:
        """The case of a union that an object without a tag is read as."""
        tag = self.body.get("default")
        return None if tag is None else self.cases[tag_value(self.body["tag_kind"], tag)]

    def words(self, or_null: bool) -> str:
        """Returns what is expected instead of a value of another kind."""
        return any_of(self.expected, or_null)


def _parts(t: Type) -> list[str]:
    """Returns the types of what the values of a type contain."""
    refs: list[Row] = []
    if t.form in ("list", "map"):
        refs = [t.row["elem"]]
    elif t.form == "tuple":
        refs = t.body["items"]
    elif t.form == "union":
        refs = [case["type"] for case in t.body["cases"] if case["body"]]
    elif t.form == "struct":
        refs = [f["type"] for f in t.body["fields"]]
        if t.body["extra"] == "typed":
            refs.append(t.body["extra_type"])
    return [ref["type"] for ref in refs]


class Table:
    """The types of a protocol."""

    def __init__(self, rows: Row, bindings: Bindings) -> None:
        self.rows = rows
        self.bindings = bindings
        self.types: dict[str, Type] = {
            key: Type(i, key, row, bindings.types.get(key)) for i, (key, row) in enumerate(rows["types"].items())
        }
        self.dialect: Row = rows["dialect"]
        self.max_weight: int = self.dialect["max_weight"]
        self._patterns: dict[str, re.Pattern[str]] = {}
        self.defaults: dict[int, tuple[Any, str]] = {}  # with their texts, by the identities of the rows of fields
        self.light_length = self._light_length()
        self._sensitive: bool | None = None

    def type_of(self, ref: Row) -> Type:
        """Returns the type that a reference names."""
        key: str = ref["type"]
        return self.types[key]

    def contains_itself(self, t: Type) -> bool:
        """Reports whether values of a type may contain values of it."""
        seen: set[str] = set()
        todo = _parts(t)
        while todo:
            key = todo.pop()
            if key == t.key:
                return True
            if key not in seen:
                seen.add(key)
                todo.extend(_parts(self.types[key]))
        return False

    def pattern(self, text: str) -> re.Pattern[str]:
        """Returns the pattern that a text of the spec is."""
        got = self._patterns.get(text)
        if got is None:
            got = self._patterns[text] = re.compile(_translated(text), re.ASCII)
        return got

    def _light_length(self) -> int:
        """Returns how long a text may be that cannot be read as something heavier than the most."""
        types = self.types.values()
        structs = [
            24 * (1 + len(t.tags) + len(t.body["fields"]) + 8) + _defaults(t) for t in types if t.form == "struct"
        ]
        tuples = [24 * (1 + len(t.body["items"])) for t in types if t.form == "tuple"]
        struct = max(structs, default=96)
        return max(0, (self.max_weight - struct) * 2 // (max(struct + 400, max(tuples, default=0) + 40) + 104))

    def hides_some(self) -> bool:
        """Reports whether something in messages is sensitive."""
        if self._sensitive is None:
            self._sensitive = any(
                _is_marked(self.rows[k]) for k in ("types", "calls", "errors", "dialect") if k in self.rows
            )
        return self._sensitive


def _defaults(t: Type) -> int:
    return sum(f.get("default_weight", 0) for f in t.body["fields"])


def _is_marked(row: Any) -> bool:
    if is_object(row):
        return any(v is True if k == "sensitive" else k != "remarks" and _is_marked(v) for k, v in row.items())
    return is_items(row) and any(_is_marked(v) for v in row)


_TOKEN: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\\\]])*\]|\$")


def _translated(pattern: str) -> str:
    """Returns a pattern in Python's syntax, where $ also matches before a line feed at the end."""
    return _TOKEN.sub(lambda m: r"\Z" if m.group() == "$" else m.group(), pattern)


def new(cls: Any) -> Any:
    """Returns an instance of a class without calling its constructor."""
    return object.__new__(cls)


def case_name(by: str, case: Row) -> str:
    """Returns what tells a case of a union from the others: its tag, its key, or its type."""
    name: str = case["tags"][0] if "tags" in case else case.get("key", "") if by == "key" else case["type"]["type"]
    return name


def tag_value(kind: str, tag: str) -> Any:
    """Returns a tag as a value of a message."""
    if kind == "integer":
        return int(tag)
    return tag == "true" if kind == "boolean" else tag


def tag_words(kind: str, tags: Sequence[str]) -> list[str]:
    """Returns tags as errors list them."""
    return [quote(tag) for tag in tags] if kind == "string" else list(tags)


def enum_values(row: Row) -> dict[Any, Any]:
    """Returns what each declared or older value of an enum is read as."""
    make: Any = int if row.get("integer") else str
    out = {make(v): make(v) for v in row["values"]}
    for old in row.get("older", ()):
        out.setdefault(make(old["was"]), make(old["value"]))
    return out


def enum_words(row: Row) -> list[str]:
    """Returns the declared values of an enum as errors list them."""
    return list(row["values"]) if row.get("integer") else [quote(v) for v in row["values"]]


def extends(extensions: Row | None, name: str) -> bool:
    """Reports whether a name is one of an extension."""
    if extensions is None or not name.startswith(tuple(extensions["prefixes"])):
        return False
    return name not in extensions.get("declared", ())


def unset_is_null(field: Row) -> bool:
    """Reports whether a field that is unset is None: null is no value of it."""
    return not (field["absent"] == "unset" and field["null"] == "value")
