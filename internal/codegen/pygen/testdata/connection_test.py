"""Both ends of a connection of Kimi Wire, over a pair in memory."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import kimi_wire as wire
from connections import Case, Peer, turns
from kimi_wire import connection as c

GREETING = wire.InitializeParams.from_json(
    '{"protocol_version":"1.10","client":{"name":"test"},"capabilities":{"supports_question":true}}'
)
GREETED = wire.InitializeResult.from_json(
    '{"protocol_version":"1.10","server":{"name":"agent","version":"1"},"slash_commands":[],'
    '"hooks":{"supported_events":[],"configured":{}},"capabilities":{}}'
)
FINISHED = wire.PromptResult(status="finished")


def approval(id: str = "a1", action: str = "run") -> wire.ApprovalRequest:
    return wire.ApprovalRequest(id=id, tool_call_id="t1", sender="tool", action=action, description="ls", display=[])


def asked(id: str = "a1", action: str = "run") -> dict[str, Any]:
    payload = json.loads(approval(id, action).to_json())
    return {"jsonrpc": "2.0", "id": id, "method": "request", "params": {"type": "ApprovalRequest", "payload": payload}}


def step(n: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "event", "params": {"type": "StepBegin", "payload": {"n": n}}}


def approve(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
    return wire.ApprovalResponse(request_id=r.id, response="approve")


def prompt(text: str = "") -> wire.PromptParams:
    return wire.PromptParams(user_input=text)


class Agent(c.AgentHandler):
    """An agent of whose methods a test gives some."""

    def __init__(self, **methods: Any) -> None:
        for name, method in methods.items():
            setattr(self, name, method)

    async def initialize(self, params: wire.InitializeParams) -> wire.InitializeResult:
        return GREETED


class Client(c.ClientHandler):
    def __init__(self, **methods: Any) -> None:
        for name, method in methods.items():
            setattr(self, name, method)


class Both:
    """Both ends, with what they report."""

    def __init__(self, agent: c.Agent, client: c.Client, reports: dict[str, list[c.Report]]) -> None:
        self.agent, self.client, self.reports = agent, client, reports

    def kinds(self, of: str) -> list[str]:
        return [r.kind for r in self.reports[of]]

    async def __aenter__(self) -> Both:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.client.close()
        await self.client.wait_closed()
        await self.agent.close()
        await self.agent.wait_closed()


async def both(agent: Agent | None = None, client: Client | None = None, handshake: Any = GREETING, **o: Any) -> Both:
    near, far = c.pair()
    reports: dict[str, list[c.Report]] = {"client": [], "agent": []}
    served = c.Agent(far, handler=agent or Agent(), options=c.Options(on_report=reports["agent"].append))
    options = c.Options(on_report=reports["client"].append, **o)
    conn = await c.connect_agent(near, handler=client, handshake=handshake, options=options)
    return Both(served, conn, reports)


async def against(peer: Peer, handler: Any = None, handshake: Any = None, **o: Any) -> c.Client:
    return await c.connect_agent(peer.transport, handler=handler, handshake=handshake, options=peer.options(**o))


async def forever() -> Any:
    await asyncio.get_running_loop().create_future()


class Calls(Case):
    async def test_outside_of_a_handler_no_message_is_current(self) -> None:
        for current in (c.current, c.Agent.current):
            with self.assertRaisesRegex(LookupError, "^no message is being handled here"):
                current()

    async def test_calls_both_ways_and_events_within_a_call(self) -> None:
        async def answer(params: wire.PromptParams) -> wire.PromptResult:
            agent = c.Agent.current()
            await agent.event(wire.TurnBegin(user_input=params.user_input))
            got = await agent.approval_request(approval())
            context = c.current()
            text = f"{context.method} {type(context.id).__name__} {got.response}"
            await agent.event(wire.ContentPartEvent(wire.TextPart(text=text)))
            await agent.event(wire.TurnEnd())
            return FINISHED

        async with await both(Agent(prompt=answer), Client(approval_request=approve)) as b:
            self.assertEqual((b.client.version, b.agent.version), ("1.10", "1.10"))
            self.assertEqual(b.client.handshake.server.name, "agent")
            self.assertEqual(b.agent.handshake.client.name, "test")
            heard: list[Any] = []
            b.client.on(wire.TurnBegin, lambda e: heard.append((e.user_input, c.current().is_history)))
            off = b.client.on("event", lambda e: heard.append(type(e).__name__))
            turn = b.client.stream_prompt(prompt("hi"))
            events = [event async for event in turn]
            self.assertEqual((await turn.result()).status, "finished")
            self.assertEqual([type(e).__name__ for e in events], ["TurnBegin", "ContentPartEvent", "TurnEnd"])
            part: Any = events[1]
            self.assertEqual(part.value.text, "prompt str approve")
            self.assertEqual(heard, [("hi", False), "TurnBegin", "ContentPartEvent", "TurnEnd"] if heard[0] != "TurnBegin" else heard)
            off()
            self.assertEqual(b.reports, {"client": [], "agent": []})
        self.assertIsNone(await b.agent.wait_closed())

    async def test_events_come_before_the_result_and_what_is_unread_is_dropped(self) -> None:
        async def answer(_: wire.PromptParams) -> wire.PromptResult:
            for n in range(5000):
                await c.Agent.current().event(wire.StepBegin(n=n))
            return FINISHED

        async with await both(Agent(prompt=answer)) as b:
            order: list[Any] = []
            b.client.on(wire.StepBegin, lambda e: order.append("last") if e.n == 4999 else None)
            turn = b.client.stream_prompt(prompt())
            async for event in turn:
                if isinstance(event, wire.StepBegin) and event.n == 3:
                    break
            order.append((await turn.result()).status)
            self.assertEqual(order, ["last", "finished"])
            again = b.client.stream_prompt(prompt())
            self.assertEqual(len([e async for e in again]), 5000)

    async def test_coroutines_are_done_before_the_result(self) -> None:
        heard: list[int] = []

        async def hear(event: wire.StepBegin) -> None:
            await asyncio.sleep(0.001)
            heard.append(event.n)

        async def answer(_: wire.PromptParams) -> wire.PromptResult:
            for n in range(5):
                await c.Agent.current().event(wire.StepBegin(n=n))
            return FINISHED

        async with await both(Agent(prompt=answer)) as b:
            b.client.on(wire.StepBegin, hear)
            await b.client.prompt(prompt())
            self.assertEqual(heard, [0, 1, 2, 3, 4])

    async def test_cancelling_a_task_cancels_its_call(self) -> None:
        reasons: list[Any] = []

        async def answer(_: wire.PromptParams) -> wire.PromptResult:
            try:
                await forever()
            except asyncio.CancelledError:
                reasons.append(c.current().stopped)
            return wire.PromptResult(status="cancelled")

        async with await both(Agent(prompt=answer)) as b:
            task = asyncio.ensure_future(b.client.prompt(prompt()))
            await turns()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(reasons[0].reason, "cancelled")
            # An answer in time is the result of a call whose time is over.
            self.assertEqual((await b.client.prompt(prompt(), timeout=0.02)).status, "cancelled")
            turn = b.client.stream_prompt(prompt())
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(turn.__anext__(), 0.02)
            self.assertEqual((await turn.result()).status, "cancelled")
            self.assertEqual(b.reports, {"client": [], "agent": []})

    async def test_a_call_that_is_not_answered_after_it_was_cancelled(self) -> None:
        peer = Peer()
        conn = await against(peer, cancel_wait=0.03)
        await self.raises(c.CallTimeout, conn.prompt(prompt(), timeout=0.01))
        self.assertEqual([m["method"] for m in peer.seen], ["prompt", "cancel"])
        peer.send({"jsonrpc": "2.0", "id": peer.seen[0]["id"], "result": {"status": "finished"}})
        peer.send({"jsonrpc": "2.0", "id": "never", "result": {}})
        await peer.until(lambda: "unknown_id" in peer.kinds)
        self.assertEqual([k for k in peer.kinds if k != "cancel"], ["late", "unknown_id"])
        await self.raises(c.CallTimeout, conn.call("initialize", GREETING, timeout=0.01))
        self.assertEqual(peer.seen[-1]["method"], "initialize")
        await conn.close()

    async def test_errors(self) -> None:
        def fails(_: Any) -> Any:
            raise c.ResponseError(wire.make_error("LLM_NOT_SET", None, "no model"))

        async with await both(Agent(prompt=fails)) as b:
            got = await self.raises(c.ResponseError, b.client.prompt(prompt()), code=-32001, error_name="LLM_NOT_SET")
            self.assertEqual(got.message, "no model")
            await self.raises(
                c.ResponseError,
                b.client.set_plan_mode(wire.SetPlanModeParams(enabled=True)),
                code=-32601,
                error_name="METHOD_NOT_FOUND",
            )
            await self.raises(
                c.ResponseError, b.client.steer(wire.SteerParams(user_input="")), error_name="INVALID_STATE"
            )
            bad: Any = wire.PromptParams(user_input=7)  # type: ignore[arg-type]
            await self.raises(wire.WireError, b.client.prompt(bad))
            await self.raises(c.ResponseError, b.client.call_raw("promt", {}), code=-32601)
            self.assertEqual(b.kinds("agent"), ["unknown_method"])

    async def test_a_handler_that_fails_does_not_say_why(self) -> None:
        def fails(_: Any) -> Any:
            raise RuntimeError("a secret")

        async with await both(Agent(prompt=fails)) as b:
            got = await self.raises(c.ResponseError, b.client.prompt(prompt()), error_name="INTERNAL_ERROR")
            self.assertNotIn("secret", str(got))
            self.assertEqual(b.kinds("agent"), ["handler"])
            self.assertEqual(str(b.reports["agent"][0].error), "a secret")

    async def test_what_breaks_a_rule_is_not_sent(self) -> None:
        async def answer(_: Any) -> wire.PromptResult:
            await asyncio.sleep(0.03)
            return FINISHED

        plan = wire.SetPlanModeResult(status="ok", plan_mode=True)
        async with await both(Agent(prompt=answer, set_plan_mode=lambda _: plan)) as b:
            await self.raises(
                c.SessionError, b.agent.event(wire.TurnBegin(user_input="")), rule="during", element="TurnBegin"
            )
            await self.raises(
                c.ResponseError, b.client.set_plan_mode(wire.SetPlanModeParams(enabled=True)), error_name="INTERNAL_ERROR"
            )
            self.assertIn('comes before "StatusUpdate"', b.reports["agent"][-1].text)
            first = asyncio.ensure_future(b.client.prompt(prompt()))
            await asyncio.sleep(0)
            await self.raises(c.ResponseError, b.client.prompt(prompt()), error_name="INVALID_STATE")
            self.assertEqual((await first).status, "finished")

    async def test_gates_versions_and_a_peer_without_the_handshake(self) -> None:
        question = wire.QuestionRequest(id="q", tool_call_id="t", questions=[])
        plain = wire.InitializeParams(protocol_version="1.10", client=wire.ClientInfo(name="test"))
        async with await both(handshake=plain) as b:
            await self.raises(c.SessionError, b.agent.question_request(question), rule="gate")
        old = Peer(lambda m, send: send({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32601, "message": "no"}}))
        conn = await against(old, handshake=GREETING)
        self.assertEqual(conn.version, "1.1")
        await self.raises(c.SessionError, conn.steer(wire.SteerParams(user_input="")), rule="since")
        await conn.close()
        async with await both(Agent(prompt=lambda _: FINISHED), handshake=None) as b:
            self.assertEqual(b.client.version, "1.1")
            self.assertEqual((await b.client.prompt(prompt())).status, "finished")
        busy = Peer(lambda m, send: send({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32000, "message": "no"}}))
        await self.raises(c.ResponseError, against(busy, handshake=GREETING), error_name="INVALID_STATE")

    async def test_the_fail_safe_answer(self) -> None:
        def fails(_: Any) -> Any:
            raise RuntimeError("no")

        async with await both(client=Client(approval_request=fails)) as b:
            self.assertEqual((await b.agent.approval_request(approval())).response, "reject")
            await self.raises(c.ResponseError, b.agent.call("ApprovalRequest", approval("a2"), fail_safe=False))
            self.assertEqual(b.kinds("agent"), ["on_failure"])
        lost = await both(client=Client(approval_request=lambda _: forever()))
        waiting = asyncio.ensure_future(lost.agent.approval_request(approval()))
        await turns()
        await lost.client.close()
        self.assertEqual((await waiting).response, "reject")
        await lost.agent.wait_closed()

    async def test_a_request_that_is_settled_otherwise(self) -> None:
        reasons: list[Any] = []

        async def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            try:
                await forever()
            except asyncio.CancelledError:
                reasons.append(c.current().stopped)
            return approve(r)

        async with await both(client=Client(approval_request=answer)) as b:
            reject = wire.ApprovalResponse(request_id="a1", response="reject")
            waiting = asyncio.ensure_future(b.agent.call("ApprovalRequest", approval(), fail_safe=False))
            await turns()
            await b.agent.event(reject)
            await self.raises(c.ConnectionFailed, waiting, reason="settled")
            await turns()
            self.assertEqual(reasons[0].reason, "settled")
            self.assertEqual(b.kinds("client"), ["settled"])
            again = asyncio.ensure_future(b.agent.approval_request(approval()))  # its id is free
            await asyncio.sleep(0)
            await b.agent.event(reject)
            self.assertEqual((await again).response, "reject")

    async def test_a_handler_that_stops_has_not_failed(self) -> None:
        async with await both(client=Client(approval_request=lambda _: forever())) as b:
            waiting = asyncio.ensure_future(b.agent.call("ApprovalRequest", approval(), fail_safe=False))
            await turns()
            await b.agent.event(wire.ApprovalResponse(request_id="a1", response="reject"))
            await self.raises(c.ConnectionFailed, waiting, reason="settled")
            await turns()
            self.assertEqual(b.kinds("client"), [])

    async def test_a_replay_is_history(self) -> None:
        told: list[Any] = []

        async def answer(_: Any) -> wire.ReplayResult:
            agent = c.Agent.current()
            await agent.event(wire.StepBegin(n=1))
            await self.raises(c.ConnectionFailed, agent.call("ApprovalRequest", approval()), reason="history")
            return wire.ReplayResult(status="finished", events=1, requests=1)

        client = Client(approval_request=told.append, event=lambda _: told.append(c.current().is_history))
        async with await both(Agent(replay=answer), client) as b:
            replay = b.client.stream("replay")
            seen = [type(item).__name__ async for item in replay]
            self.assertEqual(seen, ["StepBegin", "ApprovalRequest"])
            self.assertEqual((await replay.result()).requests, 1)
            self.assertEqual(told, [True])

    async def test_an_empty_id_is_made(self) -> None:
        seen: list[Any] = []

        def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            seen.append((r.id, c.current().id))
            return approve(r)

        async with await both(client=Client(approval_request=answer)) as b:
            given = approval("")
            self.assertEqual((await b.agent.approval_request(given)).response, "approve")
            self.assertEqual(given.id, "")
            self.assertEqual(seen[0][0], seen[0][1])
            self.assertTrue(seen[0][0])


class Peers(Case):
    async def test_garbage_is_answered_and_the_session_goes_on(self) -> None:
        peer = Peer()
        conn = await against(peer, Client(approval_request=approve))
        bad = {"jsonrpc": "2.0", "id": "r1", "method": "request", "params": {"type": "ApprovalRequest", "payload": {}}}
        peer.send("not json", "[]", "7", bad)
        peer.send({"jsonrpc": "2.0", "id": "r2", "method": "nothing"}, {"jsonrpc": "2.0", "method": "nothing"})
        peer.send({"jsonrpc": "2.0", "id": "r3", "method": "prompt", "params": {"user_input": ""}})  # of the other side
        new = {"type": "NewRequest", "payload": {}}
        peer.send({"jsonrpc": "2.0", "id": "r4", "method": "request", "params": new})
        peer.send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "what?"}}, asked())
        await peer.answered(8)
        got = [(m["id"], m["error"]["code"] if "error" in m else m["result"]["response"]) for m in peer.seen]
        self.assertEqual(got[:4], [(None, -32700), (None, -32600), (None, -32600), ("r1", -32602)])
        self.assertEqual(got[4:], [("r2", -32601), ("r3", -32601), ("r4", -32601), ("a1", "approve")])
        self.assertTrue(peer.seen[3]["error"]["message"].startswith("params.payload.id"))
        self.assertEqual(peer.kinds.count("unreadable"), 4)
        self.assertIn("error", peer.kinds)
        await conn.close()

    async def test_answers_that_cannot_be_read_and_ids_that_are_used_twice(self) -> None:
        calls: list[Any] = []

        def script(m: dict[str, Any], send: Any) -> None:
            if m.get("method") == "prompt":
                send({"jsonrpc": "2.0", "id": m["id"], "result": {"status": 7}})
            if m.get("method") == "cancel":
                send({"jsonrpc": "2.0", "id": m["id"], "result": {}, "error": {"code": 1, "message": ""}})

        async def hook(r: wire.HookRequest) -> wire.HookResponse:
            calls.append(r)
            await turns()
            return wire.HookResponse(request_id=r.id, action="allow")

        peer = Peer(script)
        conn = await against(peer, Client(hook_request=hook))
        got = await self.raises(c.AnswerError, conn.prompt(prompt()))
        self.assertEqual(got.error.path, "status")
        payload = {"id": "h1", "subscription_id": "s", "event": "Stop", "target": "", "input_data": {}}
        request = {"jsonrpc": "2.0", "id": "h1", "method": "request"}
        request["params"] = {"type": "HookRequest", "payload": payload}  # type: ignore[assignment]
        peer.send(request, request)
        await peer.until(lambda: any(m.get("id") == "h1" for m in peer.seen))
        await turns()
        self.assertEqual(len(calls), 1)
        self.assertEqual(len([m for m in peer.seen if m.get("id") == "h1"]), 1)
        self.assertIn("duplicate_id", peer.kinds)
        await conn.close()

    async def test_a_request_that_is_sent_again_before_the_handshake_is_over_is_asked_once(self) -> None:
        told: list[Any] = []

        async def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            told.append(r)
            await turns()
            return approve(r)

        async def script(m: dict[str, Any], send: Any) -> None:
            if m.get("method") == "initialize":
                send(asked(), asked())
                for _ in range(3):
                    await turns()
                send({"jsonrpc": "2.0", "id": m["id"], "result": json.loads(GREETED.to_json())})

        peer = Peer(script)
        conn = await against(peer, Client(approval_request=answer), handshake=GREETING)
        self.assertEqual(len(told), 1)
        self.assertEqual(len([m for m in peer.seen if m["id"] == "a1"]), 1)
        self.assertEqual(peer.kinds, [])
        await conn.close()

    async def test_undeclared_methods(self) -> None:
        told: list[Any] = []

        def unknown(method: str, params: Any) -> Any:
            told.append((method, params, c.current().id is None))
            if method == "_fails":
                raise c.ResponseError(wire.make_error("INVALID_STATE"))
            if method != "_adds":
                raise c.Unhandled
            return params["a"] + params["b"]

        class Own(Agent):
            def on_unknown(self, method: str, params: Any, /) -> Any:
                return unknown(method, params)

        async with await both(Own()) as b:
            self.assertEqual(await b.client.call_raw("_adds", {"a": 1, "b": 2}), 3)
            await self.raises(c.ResponseError, b.client.call_raw("_fails"), error_name="INVALID_STATE")
            await self.raises(c.ResponseError, b.client.call_raw("_other"), error_name="METHOD_NOT_FOUND")
            await b.client.notify_raw("_note", [7])
            await turns()
            self.assertEqual(told[-1], ("_note", [7], True))
            self.assertEqual(b.kinds("agent"), ["unknown_method"])  # not a handler that failed

    async def test_names_that_the_end_does_not_send(self) -> None:
        # A misspelled name was sent as an undeclared method.
        async with await both() as b:
            with self.assertRaisesRegex(ValueError, 'no request "promt"; call_raw sends'):
                await b.client.call("promt", prompt())
            with self.assertRaisesRegex(ValueError, 'no notification "TurnBegin"; notify_raw sends'):
                await b.client.notify("TurnBegin", wire.TurnBegin(user_input=""))
            with self.assertRaises(c.SessionError):  # the name is known
                await b.agent.notify("TurnBegin", wire.TurnBegin(user_input=""))
            with self.assertRaisesRegex(ValueError, 'no request "prompt"'):
                b.agent.stream("prompt", prompt())

    async def test_the_end_of_a_connection_ends_what_is_pending(self) -> None:
        peer = Peer()
        conn = await against(peer)
        waiting = [asyncio.ensure_future(conn.prompt(prompt())), asyncio.ensure_future(conn.cancel())]
        events = conn.events()
        await peer.answered(2)
        await peer.own.close()
        for one in waiting:
            await self.raises(c.ConnectionFailed, one, reason="disconnected")
        self.assertEqual([e async for e in events], [])
        await self.raises(c.ConnectionFailed, conn.cancel(), reason="disconnected")
        await self.raises(c.ConnectionFailed, conn.notify_raw("x"), reason="disconnected")
        self.assertIsNone(await conn.wait_closed())
        own = await against(Peer())
        call = asyncio.ensure_future(own.prompt(prompt()))
        await asyncio.sleep(0)
        await own.close()
        await self.raises(c.ConnectionFailed, call, reason="closed")

    async def test_a_reader_that_takes_nothing_ends_the_connection(self) -> None:
        peer = Peer()
        conn = await against(peer, max_read=100_000, stall_wait=0.05)
        turn = conn.stream_prompt(prompt())
        peer.send(*[step(n) for n in range(300)])
        with self.assertRaisesRegex(c.ConnectionFailed, "[1-9][0-9]* events for a reader"):
            await turn._call.waiter.answer  # pyright: ignore[reportPrivateUsage]
        failed = await conn.wait_closed()
        assert failed is not None
        self.assertEqual(failed.reason, "slow_consumer")

    async def test_an_iterator_that_is_dropped_holds_nothing_back(self) -> None:
        peer = Peer()
        conn = await against(peer, max_read=100_000, stall_wait=0.05)
        async for _ in iterate(conn, peer):
            break
        peer.send(*[step(n) for n in range(300)], asked())
        await peer.until(lambda: peer.seen)
        await conn.close()

    async def test_messages_that_are_too_long(self) -> None:
        peer = Peer()
        conn = await against(peer, max_bytes=200)
        peer.send({"jsonrpc": "2.0", "method": "event", "params": {"type": "TurnBegin", "payload": {"user_input": "é" * 200}}})
        await peer.answered(1)
        self.assertEqual(peer.seen[0]["error"]["code"], -32600)
        self.assertEqual(peer.kinds, ["too_large"])
        await conn.close()

    async def test_too_much_that_waits_to_be_sent(self) -> None:
        class Stuck:
            @property
            async def messages(self) -> Any:
                await forever()
                yield ""

            async def send(self, text: str, /) -> None:
                await forever()

            def close(self) -> None: ...

        conn = await c.connect_agent(Stuck(), options=c.Options(max_unsent=100, close_wait=0.01))
        waiting = [asyncio.ensure_future(conn.prompt(prompt())) for _ in range(2)]
        await asyncio.sleep(0)
        await self.raises(c.ConnectionFailed, conn.cancel(), reason="overflow")
        await conn.close()
        for one in waiting:
            await self.raises(c.ConnectionFailed, one, reason="closed")

    async def test_what_fails_beside_a_message_ends_nothing(self) -> None:
        def fails(*_: Any) -> Any:
            raise RuntimeError("no")

        async def later(_: Any) -> None:
            raise RuntimeError("later")

        peer = Peer()
        handler = Client(event=fails, approval_request=lambda _: 7)
        conn = await c.connect_agent(peer.transport, handler=handler, options=c.Options(on_report=fails, trace=fails))
        conn.on(wire.TurnEnd, later)
        peer.send(step(1), {"jsonrpc": "2.0", "method": "event", "params": {"type": "TurnEnd", "payload": {}}}, asked())
        await peer.answered(1)
        self.assertEqual(peer.seen[0]["error"]["code"], -32603)
        await conn.close()


def iterate(conn: c.Client, peer: Peer) -> Any:
    events = conn.events()
    peer.send(step(0))
    return events


class Around(Case):
    async def test_incoming(self) -> None:
        seen: list[Any] = []

        async def incoming(m: c.Incoming, handle: Any) -> Any:
            seen.append(f"{m.kind} {m.name} {m.method}")
            if m.name == "StepBegin":
                return await handle(wire.StepBegin(n=7)) if m.params.n == 1 else None
            if m.name == "own":
                return {"own": m.id}
            if m.name == "other":
                return await handle()
            if m.params.action == "refuse":
                raise c.ResponseError(wire.make_error("INVALID_STATE"))
            m.params.action = "changed"
            return await handle()

        def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            return wire.ApprovalResponse(request_id=r.id, response="approve" if r.action == "changed" else "reject")

        peer = Peer()
        handler = Client(approval_request=answer, event=lambda e: seen.append(e.n))
        conn = await against(peer, handler, incoming=incoming)
        peer.send(asked("a0"), asked("a1", "refuse"), step(1), step(2))
        peer.send({"jsonrpc": "2.0", "id": "u", "method": "own"}, {"jsonrpc": "2.0", "id": "v", "method": "other"})
        await peer.answered(4)
        by = {m["id"]: m.get("result") or m["error"]["code"] for m in peer.seen}
        self.assertEqual(by["a0"]["response"], "approve")
        self.assertEqual((by["a1"], by["u"], by["v"]), (-32000, {"own": "u"}, -32601))
        steps = ["event StepBegin event", 7, "event StepBegin event"]
        self.assertEqual([s for s in seen if s == 7 or "Step" in s], steps)
        await conn.close()

    async def test_outgoing(self) -> None:
        told: list[Any] = []

        def outgoing(o: c.Outgoing) -> Any:
            if o.name == "steer":
                raise RuntimeError("not now")
            if o.name == "prompt":
                o.params = prompt("changed")
            return lambda result, error: told.append((o.kind, o.name, getattr(result, "status", None), str(error or "")))

        peer = Peer(lambda m, send: send({"jsonrpc": "2.0", "id": m["id"], "result": {"status": "finished"}}) if "id" in m else None)
        conn = await against(peer, outgoing=outgoing)
        await self.raises(RuntimeError, conn.steer(wire.SteerParams(user_input="")))
        await conn.prompt(prompt("x"))
        self.assertEqual(peer.seen[0]["params"]["user_input"], "changed")
        await conn.notify_raw("_note", {})
        self.assertEqual(told, [("request", "prompt", "finished", ""), ("notification", "_note", None, "")])
        await conn.close()

    async def test_logs(self) -> None:
        lines: list[str] = []

        class Keep(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                lines.append(f"{record.levelname} {record.getMessage()}")

        logger = logging.Logger("test", logging.DEBUG)
        logger.addHandler(Keep())
        peer = Peer()
        conn = await against(peer, Client(approval_request=approve), logger=logger)
        peer.send({"jsonrpc": "2.0", "method": "event", "params": {"type": "TurnBegin", "payload": {"user_input": "a secret"}}})
        peer.send(asked(), "what?")
        await peer.answered(2)
        self.assertFalse([line for line in lines if "secret" in line])
        self.assertTrue([line for line in lines if line.startswith("DEBUG received notification event/TurnBegin")])
        self.assertTrue([line for line in lines if line.startswith("DEBUG sent response request/ApprovalRequest")])
        self.assertTrue([line for line in lines if line.startswith("WARNING") and "unreadable" in line])
        await conn.close()


SERVER = """
import asyncio, sys
import kimi_wire as wire
from kimi_wire import connection as c

