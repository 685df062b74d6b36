"""The transport over the standard input and output of the program."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from typing import Any

from .aio_pipe import PipeReader, PipeWriter, ThreadReader, ThreadWriter
from .aio_transport import LAST, Framing, Link, Transport


def _is_watched(fd: int) -> bool:
    """Reports whether the loop can watch a file, and may make it non-blocking.

    Other files of the program that are the same pipe would become non-blocking, too.
    """
    if sys.platform == "win32":
        return False
    about = os.fstat(fd)
    if not (stat.S_ISFIFO(about.st_mode) or stat.S_ISSOCK(about.st_mode)):
        return False
    for other in {0, 1, 2} - {fd}:
        try:
            if os.path.sameopenfile(fd, other):
                return False
        except OSError:  # it is closed
            pass
    return True


class _Stdio(Transport):
    def __init__(self, framing: Framing | None) -> None:
        self.framing = framing
        self._link: Link | None = None
        self._reader: PipeReader | ThreadReader
        self._writer: PipeWriter | ThreadWriter
        self._watched: list[int] = []
        self._failure: Exception | None = None  # of writing, before the start
        self._is_closed = False

    async def open(self) -> None:
        """Takes the two files. The loop gets duplicates: it closes what it watches."""
        loop = asyncio.get_running_loop()
        sys.stdout.flush()
        if _is_watched(1):
            self._watched.append(1)
            out: Any = os.fdopen(os.dup(1), "wb", 0)
            _, self._writer = await loop.connect_write_pipe(lambda: PipeWriter(self._drained, self._failed), out)
        else:
            self._writer = ThreadWriter(1, self._drained, self._failed)
        if _is_watched(0):
            self._watched.append(0)
            file: Any = os.fdopen(os.dup(0), "rb", 0)
            _, self._reader = await loop.connect_read_pipe(PipeReader, file)
            self._reader.pause()
        else:
            self._reader = ThreadReader(0)

    def start(self, link: Link) -> None:
        self._link = link
        self._reader.start(link.received, link.input_ended)
        if self._failure is not None:
            link.write_failed(self._failure)

    def _drained(self) -> None:
        if self._link is not None:
            self._link.drained()

    def _failed(self, error: Exception) -> None:
        if self._link is None:
            self._failure = error
        elif not self._is_closed:
            self._link.write_failed(error)

    def write(self, data: bytes) -> None:
        self._writer.write(data)

    def unsent(self) -> int:
        return self._writer.unsent()

    def pause(self) -> None:
        self._reader.pause()

    def resume(self) -> None:
        self._reader.resume()

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._reader.close()
        writer = self._writer
        writer.close()
        await asyncio.wait([writer.lost], timeout=LAST)
        if not writer.lost.done():
            writer.abort()
            await writer.lost
        for fd in self._watched:
            os.set_blocking(fd, True)


async def stdio(*, framing: Framing | None = None) -> Transport:
    """Returns the transport over the standard input and output of the program.

    Nothing else may read or write them. They can be used once.
    """
    transport = _Stdio(framing)
    await transport.open()
    return transport
