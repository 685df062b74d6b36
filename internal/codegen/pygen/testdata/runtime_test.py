"""Tests of the runtime by itself. WIREGEN_ROWS is a folder with the rows of two specs."""

from __future__ import annotations

import copy
import io
import json
import os
import pickle
import sys
import unittest
from pathlib import Path
from typing import Any

from dynamic import Codecs, package_rows
from runtime import number, text
from runtime.error import WireError, path_of, short, well_formed
from runtime.journal import JournalReader, NoHeader, TornLine
from runtime.message import Failure, Response, UnknownRequest
from runtime.value import UNSET, Unknown, attributes, plain

ROWS = Path(os.environ["WIREGEN_ROWS"])


def codecs(name: str) -> Codecs:
    """Returns the types of a spec, with classes that know their protocol."""
    c = Codecs(package_rows(json.loads((ROWS / f"{name}.json").read_text())))
    for i, binding in c.protocol.table.bindings.types.items():
        if hasattr(binding, "names"):
            binding.cls._type = i
            binding.cls._protocol = classmethod(lambda cls: c.protocol)
    return c


def fault(data: Any) -> str:
    try:
        return repr(text.parse(data)[0])
    except text.TextFault as e:
        return str(e)


SYNTAX = "expected one JSON value, found a syntax error"
BYTE = "expected UTF-8 text, found an invalid byte"
HUGE = "expected a finite number, found one beyond the range of a double"


class Text(unittest.TestCase):
    def test_faults(self) -> None:
        for data in (
            "",
            " ",
            "nul",
            "[1",
            "[1,]",
            '{"a":1,}',
            '{"a" 1}',
            "01",
            "1.",
            "-",
            "+1",
            "NaN",
            "-Infinity",
            '"\x01"',
            "1 2",
            '"\\u12g"',
            "[}",
            "'a'",
            "\ufeff1",
        ):
            self.assertEqual(fault(data), SYNTAX, data)
            self.assertEqual(fault(data.encode()), SYNTAX, data)
        for bad in (
            b"\xff",
            b'"a\xff"',
            b'"\\u12\xff"',
            b'{"a":tr\xc3',
            b"[1 \xff",
            b"12.\xff",
            b'"\xed\xa0\x80"',
            b'"\xc0\xaf"',
            b'"\xf4\x90\x80\x80"',
        ):
            self.assertEqual(fault(bad), BYTE, bad)
        self.assertEqual(fault(b'[1,] "\xff"'), SYNTAX)  # the first fault counts
        for data in (
            "1e999",
            "[-1e400]",
            "9" * 400,
            f"[{'9' * 310}]",
            "9" * 5000,
            f'{{"a":"{"x" * 99}","b":{"9" * 309}}}',
        ):
            self.assertEqual(fault(data), HUGE, data[:20])
        self.assertEqual(fault('"' + "9" * 500 + '"'), repr("9" * 500))
        self.assertEqual(fault("0." + "1" * 400), repr(float("0." + "1" * 400)))

    def test_depth(self) -> None:
        for deep in ("[" * 1000 + "]" * 1000, '{"a":' * 1000 + "1" + "}" * 1000):
            self.assertEqual(text.parse(deep)[2], len(deep))
        too_deep = "expected at most 1000 levels of nesting, found more"
        self.assertEqual(fault("[" * 1001), too_deep)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(5000)
        try:
            self.assertEqual(fault("[" * 1001 + "]" * 1001), too_deep)
        finally:
            sys.setrecursionlimit(limit)

    def test_searches(self) -> None:
        """What a text may hide is found wherever it is, beside what only looks like it."""
        plain = r"-0 -01 \\-0 \u00e9\u001b é 😀"
        pairs = r"\ud83d\ude00 \uD83D\uDE00"
        for at in range(0, 320, 13):
            for filler in ("x" * at, "é" * at, "-" * at, "9" * (at % 120), r"\u0041" * at, pairs):
                head = f'["{plain}","{filler}"'
                self.assertEqual(text.parse(head + ",0]")[1], False)
                self.assertEqual(number.written(text.parse(head + ",0]")[0][2]), "0")
                self.assertEqual(number.written(text.parse(head + ",-0]")[0][2]), "-0")
                self.assertEqual(number.written(text.parse(f"[-0,{head[1:]}]")[0][0]), "-0")
                for half in (r"\ud83d", r"\uD83D", r"\udc00", r"\uDC00", r"\ud83d\u0041", r"\uDe00\uD83d"):
                    self.assertEqual(text.parse(f'{head},"{half}"]')[1], True, half)
                self.assertEqual(fault(f"{head},{'9' * 309}]"), HUGE)
                self.assertEqual(text.parse(head + ',"\ud83d"]')[0][2], "\ufffd")
        self.assertEqual(text.parse('"\ud83d\ude00"')[0], "\ufffd\ufffd")

    def test_spelling(self) -> None:
        c = codecs("units")
        for kept in (
            "1.0",
            "1E5",
            "-0",
            "1e-7",
            "1e+300",
            "0.10",
            "12345678901234567890123",
            '[-0.0,{"b":1.50}]',
            "1e21",
        ):
            line = f'{{"user":"u","password":"p","keep":{kept},"tags":[]}}'
            self.assertEqual(c.write("Login", c.read("Login", line)), line)
        line = '{"user":"2026-01-05","password":"p","keep":{"at":"x-0"},"tags":[]}'
        self.assertEqual(c.write("Login", c.read("Login", line)), line)

    def test_surrogates(self) -> None:
        c = codecs("units")
        got = c.read("Login", r'{"user":"\ud800\ud83d\ude00","password":"p","keep":"\udc00"}')
        self.assertEqual((got.user, got.keep), ("\ufffd😀", "\udc00"))
        self.assertEqual(c.write("Login", got), r'{"user":"�😀","password":"p","keep":"\udc00","tags":[]}')


