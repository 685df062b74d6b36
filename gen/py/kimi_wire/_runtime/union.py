"""The reader of unions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .bindings import UnionBinding
from .error import Fault, keys_words, one_of, path_of, quote
from .number import is_whole
from .reader import Reader, Reading, Refused
from .table import KINDS, MISSING, TAG_WORDS, Type, extends, is_array, is_object, new, tag_words

_KEPT: Final = -1


def _binding(t: Type) -> UnionBinding:
    assert isinstance(t.binding, UnionBinding), f"the union {t.name} has no classes"
    return t.binding


def as_case(t: Type, i: int, value: Any) -> Any:
    """Returns the value of a case, in its wrapper if it has one."""
    cls = t.wrappers[i]
    if cls is None:
        return value
    made = new(cls)
    if t.body["cases"][i]["body"]:
        made.value = value
    return made


def as_unknown(t: Type, tag: Any, raw: Any) -> Any:
    """Returns the value of an undeclared variant."""
    made = new(_binding(t).unknown)
    made.tag, made.raw = tag, raw
    return made


def read_union(r: Reader, t: Type, value: Any) -> Reading:
    """Reads a value of a union."""
    return (yield from _BY[t.body["by"]](r, t, value))


def _case(r: Reader, t: Type, i: int, value: Any) -> Reading:
    from .read import read_ref

    out = yield read_ref(r, t.body["cases"][i]["type"], value)
    return as_case(t, i, out)


def _find(r: Reader, t: Type, members: Mapping[str, Any]) -> int | None:
    """Finds the case of the tag of an object; _KEPT for an undeclared tag that is kept, None for a fault."""
    u = t.body
    key, kind = u["key"], u["tag_kind"]
    got = members.get(key, MISSING)
    if got is MISSING and t.default is not None:
        return t.default
    is_kind = {"string": str, "integer": (int, float), "boolean": bool}[kind]
    if not isinstance(got, is_kind) or (kind == "integer" and (isinstance(got, bool) or not is_whole(got))):  # type: ignore[arg-type]
        r.fail_at(key, TAG_WORDS[kind], got)
        return None
    tag = r.text(got) if isinstance(got, str) else got
    if tag in t.cases:
        return t.cases[tag]
    if str(tag) in u.get("foreign", ()):
        r.fail_at(key, f"a tag of {t.name}", got)
    elif u["unknown"] == "keep" or (isinstance(tag, str) and extends(u.get("extensions"), tag)):
        return _KEPT
    else:
        tags = [tag for case in u["cases"] for tag in case["tags"]]
        r.fail_at(key, one_of(tag_words(kind, tags)), got)
    return None


def _by_tag(r: Reader, t: Type, value: dict[str, Any]) -> Reading:
    from .read import own_tag

    members = r.members(value)
    i = _find(r, t, members)
    if i is None:
        return None
    if i != _KEPT:
        return (yield _case(r, t, i, value))
    for tag in t.around:
        own_tag(r, tag, members)
    return as_unknown(t, members[t.body["key"]], value)


def _by_content(r: Reader, t: Type, value: dict[str, Any]) -> Reading:
    from .read import member

    members = r.members(value)
    i = _find(r, t, members)
    if i is None:
        return None
    if i == _KEPT:
        return as_unknown(t, members[t.body["key"]], value)
    if not t.body["cases"][i]["body"]:
        return as_case(t, i, None)
    content = t.body["content"]
    out = yield member(r, content, t.body["cases"][i]["type"], members.get(content, MISSING))
    return as_case(t, i, out)


def _names(t: Type, bodied: bool) -> list[str]:
    return [quote(case["tags"][0]) for case in t.body["cases"] if case["body"] == bodied]


def _by_name(r: Reader, t: Type, value: Any) -> Reading:
    from .read import member

    u = t.body
    is_text = isinstance(value, str)
    members: Mapping[str, Any] = {} if is_text else r.members(value)
    if not is_text and len(members) != 1:
        r.wrong("an object with one member", f"an object with {len(members)} members")
        return None
    tag = r.text(value) if is_text else next(iter(members))
    i = t.cases.get(tag, _KEPT)
    if i == _KEPT:
        if u["unknown"] == "keep" or extends(u.get("extensions"), tag):
            return as_unknown(t, tag, value)
        if is_text:
            r.fail(one_of(_names(t, False)), value)
        else:
            r.fail_key(keys_words(_names(t, True)), tag)
        return None
    case = u["cases"][i]
    if is_text == case["body"]:
        r.fail("an object" if is_text else quote(case["tags"][0]), value)
        return None
    if is_text:
        return as_case(t, i, None)
    out = yield member(r, tag, case["type"], members[tag])
    return as_case(t, i, out)


def _by_kind(r: Reader, t: Type, value: Any) -> Reading:
    kind = KINDS[type(value)]
    i = next(i for i, case in enumerate(t.body["cases"]) if kind in case["kinds"])
    return (yield _case(r, t, i, value))


def _by_key(r: Reader, t: Type, value: dict[str, Any]) -> Reading:
    members = r.members(value)
    for i, case in enumerate(t.body["cases"]):
        if case.get("key", "") == "" or case["key"] in members:
            return (yield _case(r, t, i, value))
    r.fail(keys_words([quote(case["key"]) for case in t.body["cases"]]), value)
    return None


def arms(t: Type, value: Any) -> list[int]:
    """Returns the cases of a union by order that read values of a kind."""
    kind = KINDS[type(value)]
    return [i for i, case in enumerate(t.body["cases"]) if kind in case["kinds"]]


def _by_order(r: Reader, t: Type, value: Any) -> Reading:
    of = arms(t, value)
    if len(of) == 1:
        return (yield _case(r, t, of[0], value))
    if r.is_decided:
        return None
    # The variants of the unions around it read an array or an object again.
    key = (id(value), t.index, r.hides) if is_array(value) or is_object(value) else None
    if key in r.tries:
        tried = r.tries[key]
    else:
        was = r.tried
        if r.tried is None:
            r.tried = path_of(r.path)
        tried = yield _try(r, t, of, value)
        r.tried = was
        if key is not None:
            r.tries[key] = tried
    if r.heavy is not None:
        return None
    if tried is None:
        r.fail(f"a variant of {t.name}", value)
        return None
    out, dropped, weight = tried
    r.spend(weight)
    r.dropped.extend(dropped)
    return out


UNTOLD: Final = Fault("", "", "")  # of a reader that stops at the first fault


def _try(r: Reader, t: Type, of: list[int], value: Any) -> Reading:
    """Returns the value of the first case that accepts it, with what it dropped and weighs; None if there is none."""
    outer, left, at = r.errors, r.left, len(r.dropped)
    for i in of:
        r.errors = []
        out: Any = None
        depth, hides = len(r.path), r.hides
        try:
            out = yield _case(r, t, i, value)
        except Refused:
            r.errors, r.hides = [UNTOLD], hides
            del r.path[depth:]
        errors, r.errors = r.errors, outer
        dropped = r.dropped[at:]
        del r.dropped[at:]
        weight = 0 if left is None or r.left is None else left - r.left
        r.left = left
        if r.heavy is not None:
            r.errors.append(r.heavy)
            return None
        if not errors:
            return out, dropped, weight
    return None


_BY: Final[Mapping[str, Callable[[Reader, Type, Any], Reading]]] = {
    "tag": _by_tag,
    "content": _by_content,
    "name": _by_name,
    "kind": _by_kind,
    "key": _by_key,
    "order": _by_order,
}
