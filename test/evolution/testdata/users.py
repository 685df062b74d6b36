"""Writes programs that use each public name of a generated package.

    users.py FOLDER

For each line OLD NEW FILE of stdin, the program FILE has a function for each use of what the package
OLD declares, written for the package NEW; uses of which nothing differs between the two are left out.
A line of stdout is FILE, the first and the last line of a function, the name that is used, the member
of it or "", the kind of the use, and the names of other declarations that its text needs, as JSON. The
last line for a FILE is of the kind "same", and has the number of uses that were left out.
"""

import ast
import json
import pathlib
import re
import sys

TYPING = {"Any", "Literal", "Union", "Iterable"}
EVERYWHERE = {"read", "write", "redacted"}  # functions that every package has
WORD = re.compile(r"[^\W\d]\w*")
KINDS = {"str": "str()", "int": "int()", "float": "float() | int()", "bool": "bool()", "bytes": "bytes()"}
GENERIC = {"list": "list()", "dict": "dict()", "tuple": "tuple()"}


class Package:
    """The declarations of a package, from its sources."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.exported: set[str] = set()
        self.classes: dict[str, ast.ClassDef] = {}
        self.aliases: dict[str, list[ast.expr]] = {}
        self.distinct: dict[str, ast.expr] = {}
        self.functions: list[ast.FunctionDef] = []
        self.messages: dict[str, str] = {}  # the classes of the runtime, and their names in the package
        for module in ("types", "calls", "__init__"):
            file = folder / f"{module}.py"
            if file.exists():
                self.module(module, ast.parse(file.read_text("utf8")).body)
        runtime = ast.parse(folder.parent.joinpath("_runtime", "message.py").read_text("utf8")).body
        for node in runtime:
            if isinstance(node, ast.ClassDef) and node.name in self.messages:
                self.classes[self.messages[node.name]] = Rename(self.messages).visit(node)
        self.codecs = folder.joinpath("codecs.py").exists()
        self.texts = {name: "" for name in self.exported}
        for name, c in self.classes.items():
            parts = [n.args if isinstance(n, ast.FunctionDef) else n for n in c.body if isinstance(n, (ast.AnnAssign, ast.FunctionDef))]
            self.texts[name] = " ".join(ast.unparse(n) for n in [*c.bases, *parts])
        for name, list_of in self.aliases.items():
            self.texts[name] = "= " + ast.unparse(union(list_of))
        for name, base in self.distinct.items():
            self.texts[name] = "NewType " + ast.unparse(base)
        for f in self.functions:
            self.texts[f.name] += f" ({ast.unparse(f.args)}) -> {ast.unparse(f.returns or at('None'))}"

    def reached(self, names: set[str]) -> dict[str, str]:
        """The texts of some declarations, and of all that these need."""
        out: dict[str, str] = {}
        for name in (left := list(names)):
            if name in self.texts and name not in out:
                out[name] = self.texts[name]
                left += [w for w in set(WORD.findall(self.texts[name])) if w in self.texts]
        return out

    def module(self, module: str, body: list[ast.stmt]) -> None:
        overloaded: set[str] = set()
        for node in body:
            match node:
                case ast.ImportFrom(module=of, names=names):
                    for n in names:
                        if module == "__init__" and of != "typing" and not (n.asname or n.name).startswith("_"):
                            self.exported.add(n.asname or n.name)
                        if module == "__init__" and of == "_runtime.message":
                            self.messages[n.name] = n.asname or n.name
                case ast.ClassDef(name=name) if not name.startswith("_"):
                    self.classes[name] = node
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value):
                    self.aliases[name] = arms(value)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="NewType"), args=[_, base])):
                    self.distinct[name] = base
                case ast.FunctionDef(name=name, decorator_list=marks) if not name.startswith("_") and name not in EVERYWHERE:
                    if marks:
                        overloaded.add(name)
                    if marks or name not in overloaded:
                        self.functions.append(node)
                    if module == "__init__":
                        self.exported.add(name)


def arms(t: ast.expr) -> list[ast.expr]:
    """The types that a type is one of; a quoted name is a name."""
    match t:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return arms(left) + arms(right)
        case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=elts)):
            return [arm for e in elts for arm in arms(e)]
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=elts)):
            return [ast.Subscript(value=ast.Name(id="Literal"), slice=e) for e in elts]
        case ast.Constant(value=str(name)):
            return [ast.Name(id=name)]
    return [t]


class Rename(ast.NodeTransformer):
    """Calls names otherwise."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(id=self.names.get(node.id, node.id))


