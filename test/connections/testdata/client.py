"""Clients of the agent on a Unix socket: SOCKET SESSIONS. Each does something else.

It prints how many calls ended how, and what is left.
"""

import asyncio
import collections
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "gen" / "py"))

import kimi_wire as wire
from kimi_wire.connection import ClientHandler, ConnectionFailed, Options, ResponseError, connect_agent, unix

ENDED: collections.Counter[str] = collections.Counter()
EXPECTED = {f"{name} INVALID_STATE" for name in ("prompt", "steer", "cancel", "replay")}


class Asked(ClientHandler):
    async def approval_request(self, request: wire.ApprovalRequest) -> wire.ApprovalResponse:
        await asyncio.sleep(random.randrange(3) / 1000)
        return wire.ApprovalResponse(request_id=request.id, response="approve")

    def question_request(self, request: wire.QuestionRequest) -> wire.QuestionResponse:
        return wire.QuestionResponse(request_id=request.id, answers={})


async def count(name: str, call) -> None:
    try:
        await call
        how = "ok"
    except ResponseError as error:
        how = error.error_name
    except ConnectionFailed as error:
        how = error.reason
    except (Exception, asyncio.CancelledError) as error:
        how = type(error).__name__
    ENDED[f"{name} {how}"] += 1
    if how != "ok" and f"{name} {how}" not in EXPECTED:
        print(name, how, file=sys.stderr, flush=True)


def report(report: object) -> None:
    if report.kind not in ("settled", "late"):  # not owed any more, or not waited for: the turn was cancelled
        print(report.kind, report.text, file=sys.stderr, flush=True)


async def cancelled(client) -> None:
    """Has a turn whose task is cancelled: it ends as the agent says, or the cancellation goes on."""
    task = asyncio.ensure_future(client.prompt(wire.PromptParams(user_input="z")))
    await asyncio.sleep(random.randrange(4) / 1000)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    ENDED["prompt task"] += 1


async def session() -> None:
    handshake = wire.InitializeParams(
        protocol_version="1.10", capabilities=wire.ClientCapabilities(supports_question=True)
    )
    client = await connect_agent(
        await unix(sys.argv[1]), handler=Asked(), handshake=handshake, options=Options(on_report=report)
    )
    async with client:
        for _ in range(random.randint(1, 4)):
            others = []
            if random.random() < 0.3:
                await cancelled(client)
            turn = client.stream_prompt(wire.PromptParams(user_input="x"))
            if random.random() < 0.5:
                others.append(count("set_plan_mode", client.set_plan_mode(wire.SetPlanModeParams(enabled=True))))
            if random.random() < 0.3:
                others.append(count("steer", client.steer(wire.SteerParams(user_input="y"))))
            if random.random() < 0.3:
                others.append(count("cancel", after(random.randrange(3) / 1000, client.cancel)))
            all_of_them = asyncio.gather(*others)
            async for _ in turn:
                pass
            await count("prompt", turn.result())
            await all_of_them
        await count("replay", client.replay())


async def after(seconds: float, call) -> None:
    await asyncio.sleep(seconds)
    await call()


async def main() -> None:
    files = len(os.listdir("/proc/self/fd"))
    left = int(sys.argv[2])
    while left > 0:
        await asyncio.gather(*(session() for _ in range(min(20, left))))
        left -= 20
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    print(dict(ENDED))
    print(f"left: {len(tasks)} tasks, {len(os.listdir('/proc/self/fd')) - files} files")


asyncio.run(main())
