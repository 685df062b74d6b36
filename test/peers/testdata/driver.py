"""A driver of one end of the protocol peer.yaml, as driver/main.go is, with the same commands and the same lines:

    python driver.py DIR SOCKET          listens there; each control connection has ends of its own
    python driver.py DIR SOCKET stdio    connects to it; the end is on the standard input and output

DIR has the generated packages plain, headed and hand.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import importlib
import os
import sys
import traceback

directory, socket, *mode = sys.argv[1:]
sys.path.insert(0, directory)

from world import World  # noqa: E402

SPECS = {}
for name in ("plain", "headed", "hand"):
    SPECS[name] = importlib.import_module(f"{name}.connection")
    SPECS[name].types = importlib.import_module(name)

worlds: set[World] = set()


def wrong(text: str) -> None:
    """Says what nobody has caught."""
    print(text, file=sys.stderr, flush=True)
    for world in worlds:
        world.say(f"unhandled: {text}")


def unraisable(what: object) -> None:
    wrong("".join(traceback.format_exception(what.exc_value)) + f" in {what.object!r}")


class Allocated(ctypes.Structure):
    """The result of mallinfo2. The driver runs with PYTHONMALLOC=malloc, so that it has everything."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Allocated


def memory() -> str:
    gc.collect()
    info = libc.mallinfo2()
    with open("/proc/self/statm") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return f"memory: {info.uordblks + info.hblkhd} {resident}"


def left(world: World) -> str:
    return f"left: {len(asyncio.all_tasks())} {len(os.listdir('/proc/self/fd'))} {world.running}"


async def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, own: bool = False) -> World:
    """Does what is said on a control connection, until it ends."""
    world = World(SPECS, writer, own)
    worlds.add(world)

    async def commands() -> None:
        try:
            async for line in reader:
                command = line.decode().rstrip("\n")
                if command == "memory":
                    world.say(memory())
                elif command == "left":
                    world.say(left(world))
                else:
                    world.command(command)
        except ConnectionError:
            pass
        worlds.discard(world)
        await world.stop()
        writer.close()

    world.task(commands())
    return world


async def main() -> int:
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: wrong(f"{context['message']}: {context.get('exception')!r} {context}")
    )
    sys.unraisablehook = unraisable
    if mode:
        reader, writer = await asyncio.open_unix_connection(socket, limit=1 << 24)
        world = await begin(reader, writer, True)
        code = await world.over
        await asyncio.sleep(0.05)  # what ends with the connection says so
        return code
    server = await asyncio.start_unix_server(begin, socket, limit=1 << 24)
    print("ready", flush=True)
    async with server:
        await server.serve_forever()
    return 0


if __name__ == "__main__":
    code = asyncio.run(main())
    sys.exit(code)
