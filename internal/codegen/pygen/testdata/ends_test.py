"""Tests of the parts of connections that do no I/O: framing, and the machine of sessions."""

from __future__ import annotations

import random
import time
import tracemalloc
import unittest
from collections.abc import Callable
from typing import Any

import dynamic  # noqa: F401, which finds the runtime
from runtime import session_calls
from runtime.framing import FrameFault, Splitter, frame
from runtime.machine import Machine
from runtime.session_rules import ErrorIdentity, Parts, Rules

LINES = {"kind": "ndjson", "max_bytes": 60}
HEADS = {"kind": "content-length", "max_bytes": 60}
FRAMINGS: list[dict[str, Any]] = [
    LINES,
    HEADS,
    {"kind": "length-prefix", "max_bytes": 60, "width": 1},
    {"kind": "length-prefix", "max_bytes": 60, "width": 2, "little_endian": True},
    {"kind": "length-prefix", "max_bytes": 60, "width": 4},
    {"kind": "length-prefix", "max_bytes": 60, "width": 8, "little_endian": True},
]


def shown(frames: list[bytes | FrameFault]) -> list[str]:
    return [one.fault if isinstance(one, FrameFault) else one.decode() for one in frames]


def split(framing: dict[str, Any], data: bytes, size: int = 1 << 30, **options: bool) -> list[str]:
    frames = Splitter(framing, **options)
    out: list[bytes | FrameFault] = []
    for at in range(0, len(data), size):
        out += frames.feed(data[at : at + size])
    return shown(out + frames.end())


class Framing(unittest.TestCase):
    def test_chunks_of_any_length(self) -> None:
        texts = ["{}", '{"é":"日本"}', "x" * 61, "1", "y" * 200, '"' + "z" * 58 + '"']
        want = ["{}", '{"é":"日本"}', "too_large", "1", "too_large", texts[-1]]
        for framing in FRAMINGS:
            ends = framing["kind"] == "length-prefix"
            data = b"".join(frame(framing, text) for text in texts)
            for size in (1, 2, 3, 7, 64, len(data)):
                self.assertEqual(split(framing, data, size), [*want[:2], "framing"] if ends else want, framing)
            short = frame(framing, texts[0]) + frame(framing, texts[-1])
            for cut in range(1, 10):
                whole = framing is LINES and cut == 1  # a line without its newline is one if it is whole
                self.assertEqual(split(framing, short[:-cut])[-1], texts[-1] if whole else "truncated")

    def test_noise(self) -> None:
        for framing in FRAMINGS:
            chance = random.Random(1)
            frames = Splitter(framing)
            for _ in range(2000):
                frames.feed(chance.randbytes(5))
            frames.end()

    def test_lines(self) -> None:
        x = "x" * 60
        for data, blanks, want in (
            ("a\r\nb\n\nc\n", False, ["a", "b", "", "c"]),
            ("a\r\n\r\n\nb\n", True, ["a", "b"]),
            ("a\n{}", False, ["a", "{}"]),
            ("a\n{}\r", False, ["a", "{}"]),
            ("a\n{", False, ["a", "truncated"]),
            ("\ufeff{}", False, ["truncated"]),
            ('"\udcff"', False, None),
            ("1e999", False, ["1e999"]),
            (x + "\r\n", False, [x]),
            (x + "x\r\nb\n", False, ["too_large", "b"]),
            (x * 1000 + "\nb\n", False, ["too_large", "b"]),
        ):
            for size in (1, 5, 1 << 30):
                text = data.encode("utf-8", "surrogateescape")
                if want is None:  # what is JSON but for its encoding is a message, which readers refuse
                    got = Splitter(LINES)
                    self.assertEqual(got.feed(text) + got.end(), [text])
                else:
                    self.assertEqual(split(LINES, text, size, ignores_blank=blanks), want)

    def test_first_line(self) -> None:
        for first, ok in (("GET / HTTP/1.1\r", False), ("{}", True), ("true", True), ("trust", False), ("\r\n {", True)):
            want = ["{}"] if ok else ["framing"]
            for size in (1, 1 << 30):
                data = f"{first}\nx\n{{}}\n".encode()
                self.assertEqual(split(LINES, data, size, checks_first=True)[-1:], want, first)
                self.assertEqual(split(LINES, data, size)[-1:], ["{}"])

    def test_heads(self) -> None:
        for bad in ("Content-Length: -1\r\n\r\n", "x" * 9000, "Content-Length: " + "9" * 5000 + "\r\n\r\n", "X: y\r\n" * 5000):
            for size in (7, 1 << 30):
                self.assertEqual(split(HEADS, bad.encode(), size), ["framing"])
        self.assertEqual(split(HEADS, b"Content-Length: " + b"0" * 5000 + b"1\r\n\r\n7"), ["7"])

    def test_limit_changes(self) -> None:
        frames = Splitter(LINES)
        frames.max_bytes = 4
        self.assertEqual(shown(frames.feed(b"12345\n1234\n")), ["too_large", "1234"])

    def test_what_cannot_be_framed(self) -> None:
        self.assertRaises(ValueError, Splitter, {"kind": "none"})
        self.assertRaises(ValueError, frame, FRAMINGS[2], "x" * 256)

    def test_linear(self) -> None:
        """A message of many chunks, and a chunk of many messages."""
        for framing in (LINES, HEADS, FRAMINGS[4]):
            most = dict(framing, max_bytes=1 << 28)
            many = {n: frame(most, "1" * 10) * n for n in (10_000, 40_000)}
            self.assertIsNone(not_linear(lambda n: split(most, many[n])))
            large = {n: frame(most, "1" * n * 10) for n in (10_000, 40_000)}
            self.assertIsNone(not_linear(lambda n: split(most, large[n], 100)))

    def test_memory(self) -> None:
        """What is skipped is not kept."""
        for framing in (LINES, HEADS):
            frames = Splitter(framing)
            frames.feed(frame(framing, "x" * (1 << 25))[:40])
            piece = b"x" * (1 << 16)
            tracemalloc.start()
            for _ in range(256):
                frames.feed(piece)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertLess(peak, 1 << 20)