class Numbers(unittest.TestCase):
    def test_print(self) -> None:
        want = {
            1.0: "1",
            1e21: "1e+21",
            1e20: "1" + "0" * 20,
            1e-6: "0.000001",
            1e-7: "1e-7",
            1.25e-7: "1.25e-7",
            -1e16: "-1" + "0" * 16,
            5e-324: "5e-324",
        }
        for value, printed in want.items():
            self.assertEqual(number.print_float(value), printed)
        self.assertEqual(number.print_float(-0.0), "0")

    def test_float(self) -> None:
        f = number.parse_float("1.50")
        self.assertEqual((f, json.dumps(f), copy.deepcopy(f)), (1.5, "1.5", 1.5))
        self.assertEqual(number.written(pickle.loads(pickle.dumps(f))), "1.50")
        self.assertIs(type(number.parse_float("0.5")), float)

    def test_exact(self) -> None:
        for spelled, exact in {
            "1e3": 1000,
            "9007199254740993.5": None,
            "9007199254740993.0": 9007199254740993,
            "-1.20e1": -12,
            "0.0": 0,
            "1e-1": None,
        }.items():
            self.assertEqual(number.exact_integer(number.parse_float(spelled)), exact, spelled)


class Words(unittest.TestCase):
    def test_paths(self) -> None:
        self.assertEqual(path_of(["a", 2, "odd key", "$b", ""]), 'a[2]["odd key"].$b[""]')
        self.assertEqual(short("x" * 33), '"' + "x" * 32 + '…"')
        self.assertEqual(well_formed("\ud800a"), "\ufffda")


