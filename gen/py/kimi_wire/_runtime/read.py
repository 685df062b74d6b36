"""The reader of values that have faults, or that the quick reader does not accept: lists, maps, tuples, structs."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Final

from .bindings import StructBinding, TupleBinding
from .error import Dropped, array_of, one_of, path_of, quote
from .reader import FIELD, ITEM, LEAVES, Reader, Reading, Refused, items_fault
from .table import MISSING, Row, Tag, Type, enum_words, extends, new, unset_is_null
from .union import UNTOLD, read_union
from .value import UNSET


def read_ref(r: Reader, ref: Row, value: Any) -> Reading:
    """Reads a value of the type that a reference names."""
    t = r.table.type_of(ref)
    was = r.hides
    if ref.get("sensitive") or t.sensitive:
        r.hides = True
    if value is None and ref.get("or_null"):
        out = None
    elif r.kind(value) not in t.reads:
        or_null = ref.get("or_null", False)
        is_ordered = t.form == "union" and t.body["by"] == "order"
        r.fail(
            f"a variant of {t.name}" if is_ordered and not or_null and value is not MISSING else t.words(or_null), value
        )
        out = None
    else:
        leaf = LEAVES.get(t.form)
        out = leaf(r, t, value) if leaf else (yield from FORMS[t.form](r, t, value))
    r.hides = was
    return out


def member(r: Reader, key: str | int, ref: Row, value: Any) -> Reading:
    """Reads the value of a member or an item."""
    r.path.append(key)
    out = yield read_ref(r, ref, value)
    r.path.pop()
    return out


def tolerated(r: Reader, key: str | int, ref: Row, value: Any) -> Reading:
    """Reads a value that is passed over if it has a fault: then it is MISSING."""
    if r.is_decided:
        return MISSING
    outer, r.errors = r.errors, []
    dropped, left, depth, hides = len(r.dropped), r.left, len(r.path), r.hides
    out: Any = MISSING
    try:
        out = yield member(r, key, ref, value)
    except Refused:
        r.errors, r.hides = [UNTOLD], hides
        del r.path[depth:]
    inner, r.errors = r.errors, outer
    if r.heavy is not None:
        r.errors.append(r.heavy)
        return MISSING
    if inner:
        del r.dropped[dropped:]
        r.left = left
        if len(r.dropped) < MAX_DROPPED:
            r.path.append(key)
            r.dropped.append(Dropped(path_of(r.path), inner[0]))
            r.path.pop()
        return MISSING
    return out


MAX_DROPPED: Final = 100


def read_list(r: Reader, t: Type, value: list[Any]) -> Reading:
    """Reads a list."""
    if t.checks == "all":
        wrong = items_fault(t, len(value))
        if wrong is not None:
            r.wrong(wrong, array_of(len(value)))
    r.spend(len(value) * ITEM)
    elem = t.row["elem"]
    reading = tolerated if t.row.get("items") == "skip" else member
    out: list[Any] = []
    for i, item in enumerate(value):
        if r.heavy is not None:
            break
        got = yield reading(r, i, elem, item)
        if got is not MISSING:
            out.append(got)
    return out


def read_map(r: Reader, t: Type, value: dict[str, Any]) -> Reading:
    """Reads a map, in the order of its keys."""
    members = r.members(value)
    r.spend_entries(len(members))
    keys = t.row.get("keys")
    out: dict[str, Any] = {}
    for key in sorted(members):
        if r.heavy is not None:
            break
        r.path.append(r.into(key))
        wrong = key_fault(keys, key)
        if wrong is not None:
            r.fail_key(wrong, key)
        out[key] = yield read_ref(r, t.row["elem"], members[key])
        r.path.pop()
    return out


def key_fault(keys: Row | None, key: str) -> str | None:
    """Returns what is expected instead of a key of a map, whose keys may be the values of an enum."""
    if keys is None or key in keys["values"] or keys["other"] == "keep":
        return None
    if any(old["was"] == key for old in keys.get("older", ())):
        return one_of(enum_words(keys))
    return None if extends(keys.get("extensions"), key) else one_of(enum_words(keys))


def read_tuple(r: Reader, t: Type, value: list[Any]) -> Reading:
    """Reads a tuple."""
    items = t.body["items"]
    if not t.body["least"] <= len(value) <= len(items):
        r.wrong(t.body["words"], array_of(len(value)))
        return None
    r.spend(FIELD * (1 + len(items)))
    out: list[Any] = []
    for i, item in enumerate(value):
        got = yield member(r, i, items[i], item)
        out.append(got)
    binding = t.binding
    if not isinstance(binding, TupleBinding):
        return tuple(out)
    made = new(binding.cls)
    for i, name in enumerate(binding.names):
        setattr(made, name, out[i] if i < len(out) else absent_item(r, items[i]))
    return made


def absent_item(r: Any, ref: Row) -> Any:
    """Returns the value of an item of a tuple that is absent."""
    return UNSET if takes_null(r, ref) else None


def takes_null(r: Any, ref: Row) -> bool:
    """Reports whether null is a value of the type of a reference."""
    return ref.get("or_null", False) or "null" in r.table.type_of(ref).reads


def read_struct(r: Reader, t: Type, value: dict[str, Any]) -> Reading:
    """Reads an object with declared keys: its tags, its fields in order, then undeclared keys."""
    members = r.members(value)
    body = t.body
    r.spend(FIELD * (1 + len(t.tags) + len(body["fields"])))
    if r.heavy is not None:
        return None
    binding = t.binding
    assert isinstance(binding, StructBinding), f"the struct {t.name} has no class"
    made = new(binding.cls)
    for tag in t.tags:
        got = own_tag(r, tag, members)
        if tag.written == "never":
            got = None
        if tag.attribute is not None:
            setattr(made, tag.attribute, got)
    values: list[Any] = []
    for i, f in enumerate(body["fields"]):
        got = yield read_field(r, f, members)
        values.append(got)
        setattr(made, binding.names[i], (None if unset_is_null(f) else UNSET) if got is MISSING else got)
    for g in body.get("groups", ()):
        check_group(r, g, [f for i, f in enumerate(body["fields"]) if _is_present(f, members, values[i])])
    extra = yield read_extra(r, t, members)
    if binding.extra is not None:
        setattr(made, binding.extra, extra)
    return made


def own_tag(r: Reader, tag: Tag, members: Mapping[str, Any]) -> Any:
    """Checks the tag of a variant, and returns it; None if it is absent, and is not to be written."""
    got = members.get(tag.key, MISSING)
    if got is MISSING and tag.implied:
        return tag.values[0] if tag.written == "always" else None
    text = r.text(got) if isinstance(got, str) else got
    if tag.has(tag.values, text):
        return next(v for v in tag.values if v == text)
    if not tag.has(tag.was, text):
        r.fail_at(tag.key, one_of(tag.words), got)
    return tag.values[0]


def read_field(r: Reader, f: Row, members: Mapping[str, Any]) -> Reading:
    """Reads a field; it is MISSING if it is unset."""
    key, got = f["name"], members.get(f["name"], MISSING)
    if got is MISSING:
        for was in f.get("was", ()):
            if was in members:
                key, got = was, members[was]
                break
    if got is MISSING or (got is None and f["null"] in ("unset", "as_absent")):
        return (yield absent(r, f))
    if f["on_error"] == "refuse":
        return (yield member(r, key, f["type"], got))
    out = yield tolerated(r, key, f["type"], got)
    return (yield absent(r, f)) if out is MISSING else out


def absent(r: Reader, f: Row) -> Reading:
    """Returns the value of a field that an object does not have: its default, or MISSING."""
    if f["absent"] == "default":
        r.spend(f.get("default_weight", 0))
        return (yield default(r, f))
    if f["absent"] == "refuse":
        yield member(r, f["name"], f["type"], MISSING)
    return MISSING


def default(r: Reader, f: Row) -> Reading:
    """Returns the default of a field, with the defaults of the fields in it."""
    value = f["default"]
    if value is None:
        return None
    inner = Reader(r.table)
    got = yield read_ref(inner, f["type"], copy.deepcopy(value))
    return value if inner.errors else got


def _is_present(f: Row, members: Mapping[str, Any], read: Any) -> bool:
    got = next((members[k] for k in (f["name"], *f.get("was", ())) if k in members), MISSING)
    if got is MISSING or read is MISSING:
        return False
    return got is not None or f["null"] == "value"


def check_group(r: Any, g: Row, present: list[Row]) -> None:
    """Checks how many fields of a group are present."""
    names = {f["name"] for f in present}
    keys = [quote(name) for name in g["fields"] if name in names]
    few, many = not keys, len(keys) > 1
    if not ((few and g["rule"] != "at_most_one") or (many and g["rule"] != "at_least_one")):
        return
    what = "none of them" if few else f"{len(keys)} keys" if r.hides else f"the keys {', '.join(keys)}"
    r.wrong(g["words"], what)


def undeclared(t: Type, members: Mapping[str, Any]) -> list[str]:
    """Returns the keys that a struct does not declare, by code point."""
    return sorted(k for k in members if k not in t.known)


def read_extra(r: Reader, t: Type, members: Mapping[str, Any]) -> Reading:
    """Keeps, refuses or ignores undeclared keys, or reads them as their type."""
    mode, extensions = t.body["extra"], t.body.get("extensions")
    rest = undeclared(t, members)
    kept = [k for k in rest if mode in ("keep", "typed") or extends(extensions, k)]
    r.spend_entries(0 if mode == "reject" and len(kept) < len(rest) else len(kept))
    out: dict[str, Any] = {}
    for key in rest:
        if mode == "typed":
            out[key] = yield member(r, r.into(key), t.body["extra_type"], members[key])
        elif mode == "keep" or extends(extensions, key):
            out[key] = members[key]
        elif mode == "reject":
            r.fail_at(r.into(key), "nothing", members[key])
    return out


FORMS: Final[Mapping[str, Callable[[Reader, Type, Any], Reading]]] = {
    "list": read_list,
    "map": read_map,
    "tuple": read_tuple,
    "struct": read_struct,
    "union": read_union,
}
