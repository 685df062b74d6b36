#!/usr/bin/env python3
"""Runs one turn of an agent, allows everything, and prints what the agent writes: oneshot.py TEXT COMMAND..."""

import asyncio
import sys

import kimi_wire as wire
from kimi_wire.connection import ClientHandler, start_agent


class User(ClientHandler):
    def event(self, event: wire.Event) -> None:
        if isinstance(event, wire.ContentPartEvent) and isinstance(event.value, wire.TextPart):
            print(event.value.text, end="", flush=True)

    def approval_request(self, request: wire.ApprovalRequest) -> wire.ApprovalResponse:
        return wire.ApprovalResponse(request_id=request.id, response="approve")

    def tool_call_request(self, request: wire.ToolCallRequest) -> wire.ToolResult:
        raise NotImplementedError(f"there is no tool {request.name}")

    def question_request(self, request: wire.QuestionRequest) -> wire.QuestionResponse:
        return wire.QuestionResponse(request_id=request.id, answers={})

    def hook_request(self, request: wire.HookRequest) -> wire.HookResponse:
        return wire.HookResponse(request_id=request.id)


async def main(text: str, *command: str) -> None:
    async with await start_agent(*command, handler=User()) as agent:
        result = await agent.prompt(wire.PromptParams(user_input=text))
        print(f"\n{result.status}")


asyncio.run(main(*sys.argv[1:]))
