"""Types of a protocol as fields of pydantic models. Pydantic is imported when it asks for this, and not otherwise."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .error import WireError, hidden, without_frames
from .number import MAX_SAFE
from .table import Row, Table, Type

if TYPE_CHECKING:
    from .protocol import Protocol


def core_schema_of(protocol: Callable[[], Protocol], ref: Row, cls: type[Any] | None) -> Any:
    """Returns the schema with which pydantic reads and writes values of a type."""
    core: Any = importlib.import_module("pydantic_core.core_schema")

    def read(value: Any) -> Any:
        try:
            return read_value(value)
        except WireError as e:
            if not protocol().table.hides_some():
                raise without_frames(e)
            # An error of pydantic shows the value, but that of another such error inside it instead.
            custom: Any = importlib.import_module("pydantic_core").PydanticCustomError
            of = {"type": custom("value_error", "Value error, {error}", {"error": str(e)}), "input": hidden(value)}
        faults: Any = importlib.import_module("pydantic_core").ValidationError
        del value
        raise faults.from_exception_data("WireError", [of])

    def read_value(value: Any) -> Any:
        if cls is not None and isinstance(value, cls):
            return value
        if cls is None and not isinstance(value, (dict, list)):
            try:
                protocol().write(ref, value)
            except ValueError:
                return protocol().read_value(ref, value).value
            return value
        return protocol().read_value(ref, value).value

    def write(value: Any) -> Any:
        try:
            return json.loads(protocol().write(ref, value))
        except WireError as e:
            del value
            raise without_frames(e)

    return core.no_info_plain_validator_function(
        read,
        serialization=core.plain_serializer_function_ser_schema(write),
        metadata={"pydantic_js_functions": [lambda _schema, _handler: json_schema_of(protocol().table, ref)]},  # pyright: ignore[reportUnknownLambdaType]
    )


def json_schema_of(table: Table, ref: Row) -> dict[str, Any]:
    """Returns a JSON Schema of what a reader accepts. Types within themselves are not described again."""
    return _schema(table, ref, frozenset())


def _schema(table: Table, ref: Row, within: frozenset[int]) -> dict[str, Any]:
    t = table.type_of(ref)
    if t.index in within:
        out: dict[str, Any] = {"type": sorted(t.reads)} if len(t.reads) < 6 else {}
    else:
        out = _FORMS[t.form](table, t, within | {t.index})
    if t.name and t.form in ("struct", "union", "enum"):
        out["title"] = t.name
    return {"anyOf": [out, {"type": "null"}]} if ref.get("or_null") and "null" not in t.reads else out


def _scalar(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    row = t.body
    if row["name"] == "any":
        return {}
    out: dict[str, Any] = {"type": next(iter(t.reads))}
    if row.get("integer") or "low" in row:
        low, high = int(row.get("low", row.get("min", 0))), int(row.get("high", row.get("max", 0)))
        out["type"] = "integer"
        if (low, high) != (-MAX_SAFE, MAX_SAFE):
            out.update(minimum=low, maximum=high)
    if "text" in row:
        out["pattern"] = row["pattern"]
    if t.checks != "all":
        return out
    for limit in t.limits:
        if limit["of"] == "text":
            out["pattern"] = limit["pattern"]
            continue
        low_key, high_key = ("minimum", "maximum") if limit["of"] == "number" else ("minLength", "maxLength")
        out.update({k: limit[m] for k, m in ((low_key, "min"), (high_key, "max")) if m in limit})
    return out


def _list(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    out: dict[str, Any] = {"type": "array"}
    if t.row.get("items") != "skip":
        out["items"] = _schema(table, t.row["elem"], within)
    for limit in t.limits if t.checks == "all" else ():
        out.update({k: limit[m] for k, m in (("minItems", "min"), ("maxItems", "max")) if m in limit})
    return out


def _map(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    out = {"type": "object", "additionalProperties": _schema(table, t.row["elem"], within)}
    keys = t.row.get("keys")
    if keys is not None and keys["other"] == "reject" and "extensions" not in keys:
        out["propertyNames"] = {"enum": list(keys["values"])}
    return out


def _tuple(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    items = [_schema(table, ref, within) for ref in t.body["items"]]
    return {"type": "array", "prefixItems": items, "minItems": t.body["least"], "maxItems": len(items)}


def _struct(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required: list[str] = []
    for tag in t.tags:
        properties[tag.key] = {"enum": [*tag.values, *tag.was]}
        if not tag.implied:
            required.append(tag.key)
    for f in t.body["fields"]:
        schema = {} if f["on_error"] == "unset" else _schema(table, f["type"], within)
        if f["null"] == "as_absent" and schema:
            schema = {"anyOf": [schema, {"type": "null"}]}
        if "default" in f:
            schema = {**schema, "default": f["default"]}
        for key in (f["name"], *f.get("was", ())):
            properties[key] = schema
        if f["absent"] == "refuse" and "was" not in f:
            required.append(f["name"])
    out: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        out["required"] = required
    if t.body["extra"] == "reject" and "extensions" not in t.body:
        out["additionalProperties"] = False
    elif t.body["extra"] == "typed":
        out["additionalProperties"] = _schema(table, t.body["extra_type"], within)
    return out


def _enum(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    if t.body["other"] != "reject" or "extensions" in t.body:
        return {"type": "integer" if t.body.get("integer") else "string"}
    return {"enum": list(t.values)}


def _literal(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    return {"const": t.row["literal"]}


def _union(table: Table, t: Type, within: frozenset[int]) -> dict[str, Any]:
    u = t.body
    cases: list[dict[str, Any]] = []
    for case in u["cases"]:
        body = _schema(table, case["type"], within) if case["body"] else {}
        tags = [*case.get("tags", ()), *case.get("was", ())]
        if u["by"] == "content":
            properties = {u["key"]: {"enum": tags}, **({u["content"]: body} if case["body"] else {})}
            body = {"type": "object", "properties": properties, "required": list(properties)}
        elif u["by"] == "name":
            body = (
                {"enum": tags}
                if not case["body"]
                else {"type": "object", "properties": {tags[0]: body}, "required": tags[:1]}
            )
        cases.append(body)
    if u["unknown"] in ("keep", "extensions"):
        kinds = [{"type": kind} for kind in sorted(t.reads)]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return {"anyOf": cases}


_FORMS: dict[str, Callable[[Table, Type, frozenset[int]], dict[str, Any]]] = {
    "scalar": _scalar,
    "list": _list,
    "map": _map,
    "tuple": _tuple,
    "struct": _struct,
    "enum": _enum,
    "literal": _literal,
    "union": _union,
}