class Values(unittest.TestCase):
    def setUp(self) -> None:
        self.c = codecs("units")

    def test_struct(self) -> None:
        cls = self.c.protocol.table.bindings.types[self.c.refs["Login"]["type"]].cls
        a = cls.from_json('{"user":"u","password":"p","blob":"AAE="}')
        b = cls.from_json(b'{"password":"p","user":"u","blob":"AAE="}')
        self.assertEqual(a, b)
        self.assertEqual(a.blob, b"\x00\x01")
        self.assertIsNot(a.tags, b.tags)
        self.assertNotEqual(a, a.__replace__(user="v"))
        self.assertEqual(a.__replace__(user="v").to_json(), '{"user":"v","password":"p","tags":[],"blob":"AAE="}')
        with self.assertRaises(TypeError):
            a.__replace__(usr="v")
        with self.assertRaises(TypeError):
            hash(a)
        self.assertEqual(copy.copy(a), a)
        self.assertEqual(attributes(cls), ("user", "password", "note", "keep", "tags", "blob", "big"))

    def test_secrets(self) -> None:
        cls = self.c.protocol.table.bindings.types[self.c.refs["Login"]["type"]].cls
        cls._log = {"password": -1, "note": 3, "keep": -2}
        a = cls.from_json('{"user":"u","password":"hunter2","note":"abcdef","keep":"hunter3"}')
        for shown in (repr(a), str(plain(a)), repr([a])):
            self.assertNotIn("hunter", shown)
            self.assertIn("abc…", shown)
        with self.assertRaises(WireError) as e:
            cls.from_json('{"user":"u","password":["hunter2"]}')
        self.assertEqual(str(e.exception), "password: expected a string, found an array")
        with self.assertRaises(WireError) as e:
            cls.from_json('{"user":1,"password":7}')
        self.assertEqual(
            [f.line for f in e.exception.errors],
            ["user: expected a string, found the number 1", "password: expected a string, found a number"],
        )
        self.assertNotIn("hunter", repr(Response(id="1", result={"password": "hunter2"})))
        self.assertEqual(pickle.loads(pickle.dumps(e.exception)).errors, e.exception.errors)

    def test_patch(self) -> None:
        for line in ("{}", '{"name":null}', '{"name":"n","size":1}'):
            self.assertEqual(self.c.write("Patch", self.c.read("Patch", line)), line)
        self.assertIs(self.c.read("Patch", "{}").name, UNSET)
        self.assertFalse(UNSET)
        self.assertIs(copy.deepcopy(UNSET), UNSET)

    def test_writer(self) -> None:
        login = self.c.read("Login", '{"user":"u","password":"p"}')
        for name, value, words in (
            ("user", 1, "user: expected a string, found the number 1"),
            ("user", None, "user is missing: expected a string"),
            ("password", 7, "password: expected a string, found a number"),
            ("keep", {1}, "keep: expected a JSON value, found a set"),
            ("keep", [float("nan")], "keep[0]: expected a finite number, found the number nan"),
            ("tags", ("a", 1), "tags[1]: expected a string, found the number 1"),
            ("big", 2**63, None),
        ):
            bad = login.__replace__(**{name: value})
            with self.assertRaises(WireError, msg=name) as e:
                self.c.write("Login", bad)
            if words is not None:
                self.assertEqual(str(e.exception), words)

    def test_deep(self) -> None:
        deep = '{"next":' * 998 + '{"more":[]}' + ',"more":[]}' * 998
        value = self.c.read("Deep", deep)
        self.assertEqual(self.c.write("Deep", value), deep)
        looped = self.c.read("Deep", "{}")
        looped.next = looped
        with self.assertRaises(WireError) as e:
            self.c.write("Deep", looped)
        self.assertEqual(str(e.exception), "expected at most 1000 levels of nesting, found more")

    def test_pydantic(self) -> None:
        try:
            from pydantic import BaseModel, ValidationError, create_model
        except ImportError:
            self.skipTest("there is no pydantic")
        cls = self.c.protocol.table.bindings.types[self.c.refs["Login"]["type"]].cls
        model: type[BaseModel] = create_model("Model", login=(cls, ...))
        made = model.model_validate_json('{"login":{"user":"u","password":"p"}}')
        self.assertEqual(made.model_dump_json(), '{"login":{"user":"u","password":"p","tags":[]}}')
        with self.assertRaisesRegex(ValidationError, "user is missing: expected a string") as e:
            model.model_validate({"login": {"password": "hunter2"}})
        self.assertNotIn("hunter2", str(e.exception))
        self.assertIn("login\n", str(e.exception))
        self.assertEqual(model.model_json_schema()["properties"]["login"]["required"], ["user", "password"])
        unknown = type("UnknownEvent", (Unknown,), {"__slots__": ()})
        with self.assertRaisesRegex(TypeError, "a union with UnknownEvent needs its codec: Annotated"):
            create_model("Model", event=(unknown | cls, ...))


