"""The transport over the standard input and output of a child process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from os import PathLike
from typing import Any, Final

from .aio_transport import LAST, Framing, Link, Transport
from .failure import ConnectionFailed

_KEPT: Final = 4096  # bytes of the standard error that are kept, from its end
_TERM_AFTER: Final = 3.0
_KILL_AFTER: Final = 2.0


class _Child(Transport, asyncio.SubprocessProtocol):
    """A child process. On Unix it leads a session and a group of its own, which ends with it."""

    def __init__(self, framing: Framing | None, term_after: float, kill_after: float) -> None:
        self.framing = framing
        self._term_after = term_after
        self._kill_after = kill_after
        self._link: Link | None = None
        self._transport: Any = None
        self._pid = 0
        self._is_closing = False
        self._is_paused = False
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._exited: asyncio.Future[None] = loop.create_future()
        self._lost: asyncio.Future[None] = loop.create_future()  # all of it
        self._said: asyncio.Future[None] = loop.create_future()  # all of the standard error
        self._last = b""  # of the standard error
        self._is_cut = False  # at the beginning
        self._early: list[bytes] = []  # what came before the start
        self._has_output_ended = False
        self._output_error: Exception | None = None
        self._is_given_up = False  # another process holds the output
        self._waiting: asyncio.TimerHandle | None = None
        self._explaining: asyncio.Task[None] | None = None
        self._failing: asyncio.Task[None] | None = None
        self._has_told_end = False
        self._write_error: Exception | None = None

    # What asyncio says.

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._pid = transport.get_pid()
        if transport.get_pipe_transport(2) is None:
            self._said.set_result(None)  # it goes elsewhere

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            whole = self._last + data
            self._is_cut = self._is_cut or len(whole) > _KEPT
            self._last = whole[-_KEPT:]
            return
        self._wait_for_output()
        if self._is_closing:
            return  # nobody wants it any more
        if self._link is None:
            self._early.append(data)
        else:
            self._link.received(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 0:
            if not self._is_closing:
                self._write_failed(exc or BrokenPipeError("the process has closed its input"))
        elif fd == 1:
            self._has_output_ended = True
            self._output_error = exc
            self._explain()
        elif not self._said.done():
            self._said.set_result(None)

    def process_exited(self) -> None:
        if not self._exited.done():
            self._exited.set_result(None)
        self._signal_group(signal.SIGKILL if sys.platform != "win32" else 0)
        self._wait_for_output()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._lost.done():
            self._lost.set_result(None)

    def resume_writing(self) -> None:
        if self._link is not None:
            self._link.drained()

    def pause_writing(self) -> None:
        """Says nothing new."""

    # The output of a process that is over is not waited for long: one that it has started may hold it.

    def _wait_for_output(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if self._exited.done() and not self._has_output_ended and not self._is_paused:
            self._waiting = self._loop.call_later(LAST, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        self._is_given_up = True
        self._has_output_ended = True
        self._pipe(1).close()
        self._explain()

    def _explain(self) -> None:
        """Tells the end of the output, when it is known how the process ends, but it is not waited for long."""
        if self._explaining is None:
            self._explaining = self._loop.create_task(self._told())

    async def _told(self) -> None:
        await asyncio.wait([self._exited, self._said], timeout=LAST)
        if self._link is not None and not self._is_closing and not self._has_told_end:
            self._has_told_end = True
            code = self._transport.get_returncode()
            is_well = code in (0, None) and not self._is_given_up and self._output_error is None
            self._link.input_ended(None if is_well else self._failure(self._output_error))

    def _failure(self, error: Exception | None) -> Exception:
        """Returns the error of a connection that is lost."""
        code: int | None = self._transport.get_returncode()
        if code is None:
            return error or ConnectionFailed("disconnected", "the process has closed its output")
        if code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = str(-code)
            words = f"the process was ended by the signal {name}"
        else:
            words = f"the process has exited with code {code}"
        if self._is_given_up:
            words += ", and another process holds its output"
        last = self._last.decode("utf-8", "replace")
        if self._is_cut:
            last = last.partition("\n")[2]
        last = last.strip()
        failed = ConnectionFailed("disconnected", f"{words}. The end of its standard error:\n{last}" if last else words)
        failed.__cause__ = error
        return failed

    def _write_failed(self, error: Exception) -> None:
        """Says why nothing can be written, which is mostly that the process has exited."""
        if self._write_error is None:
            self._write_error = error
            self._failing = self._loop.create_task(self._fail_writing(error))

    async def _fail_writing(self, error: Exception) -> None:
        await asyncio.wait([self._exited], timeout=LAST)
        if self._exited.done():
            await asyncio.wait([self._said], timeout=LAST)
        if self._link is not None and not self._is_closing:
            self._link.write_failed(self._failure(error))

    # What the connection asks for.

    def _pipe(self, fd: int) -> Any:
        return self._transport.get_pipe_transport(fd)

    def start(self, link: Link) -> None:
        self._link = link
        self._pipe(0).set_write_buffer_limits(high=0)
        early, self._early = self._early, []
        for data in early:
            link.received(data)
        if self._explaining is not None and self._explaining.done():
            self._explaining = None
            self._explain()
        if self._write_error is not None:
            self._failing = self._loop.create_task(self._fail_writing(self._write_error))

    def write(self, data: bytes) -> None:
        pipe = self._pipe(0)
        if pipe.is_closing():
            self._write_failed(BrokenPipeError("the process has closed its input"))
        else:
            pipe.write(data)

    def unsent(self) -> int:
        size: int = self._pipe(0).get_write_buffer_size()
        return size

    def pause(self) -> None:
        if not self._has_output_ended and not self._is_paused:
            self._is_paused = True
            self._pipe(1).pause_reading()
            self._wait_for_output()

    def resume(self) -> None:
        if not self._has_output_ended and self._is_paused:
            self._is_paused = False
            self._pipe(1).resume_reading()
            self._wait_for_output()

    async def close(self) -> None:
        """Ends the input of the process, terminates it if that does not help, and then kills it."""
        if self._is_closing:
            return
        self._is_closing = True
        self._pipe(0).close()
        if self._is_paused and not self._has_output_ended:
            self._is_paused = False
            self._pipe(1).resume_reading()  # what is read is dropped, so that the process can exit
        for seconds, number in ((self._term_after, signal.SIGTERM), (self._kill_after, _KILL)):
            await asyncio.wait([self._exited], timeout=seconds)
            if self._exited.done():
                break
            if not self._signal_group(number) and not self._exited.done():
                self._transport.send_signal(number)
        await asyncio.wait([self._exited], timeout=LAST)
        if self._waiting is not None:
            self._waiting.cancel()
        tasks = [t for t in (self._explaining, self._failing) if t is not None and not t.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._transport.close()
        await asyncio.wait([self._lost], timeout=LAST)

    def _signal_group(self, number: int) -> bool:
        """Sends a signal to the group of the process, and reports whether there is one."""
        if sys.platform == "win32":
            return False
        try:
            os.killpg(self._pid, number)
        except (ProcessLookupError, PermissionError):
            return False
        return True


_KILL: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


async def start_child(
    *command: str | PathLike[str],
    cwd: str | PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
    stderr: Any = subprocess.PIPE,
    framing: Framing | None = None,
    term_after: float = _TERM_AFTER,
    kill_after: float = _KILL_AFTER,
) -> Transport:
    """Starts a process, and returns the transport over its standard input and output.

    Closing it ends the input of the process, terminates it with SIGTERM if it has not exited after `term_after`
    seconds, and kills it after `kill_after` more. On Unix, all of that concerns its group, too.

    The end of its standard error is kept for the error of a connection that is lost. With `stderr`, which is as in the
    module subprocess, it goes elsewhere: with None, to the standard error of this program.
    """
    loop = asyncio.get_running_loop()
    _, child = await loop.subprocess_exec(
        lambda: _Child(framing, term_after, kill_after),
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        cwd=cwd,
        env=None if env is None else dict(env),
        start_new_session=True,
    )
    return child