class Agent(c.AgentHandler):
    async def prompt(self, params):
        print("a log", file=sys.stderr)
        await asyncio.sleep(0.01)
        return wire.PromptResult(status="finished")

asyncio.run(c.serve_stdio(Agent()))
"""


class Processes(Case):
    def test_files_as_standard_streams(self) -> None:
        request = b'{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":""}}'
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
            given.write(request)
            given.seek(0)
            command = [sys.executable, "-B", "-X", "dev", "-W", "error", "-c", SERVER]
            done = subprocess.run(command, stdin=given, stdout=out, stderr=subprocess.PIPE, check=True)
            out.seek(0)
            self.assertEqual(json.loads(out.read())["result"], {"status": "finished"})
            self.assertEqual(done.stderr.strip(), b"a log")

    def test_standard_output_and_errors_are_one_pipe(self) -> None:
        command = [sys.executable, "-B", "-X", "dev", "-W", "error", "-c", SERVER]
        request = b'{"jsonrpc":"2.0","id":"1","method":"prompt","params":{"user_input":""}}\n'
        done = subprocess.run(command, input=request, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
        self.assertEqual(done.stdout.split(b"\n", 1)[0], b"a log")
        self.assertEqual(json.loads(done.stdout.splitlines()[1])["result"], {"status": "finished"})

    async def test_a_child_and_its_end(self) -> None:
        conn = await c.start_agent(sys.executable, "-B", "-c", SERVER)
        async with conn:
            self.assertEqual((await conn.prompt(prompt())).status, "finished")
        self.assertIsNone(await conn.wait_closed())
        conn = await c.start_agent(sys.executable, "-B", "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)")
        got = await self.raises(c.ConnectionFailed, conn.prompt(prompt()), reason="disconnected")
        self.assertRegex(str(got), "code 3(.|\n)*why")
        self.assertEqual(str(await conn.wait_closed()), str(got))


class Sessions(Case):
    async def dial(self, near: c.Session, far: c.Session, handler: Any) -> tuple[c.Client, c.Agent, list[Any]]:
        one, two = c.pair()
        sent: list[Any] = []
        agent = c.Agent(two, handler=Agent(), options=c.Options(session=far, trace=lambda t: sent.append(t) if t.sent else None))
        client = await c.connect_agent(one, handler=handler, handshake=GREETING, options=c.Options(session=near))
        return client, agent, sent

    async def test_a_request_outlives_its_connection_and_is_asked_once(self) -> None:
        go = asyncio.get_running_loop().create_future()
        contexts: list[c.Context] = []

        async def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            contexts.append(c.current())
            await go
            return approve(r)

        near, far = c.Session(), c.Session()
        client, agent, _ = await self.dial(near, far, Client(approval_request=answer))
        call = asyncio.ensure_future(agent.approval_request(approval()))
        await turns()
        await client.close()
        await turns()
        self.assertIsNone(contexts[0].stopped)
        again, served, sent = await self.dial(near, far, Client(approval_request=answer))
        self.assertIs(contexts[0].connection, again)
        self.assertEqual([t.kind for t in sent], ["request", "response"])
        go.set_result(None)
        self.assertEqual((await call).response, "approve")
        self.assertEqual(len(contexts), 1)
        await again.close()
        await served.wait_closed()
        await client.wait_closed()

    async def test_a_session_that_is_closed_ends_what_waits(self) -> None:
        contexts: list[c.Context] = []

        async def answer(_: wire.ApprovalRequest) -> Any:
            contexts.append(c.current())
            await forever()

        near, far = c.Session(), c.Session()
        client, agent, _ = await self.dial(near, far, Client(approval_request=answer))
        call = asyncio.ensure_future(agent.call("ApprovalRequest", approval(), fail_safe=False))
        await turns()
        await client.close()
        await turns()
        far.close()
        await self.raises(c.ConnectionFailed, call, reason="closed")
        near.close()
        await client.wait_closed()
        assert contexts[0].stopped is not None

    async def test_an_answer_that_was_lost_is_sent_again(self) -> None:
        told: list[Any] = []

        def answer(r: wire.ApprovalRequest) -> wire.ApprovalResponse:
            told.append(r)
            return approve(r)

        near, far = c.Session(), c.Session()
        client, agent, _ = await self.dial(near, far, Client(approval_request=answer))
        client._driver._transport.write_messages = lambda texts: None  # type: ignore[method-assign]  # nothing arrives any more
        call = asyncio.ensure_future(agent.approval_request(approval()))
        await turns()
        again, served, _ = await self.dial(near, far, Client(approval_request=answer))
        self.assertEqual((await call).response, "approve")
        self.assertEqual(len(told), 1)
        await served.approval_request(approval(action="other"))  # the same id for another question
        self.assertEqual(len(told), 2)
        await again.close()
        await served.wait_closed()
        for one in (client, agent):
            await one.wait_closed()


if __name__ == "__main__":
    unittest.main()
