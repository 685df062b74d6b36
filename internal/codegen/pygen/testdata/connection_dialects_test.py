"""Connections of protocols with other dialects.

Kinds of errors, shapes with a tag, names of members with a flag for success, progress, batches, limits that are
agreed on, the end of a session, and traces.
"""

from __future__ import annotations

import asyncio
import json
import random
import unittest
from typing import Any

import dap
import idebridge
import kimi_wire
import klp
import world
from connections import Case, Peer, turns
from dap import connection as dap_ends
from idebridge import connection as bridge
from kimi_wire import connection as kimi
from klp import connection as klp_ends
from world import connection as world_ends


class Tapped:
    """Two transports, and what is sent over each."""

    def __init__(self, made: Any) -> None:
        self.near, self.far = made.pair()
        self.sent: dict[str, list[Any]] = {"near": [], "far": []}
        for name, end in (("near", self.near), ("far", self.far)):
            self._tap(end, self.sent[name])

    @staticmethod
    def _tap(end: Any, sent: list[Any]) -> None:
        write = end.write_messages

        def tapped(texts: list[str]) -> None:
            sent.extend(json.loads(text) for text in texts)
            write(texts)

        end.write_messages = tapped


class KLP(Case):
    async def test_features_subscriptions_and_errors_by_their_kind(self) -> None:
        tapped = Tapped(klp_ends)

        class Agent(klp_ends.AgentHandler):
            def system_handshake(self, params: Any) -> Any:
                return klp.SystemHandshakeResult.from_json(
                    '{"protocol":1,"agent_version":"1","features":["push.jobs","push.state"],'
                    '"session":{"user":"u","session_id":1,"pc_id":"p"}}'
                )

            def jobs_subscribe(self, *params: Any) -> Any:
                return klp.Subscription(subscription="s")

            def jobs_kill(self, *params: Any) -> Any:
                raise klp_ends.ResponseError(klp.make_error("NotFound", klp.ErrorDetail(detail="no such job")))

            def system_ping(self, *params: Any) -> Any:
                raise RuntimeError("secret")

        agent = klp_ends.Agent(tapped.far, handler=Agent())
        client = klp_ends.Client(tapped.near)
        handshake = klp.SystemHandshakeParams.from_json(
            '{"client":"test","client_version":"1","protocol":[1,2],"features":["push.jobs"]}'
        )
        await asyncio.sleep(0)
        tapped.near.write_messages(['{"jsonrpc":"2.0","id":"e","method":"system.ping"}'])
        await turns()
        self.assertEqual(tapped.sent["far"][0]["error"]["data"]["kind"], "InvalidRequest")
        await klp_ends.begin(client, handshake)
        self.assertEqual(client.version, "1")
        report = klp.JobsProgressParams.from_json('{"run_id":"r","status":"running"}')
        await self.raises(klp_ends.SessionError, agent.jobs_progress(report), rule="gate")
        await self.raises(klp_ends.SessionError, client.call("state.subscribe"), rule="gate")
        heard: list[Any] = []
        client.on("jobs.progress", heard.append)
        self.assertEqual((await client.call("jobs.subscribe")).subscription, "s")
        await agent.jobs_progress(report)
        kill = klp.JobsKillParams(run_id="r")
        got = await self.raises(klp_ends.ResponseError, client.jobs_kill(kill), error_name="NotFound", code=-32001)
        self.assertEqual(heard[0].run_id, "r")
        self.assertEqual(got.message, "no such job")
        got = await self.raises(klp_ends.ResponseError, client.call("system.ping"))
        self.assertEqual(got.error.kind, "InternalError")
        await self.raises(klp_ends.ResponseError, client.call("jobs.list"), error_name="MethodNotFound")
        for _ in range(56):
            await self.raises(klp_ends.ResponseError, client.call("system.ping"))
        await self.raises(klp_ends.ResponseError, client.call("system.ping"), error_name="RateLimit")
        tapped.near.write_messages([json.dumps("x" * 1048577)])
        await turns()
        self.assertEqual(tapped.sent["far"][-1]["error"]["data"]["kind"], "PayloadTooLarge")
        await client.close()
        await agent.wait_closed()


