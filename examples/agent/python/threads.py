#!/usr/bin/env python3
"""Runs one turn of an agent without asyncio: the core of a connection, driven by a thread that reads."""

import os
import subprocess
import sys
import threading
import time
from typing import IO, Any

import kimi_wire as wire
from kimi_wire.peer import Answered, Ended, Notified, Requested, Unhandled, client_peer


class Client:
    def __init__(self, reads: IO[bytes], writes: IO[bytes]) -> None:
        self.peer = client_peer(now=time.monotonic())
        self.reads, self.writes = reads, writes
        self.changed = threading.Condition()  # guards the peer
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def call(self, name: str, params: Any) -> Any:
        with self.changed:
            call = self.peer.call(name, params, time.monotonic())
            self.work()
            self.changed.wait_for(lambda: call.is_settled)
        if call.error is not None:
            raise call.error
        return call.result

    def read(self) -> None:
        data = b"?"
        while data:
            data = os.read(self.reads.fileno(), 1 << 16)
            with self.changed:
                if data:
                    self.peer.receive(data, time.monotonic())
                else:
                    self.peer.end_of_input(time.monotonic())
                self.work()

    def work(self) -> None:
        """Handles what has happened, and writes what is to be sent."""
        for event in self.peer.events():
            match event:
                case Requested(request=request):
                    try:
                        self.peer.answer(request, self.handle(request.params), time.monotonic())
                    except Exception as e:
                        self.peer.fail(request, e, time.monotonic())
                case Notified():
                    self.show(event.payload)
                case Answered() | Ended():
                    self.changed.notify_all()
                case _:
                    pass
        if data := self.peer.data_to_send():
            self.writes.write(data)
            self.writes.flush()
            self.peer.written(len(data), time.monotonic())

    def handle(self, request: wire.Request) -> object:
        match request:
            case wire.ApprovalRequest(id=id):
                return wire.ApprovalResponse(request_id=id, response="approve")
            case wire.QuestionRequest(id=id):
                return wire.QuestionResponse(request_id=id, answers={})
            case wire.HookRequest(id=id):
                return wire.HookResponse(request_id=id)
            case _:
                raise Unhandled

    def show(self, event: wire.Event) -> None:
        if isinstance(event, wire.ContentPartEvent) and isinstance(event.value, wire.TextPart):
            print(event.value.text, end="", flush=True)


with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
    assert process.stdin is not None and process.stdout is not None
    client = Client(process.stdout, process.stdin)
    result = client.call("prompt", wire.PromptParams(user_input=sys.argv[1]))
    print(f"\n{result.status}")
    process.stdin.close()
    client.reader.join()