class Messages(unittest.TestCase):
    def test_results(self) -> None:
        c = codecs("results")
        p = c.protocol
        calls = [call for call in p.shell.calls if call.row["from"] == "client"]
        lines: list[str] = []
        for line in (ROWS / "texts").read_text().splitlines():
            for call in calls:
                request = p.read_message(f'{{"jsonrpc":"2.0","id":1,"method":"{call.method}"}}')
                try:
                    response = p.read_message(f'{{"jsonrpc":"2.0","id":1,"result":{line}}}')
                except WireError:
                    lines.append("not JSON")
                    continue
                try:
                    lines.append(p.write_message(p.reply(request, p.read_result(request, response))))
                except WireError as e:
                    lines.append(str(e))
        self.assertEqual(lines, (ROWS / "results").read_text().splitlines())

    def test_by_variant(self) -> None:
        p = codecs("units").protocol
        request = p.read_message(
            '{"jsonrpc":"2.0","id":"1","method":"ask","params":{"type":"Confirm","payload":{"text":"?"}}}'
        )
        result = p.read_result(request, Response(id="1", result={"yes": True}))
        self.assertEqual(p.write_message(p.reply(request, result)), '{"jsonrpc":"2.0","id":"1","result":{"yes":true}}')
        with self.assertRaisesRegex(WireError, "yes: expected a boolean, found the number 1"):
            p.read_result(request, Response(id="1", result={"yes": 1}))

    def test_errors(self) -> None:
        p = codecs("units").protocol
        request = p.read_message('{"jsonrpc":"2.0","id":"1","method":"login","params":{"user":"u","password":"p"}}')
        line = '{"jsonrpc":"2.0","id":"1","error":{"code":-32001,"message":"Wait a little.","data":{"wait":5}}}'
        failure = p.read_message(line)
        self.assertIsInstance(failure, Failure)
        self.assertEqual(p.error_name(failure.error), "Busy")
        made = p.make_error("Busy", failure.error.data)
        self.assertEqual(p.write_message(p.fail(request, made)), line)

    def test_answers(self) -> None:
        p = codecs("units").protocol
        unknown = p.read_message('{"jsonrpc":"2.0","id":7,"method":"later","params":[1.0]}')
        self.assertIsInstance(unknown, UnknownRequest)
        self.assertEqual(p.write_message(unknown), '{"jsonrpc":"2.0","id":7,"method":"later","params":[1.0]}')
        answer = p.refuse_method(unknown)
        assert answer is not None
        self.assertEqual((answer.id, answer.code, answer.message), (7, -32601, 'the method "later" is not declared'))
        with self.assertRaises(WireError) as e:
            p.read_message('{"jsonrpc":"2.0","id":7,"method":"login","params":{"user":"u"}}')
        answer = p.refuse(e.exception)
        assert answer is not None
        self.assertEqual(
            (answer.id, answer.code, answer.message), (7, -32602, "params.password is missing: expected a string")
        )
        with self.assertRaises(WireError) as e:
            p.read_message('{"jsonrpc":"2.0","method":"said"}')
        self.assertIsNone(p.refuse(e.exception))

    def test_journal(self) -> None:
        p = codecs("units").protocol
        data = b'{"protocol_version":"2"}\n\n{"at":1,"text":"a"}\r\n{"at":"x"}\n{"at":2,"text":"b"}\n{"at":3,"te'
        r = JournalReader(p, io.BytesIO(data))
        entries = list(r)
        self.assertEqual((r.version, r.header.protocol_version), ("2", "2"))
        self.assertEqual([(e.line, e.record and e.record.at) for e in entries], [(3, 1), (4, None), (5, 2), (6, None)])
        self.assertIsInstance(entries[1].error, WireError)
        self.assertIsInstance(entries[3].error, TornLine)
        (first, *_) = JournalReader(p, [b'{"at":1,"text":"a"}\n'])
        self.assertIsInstance(first.error, NoHeader)


if __name__ == "__main__":
    unittest.main()