class Bridge(Case):
    async def test_progress_members_batches_and_a_limit_that_is_agreed_on(self) -> None:
        tapped = Tapped(bridge)
        kinds: list[str] = []

        class Agent(bridge.AgentHandler):
            def claude_initialize(self, params: Any) -> Any:
                capabilities = json.dumps({"protocolVersion": params.protocol_version, "capabilities": {"openV2": True}})
                return idebridge.ClaudeInitializeResult.from_json(capabilities)

            def claude_ping(self) -> None: ...

            def claude_open(self, params: Any) -> Any:
                raise bridge.ResponseError(idebridge.make_error("FILE_MISSING", idebridge.FileMissingData(path="a")))

            async def claude_open_v2(self, params: Any) -> Any:
                agent = bridge.Agent.current()
                for pct in (0.5, 1):
                    await agent.progress(idebridge.Progress(token=params.token, pct=pct))
                await agent.progress(idebridge.Progress(token="another", pct=0))
                return idebridge.ClaudeOpenV2Result(opened=params.paths)

        class Client(bridge.ClientHandler):
            pings = False

            def claude_ping(self) -> None:
                if not self.pings:
                    raise bridge.Unhandled

        handler = Client()
        agent = bridge.Agent(tapped.far, handler=Agent(), options=bridge.Options(on_report=lambda r: kinds.append(r.kind)))
        handshake = idebridge.ClaudeInitializeParams.from_json(
            '{"protocolVersion":2,"capabilities":{"supportsProgress":true,"maxMessageBytes":400}}'
        )
        members = {"auth": "secret", "sessionId": "s"}
        client = await bridge.connect_agent(
            tapped.near, handler=handler, handshake=handshake, options=bridge.Options(members=members)
        )
        self.assertEqual(client.version, "2")
        self.assertEqual(await client.call("claude.ping"), {})
        await self.raises(bridge.ResponseError, agent.claude_ping(), code=-32601)
        handler.pings = True
        await agent.claude_ping()
        call = client.stream_claude_open_v2(idebridge.ClaudeOpenV2Params(paths=["a"], token="t"))
        progress = call.progress()
        events = [e async for e in call]
        self.assertEqual([p.pct async for p in progress], [0.5, 1])
        self.assertEqual((await call.result()).opened, ["a"])
        self.assertEqual([m.params.token for m in events], ["t", "t", "another"])
        params = idebridge.ClaudeOpenParams(path="a")
        got = await self.raises(bridge.ResponseError, client.claude_open(params), code=4204, error_name="FILE_MISSING")
        self.assertEqual(got.data.path, "a")
        for m in tapped.sent["near"]:
            self.assertEqual((m["auth"], m["sessionId"], m.get("jsonrpc")), ("secret", "s", None))
        long = idebridge.Progress(token="x" * 500, pct=0)
        await self.raises(bridge.ConnectionFailed, agent.progress(long), reason="too_large")
        longer = idebridge.ClaudeOpenV2Params(paths=["x" * 500])
        await self.raises(bridge.ResponseError, client.claude_open_v2(longer), code=-32603)
        before = len(tapped.sent["far"])
        batch = [
            {"type": "request", "id": 100, "method": "claude.ping"},
            {"type": "nothing"},
            {"type": "request", "id": 101, "method": "claude.nothing"},
        ]
        tapped.near.write_messages([json.dumps(batch)])
        await turns()
        self.assertEqual(len(tapped.sent["far"]), before + 1)  # one array
        codes = {m["id"]: m.get("error", {}).get("code") for m in tapped.sent["far"][before]}
        self.assertEqual(codes, {100: None, 101: -32601, None: -32600})
        self.assertIn("unreadable", kinds)
        await client.close()
        await agent.wait_closed()

    async def test_what_comes_before_the_handshake(self) -> None:
        near, far = bridge.pair()
        agent = bridge.Agent(far, handler=bridge.AgentHandler())
        client = bridge.Client(near)
        await self.raises(bridge.SessionError, client.call("claude.ping"), rule="first")
        await client.close()
        await agent.wait_closed()


