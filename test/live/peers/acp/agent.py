"""agent.mjs on the official Python library, which has no agent either."""

import asyncio
import json
from typing import Any

import acp
from acp import RequestError, schema

PATH = "/project/note.txt"
MODES = [schema.SessionMode(id="ask", name="Ask", description="Asks before it writes"), schema.SessionMode(id="code", name="Code")]


def modes(current: str) -> schema.SessionModeState:
    return schema.SessionModeState(current_mode_id=current, available_modes=MODES)


class Session:
    def __init__(self) -> None:
        self.said: list[Any] = []
        self.cancelled = asyncio.Event()


class Agent:
    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}

    def on_connect(self, conn: acp.Client) -> None:
        self.client = conn

    def session(self, session_id: str) -> Session:
        if session_id not in self.sessions:
            raise RequestError.resource_not_found(session_id)
        return self.sessions[session_id]

    async def initialize(self, protocol_version: int, **_: Any) -> acp.InitializeResponse:
        return acp.InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_capabilities=schema.AgentCapabilities(
                load_session=True, prompt_capabilities=schema.PromptCapabilities(image=True, embedded_context=True)
            ),
            agent_info=schema.Implementation(name="live", version="1"),
            auth_methods=[],
        )

    async def new_session(self, **_: Any) -> acp.NewSessionResponse:
        session_id = f"session-{len(self.sessions) + 1}"
        self.sessions[session_id] = Session()
        command = schema.AvailableCommand(
            name="help", description="Helps", input=schema.AvailableCommandInput(schema.UnstructuredCommandInput(hint="with what"))
        )
        await self.client.session_update(
            session_id, schema.AvailableCommandsUpdate(session_update="available_commands_update", available_commands=[command])
        )
        return acp.NewSessionResponse(session_id=session_id, modes=modes("ask"))

    async def load_session(self, session_id: str, **_: Any) -> acp.LoadSessionResponse:
        for content in self.session(session_id).said:
            await self.client.session_update(session_id, acp.update_user_message(content))
        return acp.LoadSessionResponse(modes=modes("code"))

    async def set_session_mode(self, session_id: str, mode_id: str, **_: Any) -> acp.SetSessionModeResponse:
        self.session(session_id)
        await self.client.session_update(
            session_id, schema.CurrentModeUpdate(session_update="current_mode_update", current_mode_id=mode_id)
        )
        return acp.SetSessionModeResponse()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> acp.PromptResponse:
        self.session(session_id).said.extend(prompt)
        return acp.PromptResponse(stop_reason=await getattr(self, "turn_" + prompt[0].text)(session_id))

    async def cancel(self, session_id: str, **_: Any) -> None:
        self.session(session_id).cancelled.set()

    # What it does in a turn is the text of the prompt.

    async def turn_say(self, session_id: str) -> str:
        await self.client.session_update(session_id, acp.update_agent_thought_text("What shall I say?"))
        entries = [
            acp.plan_entry("Say something", priority="high", status="in_progress"),
            acp.plan_entry("Be silent", priority="low"),
        ]
        await self.client.session_update(session_id, acp.update_plan(entries))
        for words in ("Grüße, ", "😀 ", "\u2028"):
            await self.client.session_update(session_id, acp.update_agent_message_text(words))
        return "end_turn"

    async def turn_write(self, session_id: str) -> str:
        call = "write-1"
        await self.client.session_update(
            session_id,
            acp.start_tool_call(
                call,
                "Write a note",
                kind="edit",
                status="pending",
                locations=[schema.ToolCallLocation(path=PATH, line=1)],
                raw_input={"path": PATH, "n": 1.5},
            ),
        )
        options = [
            schema.PermissionOption(option_id="yes", name="Yes", kind="allow_once"),
            schema.PermissionOption(option_id="no", name="No", kind="reject_once"),
        ]
        answer = await self.client.request_permission(
            session_id, schema.ToolCallUpdate(tool_call_id=call, title="Write a note"), options
        )
        if answer.outcome.outcome == "cancelled":
            return "cancelled"
        if answer.outcome.option_id != "yes":
            await self.client.session_update(session_id, acp.update_tool_call(call, status="failed"))
            return "refusal"
        old = (await self.client.read_text_file(session_id, PATH, limit=10)).content
        new = f"{old}A line.\n"
        await self.client.write_text_file(session_id, PATH, new)
        await self.client.session_update(
            session_id,
            acp.update_tool_call(
                call,
                status="completed",
                content=[acp.tool_diff_content(PATH, new, old), acp.tool_content(acp.text_block("It is written."))],
                raw_output=[True, None],
            ),
        )
        return "end_turn"

    async def turn_wait(self, session_id: str) -> str:
        await self.client.session_update(session_id, acp.update_agent_message_text("I wait."))
        await self.session(session_id).cancelled.wait()
        return "cancelled"

    async def turn_extend(self, session_id: str) -> str:
        answer = await self.client.ext_method("example.com/ask", {"n": 1})
        await self.client.ext_notification("example.com/tell", {"n": 2})
        text = json.dumps(answer, separators=(",", ":"))
        await self.client.session_update(session_id, acp.update_agent_message_text(text))
        return "end_turn"

    async def turn_fail(self, session_id: str) -> str:
        raise RequestError.internal_error({"reason": "It was asked to."})


asyncio.run(acp.run_agent(Agent()))