class Qualify(ast.NodeTransformer):
    """Says of each name where it is from, and notes those of the package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.names: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.package.exported:
            self.names.add(node.id)
            return ast.Attribute(value=ast.Name(id="w"), attr=node.id)
        if node.id.removeprefix("_") in TYPING:
            return ast.Attribute(value=ast.Name(id="typing"), attr=node.id.removeprefix("_"))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:  # t.Name of calls.py
        return self.visit_Name(ast.Name(id=node.attr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in ("Literal", "_Literal"):
            return ast.Subscript(value=ast.Attribute(value=ast.Name(id="typing"), attr="Literal"), slice=node.slice)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self.visit_Name(ast.Name(id=node.value)) if isinstance(node.value, str) else node


class Program:
    """The text of a program, and what its functions use."""

    def __init__(self, old: Package, today: Package | None, new: str) -> None:
        self.old = old
        self.today = today
        self.lines = ["import typing", f"import {new} as w"]
        if old.codecs:
            self.lines.append(f"import {new}.codecs as codecs")
        self.uses: list[tuple[object, ...]] = []
        self.same = 0

    def use(self, name: str, member: str, kind: str, params: list[tuple[str, ast.expr]], result: ast.expr | None, body: list[str], *more: str) -> None:
        """Adds a function with parameters of some types, a result and a body."""
        q = Qualify(self.old)
        texts = [f"{n}: {ast.unparse(q.visit(copy(t)))}" for n, t in params]
        returned = ast.unparse(q.visit(copy(result))) if result else "None"
        names = q.names | set(more) | {name}
        if self.today and self.old.reached(names) == self.today.reached(names):
            self.same += 1
            return
        first = len(self.lines) + 1
        self.lines.append(f"def f{first}({', '.join(texts)}) -> {returned}:")
        self.lines += ["    " + line for line in body]
        self.uses.append((first, len(self.lines), name, member, kind, sorted(names - {name})))

    def write(self) -> None:
        for name, c in self.old.classes.items():
            self.class_uses(name, c)
        for name, list_of in self.old.aliases.items():
            self.alias_uses(name, list_of)
        for name, base in self.old.distinct.items():
            self.use(name, "", "make", [("x", base)], at(name), [f"return w.{name}(x)"])
            self.use(name, "", "read", [("x", at(name))], base, ["return x"])
        for f in self.old.functions:
            self.function_uses(f)

    def class_uses(self, name: str, c: ast.ClassDef) -> None:
        self.use(name, "", "name", [("x", at("object"))], at("bool"), [f"return isinstance(x, w.{name})"])
        inits = [n for n in c.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
        base = c.bases[0].id if c.bases and isinstance(c.bases[0], ast.Name) else ""
        for node in c.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=m), annotation=ast.Subscript(value=ast.Name(id="ClassVar"), slice=t), value=value) if not m.startswith("_"):
                    self.constant(name, m, value, t)
                case ast.AnnAssign(target=ast.Name(id=m), annotation=ast.Name(id="Final"), value=value):
                    self.constant(name, m, value, literal(value))
                case ast.AnnAssign(target=ast.Name(id=m), annotation=t) if not m.startswith("_"):
                    self.use(name, m, "read", [("x", at(name))], t, [f"return x.{m}"])
                    self.use(name, m, "set", [("x", at(name)), ("v", t)], None, [f"x.{m} = v"])
        if inits:
            self.make(name, inits[0].args)
        elif base == "Unknown":
            self.use(name, "", "make", [("v", at("Any"))], at(name), [f"return w.{name}(tag=v, raw=v)"])
            self.use(name, "tag", "read", [("x", at(name))], at("object"), ["return x.tag"])
            self.use(name, "raw", "read", [("x", at(name))], at("object"), ["return x.raw"])
        elif base:
            self.use(name, "", "make", [], at(name), [f"return w.{name}()"])
        if base in ("_Struct", "_Variant"):
            self.use(name, "", "codec", [], at(name), [f"return w.{name}.from_json('')"])

    def constant(self, name: str, m: str, value: ast.expr | None, t: ast.expr) -> None:
        kind = type(ast.literal_eval(value)).__name__ if value else "object"
        self.use(name, m, "constant", [], at(kind), [f"return w.{name}.{m}"])
        self.use(name, m, "value", [], t, [f"return w.{name}.{m}"])

    def make(self, name: str, args: ast.arguments) -> None:
        given = [(a.arg, a.annotation or at("object"), d is not None) for a, d in zip(args.kwonlyargs, args.kw_defaults)]
        if not args.kwonlyargs:
            none: list[ast.expr | None] = [None] * (len(args.args) - len(args.defaults))
            given = [("" if args.defaults == [] and len(args.args) == 2 else a.arg, a.annotation or at("object"), d is not None) for a, d in list(zip(args.args, none + list(args.defaults)))[1:]]
        required = [g for g in given if not g[2]]
        for n, parts in enumerate([required] + [required + [g] for g in given if g[2]]):
            member = parts[-1][0] if n else ""
            call = [f"return w.{name}("] + [f"    {m}={m}," if m else "    value," for m, _, _ in parts] + [")"]
            self.use(name, member, "make", [(m or "value", t) for m, t, _ in parts], at(name), call)

    def alias_uses(self, name: str, list_of: list[ast.expr]) -> None:
        leaves, within = self.leaves(name)
        self.use(name, "", "whole", [("x", at(name))], union(list_of), ["return x"], *within)
        for arm in list_of:
            self.use(name, "", "give", [("x", arm)], at(name), ["return x"], *within)
        patterns = [self.pattern(leaf) for leaf in leaves]
        if None not in patterns:
            body = ["match x:"] + [f"    case {p}: pass" for p in patterns] + ["    case _: typing.assert_never(x)"]
            self.use(name, "", "cases", [("x", at(name))], None, body, *within, *(n.id for n in leaves if isinstance(n, ast.Name)))
        if self.old.codecs and name in self.old.exported and name not in ("ErrorName",) and not name.endswith("Message"):
            self.use(name, "", "codec", [], at(name), [f"return codecs.{name}.read('')"])

    def leaves(self, name: str) -> tuple[list[ast.expr], list[str]]:
        """The types that an alias stands for, and the aliases that lead to them."""
        out: list[ast.expr] = []
        within = [name]
        for of in within:
            for arm in self.old.aliases[of]:
                if isinstance(arm, ast.Name) and arm.id in self.old.aliases:
                    if arm.id not in within:
                        within.append(arm.id)
                else:
                    out.append(arm)
        return out, within

    def pattern(self, t: ast.expr) -> str | None:
        match t:
            case ast.Constant(value=None):
                return "None"
            case ast.Subscript(value=ast.Name(id="Literal"), slice=value):
                return ast.unparse(value)
            case ast.Subscript(value=ast.Name(id=name)) if name in GENERIC:
                return GENERIC[name]
            case ast.Name(id=name) if name in self.old.distinct:
                return self.pattern(self.old.distinct[name])
            case ast.Name(id=name) if name in KINDS:
                return KINDS[name]
            case ast.Name(id=name) if name in self.old.exported:
                return f"w.{name}()"
        return None

    def function_uses(self, f: ast.FunctionDef) -> None:
        params = [(a.arg, a.annotation or at("object")) for a in f.args.args]
        least = len(params) - len(f.args.defaults)
        member = ""
        if f.decorator_list:  # what tells an overload from the others
            match params[1:] if f.name == "read_message" else params[:1]:
                case [(_, ast.Subscript(slice=ast.Constant(value=str(text))))]:
                    member = json.dumps(text)
                case [(_, t)]:
                    member = ast.unparse(t).removeprefix("t.")
        for n in range(least, len(params) + 1):
            call = f"w.{f.name}({', '.join(p for p, _ in params[:n])})"
            self.use(f.name, member, "call", params[:n], f.returns, [f"return {call}"])


def copy(t: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(t), mode="eval").body


def at(name: str) -> ast.expr:
    return ast.Name(id=name)


def literal(value: ast.expr | None) -> ast.expr:
    return ast.Subscript(value=ast.Name(id="Literal"), slice=value or ast.Constant(value=None))


def union(list_of: list[ast.expr]) -> ast.expr:
    out = list_of[0]
    for t in list_of[1:]:
        out = ast.BinOp(left=out, op=ast.BitOr(), right=t)
    return out


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    packages: dict[str, Package] = {}
    for line in sys.stdin:
        old, new, file = line.split()
        for name in (old, new):
            packages[name] = packages.get(name) or Package(folder / name)
        program = Program(packages[old], packages[new] if new != old else None, new)
        program.write()
        (folder / file).write_text("\n".join(program.lines) + "\n", "utf8")
        for use in program.uses:
            print(json.dumps([file, *use]))
        print(json.dumps([file, 0, 0, "", "", "same", [str(program.same)]]))


main()
