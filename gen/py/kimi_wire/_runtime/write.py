"""The writer of values that have faults, or that the quick writer does not accept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from .bindings import StructBinding, TupleBinding, UnionBinding
from .error import WireError, array_of, one_of, quote, well_formed
from .number import print_float
from .read import check_group, default, key_fault, read_ref, takes_null
from .reader import Reader, Refused, items_fault, run
from .table import MISSING, Row, Table, Tag, Type, extends, is_items, is_object
from .text import parse
from .value import UNSET
from .writer import (
    LEAVES,
    Choice,
    Text,
    Writer,
    Writing,
    enclosed,
    is_number,
    member,
    opens,
    whole,
    write_kept,
)


def write_ref(w: Writer, ref: Row, value: Any, depth: int) -> Writing:
    """Writes a value of the type that a reference names."""
    t = w.table.type_of(ref)
    was = w.hides
    if ref.get("sensitive") or t.sensitive:
        w.hides = True
    or_null = ref.get("or_null", False)
    if value is None and or_null:
        out = "null"
    elif t.form == "scalar" and t.body["name"] in ("any", "object"):
        if value is MISSING or (t.body["name"] == "object" and not isinstance(value, dict)):
            w.fail_class(t.words(or_null), "an object of the class dict", value)
        out = yield from write_kept(w, value, depth)
    else:
        leaf = LEAVES.get(t.form)
        out = leaf(w, t, value, or_null) if leaf else (yield from FORMS[t.form](w, t, value, depth, or_null))
    w.hides = was
    return out


def write_member(w: Writer, key: str | int, ref: Row, value: Any, depth: int) -> Writing:
    """Writes the value of a member or an item."""
    w.path.append(key)
    out = yield write_ref(w, ref, value, depth)
    w.path.pop()
    return out


def _write_list(w: Writer, t: Type, value: Any, depth: int, or_null: bool) -> Writing:
    if not is_items(value):
        w.fail(t.words(or_null), value)
        return ""
    opens(depth)
    if t.checks != "nobody":
        wrong = items_fault(t, len(value))
        if wrong is not None:
            w.wrong(wrong, array_of(len(value)))
    parts: list[Text] = []
    for i, item in enumerate(value):
        text = yield write_member(w, i, t.row["elem"], item, depth + 1)
        parts.append(text)
    return enclosed("[", parts, "]")


def _write_map(w: Writer, t: Type, value: Any, depth: int, or_null: bool) -> Writing:
    if not is_object(value):
        w.fail_class(t.words(or_null), "an object of the class dict", value)
        return ""
    opens(depth)
    members: dict[str, Any] = {well_formed(k): v for k, v in value.items()}
    parts: list[Text] = []
    for key in sorted(members):
        w.path.append(w.into(key))
        wrong = key_fault(t.row.get("keys"), key)
        if wrong is not None:
            w.fail_key(wrong, key)
        text = yield write_ref(w, t.row["elem"], members[key], depth + 1)
        w.path.pop()
        parts.append(member(quote(key), text))
    return enclosed("{", parts, "}")


def _write_tuple(w: Writer, t: Type, value: Any, depth: int, or_null: bool) -> Writing:
    items: list[Any]
    if isinstance(t.binding, TupleBinding):
        if not isinstance(value, t.binding.cls):
            w.fail_class(t.words(or_null), f"an object of the class {t.binding.cls.__name__}", value)
        items = [getattr(value, name) for name in t.binding.names]
        unset = [UNSET if takes_null(w, ref) else None for ref in t.body["items"]]
        while len(items) > t.body["least"] and items[-1] in (UNSET, unset[len(items) - 1]):
            items.pop()
    elif is_items(value):
        items = list(value)
    else:
        w.fail(t.words(or_null), value)
        return ""
    opens(depth)
    if not t.body["least"] <= len(items) <= len(t.body["items"]):
        w.wrong(t.body["words"], array_of(len(items)))
    parts: list[Text] = []
    for i, item in enumerate(items):
        text = yield write_member(w, i, t.body["items"][i], item, depth + 1)
        parts.append(text)
    return enclosed("[", parts, "]")


def _write_struct(w: Writer, t: Type, value: Any, depth: int, or_null: bool) -> Writing:
    binding = t.binding
    assert isinstance(binding, StructBinding), f"the struct {t.name} has no class"
    if not isinstance(value, binding.cls):
        w.fail_class(t.words(or_null), f"an object of the class {binding.cls.__name__}", value)
    opens(depth)
    parts: list[Text] = []
    for tag in t.tags:
        text = _tag_text(w, tag, value)
        if text is not None:
            parts.append(f"{quote(tag.key)}:{text}")
    present: list[Row] = []
    for f, name in zip(t.body["fields"], binding.names, strict=True):
        got = getattr(value, name, UNSET)
        if is_set(f, got) and (got is not None or f["null"] == "value"):
            present.append(f)
        text = yield write_field(w, f, got, depth)
        if text is not None:
            parts.append(member(quote(f["name"]), text))
    for g in t.body.get("groups", ()):
        check_group(w, g, present)
    if binding.extra is not None:
        more = yield _write_extra(w, t, getattr(value, binding.extra), depth)
        parts.extend(more)
    return enclosed("{", parts, "}")


def _tag_text(w: Writer, tag: Tag, value: Any) -> str | None:
    got = None if tag.attribute is None else getattr(value, tag.attribute)
    if tag.written == "never" or (got is None and tag.written == "as_read"):
        return None
    if got is None:
        got = tag.values[0]
    if not tag.has(tag.values, got):
        w.fail_at(tag.key, one_of(tag.words), got)
    return tag.words[tag.values.index(got)]


def is_set(f: Row, value: Any) -> bool:
    """Reports whether a field has a value."""
    if value is UNSET:
        return False
    return value is not None or f["null"] == "value"


def write_field(w: Writer, f: Row, value: Any, depth: int) -> Writing:
    """Returns the text of the value of a field; None if it is not written."""
    mode = f["write"]
    if not is_set(f, value):
        if f["absent"] == "default":
            value = run(default(Reader(w.table), f))
        elif f.get("must_set") or f["absent"] == "refuse":
            yield write_member(w, f["name"], f["type"], MISSING, depth + 1)
        elif mode == "null_when_unset":
            return "null"
        else:
            return None
    text = yield write_member(w, f["name"], f["type"], value, depth + 1)
    return None if mode == "when_not_default" and is_default(w.table, f, value, text) else text


def is_default(table: Table, f: Row, value: Any, text: Text) -> bool:
    """Reports whether a value with a text is the default of a field, which may be spelled otherwise."""
    want = table.defaults.get(id(f))
    if want is None:
        default_value = run(default(Reader(table), f))
        want = table.defaults[id(f)] = (
            default_value,
            plain_text(finish(w := Writer(table), write_ref(w, f["type"], default_value, 0))),
        )
    # A value that is much larger than the default is not searched.
    return bool(value == want[0]) and plain_text(whole(text)) == want[1]


_NUMBERS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*')


def plain_text(text: str) -> str:
    """Returns a JSON text without the spelling of its numbers."""
    return _NUMBERS.sub(lambda m: m.group() if m.group()[0] == '"' else _plain_number(m.group()), text)


def _plain_number(token: str) -> str:
    return str(int(token)) if token.lstrip("-").isdigit() else print_float(float(token))


def _write_extra(w: Writer, t: Type, extra: Any, depth: int) -> Writing:
    mode, extensions = t.body["extra"], t.body.get("extensions")
    given: dict[str, Any] = extra or {}
    members = {well_formed(k): v for k, v in given.items()}
    parts: list[Text] = []
    for key in sorted(k for k in members if k not in t.known):
        w.path.append(w.into(key))
        if mode == "typed":
            text = yield write_ref(w, t.body["extra_type"], members[key], depth + 1)
        elif mode == "keep" or extends(extensions, key):
            text = yield write_kept(w, members[key], depth + 1)
        elif mode == "reject":
            w.fail("nothing", members[key])
            return parts
        else:
            w.path.pop()
            continue
        w.path.pop()
        parts.append(member(quote(key), text))
    return parts


def looks(table: Table, ref: Row, value: Any) -> bool:
    """Reports whether a value has the Python type of the values of a reference."""
    if value is None:
        return takes_null_value(table, ref)
    t = table.type_of(ref)
    if t.form == "union":
        return find_case(table, t, value) is not None
    if t.form == "struct" or isinstance(t.binding, TupleBinding):
        return isinstance(value, t.binding.cls)  # type: ignore[union-attr]
    if t.form in ("list", "tuple"):
        return isinstance(value, list if t.form == "list" else tuple)
    if t.form == "map":
        return isinstance(value, dict)
    name = t.body.get("name", "")
    if name == "any":
        return True
    if name == "bytes":
        return isinstance(value, (bytes, bytearray))
    if name in ("object", "empty"):
        return isinstance(value, dict)
    if name.endswith("-text") or t.reads == frozenset({"number"}):
        return is_number(value)
    return isinstance(value, bool if t.reads == frozenset({"boolean"}) else str)


def takes_null_value(table: Table, ref: Row) -> bool:
    """Reports whether None is a value of a reference."""
    return ref.get("or_null", False) or "null" in table.type_of(ref).reads


def find_case(table: Table, t: Type, value: Any) -> tuple[int, Any] | None:
    """Returns the case of a value of a union and its body; -1 and the content for an undeclared variant."""
    binding = t.binding
    assert isinstance(binding, UnionBinding), f"the union {t.name} has no classes"
    if binding.unknown is not None and isinstance(value, binding.unknown):
        return -1, value.raw
    for i, cls in enumerate(t.wrappers):
        if cls is not None and isinstance(value, cls):
            return i, getattr(value, "value", None)
    for i, cls in enumerate(t.wrappers):
        if cls is None and looks(table, t.body["cases"][i]["type"], value):
            return i, value
    return None


def _write_union(w: Writer, t: Type, value: Any, depth: int, or_null: bool) -> Writing:
    got = None if value is MISSING else find_case(w.table, t, value)
    if got is None:
        w.fail_class(t.words(or_null), f"a variant of {t.name}" if t.name else "a variant of the union", value)
        return ""
    i, body = got
    by = t.body["by"]
    if i < 0:
        return (yield _write_unknown(w, t, body, depth))
    case = t.body["cases"][i]
    if by == "content":
        opens(depth)
        head = f"{quote(t.body['key'])}:{_tag_of(t, case)}"
        if not case["body"]:
            return f"{{{head}}}"
        text = yield write_member(w, t.body["content"], case["type"], body, depth + 1)
        return enclosed("{", (head, member(quote(t.body["content"]), text)), "}")
    if by == "name":
        if not case["body"]:
            return quote(case["tags"][0])
        opens(depth)
        text = yield write_member(w, case["tags"][0], case["type"], body, depth + 1)
        return enclosed("{", (member(quote(case["tags"][0]), text),), "}")
    if by == "order":
        return (yield _write_ordered(w, t, i, body, depth))
    return (yield write_ref(w, case["type"], body, depth))


def _tag_of(t: Type, case: Row) -> str:
    tag: str = case["tags"][0]
    return quote(tag) if t.body["tag_kind"] == "string" else tag


def _write_unknown(w: Writer, t: Type, raw: Any, depth: int) -> Writing:
    """Writes the content of an undeclared variant, which must be one."""
    r = Reader(w.table, scrub=True)
    r.path, r.hides = list(w.path), w.hides
    got = run(read_ref(r, {"type": t.key}, raw))
    if r.errors:
        raise WireError(r.errors[:1])
    if find_case(w.table, t, got) is None or find_case(w.table, t, got)[0] >= 0:  # type: ignore[index]
        w.fail("an undeclared variant", raw)
    return (yield write_kept(w, raw, depth))


def _write_ordered(w: Writer, t: Type, i: int, body: Any, depth: int) -> Writing:
    """Writes a value of a union by order."""
    case = t.body["cases"][i]
    if i == 0 or case.get("disjoint"):
        return (yield write_ref(w, case["type"], body, depth))
    choice = w.choice = Choice(w, t, i)
    choice.text = yield write_ref(w, case["type"], body, depth)
    w.choice = choice.outer
    w.choices.append(choice)
    return choice.text


def finish(w: Writer, writing: Writing) -> str:
    """Returns what a writing writes, in which no earlier variant of a union by order accepts a value."""
    fault: WireError | None = None
    text = ""
    try:
        text = whole(run(writing))
    except WireError as e:
        fault = e
    _check_choices(w)  # which were written before the fault
    if fault is not None:
        raise fault
    return text


def _check_choices(w: Writer) -> None:
    """Checks the values of unions by order, each with what was found of those in it."""
    tries: dict[tuple[int, int, bool], Any] = {}
    for choice in w.choices:
        cases = choice.of.body["cases"]
        value, scrub = _value_of(choice)
        for k in range(choice.case):
            r = Reader(w.table, scrub, stops=True)
            r.tries = tries
            try:
                run(read_ref(r, cases[k]["type"], value))
            except Refused:
                continue
            at: Choice | None = choice
            w.path = []
            while at is not None:
                w.path[:0] = at.steps
                at = at.outer
            w.hides = choice.hides
            w.fail(f"a value that no earlier variant of {choice.of.name} accepts", value)
    w.choices.clear()


def _value_of(choice: Choice) -> tuple[Any, bool]:
    """Returns the JSON value of a written choice, which is a part of that of the outermost one that is written."""
    inner: list[Choice] = []
    while choice.value is MISSING and choice.outer is not None and choice.outer.text is not None:
        inner.append(choice)
        choice = choice.outer
    if choice.value is MISSING:
        value, scrub, _ = parse(whole(choice.text or ""))
        choice.value = value, scrub
    value, scrub = choice.value
    for choice in reversed(inner):
        for key in choice.steps:
            value = value[key]
        choice.value = value, scrub
    return value, scrub


FORMS: Final[Mapping[str, Callable[[Writer, Type, Any, int, bool], Writing]]] = {
    "list": _write_list,
    "map": _write_map,
    "tuple": _write_tuple,
    "struct": _write_struct,
    "union": _write_union,
}
