#!/usr/bin/env python3
"""An agent without a model: it does what its script says. It keeps a journal in the file that is its argument."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time

import kimi_wire as wire
from kimi_wire.connection import Agent, AgentHandler, serve_stdio


class Scripted(AgentHandler):
    def __init__(self, journal: str) -> None:
        self.journal = journal
        self.steered: asyncio.Queue[str] = asyncio.Queue()
        self.ids = itertools.count(1)
        if not os.path.exists(journal):
            self.record(wire.JournalHeader(protocol_version=wire.PROTOCOL_VERSION))

    def initialize(self, params: wire.InitializeParams) -> wire.InitializeResult:
        return wire.InitializeResult(
            protocol_version=wire.PROTOCOL_VERSION,
            server=wire.ServerInfo(name="scripted", version="1"),
            slash_commands=[],
            hooks=wire.HooksInfo(supported_events=[], configured={}),
            capabilities=wire.ServerCapabilities(supports_question=True),
        )

    async def prompt(self, params: wire.PromptParams) -> wire.PromptResult:
        status: wire.PromptResultStatus = "finished"
        await self.say(wire.TurnBegin(user_input=params.user_input))
        try:
            await self.say(wire.StepBegin(n=1))
            await self.turn(str(params.user_input))
        except asyncio.CancelledError:  # the client has sent cancel
            status = "cancelled"
        await self.say(wire.TurnEnd())
        return wire.PromptResult(status=status)

    async def turn(self, text: str) -> None:
        """Plays the script."""
        if "list" in text:
            await self.list_files()
        elif "ask" in text:
            question = wire.QuestionItem(
                question="Tabs or spaces?",
                options=[wire.QuestionOption(label="tabs"), wire.QuestionOption(label="spaces")],
            )
            request = wire.QuestionRequest(id="", tool_call_id="ask", questions=[question])
            response = await Agent.current().question_request(request)
            await self.write(f"You prefer {response.answers[question.question]}.")
        elif "wait" in text:
            steered = await self.steered.get()
            await self.say(wire.SteerInput(user_input=steered))
            await self.write(f"You said {steered}.")
        else:
            await self.write(f"You said: {text}")

    async def list_files(self) -> None:
        """Runs a tool, which needs an approval."""
        number = next(self.ids)
        id = f"call-{number}"
        await self.say(wire.ToolCall(id=id, function=wire.ToolCallFunction(name="list", arguments="{}")))
        request = wire.ApprovalRequest(
            id=f"approval-{number}",
            tool_call_id=id,
            sender="list",
            action="list files",
            description="list the files of this folder",
        )
        try:
            response = await Agent.current().approval_request(request)
        except asyncio.CancelledError:  # the user need not answer any more
            await self.say(wire.ApprovalResponse(request_id=request.id, response="reject"))
            raise
        allowed = response.response != wire.ApprovalDecisionValue.REJECT
        output = "\n".join(sorted(os.listdir("."))) if allowed else ""
        message = "" if allowed else "The user said no."
        result = wire.ToolReturnValue(is_error=not allowed, output=output, message=message, display=[])
        await self.say(wire.ToolResult(tool_call_id=id, return_value=result))
        await self.write(f"There are: {output}" if allowed else message)

    async def write(self, text: str) -> None:
        """Streams a text, word by word."""
        for word in text.replace(" ", " \0").split("\0"):
            await self.say(wire.ContentPartEvent(wire.TextPart(text=word)))

    async def say(self, event: wire.Event) -> None:
        """Sends an event, and records it."""
        if not isinstance(event, wire.UnknownEvent):  # which this agent does not send
            self.record(wire.JournalRecord(timestamp=time.time(), message=event))
        await Agent.current().event(event)

    def record(self, entry: wire.JournalHeader | wire.JournalRecord) -> None:
        with open(self.journal, "a", encoding="utf-8") as f:
            f.write(entry.to_json() + "\n")

    def steer(self, params: wire.SteerParams) -> wire.SteerResult:
        self.steered.put_nowait(str(params.user_input))
        return wire.SteerResult()

    async def set_plan_mode(self, params: wire.SetPlanModeParams) -> wire.SetPlanModeResult:
        await Agent.current().event(wire.StatusUpdate(plan_mode=params.enabled))
        return wire.SetPlanModeResult(plan_mode=params.enabled)

    async def replay(self, params: object) -> wire.ReplayResult:
        """Sends what the journal has."""
        events = 0
        with open(self.journal, "rb") as f:
            for entry in wire.read_journal(f):
                if entry.record is None:
                    print(entry.error, file=sys.stderr)  # the others are still sent
                elif isinstance(entry.record.message, wire.Event):
                    await Agent.current().event(entry.record.message)
                    events += 1
        return wire.ReplayResult(status="finished", events=events, requests=0)


if __name__ == "__main__":
    asyncio.run(serve_stdio(Scripted(sys.argv[1])))
