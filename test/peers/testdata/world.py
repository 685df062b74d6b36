"""What one control connection of the driver has made."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import time
from typing import Any

from does import handler_of, kind, text_of


class World:
    """The ends that one control connection has made, and what they do."""

    def __init__(self, specs: dict[str, Any], control: asyncio.StreamWriter, own: bool) -> None:
        self.running = 0  # handlers
        self.ticks = 0
        self.own = own  # the process is of this world alone
        self.over: asyncio.Future[int] = asyncio.get_running_loop().create_future()  # with the code of the process
        self.gate = asyncio.Event()  # is set when what waits for go may go on
        self.o: dict[str, Any] = {}
        self.made: Any = None  # the package
        self._specs = specs
        self._control = control
        self._reports = 0
        self._conn: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._last: Any = None  # the last connection
        self._labelled: dict[str, list[asyncio.Task[None]]] = {}  # calls, which may be cancelled
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None

    def say(self, line: str) -> None:
        if not self._control.is_closing():
            self._control.write(line.replace("\n", " ").encode("utf-8", "replace") + b"\n")

    def task(self, coroutine: Any) -> asyncio.Task[None]:
        """Runs something, whose faults it says."""

        async def run() -> None:
            try:
                await coroutine
            except Exception as error:
                self.say(f"fault: {error!r}")

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        self.release()
        if self._listening:
            self._listening.cancel()
        if self._last:
            await self._last.close()
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()

    def release(self) -> None:
        """Lets everything go on that waits for go."""
        self.gate.set()
        self.gate = asyncio.Event()

    def command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        label, _, more = rest.partition(" ")
        if name == "start":
            self.o = json.loads(rest)
            self.made = self._specs[self.o["spec"]]
            self.task(self._start())
        elif name == "go":
            self.release()
        elif name == "cancel":
            for task in self._labelled.pop(label):
                task.cancel()
        elif name == "call":
            method, _, text = more.partition(" ")
            params, options = divided(text)
            self._labelled_task(label, self._call(label, method, params, options), options)
        elif name == "calls":
            n, method, text = more.split(" ", 2)
            params, options = divided(text)
            self.task(self._many(label, int(n), method, params, options))
        elif name == "notify":
            method, _, text = more.partition(" ")
            self.task(self._notify(label, method, text))
        elif name == "stream":
            method, _, text = more.partition(" ")
            params, _, delay = text.rpartition(" ")
            self.task(self._stream(label, method, params, int(delay)))
        elif name == "shutdown":
            self.task(self._shutdown(label, int(more or 0)))
        elif name == "close":
            self.task(self._close(label))
        else:
            self.say(f"fault: there is no command {name}")

    def _labelled_task(self, label: str, coroutine: Any, options: dict[str, Any]) -> asyncio.Task[None]:
        task = self.task(coroutine)
        for name in {label, options.get("signal", label)}:
            self._labelled.setdefault(name, []).append(task)
        return task

    async def _current(self) -> Any:
        await asyncio.shield(self._conn)
        return self._last

    def params_of(self, method: str, text: str) -> Any:
        """Reads the params of a message of a method."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
        if method in ("note", "tick", "go", "leave", "loaded"):
            del message["id"]
        if text:
            message["params"] = json.loads(text)
        return getattr(self.made.types.read_message(json.dumps(message)), "params", None)

    async def _done(self, label: str, word: str, act: Any) -> None:
        try:
            await act
            self.say(f"{label}: {word}")
        except Exception as error:
            self.say(f"{label}: error {kind(error, self.made)}")

    async def _notify(self, label: str, method: str, text: str) -> None:
        conn = await self._current()
        await self._done(label, "sent", conn.notify(method, self.params_of(method, text)))

    async def _shutdown(self, label: str, ms: int) -> None:
        conn = await self._current()
        await self._done(label, "done", conn.shutdown(timeout=ms / 1000 if ms else None))

    async def _close(self, label: str) -> None:
        await self._done(label, "done", (await self._current()).close())

    async def _call(self, label: str, method: str, text: str, options: dict[str, Any]) -> None:
        conn = await self._current()
        params = self.params_of(method, text)
        try:
            if method == "load":
                stream = conn.stream(method, params, **call_options(options))
                n = 0
                async for _ in stream.progress():
                    n += 1
                    self.say(f"{label}: progress {n}")
                result = await stream.result()
            else:
                result = await conn.call(method, params, **call_options(options))
            said = text_of(result)
            self.say(f"{label}: result {f'{said[:40]}… {len(said)} bytes' if len(said) > 200 else said}")
        except (Exception, asyncio.CancelledError) as error:
            self.say(f"{label}: error {kind(error, self.made)}")

    async def _many(self, label: str, n: int, method: str, text: str, options: dict[str, Any]) -> None:
        conn = await self._current()
        params = self.params_of(method, text)
        counts: dict[str, int] = {}

        async def one() -> None:
            word = "result"
            try:
                await conn.call(method, params, **call_options(options))
            except (Exception, asyncio.CancelledError) as error:
                word = kind(error, self.made).partition(":")[0]
            counts[word] = counts.get(word, 0) + 1

        await asyncio.gather(*(self._labelled_task(f"{label}.{i}", one(), options) for i in range(n)))
        for i in range(n):
            self._labelled.pop(f"{label}.{i}", None)
        self.say(f"{label}: all {', '.join(f'{word} {counts[word]}' for word in sorted(counts))}")

    async def _stream(self, label: str, method: str, text: str, delay: int) -> None:
        conn = await self._current()
        n = 0
        stream = conn.stream(method, self.params_of(method, text))
        try:
            async for event in stream:
                if getattr(event, "method", None) != "tick":
                    continue
                n += 1
                if event.params.n != n:
                    self.say(f"{label}: event {event.params.n} is the number {n}")
                    break
                if delay >= 1000:
                    await asyncio.sleep(delay / 1e6)
                else:
                    late = time.perf_counter() + delay / 1e6
                    while time.perf_counter() < late:
                        pass
            outcome = "result"
            await stream.result()
        except Exception as error:
            outcome = f"error {kind(error, self.made)}"
        self.say(f"{label}: events {n}")
        self.say(f"{label}: {outcome}")

    def _options(self) -> Any:
        """Returns the options of a connection."""
        given: dict[str, Any] = {}
        for name, value in self.o.get("options", {}).items():
            given[re.sub("[A-Z]", lambda m: f"_{m.group().lower()}", name)] = value / 1000 if name.endswith("Wait") else value
        given["on_report"] = self._report
        if self.o.get("log"):
            logger = logging.Logger("end", logging.DEBUG)
            logger.addHandler(Said(self))
            given.update(logger=logger, trace=lambda traced: self.say(f"log: {traced!r}"))
            given["on_report"] = lambda report: self.say(f"log: {report.text}")
        if self.o.get("around"):
            given.update(incoming=self._incoming, outgoing=self._outgoing)
        return self.made.Options(**given)

    def _report(self, report: Any) -> None:
        self._reports += 1
        if self._reports <= 100:
            self.say(f"report: {report.kind}: {report.text[:300]}")

    def _refused(self) -> Exception:
        error: Exception = self.made.ResponseError(self.made.types.make_error("BOOM", message="it is refused"))
        return error

    async def _incoming(self, request: Any, proceed: Any) -> Any:
        """Refuses what says so."""
        if getattr(request.params, "text", None) == "refuse this":
            raise self._refused()
        try:
            result = await proceed()
        except Exception as error:
            self.say(f"around: in {request.method} error {kind(error, self.made)}")
            raise
        self.say(f"around: in {request.method} well")
        return result

    def _outgoing(self, o: Any) -> Any:
        """Refuses and changes what says so."""
        text = getattr(o.params, "text", None)
        if text == "refuse this":
            raise self._refused()
        if text == "change this":
            o.params = o.params.__replace__(text="changed")

        def ended(_: Any, error: BaseException | None) -> None:
            self.say(f"around: out {o.method} {'well' if error is None else f'error {kind(error, self.made)}'}")

        return ended

    def _server(self, transport: Any) -> Any:
        return self.made.Server(transport, handler=handler_of(self, "Server"), options=self._options())

    async def _start(self) -> None:
        """Makes the end."""
        over, at, made = self.o["over"], self.o.get("at", ""), self.made
        if over == "stdio":
            await self._serve_stdio()
        elif over == "child":
            env = dict(one.split("=", 1) for one in self.o["env"])
            await self._connect(await made.start_child(*self.o["cmd"], env=env))
        elif over == "pair":
            own, others = made.pair()
            # It buffers twice the limit, which must not be as much as what floods may give.
            reader, writer = await asyncio.open_unix_connection(at, limit=1_200_000)
            self.task(Bridge(others, writer, self.task).read(reader))
            if self.o["end"] == "server":
                await self._run(self._server(own))
            else:
                await self._connect(own)
        elif self.o["end"] == "server":
            await self._listen(over, at)
        elif over == "tcp":
            host, _, port = at.rpartition(":")
            await self._connect(await made.tcp(host, int(port)))
        else:
            await self._connect(await made.unix(at))

    async def _listen(self, over: str, at: str) -> None:
        listener = await (self.made.listen_tcp("127.0.0.1", 0) if over == "tcp" else self.made.listen_unix(at))
        if over == "tcp":
            host, port = listener.address[:2]
            at = f"{host}:{port}"
        self.say(f"listening {at}")

        def made(transport: Any) -> Any:
            end = self._server(transport)
            self._watch(end)
            return end

        self._listening = asyncio.current_task()
        await self.made._serve(listener, made)

    async def _serve_stdio(self) -> None:
        """Does what main of a server does."""
        end = self._server(await self.made.stdio())
        running = asyncio.get_running_loop().create_task(self._run(end))
        if self.o.get("signals"):
            for one in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(one, running.cancel)
        try:
            code = await running
        except asyncio.CancelledError:
            code = 0
        self.over.set_result(code)

    async def _connect(self, transport: Any) -> None:
        options: dict[str, Any] = {"handler": handler_of(self, "Client"), "options": self._options()}
        if self.o["spec"] == "hand":
            options["handshake"] = self.made.types.HelloParams(versions=["1.0"])
        try:
            end = await self.made.connect_server(transport, **options)
        except Exception as error:
            self.say(f"not connected: {kind(error, self.made)}")
            return
        self._watch(end)

    def _set(self, end: Any) -> None:
        """Makes a connection the current one."""
        self._last = end
        if not self._conn.done():
            self._conn.set_result(None)
        self.say("made")

    def _ended(self, error: Exception | None) -> None:
        self.say(f"ended: {'well' if error is None else f'error {kind(error, self.made)}'}")

    def _watch(self, end: Any) -> None:
        async def ended() -> None:
            self._ended(await end.wait_closed())

        self._set(end)
        self.task(ended())

    async def _run(self, end: Any) -> int:
        self._set(end)
        error = await self.made.run(end)
        self._ended(error)
        return 0 if error is None else 1


