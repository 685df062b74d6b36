"""What the clients of the tests share. Each gets the command of its peer as its arguments."""

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

COMMAND = sys.argv[1:]

LIMIT = 120  # seconds, as that of the clients in TypeScript


def report(fault: Any) -> None:
    """Prints what a connection reports, for the test to judge."""
    print(f"report: {fault.kind}: {fault.text}", flush=True)


def run(session: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs a session, which ends by itself. A task that it leaves, and what is not closed, is reported."""

    async def alone() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: left(context["message"]))
        await asyncio.wait_for(session(), LIMIT)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            left(str(task))

    sys.unraisablehook = lambda raised: left(str(raised.exc_value))
    asyncio.run(alone())
    gc.collect()


def left(what: str) -> None:
    print(f"report: left: {what}", flush=True)


async def raised(call: Awaitable[object]) -> Exception:
    """Returns why a call fails."""
    try:
        result = await call
    except Exception as e:
        return e
    raise AssertionError(f"it returns {result}")
