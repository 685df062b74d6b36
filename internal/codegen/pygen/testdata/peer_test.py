"""The core of connections without input and output, with a time that the test tells."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from typing import Any

import kimi_wire as wire
import world
from kimi_wire import peer as exported
from kimi_wire._codec import PROTOCOL as KIMI
from kimi_wire._runtime import peer_events
from kimi_wire._runtime.failure import CallTimeout, Unhandled
from kimi_wire._runtime.peer import Peer
from kimi_wire._runtime.peer_events import Notified, Reported, Requested, Stopped
from kimi_wire._runtime.peer_options import Options
from world._codec import PROTOCOL as WORLD
from world._runtime import peer as world_peer
from world._runtime.peer_options import Options as WorldOptions


def line(**members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n"


def asked(id: str, pad: int = 0) -> bytes:
    payload = {"id": id, "tool_call_id": "t", "sender": "x" * pad, "action": "run", "description": "", "display": []}
    return line(id=id, method="request", params={"type": "ApprovalRequest", "payload": payload})


def step(n: int) -> bytes:
    return line(method="event", params={"type": "StepBegin", "payload": {"n": n}})


class Driver:
    """The simplest driver, with a clock of its own."""

    def __init__(self, side: int = 0, protocol: Any = KIMI, made: Any = Peer, options: Any = Options, **o: Any) -> None:
        self.now = 100.0
        self.peer: Any = made(protocol, side, options(**o), now=self.now)
        self.events: list[Any] = []

    def receive(self, *data: bytes) -> list[Any]:
        self.peer.receive(b"".join(data), self.now)
        return self.work()

    def work(self) -> list[Any]:
        """Returns what happens."""
        events = list(self.peer.events())
        self.events += events
        return events

    def names(self) -> list[str]:
        return [type(e).__name__ for e in self.work()]

    def send(self, written: bool = True) -> list[Any]:
        """Returns the messages that are to be written."""
        out: list[Any] = []
        while data := self.peer.data_to_send():
            out += [json.loads(text) for text in data.splitlines()]
            if written:
                self.peer.written(len(data), self.now)
        return out

    def wait(self, seconds: float) -> list[Any]:
        """Lets time pass, and returns what happens: timers are due at their time."""
        until = self.now + seconds
        while (deadline := self.peer.deadline) is not None and deadline <= until:
            self.now = max(self.now, deadline)
            self.peer.tick(self.now)
            self.work()
        self.now = until
        return self.work()

    def requests(self) -> list[Any]:
        return [e.request for e in self.events if isinstance(e, Requested)]

    @property
    def end(self) -> Any:
        """The end of the connection; None if it has not ended."""
        return next((e for e in self.events if type(e).__name__ == "Ended"), None)

    def call(self, name: str = "prompt", params: Any = wire.PromptParams(user_input=""), **o: Any) -> Any:
        return self.peer.call(name, params, self.now, **o)


def approve(request: Any) -> wire.ApprovalResponse:
    return wire.ApprovalResponse(request_id=request.id, response="approve")


class Times(unittest.TestCase):
    def test_a_call_whose_time_is_over_is_cancelled_and_given_up(self) -> None:
        d = Driver()
        call = d.call(timeout=5.0)
        self.assertEqual([m["method"] for m in d.send()], ["prompt"])
        self.assertEqual(d.peer.deadline, 105.0)
        d.wait(4.9)
        self.assertFalse(call.is_settled)
        d.wait(0.1)
        self.assertEqual([m["method"] for m in d.send()], ["cancel"])
        d.wait(1.0)
        self.assertIsInstance(call.error, CallTimeout)
        self.assertIn("within 5 s", str(call.error))

    def test_an_answer_in_time_counts(self) -> None:
        d = Driver()
        call = d.call(timeout=5.0)
        d.send()
        d.wait(5.0)
        d.receive(line(id=call.id, result={"status": "cancelled"}))
        self.assertEqual(call.result.status, "cancelled")

    def test_timers_that_were_stopped_are_forgotten(self) -> None:
        d = Driver()
        for _ in range(1000):
            call = d.call("initialize", wire.InitializeParams(protocol_version="1.10"), timeout=60.0)
            d.receive(line(id=call.id, error={"code": -32000, "message": "no"}))
        self.assertLess(len(d.peer.clock._timers), 200)

    def test_nothing_comes(self) -> None:
        d = Driver(idle_wait=10.0)
        d.wait(6.0)
        d.receive(step(1))
        d.wait(6.0)
        self.assertIsNone(d.end)
        d.wait(6.0)
        self.assertEqual(d.end.error.reason, "idle")

    def test_a_call_keeps_a_silent_connection(self) -> None:
        d = Driver(idle_wait=10.0)
        d.call()
        d.send()
        d.wait(100.0)
        self.assertIsNone(d.end)

    def test_a_handshake_that_is_not_answered(self) -> None:
        d = Driver(handshake_wait=3.0)
        d.wait(10.0)
        self.assertIsNone(d.end)  # it is optional
        d = Driver(handshake_wait=3.0)
        call = d.call("initialize", wire.InitializeParams(protocol_version="1.10"))
        d.wait(3.5)
        self.assertEqual((d.end.error.reason, call.error.reason), ("handshake", "handshake"))

    def test_a_program_that_stood_still_has_not_stalled(self) -> None:
        d = Driver(side=1, stall_wait=10.0)
        d.peer.notify("StatusUpdate", wire.StatusUpdate(), d.now)
        data = d.peer.data_to_send()
        d.now += 60.0  # when the timer is seen late, so may be what was written
        d.peer.tick(d.now)
        d.peer.written(len(data), d.now)
        d.wait(60.0)
        self.assertIsNone(d.end)


class Bounds(unittest.TestCase):
    def test_what_waits_pauses_reading(self) -> None:
        d = Driver(max_handlers=1, max_read=5000, stall_wait=20.0)
        d.receive(*[asked(f"a{n}") for n in range(20)])
        self.assertFalse(d.peer.wants_input)
        self.assertEqual(len(d.requests()), 1)
        for n in range(20):
            d.wait(15.0)  # one by one is no stall
            d.peer.answer(d.requests()[n], approve(d.requests()[n]), d.now)
            d.work()
            d.send()
        self.assertTrue(d.peer.wants_input)
        self.assertIsNone(d.end)

    def test_nothing_is_taken(self) -> None:
        d = Driver(max_handlers=1, max_read=5000, stall_wait=20.0)
        d.receive(*[asked(f"a{n}") for n in range(20)])
        d.wait(30.0)
        self.assertEqual(d.end.error.reason, "slow_consumer")
        self.assertIn("requests for handlers", str(d.end.error))
        self.assertTrue(any(isinstance(e, Stopped) for e in d.events))

    def test_events_that_are_held_pause_reading(self) -> None:
        d = Driver(max_read=5000)
        d.peer.receive(b"".join(step(n) for n in range(20)), d.now)
        held = []
        while (event := d.peer.next_event()) is not None:
            self.assertIsInstance(event, Notified)
            d.peer.hold(event.cost)
            held.append(event)
        self.assertLess(len(held), 10)
        self.assertFalse(d.peer.wants_input)
        for event in held:
            d.peer.take(event.cost, d.now)
        self.assertEqual(len(held) + len(d.work()), 20)

    def test_nothing_is_written(self) -> None:
        d = Driver(side=1, max_write=1000, stall_wait=20.0)
        for _ in range(5):
            d.peer.notify("StatusUpdate", wire.StatusUpdate(message_id="x" * 300), d.now)
        self.assertTrue(d.peer.is_full)
        first = d.peer.data_to_send()
        self.assertLess(len(first), 2000)
        self.assertEqual(d.peer.data_to_send(), b"")
        d.wait(15.0)
        d.peer.written(100, d.now)
        d.wait(15.0)
        self.assertIsNone(d.end)
        d.peer.written(len(first) - 100, d.now)
        self.assertTrue(d.peer.data_to_send())
        d.wait(30.0)
        self.assertEqual(d.end.error.reason, "slow_consumer")

    def test_handlers_wait_for_room_to_answer(self) -> None:
        d = Driver(max_write=500)
        d.receive(*[asked(f"a{n}") for n in range(40)])
        for request in d.requests():
            d.peer.answer(request, approve(request), d.now)
        d.work()
        waiting = len(d.peer.data_to_send().splitlines())
        self.assertLess(waiting, 40)

    def test_an_answer_overtakes_calls_that_were_made_before(self) -> None:
        d = Driver(max_write=200)
        for _ in range(20):
            d.peer.call("_any", {"pad": "x" * 50}, d.now, raw=True)
        first = d.peer.data_to_send()
        d.receive(asked("a1"))
        d.peer.answer(d.requests()[0], approve(d.requests()[0]), d.now)
        d.peer.written(len(first), d.now)
        self.assertEqual(json.loads(d.peer.data_to_send().splitlines()[0])["id"], "a1")

    def test_a_length_that_its_prefix_cannot_say(self) -> None:
        d = Driver()
        d.peer = Peer(KIMI, 0, now=d.now, framing={"kind": "length-prefix", "width": 1})
        with self.assertRaisesRegex(Exception, "too large"):
            d.call(params=wire.PromptParams(user_input="x" * 300))
        d.call()
        self.assertLess(d.peer.data_to_send()[0], 255)

    def test_messages_that_are_not_sent_take_no_id(self) -> None:
        d = Driver()
        bad: Any = wire.PromptParams(user_input=7)  # type: ignore[arg-type]
        with self.assertRaises(wire.WireError):
            d.call(params=bad)
        self.assertEqual(d.call().id, "1")


class Ends(unittest.TestCase):
    def test_close_writes_what_was_sent(self) -> None:
        d = Driver(side=1)
        d.peer.notify("StatusUpdate", wire.StatusUpdate(), d.now)
        d.peer.close(d.now)
        self.assertEqual(d.names(), [])
        self.assertEqual(len(d.send()), 1)
        self.assertEqual(d.names(), ["Ended"])
        self.assertIsNone(d.end.error)

    def test_close_does_not_wait_long(self) -> None:
        d = Driver(side=1, close_wait=5.0)
        d.peer.notify("StatusUpdate", wire.StatusUpdate(), d.now)
        d.peer.close(d.now)
        d.wait(4.0)
        self.assertIsNone(d.end)
        d.wait(1.0)
        self.assertIsNone(d.end.error)

    def test_the_end_of_the_input_lets_requests_finish(self) -> None:
        d = Driver()
        call = d.call()
        d.receive(asked("a1"))
        d.peer.end_of_input(d.now)
        self.assertEqual(d.names(), ["Answered", "InputEnded"])
        self.assertEqual(call.error.reason, "disconnected")
        d.peer.answer(d.requests()[0], approve(d.requests()[0]), d.now)
        self.assertEqual([m.get("id") for m in d.send()][-1], "a1")
        d.work()
        self.assertIsNone(d.end.error)

    def test_the_end_of_the_input_within_a_message(self) -> None:
        d = Driver()
        d.receive(step(1)[:-5])
        d.peer.end_of_input(d.now)
        d.work()
        self.assertEqual(d.end.error.reason, "disconnected")
        self.assertEqual([e.report.kind for e in d.events if isinstance(e, Reported)], ["truncated"])

    def test_what_a_peer_that_has_gone_has_said_before(self) -> None:
        d = Driver()
        call = d.call()
        d.peer.write_failed(BrokenPipeError("no reader"), d.now)
        d.work()
        d.wait(0.5)
        d.receive(line(id=call.id, result={"status": "finished"}))
        self.assertEqual(call.result.status, "finished")
        self.assertIn("no reader", str(d.end.error))

    def test_shutdown(self) -> None:
        d = Driver()
        d.receive(asked("a1"))
        d.peer.shutdown(d.now)
        self.assertEqual(d.work(), [])
        d.receive(asked("a2"))
        self.assertEqual([(m["id"], m["error"]["message"]) for m in d.send()], [("a2", "the connection is shutting down")])
        d.peer.fail(d.requests()[0], Unhandled(), d.now)
        self.assertEqual([m["error"]["code"] for m in d.send()], [-32601])
        self.assertEqual(d.names()[-1], "Ended")

    def test_a_page_of_the_web(self) -> None:
        d = Driver()
        d.peer = Peer(KIMI, 0, now=d.now, is_socket=True)
        d.receive(b"POST / HTTP/1.1\r\n", b"\r\n", asked("a1"))
        self.assertEqual(d.end.error.reason, "framing")
        self.assertEqual((d.requests(), d.send()), ([], []))

    def test_a_connection_takes_the_session_over(self) -> None:
        from kimi_wire._runtime.peer_session import Session

        session = Session()
        first, second = Driver(side=1, session=session), Driver(side=1)
        request = wire.ApprovalRequest(id="a1", tool_call_id="t", sender="", action="", description="", display=[])
        call = first.peer.call("ApprovalRequest", request, first.now)
        first.send()
        second.peer = Peer(KIMI, 1, Options(session=session), now=second.now)
        first.work()
        self.assertEqual(first.end.error.reason, "disconnected")
        self.assertFalse(call.is_settled)
        greeting = {"protocol_version": "1.10", "client": {"name": "x"}}
        second.receive(line(id="h", method="initialize", params=greeting))
        self.assertEqual([m.get("method") for m in second.send()], ["request"])
        second.receive(line(id="a1", result={"request_id": "a1", "response": "approve"}))
        self.assertEqual(call.result.response, "approve")


class Sides(unittest.TestCase):
    def test_a_settled_request_is_not_answered(self) -> None:
        d = Driver()
        d.receive(asked("a1"), line(method="event", params={"type": "ApprovalResponse", "payload": {"request_id": "a1", "response": "reject"}}))
        self.assertEqual([e.reason.reason for e in d.events if isinstance(e, Stopped)], ["settled"])
        d.peer.answer(d.requests()[0], approve(d.requests()[0]), d.now)
        self.assertEqual(d.send(), [])

    def test_a_request_whose_time_is_over(self) -> None:
        d = Driver(protocol=WORLD, made=world_peer.Peer, options=WorldOptions)
        call = d.peer.call("hurry", world.UNSET, d.now)
        d.send()
        d.wait(0.03)
        self.assertEqual(call.error.reason, "settled")

    def test_an_answer_after_the_time_of_its_request_before_the_timer(self) -> None:
        d = Driver(protocol=WORLD, made=world_peer.Peer, options=WorldOptions)
        call = d.peer.call("hurry", world.UNSET, d.now)
        d.send()
        d.now += 0.04  # nobody has called tick
        d.receive(line(id=call.id, result={}))
        self.assertEqual(call.error.reason, "settled")
        self.assertEqual([e.report.kind for e in d.events if type(e).__name__ == "Reported"], ["late"])

    def test_progress_begins_the_time_of_a_call_again(self) -> None:
        for resets in (True, False):
            d = Driver(protocol=WORLD, made=world_peer.Peer, options=WorldOptions)
            call = d.peer.call("load", world.LoadParams(key="k"), d.now, timeout=10.0, reset_by_progress=resets)
            d.send()
            for n in range(3):
                d.wait(8.0)
                d.receive(line(method="loaded", params={"key": "k", "value": {"percent": n}}))
                d.receive(line(method="loaded", params={"key": "another", "value": {"percent": n}}))
            self.assertEqual(call.is_settled, not resets)
            d.wait(12.0)
            self.assertEqual(type(call.error).__name__, "CallTimeout")

    def test_the_core_imports_no_asyncio_and_reading_no_core(self) -> None:
        reading = """kimi_wire.read_message('{"jsonrpc":"2.0","id":"1","result":{}}')"""
        for program, absent in (
            ("import kimi_wire._runtime.peer", ["asyncio", "logging"]),
            (f"import kimi_wire; {reading}", ["asyncio", "logging", "kimi_wire._runtime.peer"]),
        ):
            check = f"{program}\nimport sys\nprint([m for m in {absent!r} if m in sys.modules])"
            out = subprocess.run([sys.executable, "-B", "-S", "-c", check], capture_output=True, text=True, check=True)
            self.assertEqual(out.stdout.strip(), "[]", program)

    def test_a_value_of_another_class_is_refused_by_its_class(self) -> None:
        replay = wire.ReplayResult(status="finished", events=0, requests=0)
        for payload, words in (
            (replay, "params: expected an object of the class PromptParams, found an object of the class ReplayResult"),
            ({}, "params: expected an object of the class PromptParams, found an object of the class dict"),
            ([], "params: expected an object, found an array"),
        ):
            d = Driver()
            with self.assertRaises(wire.WireError) as e:
                d.peer.call("prompt", payload, d.now)
            self.assertEqual(str(e.exception), words)
        d = Driver(1)
        with self.assertRaisesRegex(wire.WireError, "params: expected a variant of Event, found an object of the class Replay"):
            d.peer.notify("event", replay, d.now)
        with self.assertRaisesRegex(wire.WireError, "^expected a message, found an object of the class ReplayResult$"):
            wire.write_message(replay)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        with self.assertRaisesRegex(wire.WireError, "a: expected a JSON value, found an object of the class ReplayResult"):
            d.peer.call("x/undeclared", {"a": replay}, d.now, raw=True)

    def test_what_the_core_raises_and_takes_is_exported(self) -> None:
        program = "import sys, kimi_wire.peer as p; print([n for n in sys.argv[1:] if n not in p.__all__], 'asyncio' in sys.modules)"
        names = ["AnswerError", "CallTimeout", "ConnectionFailed", "Report", "ResponseError", "SessionError", "Unhandled"]
        out = subprocess.run([sys.executable, "-B", "-S", "-c", program, *names], capture_output=True, text=True, check=True)
        self.assertEqual(out.stdout.strip(), "[] False")

    def test_all_events_are_exported_and_print_what_they_are_about(self) -> None:
        events = [cls.__name__ for cls in peer_events.PeerEvent.__subclasses__()]
        self.assertEqual([name for name in events if name not in exported.__all__], [])
        d = Driver()
        hello = d.peer.call("initialize", wire.InitializeParams(protocol_version="1.10"), d.now)
        d.send()
        result = {"protocol_version": "1.10", "server": {"name": "a", "version": "1"}, "slash_commands": []}
        d.receive(line(id=hello.id, result=result))
        call = d.peer.call("prompt", wire.PromptParams(user_input="secret"), d.now)
        d.send()
        d.receive(step(1), asked("q1"), line(id=call.id, error={"code": -32001, "message": "m"}), b"no\n")
        d.peer.end_of_input(d.now)
        d.work()
        shown = [repr(event) for event in d.events]
        for words in (
            "Agreed()",
            "Notified('StepBegin')",
            "Requested('ApprovalRequest', id='q1')",
            f"Answered('prompt', id={call.id!r}, error=ResponseError('m'))",
            "Reported('unreadable', 'expected one JSON value, found a syntax error')",
            "InputEnded()",
        ):
            self.assertIn(words, shown)
        self.assertNotIn("secret", str(shown))


if __name__ == "__main__":
    unittest.main()