def not_linear(run: Callable[[int], Any]) -> str | None:
    """Returns how much longer four times as much takes, unless that is about four times as long."""
    short = long = float("inf")
    for _ in range(12):
        times = []
        for n in (10_000, 40_000):
            start = time.process_time()  # other processes take none of it
            run(n)
            times.append(time.process_time() - start)
        short, long = min(short, times[0]), min(long, times[1])
        if long < 8 * short:
            return None
    return f"{long / short} times"


def rules(*acts: dict[str, Any]) -> Rules:
    rows = {"roles": ["client", "agent"], "acts": [{"kind": "method", "from": "either", **act} for act in acts]}
    return Rules({"session": rows, "dialect": {}})


RULES = rules(
    {"name": "ask", "request": True},
    {"name": "once", "rules": [{"is": "not_during", "acts": ["ask"], "enforced": "by_sender"}]},
    {"name": "bye", "rules": [{"is": "ends", "enforced": "by_sender"}]},
)
REFUSED = ErrorIdentity(-32600)


class Session(unittest.TestCase):
    def test_linear(self) -> None:
        def refused(n: int, *, answers: Any = None, either: bool = False) -> None:
            m = Machine(RULES)
            for _ in range(n):
                m.observe_parts(Parts("ask", 1), side=None if either else "client", refused=True)
            for _ in range(n):
                m.observe_parts(Parts(None, 1, error=REFUSED), side=None if either else "agent", answers=answers)

        def after_end(n: int) -> None:
            m = Machine(RULES)
            m.observe_parts(Parts("bye"), side="client")
            for _ in range(n):
                m.observe_parts(Parts("ask", 1), side="client")
            for _ in range(n):
                m.observe_parts(Parts(None, 1, result={}), side="agent")

        def open_ones(n: int) -> None:
            m = Machine(RULES)
            for i in range(n):
                m.observe_parts(Parts("ask", i), side="client")
            for i in range(n // 6):
                m.observe_parts(Parts(None, i, result={}), side="agent")
                m.observe_parts(Parts("once"), side="agent")

        self.assertIsNone(not_linear(refused))
        self.assertIsNone(not_linear(lambda n: refused(n, answers=lambda c: c.number != 1)))
        self.assertIsNone(not_linear(lambda n: refused(n, either=True)))
        self.assertIsNone(not_linear(after_end))
        self.assertIsNone(not_linear(open_ones))

    def test_memory(self) -> None:
        """The oldest of very many calls are forgotten, and calls that are answered at once."""
        m = Machine(RULES)
        for i in range(session_calls.MAX_CALLS + 10):
            m.observe_parts(Parts("ask", i), side="client")
        self.assertEqual(len(m.unanswered()), session_calls.MAX_CALLS)
        self.assertEqual(m.observe_parts(Parts(None, 9, result={}), side="agent").kind, "unmatched")
        self.assertEqual(m.observe_parts(Parts(None, 10, result={}), side="agent").kind, "answer")

        waits = rules({"name": "wait", "request": True, "rules": [{"is": "timeout", "seconds": 1e300, "enforced": "by_sender"}]})
        m = Machine(waits)
        tracemalloc.start()
        for i in range(5000):
            m.observe_parts(Parts("wait", i), side="client", time=i + 1)
            self.assertEqual(m.observe_parts(Parts(None, i, result={}), side="agent", time=i + 1).kind, "answer")
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(held, 200_000)

    def test_many_with_one_id(self) -> None:
        m = Machine(RULES)
        for _ in range(1000):
            m.observe_parts(Parts("ask", 1), refused=True)
        asked: list[int] = []

        def answers(call: session_calls.SessionCall) -> bool:
            asked.append(call.number)
            return call.number == 3

        v = m.observe_parts(Parts(None, 1, result={}), answers=answers)
        self.assertEqual((v.call and v.call.number, asked), (3, [1, 2, 3]))
        m.observe_parts(Parts(None, 1, result={}), answers=lambda c: bool(asked.append(c.number)))
        self.assertEqual(len(asked), 3 + session_calls.MAX_CANDIDATES)

    def test_judged_is_not_observed(self) -> None:
        m = Machine(RULES)
        m.observe_parts(Parts("ask", 1), side="client")
        self.assertEqual([f.rule for f in m.judge(Parts("once"), side="agent")], ["not_during"])
        self.assertEqual(m.judge(Parts("ask", 1), side="client"), [])
        self.assertEqual(m.judge(Parts("bye"), side="client"), [])
        self.assertEqual((m.is_ended, len(m.open()), m.observe_parts(Parts("bye"), side="client").number), (False, 1, 2))
        self.assertEqual([f.rule for f in m.judge(Parts("bye"), side="client")], ["ends"])

    def test_judged_in_a_replay(self) -> None:
        """What is sent again breaks no rule, although nothing is open that it is about."""
        m = Machine(
            rules(
                {"name": "again", "request": True, "rules": [{"is": "replay", "enforced": "by_sender"}]},
                {"name": "turn", "request": True},
                {"name": "step", "rules": [{"is": "during", "acts": ["turn"], "enforced": "by_sender"}]},
            )
        )
        self.assertEqual(len(m.judge(Parts("step"), side="agent")), 1)
        m.observe_parts(Parts("again", 1), side="client")
        self.assertEqual(m.judge(Parts("step"), side="agent"), [])
        self.assertEqual(len(m.judge(Parts("step"), side="client")), 1)
        self.assertEqual(m.observe_parts(Parts("step"), side="agent").kind, "history")

    def test_forgotten(self) -> None:
        m = Machine(RULES)
        call = m.observe_parts(Parts("ask", 1), side="client").call
        assert call is not None
        m.forget(call)
        m.forget(call)
        self.assertEqual((m.unanswered(), m.observe_parts(Parts(None, 1, result={}), side="agent").kind), ([], "unmatched"))

    def test_values_that_are_no_ids(self) -> None:
        """What a message that readers refuse has in place of an id, a code or a tag breaks nothing."""
        m = Machine(RULES)
        for bad in (None, True, [], {}):
            self.assertEqual(m.observe({"id": bad, "method": "ask"}, refused=True).kind, "notification")
            self.assertEqual(m.observe({"id": bad, "result": bad}, refused=True).kind, "unmatched")
            self.assertEqual(m.observe(bad, refused=True).kind, "unmatched")
        m.observe({"id": 1, "method": "ask"}, side="client")
        self.assertEqual(m.observe({"id": 1, "error": {"code": [], "data": {"kind": {}}}}, side="agent").kind, "answer")
        with self.assertRaisesRegex(ValueError, 'the side must be "client" or "agent"'):
            m.observe({}, side="server")


if __name__ == "__main__":
    unittest.main()
