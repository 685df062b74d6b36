"""A session with the reference server of the model context protocol, in Python."""

import asyncio
from typing import Any

import mcp_part as mcp
from mcp_part.connection import Client, ClientHandler, Options, ResponseError, start_server
from session import COMMAND, raised, report, run


class Host(ClientHandler):
    """Answers what a server asks."""

    def __init__(self) -> None:
        self.tools = asyncio.Event()
        self.logged = asyncio.Event()
        self.updated: asyncio.Queue[str] = asyncio.Queue()

    def notifications_tools_list_changed(self) -> None:
        self.tools.set()

    def notifications_message(self, params: mcp.NotificationsMessageParams) -> None:
        self.logged.set()

    def notifications_resources_updated(self, params: mcp.NotificationsResourcesUpdatedParams) -> None:
        self.updated.put_nowait(params.uri)

    def roots_list(self, params: mcp.NoParams | None) -> mcp.RootsListResult:
        return mcp.RootsListResult(roots=[mcp.Root(uri="file:///project", name="work")])

    def sampling_create_message(self, params: mcp.SamplingCreateMessageParams) -> mcp.SamplingCreateMessageResult:
        words = mcp.TextContent(text="words of a model")
        return mcp.SamplingCreateMessageResult(role="assistant", content=words, model="none", stop_reason="endTurn")

    def elicitation_create(self, params: mcp.Elicitation) -> mcp.ElicitationCreateResult:
        assert isinstance(params, mcp.FormElicitation) and "birthdate" in str(params.requested_schema), params
        return mcp.ElicitationCreateResult(action="accept", content={"name": "Ada", "check": True})


def words(content: list[mcp.Content]) -> str:
    return " ".join(c.text for c in content if isinstance(c, mcp.TextContent))


async def call(client: Client, name: str, **arguments: Any) -> mcp.ToolsCallResult:
    return await client.tools_call(mcp.ToolsCallParams(name=name, arguments=arguments))


async def tools(client: Client) -> None:
    assert len((await client.tools_list()).tools) >= 13
    for name, arguments, want in (
        ("echo", {"message": "grüß dich \u2028 😀"}, "Echo: grüß dich \u2028 😀"),
        ("get-sum", {"a": 1.5, "b": 2}, "The sum of 1.5 and 2 is 3.5."),
        ("get-roots-list", {}, "file:///project"),
        ("trigger-sampling-request", {"prompt": "say something"}, "words of a model"),
        ("trigger-elicitation-request", {}, "User provided"),
    ):
        got = await call(client, name, **arguments)
        assert not got.is_error and want in words(got.content), f"{name}: {got}"
    structured = (await call(client, "get-structured-content", location="Chicago")).structured_content
    assert structured and isinstance(structured["temperature"], (int, float)), structured
    assert (await call(client, "get-sum", a=1, b="x")).is_error
    _, image, _ = (await call(client, "get-tiny-image")).content
    assert isinstance(image, mcp.ImageContent) and image.data, image
    _, link, _ = (await call(client, "get-resource-links", count=2)).content
    assert isinstance(link, mcp.ResourceLink) and link.uri, link
    marked, _ = (await call(client, "get-annotated-message", messageType="error", includeImage=True)).content
    assert isinstance(marked, mcp.TextContent) and marked.annotations and marked.annotations.priority == 1, marked


async def progress(client: Client) -> None:
    """Reads the progress of a call, and cancels one."""
    name = "trigger-long-running-operation"
    meta = mcp.Meta(progress_token=7)
    long = client.stream_tools_call(mcp.ToolsCallParams(name=name, arguments={"duration": 0.5, "steps": 5}, meta=meta))
    reports = [(p.progress, p.total) async for p in long.progress()]
    assert reports == [(n, 5) for n in range(1, 6)], reports
    assert "completed" in words((await long.result()).content)
    # The tool goes on after it was cancelled, and says so only at its end.
    slow = asyncio.create_task(call(client, name, duration=600, steps=1))
    await asyncio.sleep(0)
    await client.ping()
    slow.cancel()
    try:
        await slow
        raise AssertionError("the call was not cancelled")
    except asyncio.CancelledError:
        pass


async def reads(client: Client, host: Host) -> None:
    """Reads prompts and resources."""
    assert len((await client.prompts_list()).prompts) == 4
    [message] = (await client.prompts_get(mcp.PromptsGetParams(name="args-prompt", arguments={"city": "Köln"}))).messages
    assert "Köln" in words([message.content]), message
    error = await raised(client.prompts_get(mcp.PromptsGetParams(name="no such prompt")))
    assert isinstance(error, ResponseError) and error.error_name == "INVALID_PARAMS", error
    first = (await client.resources_list()).resources[0]
    text = (await client.resources_read(mcp.ResourcesReadParams(uri=first.uri))).contents[0]
    assert isinstance(text, mcp.TextContents) and len(text.text) >= 1000, text
    blob = (await client.resources_read(mcp.ResourcesReadParams(uri="demo://resource/dynamic/blob/1"))).contents[0]
    assert isinstance(blob, mcp.BlobContents) and b"Resource 1" in blob.blob, blob
    assert isinstance(await raised(client.resources_read(mcp.ResourcesReadParams(uri="demo://nothing"))), ResponseError)
    argument = mcp.CompletionCompleteParamsArgument(name="department", value="E")
    reference = mcp.PromptReference(name="completable-prompt")
    more = await client.completion_complete(mcp.CompletionCompleteParams(ref=reference, argument=argument))
    assert more.completion.values == ["Engineering"], more

    uri = "demo://resource/dynamic/text/1"
    await client.resources_subscribe(mcp.ResourcesSubscribeParams(uri=uri))
    # The tool begins at once, and goes on every few seconds until it is called again.
    await call(client, "toggle-subscriber-updates")
    assert await host.updated.get() == uri
    await call(client, "toggle-subscriber-updates")
    await client.resources_unsubscribe(mcp.ResourcesUnsubscribeParams(uri=uri))


async def session() -> None:
    host = Host()
    handshake = mcp.InitializeParams(
        protocol_version=mcp.PROTOCOL_VERSION,
        client_info=mcp.Implementation(name="wiregen", version="1"),
        capabilities=mcp.ClientCapabilities(
            roots=mcp.ClientCapabilitiesRoots(list_changed=True), sampling={}, elicitation={"form": {}}
        ),
    )
    options = Options(on_report=report)
    async with await start_server(*COMMAND, handler=host, handshake=handshake, options=options, stderr=None) as client:
        hello = client.handshake
        assert client.version == "2025-11-25" and hello and "Everything" in (hello.instructions or ""), hello
        await client.notifications_initialized()
        # Tools for what the client can do come when the server has seen that.
        await host.tools.wait()
        await host.logged.wait()  # the folders were asked for
        await client.ping()
        await client.logging_set_level(mcp.LoggingSetLevelParams(level="debug"))
        await tools(client)
        await progress(client)
        await reads(client, host)


run(session)
