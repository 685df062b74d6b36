"""One end of a connection without input or output: bytes go in, and bytes and events come out.

It has no clock and no threads: `now`, in seconds from any origin, tells it the time. Whoever drives it

- passes what it reads to `receive`, while `wants_input`, and its end to `end_of_input`;
- handles what `next_event` returns, until that is None;
- writes `data_to_send`, and says with `written` what is written;
- calls `tick` when `deadline` has come.

All of this in one thread, or with a lock around it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from .failure import ConnectionFailed
from .framing import FrameFault, Splitter, frame, too_large
from .machine import Machine
from .message import ErrorObject, Failure, Response
from .peer_bounds import Clock, Room, Stall, Timer, untaken
from .peer_calls import Call, Pending
from .peer_events import Agreed, Ended, InputEnded, Notified, PeerEvent, Reported, Shutdown
from .peer_options import Options, Report
from .peer_outbox import Outbox
from .peer_receiving import Receiving
from .peer_sending import Counting, Sending
from .peer_serving import Request, Result, Serving
from .peer_together import Together
from .peer_trace import show
from .session_rules import Parts, at
from .text import parse
from .value import UNSET

if TYPE_CHECKING:
    from .machine import SessionFault, Verdict
    from .peer_rows import Item
    from .protocol import Protocol
    from .table import Row

LAST_WORDS: Final = 1.0  # how long answers are read after writing has failed
_DEBUG: Final = 10  # of the module logging, which takes time to import
_MANY: Final = 64  # events that may wait before more is read


class Peer:
    """One end of a connection.

    `side` is 0 for the first role of the spec and 1 for the second. `framing` says how messages are delimited in the
    stream, if the protocol does not. To a socket, programs of other protocols may connect: with `is_socket`, a first
    line that is not JSON ends the connection. `takes_unknown`: requests and notifications of undeclared methods are
    events, too. `wake` is called when another connection of the session has left something to do here.
    """

    def __init__(
        self,
        protocol: Protocol,
        side: int,
        options: Options | None = None,
        *,
        now: float = 0.0,
        framing: Row | None = None,
        is_socket: bool = False,
        takes_unknown: bool = False,
        wake: Callable[[], None] | None = None,
    ) -> None:
        self.protocol = protocol
        self.side = side
        self.ends = ends = protocol.ends
        self.options = o = options or Options()
        self.takes_unknown = takes_unknown
        self.driver: Any = None
        self.wake: Callable[[], None] = wake or _nothing
        self.clock = Clock()
        self.clock.now = now
        self._framing = framing or ends.framing
        width: int = self._framing.get("width", 0)
        self._most_framed = 256**width - 1 if width else float("inf")  # that the length before a message can say
        self._is_socket = is_socket
        self._splitter: Splitter | None = None
        self._frames: deque[bytes | str | FrameFault] = deque()  # received, and not read
        self._events: deque[PeerEvent] = deque()
        self._heard = 0  # what notifications take that are among the events
        self._kept = 0  # of notifications that wait for whoever takes them
        self._busy = 0  # notifications that are being handled
        self.machine = Machine(ends.rules)
        self._role = ends.rules.roles[side]
        self.session = o.session
        self.counting = Counting(o.session if ends.counter is None else None)
        clock = self.clock
        self.room = Room(o.max_read, Stall(clock, o.stall_wait, self._is_untaken))
        stall = Stall(clock, o.stall_wait, self._is_unwritten)
        self.outbox = Outbox(o.max_write, ends.counter is not None, self.room, stall, self._has_written)
        self.pending = Pending(self)
        self.serving = Serving(self)
        self._sending = Sending(self)
        self._receiving = Receiving(self)
        most = ends.framing.get("max_bytes") or float("inf")
        self._max_bytes: list[float] = [most, most]  # of messages to each side
        self.is_draining = False
        self.is_logged = o.logger is not None and o.logger.isEnabledFor(_DEBUG)
        self.is_traced = o.trace is not None or self.is_logged
        self.version: str | None = None  # that both peers speak, once it is known
        if ends.handshake is not None and ends.handshake.get("optional"):
            self.version = ends.handshake.get("legacy")
        self.handshake: Any = None  # the params or the result of the handshake, from the peer
        self.lost: ConnectionFailed | None = None  # why no call is answered any more
        self.ended: ConnectionFailed | None = None  # why nothing is sent any more
        self.is_closed = False  # the transport has nothing more to do
        self._is_usual = False  # it ends as it should
        self._is_over = False  # the session has ended
        self._over_waits = False  # for the answers to a batch
        self._is_cut = False  # nothing can be written any more
        self._may_end = False  # it ends when what it waits for has come
        self._input: ConnectionFailed | None | bool = True  # False: it has ended; else why it ends behind what was received
        self._cut = ConnectionFailed("disconnected", "a message could not be sent")  # why
        self._last: Timer | None = None
        self._idle = Stall(clock, o.idle_wait, self._is_idle)
        self._idle.start()
        self._ungreeted = Stall(clock, o.handshake_wait, self._is_ungreeted)
        if ends.handshake is not None:
            self._ungreeted.start()
        self._take_over()

    # What is read and written.

    def receive(self, data: bytes, now: float) -> None:
        """Receives bytes of the stream."""
        self.clock.now = now
        if self._splitter is None:
            o = self.options
            self._splitter = Splitter(
                self._framing, o.max_bytes, ignores_blank=self.ends.ignores_blank, checks_first=self._is_socket
            )
        self._idle.moved()
        if self.ended is None:
            self._frames.extend(self._splitter.feed(data))

    def receive_message(self, text: str | bytes, now: float) -> None:
        """Receives a message of a transport that has frames of its own."""
        self.clock.now = now
        self._idle.moved()
        if self.ended is None:
            self._frames.append(text)

    def end_of_input(self, now: float, error: Exception | None = None) -> None:
        """Notes that the peer sends nothing more, or with an error, that it is lost."""
        self.clock.now = now
        if self._input is not True:
            return
        if self._splitter is not None:
            self._frames.extend(self._splitter.end())
        if error is None:
            self._input = None
        elif isinstance(error, ConnectionFailed):
            self._input = error
        else:
            self._input = ConnectionFailed("disconnected", f"the connection was lost: {error}")
            self._input.__cause__ = error

    @property
    def wants_input(self) -> bool:
        """Whether more is to be read now."""
        return not self._frames and not self.room.is_full and self.ended is None

    def data_to_send(self) -> bytes:
        """Returns the bytes that are to be written now. They are returned once."""
        texts = self.outbox.ready
        if not texts:
            return b""
        if self._framing["kind"] == "ndjson":
            texts.append("")
            data = "\n".join(texts).encode()
            texts.pop()
        else:
            data = b"".join([frame(self._framing, text) for text in texts])
        self.outbox.taken(texts, len(data))
        return data

    def messages_to_send(self) -> list[str]:
        """Returns the messages that are to be written now, for a transport that has frames of its own."""
        texts = self.outbox.ready
        if texts:
            self.outbox.taken(texts, len(texts))
        return texts

    def written(self, count: int, now: float) -> None:
        """Notes that so many bytes or messages are written."""
        self.clock.now = now
        self.outbox.written(count)

    def write_failed(self, error: Exception, now: float) -> None:
        """Notes that nothing can be written any more.

        A peer that has gone may have answered before: while calls are open, what it has sent is read first.
        """
        self.clock.now = now
        if self._is_cut or self.is_closed:
            return
        self._is_cut = True
        self.outbox.end()
        if isinstance(error, ConnectionFailed):
            failed = error
        else:
            failed = ConnectionFailed("disconnected", f"a message could not be sent: {error}")
            failed.__cause__ = error
        if self.ended is not None:
            self._close()
            return
        self._cut = failed
        self._may_end = True
        self.clock.after(LAST_WORDS, lambda: self.end(failed))

    # What happens.

    def next_event(self) -> PeerEvent | None:
        """Returns what happens next; None if there is nothing more now."""
        events = self._events
        if not events:
            if self._frames or self._input is not True:
                self._read()
            if not events:
                if self._may_end:
                    self._look()
                if not events:
                    return None
        event = events.popleft()
        if isinstance(event, Notified):
            self._heard -= event.cost
        return event

    def events(self) -> Iterator[PeerEvent]:
        """Returns what happens, until there is nothing more now."""
        while (event := self.next_event()) is not None:
            yield event

    def _read(self) -> None:
        """Handles what was received, as far as there is room."""
        frames, events, room = self._frames, self._events, self.room
        while frames and len(events) < _MANY and room.held + self._heard < room.most and self.ended is None:
            self._receiving.receive(frames.popleft())
            self.sweep()
        if self.ended is not None:
            frames.clear()
        elif not frames and self._input is not True and self._input is not False and not events:
            self._finish_input()

    def _look(self) -> None:
        """Ends the connection when what it waits for has come."""
        if self._is_cut and self.ended is None and not self.pending.calls:
            self.end(self._cut)
        if self._busy or self.ended is not None:
            return
        if self._is_over and not (self._over_waits and self.serving.running):
            self.end(ConnectionFailed("closed", "the session has ended"), True)
        elif self.serving.running:
            return
        elif self.is_draining:
            self._events.append(Shutdown())
            self.end(ConnectionFailed("closed", "the connection was closed"), True)
        elif self.lost is not None:
            self.end(self.lost, not self._receiving.is_truncated)

    def happened(self, event: PeerEvent) -> None:
        """Adds something that has happened."""
        if isinstance(event, Notified):
            self._heard += event.cost
        self._events.append(event)

    def hold(self, cost: int) -> None:
        """Notes that a notification or progress waits for whoever takes it."""
        self._kept += 1
        self.room.add(cost)

    def take(self, cost: int, now: float, count: int = 1) -> None:
        """Notes that it does not wait any more."""
        self.clock.now = now
        self._kept -= count
        self.room.take(cost)

    def begin_handling(self) -> None:
        """Notes that a notification is being handled: the connection does not end by itself before that is done."""
        self._busy += 1

    def end_handling(self) -> None:
        """Notes that this is done."""
        self._busy -= 1

    @property
    def deadline(self) -> float | None:
        """When `tick` is to be called."""
        return self.clock.deadline

    def tick(self, now: float) -> None:
        """Does what is due."""
        self.clock.now = now
        self.clock.tick()

    # What this end does.

    def call(
        self,
        name: str,
        params: Any,
        now: float,
        *,
        timeout: float | None = None,
        reset_by_progress: bool = False,
        fail_safe: bool = True,
        raw: bool = False,
    ) -> Call:
        """Makes a call, or raises why it must not be sent. With `raw`, the name is that of a method."""
        self.clock.now = now
        item = self.item("request", name, params, raw)
        call = Call(item, self)
        call.fail_safe = fail_safe
        self._sending.call(call, params)
        timeout = self.options.timeout if timeout is None else timeout
        if timeout is not None and not call.is_settled:
            if reset_by_progress and item.declared is not None and item.declared.row.get("progress"):
                call.began = now
                self.pending.observed[call] = None
            self.pending.watch(call, timeout, lambda of, reason: of.peer.cancel(of, of.peer.clock.now, reason))
        return call

    def item(self, kind: str, name: str, params: Any, raw: bool) -> Item:
        """Returns what this end sends under a name, or with `raw` under a method.

        The kind is request, or event for all else.
        """
        return self._sending.raw_item(kind, name, params) if raw else self._sending.item(kind, name, params)

    def observe_progress(self, call: Call) -> None:
        """Asks for events about the progress of a call."""
        call.has_progress = True
        if not call.is_settled:
            self.pending.observed[call] = None

    def cancel(self, call: Call, now: float, reason: Exception | None = None) -> None:
        """Cancels a call, which then ends with the reason unless its answer comes."""
        self.clock.now = now
        self._sending.cancel(call, reason or ConnectionFailed("cancelled", "the call was cancelled"))

    def notify(self, name: str, payload: Any, now: float, *, raw: bool = False) -> None:
        """Sends an event or a notification, or raises why it must not be sent."""
        self.clock.now = now
        self._sending.notify(self.item("event", name, payload, raw), payload)

    @property
    def is_full(self) -> bool:
        """Whether so much waits to be written that senders should wait."""
        return self.outbox.unsent >= self.options.max_write and self.ended is None

    def answer(self, request: Request, result: Any, now: float) -> None:
        """Answers a request. None is an empty result, where there is one."""
        self.clock.now = now
        self.serving.end(request, Result(result))

    def fail(self, request: Request, error: BaseException | ErrorObject, now: float) -> None:
        """Answers a request whose handler has failed. If it has stopped as it was told to, the error is the reason."""
        self.clock.now = now
        self.serving.end(request, error)

    def shutdown(self, now: float) -> None:
        """Ends the connection when the requests that have arrived are answered. New ones are refused."""
        self.clock.now = now
        self.is_draining = self._may_end = True

    def close(self, now: float) -> None:
        """Ends the connection, after what was sent is written, if that is soon."""
        self.clock.now = now
        self.end(ConnectionFailed("closed", "the connection was closed"), True)

    # What the parts of the core use.

    @property
    def time(self) -> int:
        """The time for the rules, in milliseconds."""
        return int(self.clock.now * 1000) + 1 if self.ends.needs_time else 0

    @property
    def is_greeting(self) -> bool:
        """Whether the handshake has begun, and is not answered yet."""
        greeting = self.ends.greeting
        return self.serving.handles(greeting) or self.pending.asks(greeting)

    @property
    def max_received(self) -> float:
        """The length of the longest message to this end."""
        return self.options.max_bytes or self._max_bytes[self.side]

    @property
    def max_sent(self) -> float:
        """The length of the longest message to the peer."""
        return min(self._max_bytes[1 - self.side], self._most_framed)

    def judge(self, parts: Parts) -> list[SessionFault]:
        """Returns the rules that a message would break if it were sent."""
        return self.machine.judge(parts, side=self._role, time=self.time)

    def observe_sent(self, message: Any, parts: Parts, request: Request | None) -> Verdict:
        """Records that a message is sent."""
        if self.is_traced:
            show(self, True, message, parts, request)
        return self.machine.observe_parts(parts, side=self._role, time=self.time)

    def complete(self, shape: str, message: Any) -> None:
        """Adds the further members of a message."""
        given, counter = self.options.members, self.ends.counter
        if given is None and counter is None:
            return
        fields = {f["name"] for f in self.ends.shell.fields(shape)}
        further = given(message) if callable(given) else given
        for name, value in (further or {}).items():
            if value is not UNSET and name in fields:
                message.members.setdefault(name, value)
        if counter is not None and shape != "request" and counter in fields:
            message.members[counter] = self.counting.next()

    def write(self, message: Any) -> str:
        """Returns the text of a message. Raises if it must not be sent."""
        return self._checked(self.protocol.write_message(message))

    def reply_text(self, request: Request, value: Any) -> tuple[str, Any]:
        """Returns the text of the response to a request with its result, and the result as JSON if it is asked for."""
        is_greeting = request.method == self.ends.greeting
        if self.is_traced or is_greeting or self.options.members is not None or self.ends.counter is not None:
            response = self.protocol.reply(request.message, value)
            self.complete("response", response)
            return self.write(response), response.result
        return self._checked(self.protocol.write_reply(request.message, value)), UNSET

    def _checked(self, text: str) -> str:
        most = self.max_sent
        if len(text) * 3 > most and (size := len(text.encode())) > most:
            raise ConnectionFailed("too_large", too_large(size, int(most)).text)
        return text

    def plain_params(self, message: Any) -> Any:
        """Returns the params of a message as JSON."""
        return self.ends.rules.parts_of(parse(self.protocol.write_message(message))[0]).params

    def send_answer(
        self,
        text: str,
        parts: Parts,
        request: Request | None,
        since: int,
        together: Together | None,
        failure: Failure | None,
        result: Any,
    ) -> None:
        """Sends an answer."""
        if self.ended is not None:
            return
        message = failure or (Response(id=parts.id, result=result) if self.is_traced else None)
        self.observe_sent(message, parts, request)
        if together is not None:
            together.add(text)
        else:
            self.outbox.answer(text, since)
        if self.machine.is_ended:
            self.over(together is not None)

    def sweep(self) -> None:
        """Ends what needs no answer any more."""
        self.pending.sweep()
        self.serving.sweep()

    def resume(self) -> None:
        """Resends what waits for the handshake."""
        self._sending.resume()

    def agree(self, value: Any, params: Any, result: Any) -> None:
        """Records the result of the handshake. `value` is what the peer has sent, the others are JSON."""
        ends = self.ends
        self.handshake = value
        self._ungreeted.stop()
        assert ends.handshake is not None
        path = ends.handshake.get("chosen")
        chosen = at(result, tuple(path)) if path else UNSET
        if chosen is not UNSET and chosen is not None:
            self.version = str(chosen) if ends.compare(str(chosen), ends.version) < 0 else ends.version
        for side in (0, 1):
            most = ends.size_limit(side, params, result)
            if most is not None:
                self._max_bytes[side] = most
        self._events.append(Agreed())

    def report(self, kind: str, text: str, message: Any = None, error: Exception | None = None) -> None:
        """Reports a fault that does not end the connection."""
        self._events.append(Reported(Report(kind, text, message, error)))

    # How it ends.

    def over(self, waits: bool = False) -> None:
        """Ends the connection, because the session has ended, when what has happened is handled."""
        if self._is_over:
            return
        self._is_over = self._may_end = True
        self._over_waits = waits
        if waits:
            closed = ConnectionFailed("closed", "the session has ended")
            self.clock.after(self.options.close_wait, lambda: self.end(closed, True))

    def _take_over(self) -> None:
        """Makes this the connection of the session."""
        session = self.session
        if session is None:
            return
        if session.peer is not None:
            before = session.peer
            before.end(ConnectionFailed("disconnected", "another connection has taken over the session"))
            before.wake()
        session.peer = self
        if self.ends.handshake is None:
            self.resume()

    def _finish_input(self) -> None:
        """Ends the connection at the end of the input, after requests are answered, if that does not take long."""
        error, self._input = self._input, False
        if isinstance(error, ConnectionFailed):
            self.end(error)
            return
        self.lost = lost = ConnectionFailed("disconnected", "the peer has ended the connection")
        self._may_end = True
        self.pending.give_up_all(lost)
        self._events.append(InputEnded())
        self.clock.after(self.options.close_wait, lambda: self.end(lost, not self._receiving.is_truncated))

    def end(self, error: ConnectionFailed, is_usual: bool = False) -> None:
        """Ends the connection with the error that calls have."""
        if self.ended is not None:
            return
        self.ended = error
        self._is_usual = is_usual
        self._idle.end()
        self._ungreeted.end()
        self.pending.give_up_all(error)
        self.serving.stop(error)
        self.room.end()
        if is_usual and self.outbox.unsent and not self._is_cut:
            self._last = self.clock.after(self.options.close_wait, self._close)
        else:
            self._close()

    def _close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        if self._last is not None:
            self._last.stop()
        self.outbox.end()
        assert self.ended is not None
        self._events.append(Ended(None if self._is_usual else self.ended))

    def _has_written(self) -> None:
        if self.ended is not None and not self.outbox.unsent:
            self._close()
        elif self.serving.waiting:
            self.serving.start()

    def _is_untaken(self) -> None:
        self._end_slow(untaken(self.serving.waiting, self._kept, self.outbox.unsent))

    def _is_unwritten(self) -> None:
        if self.outbox.unsent:
            self._end_slow(f"nothing was written of {self.outbox.unsent} bytes that wait")

    def _end_slow(self, text: str) -> None:
        self.end(ConnectionFailed("slow_consumer", f"{text} for {self.options.stall_wait:g} s"))

    def _is_idle(self) -> None:
        if self.pending.calls or self.serving.running or self._busy:
            self._idle.start()
        else:
            self.end(ConnectionFailed("idle", f"nothing has come for {self.options.idle_wait:g} s"))

    def _is_ungreeted(self) -> None:
        if self.ends.handshake is not None and self.ends.handshake.get("optional") and not self.is_greeting:
            return  # the peer may leave it out
        wait = self.options.handshake_wait
        self.end(ConnectionFailed("handshake", f"the handshake was not answered within {wait:g} s"))


def _nothing() -> None:
    pass
