"""One direction of a pipe over asyncio."""

from __future__ import annotations

import asyncio
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final

_CHUNK: Final = 1 << 16
_PART: Final = 4096  # that a pipe takes at once when it takes anything


class PipeReader(asyncio.Protocol):
    """Reads a pipe that the loop watches."""

    def __init__(self) -> None:
        self._received: Callable[[bytes], None] | None = None
        self._ended: Callable[[Exception | None], None] | None = None
        self._early: list[bytes] = []  # what came before the start
        self._transport: Any = None
        self.is_over = False
        self._error: Exception | None = None
        self._is_paused = False
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def start(self, received: Callable[[bytes], None], ended: Callable[[Exception | None], None]) -> None:
        """Passes on what comes, and the end."""
        self._received, self._ended = received, ended
        early, self._early = self._early, []
        for data in early:
            received(data)
        if self.is_over:
            ended(self._error)
        else:
            self.resume()

    def data_received(self, data: bytes) -> None:
        if self._received is None:
            self._early.append(data)
        else:
            self._received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)
        if self.is_over:
            return
        self.is_over = True
        self._error = exc
        if self._ended is not None:
            self._ended(exc)

    def pause(self) -> None:
        """Stops reading for now."""
        if not self.is_over and not self._is_paused and not self._transport.is_closing():
            self._is_paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Goes on reading."""
        if not self.is_over and self._is_paused and not self._transport.is_closing():
            self._is_paused = False
            self._transport.resume_reading()

    def close(self) -> None:
        """Ends it."""
        self.is_over = True
        self._transport.close()


class PipeWriter(asyncio.BaseProtocol):
    """Writes to a pipe that the loop watches."""

    def __init__(self, drained: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._drained = drained
        self._failed = failed
        self._transport: Any = None
        self._is_closing = False
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.set_write_buffer_limits(high=0)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)
        if not self._is_closing:
            self._failed(exc or BrokenPipeError("the pipe is closed"))

    def pause_writing(self) -> None:
        """Says nothing new."""

    def resume_writing(self) -> None:
        self._drained()

    def write(self, data: bytes) -> None:
        """Writes bytes, as soon as it can."""
        if self._transport.is_closing():
            self._failed(BrokenPipeError("the pipe is closed"))
        else:
            self._transport.write(data)

    def unsent(self) -> int:
        """Returns how many bytes were not written yet."""
        size: int = self._transport.get_write_buffer_size()
        return size

    def close(self) -> None:
        """Ends it, after what was written."""
        self._is_closing = True
        self._transport.close()

    def abort(self) -> None:
        """Ends it at once."""
        self._is_closing = True
        self._transport.abort()


class _Thread:
    """A thread that waits for a file which the loop cannot watch, until it is told to stop."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._wake_read, self._wake_write = os.pipe()  # a few bytes at most are in it
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def _run(self) -> None:
        try:
            self.work()
        finally:
            self._tell(self._over)

    def work(self) -> None:
        """Reads or writes."""
        raise NotImplementedError

    def _tell(self, call: Callable[..., None], *given: Any) -> None:
        """Calls a function in the loop, if that goes on."""
        try:
            self._loop.call_soon_threadsafe(call, *given)
        except RuntimeError:  # it is closed
            pass

    def _wake(self) -> None:
        os.write(self._wake_write, b"x")

    def stop(self) -> None:
        """Ends the thread."""
        if self._is_stopped:
            return
        self._is_stopped = True
        if self._thread.ident is None:  # it was not started
            os.close(self._wake_read)
            os.close(self._wake_write)
        else:
            self._wake()

    def _over(self) -> None:
        self._is_stopped = True
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _is_ready(self, to_read: int | None, to_write: int | None) -> bool:
        """Waits for a file, and reports whether the thread is to go on with it; False: it was woken."""
        if sys.platform == "win32":  # which can wait for sockets only: there the thread stays until something comes
            if to_read is None and to_write is None:
                os.read(self._wake_read, _PART)
            return not self._is_stopped
        read = [self._wake_read] if to_read is None else [self._wake_read, to_read]
        ready, _, _ = select.select(read, [] if to_write is None else [to_write], [])
        if self._wake_read in ready:
            os.read(self._wake_read, _PART)
            return False
        return True


class ThreadReader(_Thread):
    """Reads a file in a thread."""

    def __init__(self, fd: int) -> None:
        super().__init__("read")
        self._fd = fd
        self._received: Callable[[bytes], None] | None = None
        self._ended: Callable[[Exception | None], None] | None = None
        self._may_read = threading.Event()
        self._may_read.set()

    def start(self, received: Callable[[bytes], None], ended: Callable[[Exception | None], None]) -> None:
        """Begins to read, and passes on what comes, and the end."""
        self._received, self._ended = received, ended
        self._thread.start()

    def work(self) -> None:
        error: Exception | None = None
        passed = threading.Event()
        try:
            while not self._is_stopped:
                self._may_read.wait()
                if not self._is_ready(self._fd, None):
                    continue
                data = os.read(self._fd, _CHUNK)
                if not data:
                    break
                passed.clear()
                self._tell(self._pass, data, passed)
                while not passed.wait(1.0) and not self._loop.is_closed():
                    pass
        except OSError as e:
            error = e
        if not self._is_stopped:
            self._tell(self._end, error)

    def _end(self, error: Exception | None) -> None:
        if self._ended is not None:
            self._ended(error)

    def _pass(self, data: bytes, passed: threading.Event) -> None:
        try:
            if not self._is_stopped and self._received is not None:
                self._received(data)
        finally:
            passed.set()

    def pause(self) -> None:
        """Stops reading for now."""
        self._may_read.clear()

    def resume(self) -> None:
        """Goes on reading."""
        self._may_read.set()

    def close(self) -> None:
        """Ends it."""
        self.stop()
        self._may_read.set()


class ThreadWriter(_Thread):
    """Writes to a file in a thread."""

    def __init__(self, fd: int, drained: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        super().__init__("write")
        self._fd = fd
        self._drained = drained
        self._failed = failed
        self._line: deque[bytes] = deque()  # appended to in the loop, and taken from in the thread
        self._unsent = 0
        self._is_closing = False
        self.lost: asyncio.Future[None] = self._loop.create_future()
        self._thread.start()

    def work(self) -> None:
        try:
            while not self._is_stopped:
                if not self._line:
                    if self._is_closing:
                        return
                    self._is_ready(None, None)
                    continue
                data = self._line.popleft()
                at = 0
                while at < len(data) and not self._is_stopped:
                    if self._is_ready(None, self._fd):
                        at += os.write(self._fd, data[at : at + _PART])
                self._tell(self._has_written, len(data))
        except OSError as e:
            self._tell(self._failed, e)

    def _has_written(self, count: int) -> None:
        self._unsent -= count
        self._drained()

    def _over(self) -> None:
        super()._over()
        if not self.lost.done():
            self.lost.set_result(None)

    def write(self, data: bytes) -> None:
        """Writes bytes, as soon as it can."""
        if not self._is_stopped:
            self._unsent += len(data)
            self._line.append(data)
            self._wake()

    def unsent(self) -> int:
        """Returns how many bytes were not written yet."""
        return self._unsent

    def close(self) -> None:
        """Ends it, after what was written."""
        self._is_closing = True
        if not self._is_stopped:
            self._wake()

    def abort(self) -> None:
        """Ends it at once."""
        self.stop()
