"""Writes the types of a spec as a user of another library would declare them.

The input is what `wiregen model --lowered` prints; the output is a module for
each of pydantic, msgspec and dataclasses with all types of the spec:

    python peers.py lowered.json FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Iterator

Row = dict[str, Any]

SCALARS = {
    "string": "str", "int": "int", "float": "float", "bool": "bool", "any": "Any",
    "object": "dict[str, Any]", "empty": "dict[str, Any]",
}


class Module:
    """One library's way to declare types: subclasses say how it spells them."""

    name = ""
    head: tuple[str, ...] = ()

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.lines: list[str] = []
        # The unions by tag, with the tag of each struct in them.
        self.tags: dict[int, tuple[str, str]] = {}
        for row in rows:
            if row["form"] == "union" and row["union"]["by"] == "tag":
                for case in row["union"]["cases"]:
                    self.tags[case["type"]["type"]] = (row["union"]["key"], case["tags"][0])

    def text(self) -> str:
        order: list[int] = []
        done: set[int] = set()
        # Unions first: they name their variants where they are declared, classes name types in strings.
        for i, row in sorted(enumerate(self.rows), key=lambda p: p[1]["form"] != "union"):
            if "name" in row:
                self.visit(i, order, done)
        for i in order:
            self.declare(i, self.rows[i])
        return "\n".join(["from __future__ import annotations", "", *self.head, "", *self.lines]) + "\n"

    def visit(self, i: int, order: list[int], done: set[int]) -> None:
        """Appends what type i needs and then i, if it has a name."""
        if i in done:
            return
        done.add(i)
        for ref in references(self.rows[i]):
            self.visit(ref["type"], order, done)
        if "name" in self.rows[i]:
            order.append(i)

    def type(self, ref: Row | None) -> str:
        if ref is None:
            return "Any"
        text = self.of(ref["type"])
        return f"{text} | None" if ref.get("or_null") else text

    def of(self, i: int) -> str:
        row = self.rows[i]
        return str(row["name"]) if "name" in row else self.spelled(row)

    def spelled(self, row: Row) -> str:
        """The type of a row, without its name."""
        match row["form"]:
            case "scalar":
                return SCALARS.get(row["scalar"]["name"], "str")
            case "literal":
                return f"Literal[{row['literal']!r}]"
            case "list":
                return f"list[{self.type(row['elem'])}]"
            case "map":
                return f"dict[str, {self.type(row['elem'])}]"
        return "Any"

    def declare(self, i: int, row: Row) -> None:
        name, form = row["name"], row["form"]
        if form == "struct":
            self.struct(i, name, row["struct"]["fields"])
        elif form == "enum":
            values = row["enum"]["values"]
            closed = row["enum"]["other"] == "reject"
            self.alias(name, f"Literal[{', '.join(map(repr, values))}]" if closed else "str")
        elif form == "union":
            self.union(name, row["union"])
        else:
            self.alias(name, self.spelled(row))

    def alias(self, name: str, text: str) -> None:
        self.lines += [f"{name} = {text}", ""]

    def members(self, fields: list[Row]) -> Iterator[str]:
        if not fields:
            yield "    pass"
        for f in fields:
            text = self.type(f["type"])
            if f["absent"] == "refuse":
                yield f"    {f['name']}: {text}"
            elif f["absent"] == "default":
                yield f"    {f['name']}: {text} = {self.default(f['default'])}"
            else:
                yield f"    {f['name']}: {text if text.endswith('None') else text + ' | None'} = None"

    def default(self, value: Any) -> str:
        return repr(value)

    def struct(self, i: int, name: str, fields: list[Row]) -> None:
        raise NotImplementedError

    def union(self, name: str, union: Row) -> None:
        raise NotImplementedError

    def envelope(self, name: str, union: Row, case: Row) -> str:
        """Declares the object of a union by content, with its tag and its content."""
        raise NotImplementedError

    def cases(self, name: str, union: Row) -> list[tuple[str, str]]:
        """The tag and the type of each variant; those of a union by content are declared."""
        if union["by"] == "content":
            return [(c["tags"][0], self.envelope(f"{name}{c['tags'][0]}", union, c)) for c in union["cases"]]
        return [(c.get("tags", [""])[0], self.type(c["type"])) for c in union["cases"]]


