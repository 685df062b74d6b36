"""The session of acp_test.go, in Python."""

import asyncio
from typing import Any

import acp_part as acp
from acp_part.connection import Options, ResponseError, StrictClientHandler, Unhandled, start_agent
from session import COMMAND, raised, report, run


class Coder(StrictClientHandler):
    """An editor with one file, which lets an agent do what it asks for."""

    def __init__(self) -> None:
        self.updates: list[acp.SessionUpdate] = []
        self.said = ""
        self.file = "An old line.\n"
        self.answer = "yes"
        self.told: asyncio.Queue[object] = asyncio.Queue()

    def session_update(self, params: acp.SessionUpdateParams) -> None:
        self.updates.append(params.update)
        match params.update:
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                self.said += text
                self.told.put_nowait("said")
            case acp.CommandsUpdate(available_commands=[command, *_]):
                self.told.put_nowait(command.name)

    def session_request_permission(self, params: acp.SessionRequestPermissionParams) -> acp.SessionRequestPermissionResult:
        assert self.answer in [option.option_id for option in params.options]
        return acp.SessionRequestPermissionResult(outcome=acp.PermissionSelected(option_id=self.answer))

    def fs_read_text_file(self, params: acp.FsReadTextFileParams) -> acp.FsReadTextFileResult:
        if params.path != "/project/note.txt":
            raise ResponseError(acp.make_error("RESOURCE_NOT_FOUND"))
        return acp.FsReadTextFileResult(content=self.file)

    def fs_write_text_file(self, params: acp.FsWriteTextFileParams) -> None:
        self.file = params.content

    def on_unknown(self, method: str, params: Any) -> Any:
        """Handles what the agent sends beyond the protocol."""
        if not method.startswith("_"):
            raise Unhandled
        if method == "_example.com/ask":
            return {"answer": 42}
        self.told.put_nowait((method, params))
        return None


def prompt(session: acp.SessionId, text: str) -> acp.SessionPromptParams:
    resource = acp.TextResource(uri="file:///project/a", text="ä")
    return acp.SessionPromptParams(
        session_id=session,
        prompt=[
            acp.TextContent(text=text),
            acp.ResourceLink(uri="file:///project/note.txt", name="note.txt", size=13),
            acp.EmbeddedResource(resource=resource),
        ],
    )


async def session() -> None:
    coder = Coder()
    handshake = acp.InitializeParams(
        protocol_version=1,
        client_info=acp.Implementation(name="wiregen", version="1"),
        client_capabilities=acp.ClientCapabilities(fs=acp.Files(read_text_file=True, write_text_file=True)),
    )
    options = Options(on_report=report)
    async with await start_agent(*COMMAND, handler=coder, handshake=handshake, options=options, stderr=None) as client:
        hello = client.handshake
        assert client.version == "1" and hello and hello.agent_capabilities.load_session, hello
        server = acp.McpServerStdio(name="none", command="true", args=[], env=[])
        made = await client.session_new(acp.SessionNewParams(cwd="/project", mcp_servers=[server]))
        assert made.session_id == "session-1" and made.modes and len(made.modes.available_modes) == 2, made
        assert await coder.told.get() == "help"

        async def turn(text: str) -> acp.StopReason:
            coder.said = ""
            return (await client.session_prompt(prompt(made.session_id, text))).stop_reason

        assert await turn("say") == "end_turn" and coder.said == "Grüße, 😀 \u2028", coder.said
        assert await turn("write") == "end_turn" and coder.file == "An old line.\nA line.\n", coder.file
        last = coder.updates[-1]
        assert isinstance(last, acp.ToolCallChanged) and last.content and len(last.content) == 2, last
        assert last.raw_output == [True, None], last
        coder.answer = "no"
        assert await turn("write") == "refusal"
        while not coder.told.empty():
            coder.told.get_nowait()
        assert await turn("extend") == "end_turn" and coder.said == '{"answer":42}', coder.said
        assert await coder.told.get() == ("_example.com/tell", {"n": 2})
        assert await coder.told.get() == "said"

        # What cancels a turn names its session, which the connection does not know.
        waits = asyncio.create_task(turn("wait"))
        await coder.told.get()
        await client.session_cancel(acp.SessionCancelParams(session_id=made.session_id))
        assert await waits == "cancelled"

        await client.session_set_mode(acp.SessionSetModeParams(session_id=made.session_id, mode_id="code"))
        before = len(coder.updates)
        load = acp.SessionLoadParams(session_id=made.session_id, cwd="/project", mcp_servers=[])
        again = await client.session_load(load)
        assert again.modes and again.modes.current_mode_id == "code", again
        assert len(coder.updates) == before + 15, len(coder.updates) - before
        error = await raised(turn("fail"))
        assert isinstance(error, ResponseError) and error.error_name == "INTERNAL_ERROR", error
        assert error.data == {"reason": "It was asked to."}, error.data
        error = await raised(client.session_prompt(prompt(acp.SessionId("none"), "say")))
        assert isinstance(error, ResponseError) and error.error_name == "RESOURCE_NOT_FOUND", error


run(session)