class Said(logging.Handler):
    """Says what is logged."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.DEBUG)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.say(f"log: {record.getMessage()}")


def call_options(options: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if options.get("timeout"):
        out["timeout"] = options["timeout"] / 1000
    if options.get("reset"):
        out["reset_by_progress"] = True
    return out


def divided(text: str) -> tuple[str, dict[str, Any]]:
    """Divides params and the options behind them."""
    if not text:
        return "", {}
    _, end = json.JSONDecoder().raw_decode(text)
    return text[:end], json.loads(text[end:] or "{}")


class Bridge:
    """Carries messages between a transport in memory and lines."""

    def __init__(self, transport: Any, writer: asyncio.StreamWriter, task: Any) -> None:
        self._transport = transport
        self._writer = writer
        self._task = task
        self._drained = asyncio.Event()
        transport.start(self)

    async def read(self, reader: asyncio.StreamReader) -> None:
        try:
            async for line in reader:
                self._drained.clear()
                self._transport.write_messages([line.decode().rstrip("\n")])
                while self._transport.unsent() > 64:
                    await self._drained.wait()
                    self._drained.clear()
        except ConnectionError:
            pass
        await self._transport.close()
        self._writer.close()

    def received_message(self, text: str) -> None:
        self._writer.write(text.encode() + b"\n")
        if self._writer.transport.get_write_buffer_size() > 1 << 16:
            self._transport.pause()
            self._task(self._resume())

    async def _resume(self) -> None:
        try:
            await self._writer.drain()
        except ConnectionError:
            pass
        self._transport.resume()

    def input_ended(self, error: Exception | None) -> None:
        self._writer.close()

    def drained(self) -> None:
        self._drained.set()

    def write_failed(self, error: Exception) -> None:
        self._drained.set()
