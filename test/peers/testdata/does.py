"""What the handlers of the driver do."""

from __future__ import annotations

import asyncio
import json
from typing import Any


def text_of(result: Any) -> str:
    """Returns a result as JSON."""
    if hasattr(result, "to_json"):
        return str(result.to_json())
    return json.dumps({} if result is None else result)


def kind(error: BaseException, made: Any) -> str:
    """Returns the name of an error, which is the same in Go, with its text."""
    if isinstance(error, (made.CallTimeout, asyncio.TimeoutError)):
        return f"timeout: {error}"
    if isinstance(error, asyncio.CancelledError):
        return f"cancelled: {error}"
    if isinstance(error, made.ConnectionFailed):
        return f"{error.reason}: {error}"
    if isinstance(error, made.SessionError):
        return f"rule: {error}"
    if isinstance(error, made.ResponseError):
        return f"response {error.code}: {error}"
    return f"other: {error}"


def handler_of(world: Any, role: str) -> Any:
    """Returns the handler of an end, which is a server or a client."""
    made, end = world.made, getattr(world.made, role)

    class Handler(getattr(made, f"{role}Handler")):  # type: ignore[misc]
        async def do(self, params: Any) -> Any:
            return made.types.DoResult(text=await does(world, params, end.current()))

        async def nap(self, params: Any) -> Any:
            return made.types.NapResult(text=await does(world, params, end.current()))

        async def note(self, params: Any) -> None:
            await does(world, params, end.current())

        def tick(self, params: Any) -> None:
            world.ticks += 1

        def go(self, params: Any) -> None:
            world.release()

        def load(self, params: Any) -> None:
            pass

        def bye(self) -> None:
            pass

        def login(self, params: Any) -> Any:
            return made.types.LoginResult(key="k3y!!")  # it is longer than the spec says

        def hello(self, params: Any) -> Any:
            return made.types.HelloResult(version="1.0")

    return Handler()


async def does(world: Any, d: Any, conn: Any) -> str:
    """Does what the params of a request or of a notification say; see peer.yaml."""
    context = world.made.current()
    gate = world.gate  # before begun is said, after which it may be opened
    world.running += 1
    try:
        if d.say:
            world.say(f"{d.say}: begun")
        await act(world, d, conn, gate)
        if d.say:
            world.say(f"{d.say}: ended well")
        return "x" * (d.size or 0)
    except (Exception, asyncio.CancelledError) as error:
        if d.say:
            world.say(f"{d.say}: ended {kind(context.stopped or error, world.made)}")
        raise
    finally:
        world.running -= 1


async def act(world: Any, d: Any, conn: Any, gate: asyncio.Event) -> None:
    types = world.made.types
    pad = "x" * (d.pad or 0)
    for n in range(1, (d.events or 0) + 1):
        await conn.notify("tick", types.TickParams(n=n, pad=pad))
    if d.back:
        await conn.call("do", types.Does(back=d.back - 1))
    if d.wait:
        await asyncio.sleep(d.wait / 1000)
    elif d.until == "cancel":
        await asyncio.get_running_loop().create_future()
    elif d.until == "go":
        await gate.wait()
    elif d.until == "forever":
        while not gate.is_set():
            try:
                await gate.wait()
            except asyncio.CancelledError:
                pass
    if d.end == "close":
        await conn.close()
        world.say(f"{d.say}: close: done")
    elif d.end == "shutdown":
        world.task(conn.shutdown())
        world.say(f"{d.say}: shutdown: done")
    if d.fail == "boom":
        raise world.made.ResponseError(types.make_error("BOOM", message="it was asked for"))
    if d.fail:
        raise RuntimeError("it was asked for")
