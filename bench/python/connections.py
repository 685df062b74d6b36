"""Measures both ends of a connection over a Unix socket, within one process, beside other connections.

    python connections.py [--print] [--rounds N]

`make bench-py` runs it after main.py. The results go into docs/benchmarks.md, or are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "gen" / "py"))

import kimi_wire as wire  # noqa: E402
from kimi_wire import connection as ends  # noqa: E402

CALLS = 2000  # of each measurement
AT_ONCE = 64
HOOK = {"id": "1", "subscription_id": "s", "event": "Stop", "target": "t", "input_data": {}}
EVENT = {"type": "ContentPart", "payload": {"type": "text", "text": "a piece of what the model says"}}
ANSWER = {"request_id": "1", "action": "allow"}


class Contestant:
    """Both ends: the agent asks, and sends events; the client answers, and counts."""

    name = ""
    notes = ""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = 0
        self.all: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def count(self) -> None:
        self.seen += 1
        if self.seen == CALLS:
            self.all.set_result(None)

    async def start(self) -> None: ...
    async def call(self) -> None: ...
    async def event(self) -> None: ...
    async def stop(self) -> None: ...

    async def sockets(self) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Returns the streams of both ends of a socket."""
        accepted: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        server = await asyncio.start_unix_server(lambda *streams: accepted.set_result(streams), self.path)
        streams = await asyncio.open_unix_connection(self.path)
        both = [streams, await accepted]
        server.close()
        return both


class Wiregen(Contestant):
    name = "wiregen"
    notes = "typed values, everything checked, the rules of the session, bounds"

    async def start(self) -> None:
        self.number = 0
        listener = await ends.listen_unix(self.path)
        transport = await ends.unix(self.path)

        class Client(ends.ClientHandler):
            async def hook_request(self, request: wire.HookRequest, /) -> wire.HookResponse:
                return wire.HookResponse(request_id=request.id, action="allow")

        self.client = await ends.connect_agent(transport, handler=Client())
        self.agent = ends.Agent(await listener.accept(), handler=ends.AgentHandler())
        await listener.close()
        self.agent.version = None
        self.client.on(wire.ContentPartEvent, lambda _: self.count())
        self.agent._driver.peer.version = "1.10"  # the handshake is not measured

    async def call(self) -> None:
        self.number += 1
        request = wire.HookRequest(
            id=str(self.number), subscription_id="s", event="Stop", target="t", input_data={}
        )
        await self.agent.hook_request(request)

    async def event(self) -> None:
        await self.agent.event(wire.ContentPartEvent(wire.TextPart(text="a piece of what the model says")))

    async def stop(self) -> None:
        await self.client.close()
        await self.agent.wait_closed()


class ACP(Contestant):
    name = "agent-client-protocol, `Connection`"
    notes = "dictionaries, nothing checked, a task for each message, events may overtake each other"

    async def start(self) -> None:
        from acp.connection import Connection

        near, far = await self.sockets()

        async def client(method: str, params: Any, is_notification: bool) -> Any:
            if is_notification:
                self.count()
                return None
            return ANSWER

        async def agent(method: str, params: Any, is_notification: bool) -> Any:
            return None

        self.writers = [near[1], far[1]]
        self.client = Connection(client, near[1], near[0])
        self.agent = Connection(agent, far[1], far[0])

    async def call(self) -> None:
        await self.agent.send_request("request", {"type": "HookRequest", "payload": HOOK})

    async def event(self) -> None:
        await self.agent.send_notification("event", EVENT)

    async def stop(self) -> None:
        await self.client.close()
        await self.agent.close()
        for writer in self.writers:
            writer.close()


