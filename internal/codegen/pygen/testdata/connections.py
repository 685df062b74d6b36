"""What tests of connections share: peers that are written by hand."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import Callable
from typing import Any

from kimi_wire.connection import Options, Report, pair


class Peer:
    """An end that a test writes by hand: what the other one sends is in `seen`."""

    def __init__(self, script: Callable[[dict[str, Any], Callable[..., None]], Any] | None = None) -> None:
        self.transport, self.own = pair()
        self.seen: list[dict[str, Any]] = []
        self.script = script
        self.reports: list[Report] = []
        self.ended = False
        self._changed = asyncio.Event()
        self._line: list[str] = []
        self.task = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        async for text in self.own.messages:
            message = json.loads(text)
            self.seen.append(message)
            self._changed.set()
            if self.script is not None:
                got = self.script(message, self.send)
                if asyncio.iscoroutine(got):
                    await got
        self.ended = True
        self._changed.set()

    def send(self, *messages: Any) -> None:
        """Sends messages, or texts."""
        self.own.write_messages([m if isinstance(m, str) else json.dumps(m) for m in messages])

    def options(self, **options: Any) -> Options:
        """Returns options with which reports are kept."""
        return Options(on_report=self.report, **options)

    def report(self, report: Report) -> None:
        self.reports.append(report)
        self._changed.set()

    @property
    def kinds(self) -> list[str]:
        """The kinds of the reports."""
        return [report.kind for report in self.reports]

    async def until(self, holds: Callable[[], Any]) -> None:
        """Waits until something holds, when something comes."""
        async with asyncio_timeout(10):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    async def answered(self, n: int) -> list[dict[str, Any]]:
        """Returns what was sent, when that are n messages."""
        await self.until(lambda: len(self.seen) >= n)
        return self.seen


async def turns() -> None:
    """Lets what has been sent in memory arrive, and have its effects: that takes turns of the loop, and no time."""
    for _ in range(100):
        await asyncio.sleep(0)


class asyncio_timeout:  # asyncio.timeout is new in Python 3.11
    """Ends the test if what is within takes longer than some seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    async def __aenter__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.handle = asyncio.get_running_loop().call_later(self.seconds, task.cancel)

    async def __aexit__(self, *_: Any) -> None:
        self.handle.cancel()


class Case(unittest.IsolatedAsyncioTestCase):
    """Nothing is left of a test: no task, and no error that nobody has seen."""

    async def asyncSetUp(self) -> None:
        self.unhandled: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, c: self.unhandled.append(str(c)))

    async def asyncTearDown(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        self.assertEqual(asyncio.all_tasks() - {asyncio.current_task()}, set())
        self.assertEqual(self.unhandled, [])

    async def raises(self, kind: type[Exception], awaitable: Any, **has: Any) -> Any:
        """Expects an error with some attributes, and returns it."""
        with self.assertRaises(kind) as got:
            await awaitable
        for name, value in has.items():
            self.assertEqual(getattr(got.exception, name), value)
        return got.exception
