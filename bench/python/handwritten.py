"""What a client writes by hand: json of the standard library and a class for each message
that an agent sends while it works. It trusts the agent: a message that lacks a key raises
KeyError, a value of another kind is stored as it is, and an unknown tag is kept."""

from __future__ import annotations

import json
from typing import Any, Callable


class Record:
    """A class with the keys of an object as attributes, in the order in which they are written."""

    __slots__: tuple[str, ...] = ()
    tag: str | None = None

    def to_json(self) -> Any:
        out: dict[str, Any] = {} if self.tag is None else {"type": self.tag}
        for name in self.__slots__:
            out[name] = plain(getattr(self, name))
        return out


def plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_json()
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


class TextPart(Record):
    __slots__ = ("text",)
    tag = "text"

    def __init__(self, v: dict[str, Any]) -> None:
        self.text = v["text"]


class ThinkPart(Record):
    __slots__ = ("think", "encrypted")
    tag = "think"

    def __init__(self, v: dict[str, Any]) -> None:
        self.think = v["think"]
        self.encrypted = v.get("encrypted")


class ToolCallPart(Record):
    __slots__ = ("arguments_part",)

    def __init__(self, v: dict[str, Any]) -> None:
        self.arguments_part = v.get("arguments_part")


class TokenUsage(Record):
    __slots__ = ("input_other", "output", "input_cache_read", "input_cache_creation")

    def __init__(self, v: dict[str, Any]) -> None:
        self.input_other = v["input_other"]
        self.output = v["output"]
        self.input_cache_read = v.get("input_cache_read", 0)
        self.input_cache_creation = v.get("input_cache_creation", 0)


class StatusUpdate(Record):
    __slots__ = ("context_usage", "context_tokens", "max_context_tokens", "token_usage", "message_id", "plan_mode", "mcp_status")

    def __init__(self, v: dict[str, Any]) -> None:
        self.context_usage = v.get("context_usage")
        self.context_tokens = v.get("context_tokens")
        self.max_context_tokens = v.get("max_context_tokens")
        usage = v.get("token_usage")
        self.token_usage = None if usage is None else TokenUsage(usage)
        self.message_id = v.get("message_id")
        self.plan_mode = v.get("plan_mode")
        self.mcp_status = v.get("mcp_status")


class Brief(Record):
    __slots__ = ("text",)
    tag = "brief"

    def __init__(self, v: dict[str, Any]) -> None:
        self.text = v["text"]


class Diff(Record):
    __slots__ = ("path", "old_text", "new_text", "old_start", "new_start", "is_summary")
    tag = "diff"

    def __init__(self, v: dict[str, Any]) -> None:
        self.path = v["path"]
        self.old_text = v["old_text"]
        self.new_text = v["new_text"]
        self.old_start = v.get("old_start", 1)
        self.new_start = v.get("new_start", 1)
        self.is_summary = v.get("is_summary", False)


class TodoItem(Record):
    __slots__ = ("title", "status")

    def __init__(self, v: dict[str, Any]) -> None:
        self.title = v["title"]
        self.status = v["status"]


class Todo(Record):
    __slots__ = ("items",)
    tag = "todo"

    def __init__(self, v: dict[str, Any]) -> None:
        self.items = [TodoItem(item) for item in v["items"]]


class Shell(Record):
    __slots__ = ("language", "command")
    tag = "shell"

    def __init__(self, v: dict[str, Any]) -> None:
        self.language = v["language"]
        self.command = v["command"]


class ToolReturnValue(Record):
    __slots__ = ("is_error", "output", "message", "display", "extras")

    def __init__(self, v: dict[str, Any]) -> None:
        self.is_error = v["is_error"]
        output = v["output"]
        self.output = output if isinstance(output, str) else [tagged(PARTS, item) for item in output]
        self.message = v["message"]
        self.display = [tagged(BLOCKS, item) for item in v["display"]]
        self.extras = v.get("extras")


class ToolResult(Record):
    __slots__ = ("tool_call_id", "return_value")

    def __init__(self, v: dict[str, Any]) -> None:
        self.tool_call_id = v["tool_call_id"]
        self.return_value = ToolReturnValue(v["return_value"])


class SubagentEvent(Record):
    __slots__ = ("parent_tool_call_id", "agent_id", "subagent_type", "event")

    def __init__(self, v: dict[str, Any]) -> None:
        self.parent_tool_call_id = v.get("parent_tool_call_id")
        self.agent_id = v.get("agent_id")
        self.subagent_type = v.get("subagent_type")
        self.event = Event(v["event"])


class ApprovalRequest(Record):
    __slots__ = (
        "id", "tool_call_id", "sender", "action", "description", "source_kind", "source_id", "agent_id",
        "subagent_type", "source_description", "display",
    )

    def __init__(self, v: dict[str, Any]) -> None:
        self.id = v["id"]
        self.tool_call_id = v["tool_call_id"]
        self.sender = v["sender"]
        self.action = v["action"]
        self.description = v["description"]
        self.source_kind = v.get("source_kind")
        self.source_id = v.get("source_id")
        self.agent_id = v.get("agent_id")
        self.subagent_type = v.get("subagent_type")
        self.source_description = v.get("source_description")
        self.display = [tagged(BLOCKS, item) for item in v.get("display", [])]


PARTS: dict[str, Callable[[dict[str, Any]], Any]] = {"text": TextPart, "think": ThinkPart}
BLOCKS: dict[str, Callable[[dict[str, Any]], Any]] = {"brief": Brief, "diff": Diff, "todo": Todo, "shell": Shell}
EVENTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "ContentPart": lambda v: tagged(PARTS, v),
    "ToolCallPart": ToolCallPart,
    "StatusUpdate": StatusUpdate,
    "ToolResult": ToolResult,
    "SubagentEvent": SubagentEvent,
    "ApprovalRequest": ApprovalRequest,
}


def tagged(known: dict[str, Callable[[dict[str, Any]], Any]], v: dict[str, Any]) -> Any:
    make = known.get(v["type"])
    return v if make is None else make(v)


class Event(Record):
    __slots__ = ("type", "payload")

    def __init__(self, v: dict[str, Any]) -> None:
        self.type = v["type"]
        make = EVENTS.get(self.type)
        self.payload = v["payload"] if make is None else make(v["payload"])


class Message(Record):
    __slots__ = ("jsonrpc", "method", "id", "params")

    def __init__(self, v: dict[str, Any]) -> None:
        self.jsonrpc = v["jsonrpc"]
        self.method = v["method"]
        self.id = v.get("id")
        self.params = Event(v["params"])

    def to_json(self) -> Any:
        out = {"jsonrpc": self.jsonrpc, "method": self.method}
        if self.id is not None:
            out["id"] = self.id
        out["params"] = self.params.to_json()
        return out


def read(text: str) -> Message:
    return Message(json.loads(text))


def write(message: Message) -> str:
    return json.dumps(message.to_json(), ensure_ascii=False, separators=(",", ":"))
