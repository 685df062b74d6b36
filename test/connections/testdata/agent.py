"""An agent on a Unix socket, which does something else in each turn. What is reported goes to the standard error.

At SIGTERM it closes everything, and says on its standard output what is left.
"""

import asyncio
import os
import random
import signal
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "gen" / "py"))

import kimi_wire as wire
from kimi_wire.connection import Agent, AgentHandler, Options, listen_unix, serve


class Moody(AgentHandler):
    async def initialize(self, params: wire.InitializeParams) -> wire.InitializeResult:
        return wire.InitializeResult(
            protocol_version="1.10",
            server=wire.ServerInfo(name="py", version="1"),
            slash_commands=[],
            hooks=wire.HooksInfo(supported_events=[], configured={}),
            capabilities=wire.ServerCapabilities(supports_question=True),
        )

    async def prompt(self, params: wire.PromptParams) -> wire.PromptResult:
        agent = Agent.current()
        await agent.event(wire.TurnBegin(user_input=params.user_input))
        status = "finished"
        try:
            for n in range(random.randint(1, 6)):
                await self.step(agent, n)
        except asyncio.CancelledError:
            status = "cancelled"
        await agent.event(wire.TurnEnd())
        return wire.PromptResult(status=status)

    async def step(self, agent: Agent, n: int) -> None:
        what = random.randrange(5)
        if what == 0:
            request = wire.ApprovalRequest(
                id=str(uuid.uuid4()), tool_call_id="t", sender="s", action="a", description="d", display=[]
            )
            await agent.approval_request(request)
        elif what == 1:
            await agent.question_request(wire.QuestionRequest(id=str(uuid.uuid4()), tool_call_id="t", questions=[]))
        elif what == 2:
            await asyncio.sleep(random.randrange(4) / 1000)
        else:
            await agent.event(wire.StepBegin(n=n))
            await agent.event(wire.ContentPartEvent(wire.TextPart(text="word")))

    def steer(self, params: wire.SteerParams) -> wire.SteerResult:
        return wire.SteerResult()

    async def set_plan_mode(self, params: wire.SetPlanModeParams) -> wire.SetPlanModeResult:
        await Agent.current().event(wire.StatusUpdate(plan_mode=params.enabled))
        return wire.SetPlanModeResult(plan_mode=params.enabled)

    def replay(self, params: object) -> wire.ReplayResult:
        return wire.ReplayResult(status="finished", events=0, requests=0)


def report(report: object) -> None:
    if report.kind not in ("settled", "late"):  # not owed any more, or not waited for: the turn was cancelled
        print(report.kind, report.text, file=sys.stderr, flush=True)


async def main() -> None:
    files = len(os.listdir("/proc/self/fd"))
    serving = asyncio.current_task()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, serving.cancel)
    listener = await listen_unix(sys.argv[1])
    print("ready", flush=True)
    try:
        await serve(listener, Moody, options=Options(on_report=report))
    except asyncio.CancelledError:
        pass
    loop.remove_signal_handler(signal.SIGTERM)
    left = [task for task in asyncio.all_tasks() if task is not serving]
    print(f"left: {len(left)} tasks, {len(os.listdir('/proc/self/fd')) - files} files", flush=True)


asyncio.run(main())