class ByHand(Contestant):
    name = "json and asyncio by hand"
    notes = "dictionaries, nothing checked, lines of at most 64 KiB; no cancelling, no ends, no bounds"

    async def start(self) -> None:
        self.number = 0
        self.pending: dict[int, asyncio.Future[Any]] = {}
        near, far = await self.sockets()
        self.near, self.far = near[1], far[1]
        loop = asyncio.get_running_loop()
        self.tasks = [loop.create_task(self.client(near[0])), loop.create_task(self.agent(far[0]))]

    async def send(self, writer: asyncio.StreamWriter, message: Any) -> None:
        writer.write(json.dumps(message).encode() + b"\n")
        await writer.drain()

    async def client(self, reader: asyncio.StreamReader) -> None:
        async def serve(id: Any) -> None:
            await self.send(self.near, {"jsonrpc": "2.0", "id": id, "result": ANSWER})

        while line := await reader.readline():
            message = json.loads(line)
            if "id" in message:
                asyncio.ensure_future(serve(message["id"]))
            else:
                self.count()

    async def agent(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            message = json.loads(line)
            self.pending.pop(message["id"]).set_result(message["result"])

    async def call(self) -> None:
        self.number += 1
        answer = self.pending[self.number] = asyncio.get_running_loop().create_future()
        params = {"type": "HookRequest", "payload": HOOK}
        await self.send(self.far, {"jsonrpc": "2.0", "id": self.number, "method": "request", "params": params})
        await answer

    async def event(self) -> None:
        await self.send(self.far, {"jsonrpc": "2.0", "method": "event", "params": EVENT})

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        for writer in (self.near, self.far):
            writer.close()


ALL: list[Callable[[str], Contestant]] = [Wiregen, ACP, ByHand]
TASKS = ["calls, one by one", f"calls, {AT_ONCE} at once", "events"]


async def spent(work: Awaitable[Any], count: int) -> float:
    """Returns the microseconds of processor time for each of what is done."""
    begin = time.process_time_ns()
    await work
    return (time.process_time_ns() - begin) / count / 1e3


async def measure(made: Callable[[str], Contestant]) -> list[float]:
    """Returns what each task takes of one pair of ends."""
    with tempfile.TemporaryDirectory() as folder:
        both = made(os.path.join(folder, "socket"))
        await both.start()

        async def repeat(act: Callable[[], Awaitable[None]], times: int) -> None:
            for _ in range(times):
                await act()

        async def events() -> None:
            await repeat(both.event, CALLS)
            await both.all

        await repeat(both.call, 200)
        one = await spent(repeat(both.call, CALLS), CALLS)
        each = CALLS // AT_ONCE
        many = await spent(asyncio.gather(*(repeat(both.call, each) for _ in range(AT_ONCE))), each * AT_ONCE)
        told = await spent(events(), CALLS)
        await both.stop()
        return [one, many, told]


def section(rounds: int) -> str:
    """Returns the results as Markdown."""
    figures: dict[Callable[[str], Contestant], list[list[float]]] = {made: [] for made in ALL}
    for round in range(-1, rounds):
        for made in ALL:
            got = asyncio.run(measure(made))
            if round >= 0:
                figures[made].append(got)
    own = [min(column) for column in zip(*figures[Wiregen])]
    rows = [["", *[cell for task in TASKS for cell in (task, "×")], ""]]
    for made in ALL:
        cells = []
        for i, column in enumerate(zip(*figures[made])):
            cells += [f"{min(column):.1f} / {statistics.median(column):.1f}", f"{min(column) / own[i]:.2f}"]
        rows.append([made.name, *cells, made.notes])  # type: ignore[attr-defined]
    rows.insert(1, ["---"] * len(rows[0]))
    words = (
        f"Microseconds of processor time of both ends, in one process over a Unix socket, min / median of {rounds} rounds in\n"
        f"which all take turns; agent-client-protocol {version('agent-client-protocol')}. The calls are `HookRequest`, the events "
        "`ContentPart`:"
    )
    return words + "\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    flags = argparse.ArgumentParser()
    flags.add_argument("--print", action="store_true", help="print the results and write nothing")
    flags.add_argument("--rounds", type=int, default=10)
    options = flags.parse_args()
    text = section(options.rounds)
    if options.print:
        print(text)
        return
    name = ROOT / "docs" / "benchmarks.md"
    begin, end = "<!-- bench:py-connections -->", "<!-- /bench:py-connections -->"
    head, _, rest = name.read_text().partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        sys.exit(f"{name} has no {begin} … {end}")
    name.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}")


if __name__ == "__main__":
    main()
