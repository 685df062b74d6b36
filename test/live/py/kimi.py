"""The session of kimi_test.go, in Python."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import kimi_wire as wire
from kimi_wire.connection import Client, Options, ResponseError, StrictClientHandler, start_agent
from session import COMMAND, raised, report, run


async def allow(request: wire.ApprovalRequest) -> wire.ApprovalResponse:
    return wire.ApprovalResponse(request_id=request.id, response="approve")


async def refuse(request: wire.ApprovalRequest) -> wire.ApprovalResponse:
    return wire.ApprovalResponse(request_id=request.id, response="reject", feedback="Not in this folder.")


async def steer(request: wire.ApprovalRequest) -> wire.ApprovalResponse:
    await Client.current().steer(wire.SteerParams(user_input=[wire.TextPart(text="Briefly.")]))
    return await allow(request)


class User(StrictClientHandler):
    """Who embeds Kimi: it answers what Kimi asks."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.approve: Callable[[wire.ApprovalRequest], Awaitable[wire.ApprovalResponse]] = allow

    def event(self, event: wire.Event) -> None:
        pass

    async def approval_request(self, request: wire.ApprovalRequest) -> wire.ApprovalResponse:
        self.asked.append(f"{request.tool_call_id} {request.sender}")
        return await self.approve(request)

    def tool_call_request(self, request: wire.ToolCallRequest) -> wire.ToolResult:
        self.asked.append(f"{request.name} {request.arguments}")
        value = wire.ToolReturnValue(
            is_error=False, output="opened", message="It is open.", display=[wire.BriefDisplayBlock(text="opened")]
        )
        return wire.ToolResult(tool_call_id=request.id, return_value=value)

    def question_request(self, request: wire.QuestionRequest) -> wire.QuestionResponse:
        question = request.questions[0].question
        self.asked.append(question)
        return wire.QuestionResponse(request_id=request.id, answers={question: "Tabs"})

    def hook_request(self, request: wire.HookRequest) -> wire.HookResponse:
        self.asked.append(f"hook {request.event} {request.target}")
        return wire.HookResponse(request_id=request.id)


HANDSHAKE = wire.InitializeParams(
    protocol_version=wire.PROTOCOL_VERSION,
    client=wire.ClientInfo(name="wiregen"),
    external_tools=[
        wire.ExternalTool(
            name="open_in_editor",
            description="Opens a file.",
            parameters={"type": "object", "properties": {"path": {"type": "string"}}},
        )
    ],
    hooks=[wire.HookSubscription(id="hook", event="PreToolUse", matcher="Shell")],
    capabilities=wire.ClientCapabilities(supports_question=True, supports_plan_mode=True),
)


async def turn(client: Client, text: str, said: str) -> None:
    words = ""
    stream = client.stream_prompt(wire.PromptParams(user_input=text))
    async for event in stream:
        if isinstance(event, wire.ContentPartEvent) and isinstance(event.value, wire.TextPart):
            words += event.value.text
    assert (await stream.result()).status == "finished", text
    assert said in words, f"{text}: {words}"


async def cancel(client: Client, user: User) -> None:
    """Cancels the task that reads a turn, which cancels the turn; the approval that is open needs no answer then."""
    stream = client.stream_prompt(wire.PromptParams(user_input="Wait."))
    settled = asyncio.Event()

    async def read() -> None:
        async for _ in stream:
            pass

    async def approve(request: wire.ApprovalRequest) -> Any:
        reader.cancel()
        try:
            await asyncio.Event().wait()
        finally:
            settled.set()

    user.approve = approve
    reader = asyncio.create_task(read())
    try:
        await reader
        raise AssertionError("the task was not cancelled")
    except asyncio.CancelledError:
        pass
    assert (await stream.result()).status == "cancelled"
    await settled.wait()
    for call in (client.cancel(), client.steer(wire.SteerParams(user_input="x"))):
        error = await raised(call)
        assert isinstance(error, ResponseError) and error.error_name == "INVALID_STATE", error


async def replay(client: Client, user: User) -> None:
    """Reads the events of all turns again; the requests among them are not handled."""
    before = len(user.asked)
    stream = client.stream_replay()
    events = requests = 0
    async for item in stream:
        if isinstance(item, wire.Request):
            requests += 1
        else:
            events += 1
    result = await stream.result()
    assert (result.status, result.events, result.requests) == ("finished", events, requests), result
    assert events >= 50 and requests > 0 and len(user.asked) == before, f"{events} events, {requests} requests"


async def session() -> None:
    user = User()
    # A turn that is cancelled is answered when the machine gets to it.
    options = Options(on_report=report, cancel_wait=60)
    async with await start_agent(*COMMAND, handler=user, handshake=HANDSHAKE, options=options, stderr=None) as client:
        hello = client.handshake
        assert client.version == "1.10" and hello and hello.external_tools and hello.capabilities
        assert hello.external_tools.accepted == ["open_in_editor"] and hello.capabilities.supports_question, hello
        await turn(client, "Hello", "Hello 😀,there.")
        await turn(client, "What does the shell say?", "The shell has spoken.")
        user.approve = refuse
        await turn(client, "Write a note.", "Then I will not write it.")
        user.approve = allow
        await turn(client, "Open the note.", "It is open.")
        await turn(client, "Indent it.", "Tabs it is.")
        user.approve = steer
        await turn(client, "And again?", "As you say.")
        assert (await client.set_plan_mode(wire.SetPlanModeParams(enabled=True))).plan_mode
        assert not (await client.set_plan_mode(wire.SetPlanModeParams(enabled=False))).plan_mode
        await cancel(client, user)
        await turn(client, "Is that all?", "This is the end.")
        error = await raised(client.prompt(wire.PromptParams(user_input="More?")))
        assert isinstance(error, ResponseError) and error.error_name == "CHAT_PROVIDER_ERROR", error
        await replay(client, user)


run(session)
