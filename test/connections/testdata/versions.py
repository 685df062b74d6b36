"""A peer of a version of Kimi Wire: FOLDER VERSION [COMMAND…]. The folder has the package `kimi_wire` of that version.

With a command it is a client of the agent that this starts, and prints how its calls end. Without one it is an agent,
which says and asks what version 1.1 does not know if it is of 1.10.
"""

import asyncio
import sys
import uuid

folder, version, *command = sys.argv[1:]
sys.path.insert(0, folder)

import kimi_wire as wire
from kimi_wire.connection import (
    Agent,
    AgentHandler,
    ClientHandler,
    Options,
    ResponseError,
    SessionError,
    serve_stdio,
    start_agent,
)

IS_NEW = version != "1.1"
INPUT = {"user_input": "x"}


def report(report: object) -> None:
    if report.kind != "on_failure":  # of the hook that an old client cannot answer
        print("incident:", report.kind, report.text, file=sys.stderr, flush=True)


def approval() -> wire.ApprovalRequest:
    return wire.ApprovalRequest(
        id=str(uuid.uuid4()), tool_call_id="1", sender="s", action="a", description="d", display=[]
    )


class Peer(AgentHandler):
    def initialize(self, params: wire.InitializeParams) -> wire.InitializeResult:
        more = {}
        if IS_NEW:
            more["hooks"] = wire.HooksInfo(supported_events=[], configured={})
            more["capabilities"] = wire.ServerCapabilities()
        return wire.InitializeResult(
            protocol_version=version, server=wire.ServerInfo(name="py", version="0"), slash_commands=[], **more
        )

    async def prompt(self, params: wire.PromptParams) -> wire.PromptResult:
        agent = Agent.current()
        await agent.event(wire.TurnBegin(user_input=params.user_input))
        if IS_NEW:
            await self.say_what_is_new(agent)
        got = await agent.approval_request(approval())
        if got.response != "approve":
            raise RuntimeError(f"it is {got.response}")
        return wire.PromptResult(status="finished")

    async def say_what_is_new(self, agent: Agent) -> None:
        await agent.event(wire.StepBegin(n=1))
        await agent.event(wire.PlanDisplay(content="c", file_path="f"))
        question = wire.QuestionRequest(id=str(uuid.uuid4()), tool_call_id="1", questions=[])
        try:
            await agent.question_request(question)
        except SessionError:
            pass
        else:
            raise RuntimeError("a question that was not agreed is sent")
        hook = wire.HookRequest(id=str(uuid.uuid4()), subscription_id="s", event="Stop", target="t")
        # An old client cannot answer it; the result is the one that the spec says to assume.
        assumed = await agent.hook_request(hook)
        if assumed.action != "allow":
            raise RuntimeError(f"the hook has the action {assumed.action}")


class User(ClientHandler):
    def event(self, event: wire.Event) -> None:
        print(type(event).__name__)

    def approval_request(self, request: wire.ApprovalRequest) -> wire.ApprovalResponse:
        return wire.ApprovalResponse(request_id=request.id, response="approve")


async def outcome(name: str, call) -> None:
    try:
        result = await call
        print(name, getattr(result, "status", result))
    except ResponseError as error:
        print(name, error.error_name)
    except SessionError as error:
        print(name, error.rule)


async def main() -> None:
    options = Options(on_report=report)
    if not command:
        await serve_stdio(Peer(), options=options)
        return
    handshake = wire.InitializeParams(protocol_version=version)
    client = await start_agent(*command, handler=User(), handshake=handshake, options=options)
    async with client:
        print(client.version, client.handshake.protocol_version)
        await outcome("prompt", client.prompt(wire.PromptParams(**INPUT)))
        if IS_NEW:
            await outcome("steer", client.steer(wire.SteerParams(user_input="x")))
            await outcome("set_plan_mode", client.set_plan_mode(wire.SetPlanModeParams(enabled=True)))
            await outcome("replay", client.replay())
        await outcome("cancel", client.cancel())


asyncio.run(main())
