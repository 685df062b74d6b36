"""How the generated package tells the runtime its classes.

The runtime reads and writes what the rows of the spec say (`_rows.py`). They are those of `wiregen model --lowered`,
but nothing in them is known by its place, so that a change of the spec changes nothing else: `types` is a dict whose
keys are the names of types and what the others are made of (`string`, `User[]`), references have these keys, and the
default of a union is its tag. The bindings say which classes the values have, by the same keys. A type without a
binding has plain Python values, as below.

| form of the type | value |
|---|---|
| scalar `string`, `uuid`, `uri`, `timestamp` | `str` |
| scalar `bool`, `null` | `bool`, `None` |
| scalar `int`, `int32`, `uint32`, `int64`, `uint64`, `int64-wide`, `uint64-wide` | `int` |
| scalar `int64-text`, `uint64-text` | `int` (a string of digits on the wire) |
| scalar `float` | `float` (an `int` is accepted where one is written) |
| scalar `bytes` | `bytes` (base64 on the wire) |
| scalar `any`, `object` | kept JSON: `None`, `bool`, `int`, `float`, `str`, `list`, `dict` (see `text.py`) |
| scalar `empty` | `{}`, a `dict` |
| literal, enum | `str`, `int`, `float` or `bool` |
| list, map | `list`, `dict` |
| tuple | `tuple`, shorter if optional items at the end are absent; or a class (`TupleBinding`) |
| struct | an instance of a class (`StructBinding`) |
| union | see `UnionBinding` |

**Absent and null.** An unset field (or optional item, or optional params) is `None`. It is `UNSET` where
null is a value as well: a field with `"absent": "unset", "null": "value"`; an optional item of a tuple with
a class, and optional params, whose type takes null (`or_null`, or `null` in its `reads`).

**Tags.** A struct writes the tags of its row. A tag is an attribute only where its value may differ: if the
row of the tag has `"stored": true` or `"written": "as_read"`. That attribute is `None` for a tag that was
absent and is not written then; a made value with None has the first of the `values`, or no tag if it is
`as_read` or `never`.

Example: the file `_codec.py` of a package of three types:
`User = {id: string, "nick?": string}`, `Note = text: {text: string} | blank: {}` by the tag `kind`, and
`Event` with an envelope (`by: content`) with the variants joined: User and left.

    from ._rows import ROWS
    from ._runtime.bindings import Bindings, MessageBinding, StructBinding, UnionBinding
    from ._runtime.protocol import Protocol
    from . import types as t

    PROTOCOL = Protocol(ROWS, Bindings(
        types={
            "User": StructBinding(t.User, ("id", "nick")),
            "Note": UnionBinding({}, t.UnknownNote),  # variants are structs of their own
            "Event": UnionBinding({"joined": t.EventJoined, "left": t.EventLeft}, t.UnknownEvent),
            "NoteText": StructBinding(t.NoteText, ("text",)),
            "NoteBlank": StructBinding(t.NoteBlank, ()),
        },
        messages=MessageBinding(calls=(t.GreetRequest, t.SaidNotification)),
    ))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class StructBinding(NamedTuple):
    """The class of a struct.

    `names` are the attributes of the fields, in the order of `struct.fields`. `extra` is the attribute
    that has the undeclared keys as a `dict`; it is needed if the row has `"extra": "keep"` or `"typed"`, or
    `extensions`. `tags` are the attributes of `struct.tags`, in their order, with `None` for a tag that is
    no attribute; leave it empty if none is.

    The runtime makes an instance with `cls.__new__(cls)` and sets every attribute named here. It does not
    call `__init__`. The class is a subclass of `_runtime.value.Struct` with exactly these attributes as
    slots.
    """

    cls: type[Any]
    names: tuple[str, ...]
    extra: str | None = None
    tags: tuple[str | None, ...] = ()


class TupleBinding(NamedTuple):
    """The class of a tuple, with the attributes of its items in their order."""

    cls: type[Any]
    names: tuple[str, ...]


class UnionBinding(NamedTuple):
    """The classes of a union.

    `wrappers` has the classes that wrap the values of cases, by the first of their `tags`, by their `key`, or without
    either by the key of their type. Any other value of the union is that of the body. A wrapper class is a subclass
    of `_runtime.value.Variant` with the attribute `value`, which has the body; for a case without a body it has no attribute `value`.

    A wrapper is needed for
    - a case without a body (also by `name`: the wrapper stands for the bare string),
    - a case whose body is no struct, unless the union is by `kind` or `order` and the case is found by the
      Python type of its value: no two cases without a wrapper may have values of one Python type (str, bytes,
      bool, int or float, list, tuple, dict, None; `any` has all, `object` and `empty` are dict,
      `int64-text` is int),
    - cases with the same struct in one union.
    A case whose body is a union needs none, unless values of that union collide with those of other cases, or the
    union contains this one.

    `unknown` is the class of undeclared variants, a subclass of `_runtime.value.Unknown`; None if they are
    refused. It has `tag` (the undeclared tag) and `raw` (the whole value as kept JSON, with its tag; the
    string itself for a bare string by `name`).
    """

    wrappers: Mapping[str, type[Any]] = {}
    unknown: type[Any] | None = None


class MessageBinding(NamedTuple):
    """The classes of messages.

    `calls` has, for each of `calls` of the rows, a subclass of `_runtime.message.Request` or
    `_runtime.message.Notification`, by the `shape` of the call, with the class constant `method`:

        class PromptRequest(Request):
            __slots__ = ()
            method: Final = "prompt"
            params: PromptParams

    The base classes have no `method`, and the slots `id` (not of notifications), `params`, and `members`: what
    the dialect adds to messages, a dict by the names on the wire. A call without a class gets one like this.
    Messages of undeclared methods are an `UnknownRequest` or an `UnknownNotification`, with the slot `method`.
    Answers are a `Response` (`id`, `result` as kept JSON, `method`, `members`) or a `Failure` (`id`, `error`,
    `method`, `members`).
    """

    calls: tuple[type[Any] | None, ...] = ()


class Bindings(NamedTuple):
    """All bindings of a package."""

    types: Mapping[str, StructBinding | TupleBinding | UnionBinding] = {}
    messages: MessageBinding = MessageBinding()