class DAP(Case):
    async def test_names_of_members_one_count_of_all_messages_and_a_flag_for_success(self) -> None:
        tapped = Tapped(dap_ends)
        later: list[Any] = []

        class Adapter(dap_ends.AdapterHandler):
            def initialize(self, params: Any) -> Any:
                adapter = dap_ends.Adapter.current()
                later.append(asyncio.ensure_future(self.ready(adapter)))
                return dap.Capabilities(supports_step_back=True)

            async def ready(self, adapter: dap_ends.Adapter) -> None:
                await asyncio.sleep(0.005)
                await adapter.initialized()

            def configuration_done(self, *params: Any) -> None: ...

            def launch(self, *params: Any) -> None:
                error = dap.ErrorObject(code=0, message="no such program", data={"error": {"id": 1, "format": "no"}})
                raise dap_ends.ResponseError(error)

            def threads(self) -> Any:
                return dap.ThreadsResult(threads=[dap.Thread(id=1, name="main")])

        class Client(dap_ends.ClientHandler):
            def run_in_terminal(self, params: Any) -> Any:
                return dap.RunInTerminalResult(process_id=7)

        adapter = dap_ends.Adapter(tapped.far, handler=Adapter())
        client = await dap_ends.connect_adapter(tapped.near, handler=Client())
        await self.raises(dap_ends.SessionError, client.call("configurationDone"), rule="after")
        ready = asyncio.get_running_loop().create_future()
        client.on("initialized", lambda _: ready.set_result(None))
        can = await client.initialize(dap.InitializeRequestArguments(adapter_id="x"))
        self.assertTrue(can.supports_step_back)
        await ready
        await client.call("configurationDone")
        await self.raises(dap_ends.SessionError, client.initialize(dap.InitializeRequestArguments(adapter_id="x")), rule="once")
        got = await self.raises(dap_ends.ResponseError, client.call("launch", dap.LaunchRequestArguments()))
        self.assertEqual((got.message, got.data["error"]["format"]), ("no such program", "no"))
        self.assertEqual([x.name for x in (await client.threads()).threads], ["main"])
        run = dap.RunInTerminalParams(cwd="/", args=["x"])
        self.assertEqual((await adapter.run_in_terminal(run)).process_id, 7)
        await self.raises(dap_ends.ResponseError, client.next(dap.NextParams(thread_id=1)))
        for sent in tapped.sent.values():
            self.assertEqual([m["seq"] for m in sent], list(range(1, len(sent) + 1)))
        first = tapped.sent["near"][0]
        self.assertEqual({k: first[k] for k in first if k != "arguments"}, {"seq": 1, "type": "request", "command": "initialize"})
        self.assertEqual([m["event"] for m in tapped.sent["far"] if m["type"] == "event"], ["initialized"])
        try:
            await client.call("disconnect")
        except dap_ends.WireFailure:
            pass
        await client.close()
        await adapter.wait_closed()