class Pydantic(Module):
    name = "pydantic"
    head = (
        "from typing import Annotated, Any, Callable, Literal, Union",
        "from pydantic import BaseModel, ConfigDict, Discriminator, Tag",
        "",
        "def pick(key: str, known: set[str]) -> Callable[[Any], str]:",
        "    def tag(v: Any) -> str:",
        "        t = v.get(key) if isinstance(v, dict) else getattr(v, key, None)",
        "        return t if t in known else ''",
        "    return tag",
        "",
        "class Unknown(BaseModel):",
        "    model_config = ConfigDict(extra='allow')",
        "    type: str",
    )

    def struct(self, i: int, name: str, fields: list[Row]) -> None:
        self.lines.append(f"class {name}(BaseModel):")
        if i in self.tags:
            key, tag = self.tags[i]
            self.lines.append(f"    {key}: Literal[{tag!r}] = {tag!r}")
        self.lines += [*self.members(fields), ""]

    def envelope(self, name: str, union: Row, case: Row) -> str:
        tag = case["tags"][0]
        self.lines += [
            f"class {name}(BaseModel):",
            f"    {union['key']}: Literal[{tag!r}] = {tag!r}",
            f"    {union['content']}: {self.type(case['type'])}",
            "",
        ]
        return name

    def union(self, name: str, union: Row) -> None:
        cases = self.cases(name, union)
        if union["by"] == "kind":
            self.alias(name, f"Union[{', '.join(t for _, t in cases)}]")
            return
        tagged = [f"Annotated[{text}, Tag({tag!r})]" for tag, text in cases]
        known = "{" + ", ".join(repr(tag) for tag, _ in cases) + "}"
        self.alias(name, f"Annotated[Union[{', '.join(tagged)}, Annotated[Unknown, Tag('')]], Discriminator(pick({union['key']!r}, {known}))]")


class PydanticDeferred(Pydantic):
    name = "pydantic_deferred"
    head = tuple(
        "from pydantic import BaseModel as Base, ConfigDict, Discriminator, Tag\n\nclass BaseModel(Base):\n    model_config = ConfigDict(defer_build=True)"
        if line.startswith("from pydantic") else line
        for line in Pydantic.head
    )


class Msgspec(Module):
    name = "msgspec"
    head = ("from typing import Any, Literal, Union", "from msgspec import Struct")

    def struct(self, i: int, name: str, fields: list[Row]) -> None:
        tag = ""
        if i in self.tags:
            tag = ", tag_field={!r}, tag={!r}".format(*self.tags[i])
        self.lines += [f"class {name}(Struct, kw_only=True{tag}):", *self.members(fields), ""]

    def envelope(self, name: str, union: Row, case: Row) -> str:
        self.lines += [
            f"class {name}(Struct, kw_only=True, tag_field={union['key']!r}, tag={case['tags'][0]!r}):",
            f"    {union['content']}: {self.type(case['type'])}",
            "",
        ]
        return name

    def union(self, name: str, union: Row) -> None:
        self.alias(name, f"Union[{', '.join(t for _, t in self.cases(name, union))}]")


class Dataclasses(Msgspec):
    name = "dataclasses"
    head = ("from dataclasses import dataclass, field", "from typing import Any, Literal, Union")

    def default(self, value: Any) -> str:
        return f"field(default_factory=lambda: {value!r})" if isinstance(value, (list, dict)) else repr(value)

    def struct(self, i: int, name: str, fields: list[Row]) -> None:
        self.lines += ["@dataclass(slots=True, kw_only=True)", f"class {name}:"]
        if i in self.tags:
            key, tag = self.tags[i]
            self.lines.append(f"    {key}: Literal[{tag!r}] = {tag!r}")
        self.lines += [*self.members(fields), ""]

    def envelope(self, name: str, union: Row, case: Row) -> str:
        tag = case["tags"][0]
        self.lines += [
            "@dataclass(slots=True, kw_only=True)",
            f"class {name}:",
            f"    {union['content']}: {self.type(case['type'])}",
            f"    {union['key']}: Literal[{tag!r}] = {tag!r}",
            "",
        ]
        return name


def references(row: Row) -> Iterator[Row]:
    """The types that a row refers to."""
    found = [row.get("elem")]
    found += [f["type"] for f in row.get("struct", {}).get("fields", [])]
    found += [c.get("type") for c in row.get("union", {}).get("cases", [])]
    return (ref for ref in found if ref)


def write(lowered: Row, folder: Path) -> None:
    for library in (Pydantic, PydanticDeferred, Msgspec, Dataclasses):
        module = library(lowered["types"])
        (folder / f"with_{library.name}.py").write_text(module.text())


if __name__ == "__main__":
    write(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