class World(Case):
    async def both(self, handler: Any, **options: Any) -> tuple[world_ends.Client, world_ends.Agent]:
        near, far = world_ends.pair()
        agent = world_ends.Agent(far, handler=handler, options=world_ends.Options(**options))
        return await world_ends.connect_agent(near, options=world_ends.Options(**options)), agent

    async def test_a_request_that_ends_the_session(self) -> None:
        stopped: list[Any] = []

        class Agent(world_ends.AgentHandler):
            def bye(self) -> None: ...

            async def wait(self) -> None:
                try:
                    await asyncio.get_running_loop().create_future()
                finally:
                    stopped.append(world_ends.current().stopped)

        client, agent = await self.both(Agent())
        waiting = asyncio.ensure_future(client.wait())
        await turns()
        await client.bye()
        self.assertIsNone(await client.wait_closed())
        self.assertIsNone(await agent.wait_closed())
        got = await self.raises(world_ends.ConnectionFailed, waiting)
        self.assertIn(got.reason, ("closed", "settled"))
        self.assertEqual(len(stopped), 1)

    async def test_a_notification_that_ends_the_session(self) -> None:
        go = asyncio.get_running_loop().create_future()
        done: list[int] = []

        class Agent(world_ends.AgentHandler):
            async def exit(self, params: Any) -> None:
                await go
                done.append(1)

        client, agent = await self.both(Agent())
        await client.exit({})
        self.assertIsNone(await client.wait_closed())
        self.assertFalse(agent.is_closed)
        go.set_result(None)
        self.assertIsNone(await agent.wait_closed())
        self.assertEqual(done, [1])

    async def test_a_request_that_is_cancelled_while_it_waits_for_a_handler(self) -> None:
        go = asyncio.get_running_loop().create_future()
        waited: list[int] = []

        class Agent(world_ends.AgentHandler):
            async def ping(self) -> None:
                await go

            def wait(self) -> None:
                waited.append(1)

        peer = Peer()
        agent = world_ends.Agent(peer.transport, handler=Agent(), options=world_ends.Options(max_handlers=1))
        peer.send({"jsonrpc": "2.0", "id": "1", "method": "ping"}, {"jsonrpc": "2.0", "id": "2", "method": "wait"})
        peer.send({"jsonrpc": "2.0", "method": "stop", "params": {"id": "2"}})
        await peer.answered(1)
        self.assertEqual((peer.seen[0]["id"], peer.seen[0]["error"]["code"]), ("2", -32004))
        go.set_result(None)
        await peer.answered(2)
        self.assertEqual(waited, [])
        await agent.close()

    async def test_a_trace_has_no_secrets(self) -> None:
        lines: list[Any] = []
        given = {
            "user": "u", "password": "secret", "tokens": ["secret"], "by_name": {"a": "secret"}, "note": "123456789",
            "way": {"kind": "key", "key": "secret"},
        }
        login = world.Login.from_json(json.dumps({**given, "next": given}))

        class Agent(world_ends.AgentHandler):
            def login(self, params: Any) -> Any:
                return "secret"

            def find(self, params: Any) -> Any:
                return world.Found(all=[login])

            def ping(self) -> None:
                raise world_ends.ResponseError(world.make_error("FAILED", world.FailedData(why="secret")))

            async def load(self, params: Any) -> None:
                value = {"percent": 1, "code": "secret"}
                await world_ends.Agent.current().loaded(world.LoadedParams(key=params.key, value=value))

        client, agent = await self.both(Agent(), trace=lines.append, members={"token": "secret"})
        self.assertEqual(await client.login(login), "secret")
        await client.find(world.FindParams(word="w"))
        await client.load(world.LoadParams(key="k"))
        await self.raises(world_ends.ResponseError, client.ping())
        await self.raises(world_ends.ResponseError, client.call_raw("other", {"a": 1}))
        self.assertNotIn("secret", repr(lines))
        first = lines[0]
        self.assertEqual((first.sent, first.kind, first.method, first.name, first.id), (True, "request", "login", "login", "1"))
        self.assertEqual(first.message["params"]["note"], "12345…")
        self.assertEqual(first.message["token"], "[redacted]")
        self.assertEqual(
            [(t.sent, t.kind, t.method) for t in lines[:4]],
            [(True, "request", "login"), (False, "request", "login"), (True, "response", "login"), (False, "response", "login")],
        )
        self.assertEqual(lines[3].message["result"], "[redacted]")
        found = [t for t in lines if t.method == "find"][3]
        self.assertEqual(found.message["result"]["all"][0]["next"]["note"], "12345…")
        await client.close()
        await agent.wait_closed()


class Noise(Case):
    async def test_whatever_arrives_both_ends_go_on(self) -> None:
        chance = random.Random(7)
        names = [
            "initialize", "prompt", "request", "event", "cancel", "system.ping", "jobs.progress", "claude.open", "progress",
            "stopped", "threads", "__proto__", "none",
        ]
        values = [
            None, 0, 1, -2.5, 1e300, "", "1", "x", True, [], {}, [[]],
            {"type": "ApprovalRequest", "payload": {"id": "1"}}, {"kind": "NotFound"},
        ]
        members = [
            "jsonrpc", "id", "method", "params", "result", "error", "type", "seq", "request_seq", "command", "event",
            "success", "body", "message", "arguments",
        ]

        def message() -> str:
            out: dict[str, Any] = {"jsonrpc": "2.0", "id": chance.choice(["1", 1, "2", None])}
            out["type"] = chance.choice(["request", "response", "event", "notification"])
            for _ in range(chance.randrange(1, 7)):
                out[chance.choice(members)] = chance.choice(values if chance.random() < 0.5 else names)
            text = json.dumps(out if chance.random() < 0.95 else [out, chance.choice(values), out])
            at = chance.randrange(len(text))
            broken = text[:at] + chance.choice(["", '"', "{", "\\ud800", "\0", "9"]) + text[at + chance.randrange(3) :]
            return text if chance.random() < 0.9 else broken

        for made in (kimi, klp_ends, bridge, dap_ends):
            ends: Any = made
            client = "Client"
            other = "Adapter" if made is dap_ends else "Agent"
            for role in (client, other):
                peer = Peer()
                peer.own.write_messages([message() for _ in range(400)])
                end = getattr(ends, role)(peer.transport, options=ends.Options(on_report=peer.report))
                await asyncio.sleep(0.05)
                await peer.until(lambda: not peer.transport._inbox)  # type: ignore[attr-defined]
                self.assertFalse(end.is_closed, (made, role))
                self.assertGreater(len(peer.reports), 100)
                await end.close()
                await asyncio.sleep(0)


if __name__ == "__main__":
    unittest.main()
