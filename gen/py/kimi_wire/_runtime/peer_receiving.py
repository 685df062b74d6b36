"""What a connection does with what it receives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .error import WireError, quote
from .failure import AnswerError, ConnectionFailed, ResponseError, SessionError
from .framing import FrameFault, too_large
from .message import ErrorObject, Failure, IgnoredMessage, Request, Response
from .peer_bounds import cost_of
from .peer_events import Notified, Progressed
from .peer_together import Together
from .peer_trace import show
from .session_rules import Parts
from .value import UNSET

if TYPE_CHECKING:
    from .machine import Verdict
    from .peer import Peer
    from .peer_calls import Call
    from .peer_rows import Item
    from .table import Row
    from .text import Parsed


class Receiving:
    """Passes what arrives to where it belongs."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._protocol = peer.protocol
        self._ends = peer.ends
        self._from = "client" if peer.side == 1 else "agent"  # what the peer may send
        self._froms = (self._from, "both")
        self._role = peer.ends.rules.roles[1 - peer.side]
        names = self._ends.shell.names
        self._params_of_requests = names["request"].params
        self._params_of_others = names["notification"].params
        self.is_truncated = False  # the input has ended in the middle of a message

    def receive(self, item: bytes | str | FrameFault) -> None:
        """Handles a message, or what stands in place of one."""
        peer = self._peer
        if isinstance(item, FrameFault):
            self._frame_fault(item)
            return
        size, most = len(item), peer.max_received
        if isinstance(item, str) and size * 3 > most:
            size = len(item.encode("utf-8", "surrogatepass"))
        if size > most:
            self._frame_fault(too_large(size, int(most)))
            return
        peer.room.cost = cost_of(size)
        try:
            parsed = self._protocol.parse_message(item)
        except WireError as e:
            self._refuse(item if isinstance(item, str) else item.decode("utf-8", "replace"), e, None)
            return
        if self._ends.has_batches and type(parsed[0]) is list:
            self._batch(parsed)
        else:
            self._one(parsed)

    def _frame_fault(self, item: FrameFault) -> None:
        peer = self._peer
        peer.report(item.fault, item.text)
        if item.fault == "framing":
            peer.end(ConnectionFailed("framing", item.text))
        elif item.fault == "truncated":
            self.is_truncated = True
        else:
            self._answer_too_large(item.text)

    def _answer_too_large(self, text: str) -> None:
        d = self._protocol.table.dialect
        id = None if d["null_id_on_error"] else UNSET
        if id is UNSET and not d["no_id_on_error"]:
            return
        name: str | None = self._ends.framing.get("too_large")
        error = self._ends.declared_error(name, text) if name else self._ends.refusal(-32600, text)
        if not self._ends.shell.has_codes:
            error.code = 0
        self._peer.serving.reply_failure(self._ends.failure(id, error, None))

    def _one(self, parsed: Parsed) -> None:
        try:
            message = self._protocol.report_parsed(parsed, self._from).value
        except WireError as e:
            self._refuse(parsed[0], e, parsed)
            return
        self._message(message, parsed[0], parsed)

    def _batch(self, parsed: Parsed) -> None:
        """Handles the messages of an array. If it cannot be read, those of them that can."""
        raw: list[Any] = parsed[0]
        try:
            messages = self._protocol.report_parsed_batch(parsed).value
        except WireError as e:
            self._refuse_batch(parsed, e)
            return

        def each() -> None:
            for i, message in enumerate(messages):
                self._message(message, raw[i], parsed)

        self._together(parsed, len(raw), each)

    def _refuse_batch(self, parsed: Parsed, error: WireError) -> None:
        raw: list[Any] = parsed[0]
        if not raw or len(raw) > self._ends.max_batch > 0:
            self._refuse(raw, error, parsed)
            return
        read: list[Any] = []
        for value in raw:
            try:
                read.append(self._protocol.report_parsed((value, parsed[1], parsed[2]), self._from).value)
            except WireError as e:
                read.append(e)
        if not any(isinstance(got, WireError) for got in read):
            self._refuse(raw, error, parsed)  # not together
            return

        def each() -> None:
            for i, got in enumerate(read):
                if isinstance(got, WireError):
                    self._refuse(raw[i], got, parsed)
                else:
                    self._message(got, raw[i], parsed)

        self._together(parsed, len(raw), each)

    def _together(self, parsed: Parsed, count: int, handle: Callable[[], None]) -> None:
        """Handles the messages of an array, whose answers are one array."""
        peer = self._peer
        mark = peer.outbox.mark
        peer.room.cost = cost_of(parsed[2] // count)
        together = Together(peer.max_sent, lambda text: peer.outbox.answer(text, mark))
        peer.serving.together = together
        try:
            handle()
        finally:
            peer.serving.together = None
        together.end()

    def _refuse(self, raw: Any, error: WireError, parsed: Parsed | None) -> None:
        """Reports a message that cannot be read, and answers it if its sender expects that. It ends a call that it answers."""
        peer, refused = self._peer, error.refused
        call: Call | None = None
        if refused is not None and parsed is not None:
            # A message with nothing but the id of a call is a response without a result.
            is_response = refused.shape == "response" or (not refused.shape and refused.method is None and refused.has_id)
            call = peer.pending.calls.get(refused.id) if is_response and _is_id(refused.id) else None
            peer.machine.observe(raw, side=self._role, time=peer.time, refused=True)
        peer.report("unreadable", str(error), raw, error)
        answer = None if call else self._protocol.refuse(error)
        if answer is not None:
            peer.serving.reply_failure(self._ends.failure_of(answer, refused.method if refused else None))
        if call is not None:
            peer.pending.give_up(call, AnswerError(call.name, error))

    def _message(self, message: Any, raw: Any, parsed: Parsed) -> None:
        peer, ends = self._peer, self._ends
        if isinstance(message, IgnoredMessage):
            peer.report("ignored", "a message was ignored", message)
            return
        item: Item | None = None
        is_answer = isinstance(message, (Response, Failure))
        if isinstance(message, Response):
            parts = Parts(None, message.id, UNSET, message.result)
        elif isinstance(message, Failure):
            parts = ends.rules.parts_of(raw)
        else:
            is_asked = isinstance(message, Request)
            params = raw.get(self._params_of_requests if is_asked else self._params_of_others, UNSET)
            call: Any = message
            method = call.method
            item = ends.item_of(method, params)
            if item is not None and item.is_asked and ends.has_former_names:
                params = peer.plain_params(message)
            id = getattr(message, "id", UNSET)
            parts = Parts(method, None if id is UNSET else id, params)
        if peer.is_traced:
            show(peer, False, message, parts, peer.pending.calls.get(parts.id) if is_answer else None)
        verdict = peer.machine.observe_parts(parts, side=self._role, time=peer.time)
        for fault in verdict.faults:
            if fault.rule != "answer":
                peer.report("duplicate_id" if fault.rule == "id" else "rule", fault.text, message)
        if is_answer:
            self._answered(message, parts, verdict, parsed)
        else:
            self._called(message, item, parts, verdict)
        if peer.machine.is_ended:
            peer.over()

    def _answered(self, message: Any, parts: Parts, verdict: Verdict, parsed: Parsed) -> None:
        peer = self._peer
        id = parts.id
        call = peer.pending.calls.get(id) if _is_id(id) else None
        if call is None:
            if id is None:
                words = message.error.message if isinstance(message, Failure) else ""
                peer.report("error", f"the peer reports an error: {words}", message)
            elif verdict.kind == "unmatched":
                peer.report("unknown_id", f"no request has the id {quote(str(id))}", message)
            else:
                peer.report("late", f"the answer with the id {quote(str(id))} is late", message)
            return
        if verdict.kind == "late":  # its time was over, which a timer has not said yet
            peer.pending.is_over(call)
            peer.report("late", f"the answer with the id {quote(str(id))} is late", message)
            return
        peer.pending.drop(call)
        if isinstance(message, Failure):
            self._failed(call, message.error)
            return
        try:
            result = self._protocol.read_answer(call.message, message, parsed)
        except WireError as e:
            peer.report("unreadable", str(e), message, e)
            peer.pending.give_up(call, AnswerError(call.name, e))
            return
        foreign = next((fault for fault in verdict.faults if fault.rule == "chosen"), None)
        if foreign is not None:  # there is no version to go on with
            peer.pending.give_up(call, SessionError(foreign.rule, foreign.element, foreign.text))
            return
        if call.item.method == self._ends.greeting:
            peer.agree(result, peer.plain_params(call.message), parts.result)
        call.settle(result, None)

    def _failed(self, call: Call, error: ErrorObject) -> None:
        name = self._protocol.error_name(error)
        rule: Row | None = call.item.cancel
        if call.cancelled is not None and rule is not None and rule.get("error") and name == rule["error"]:
            call.settle(None, call.cancelled)
        else:
            self._peer.pending.fail(call, ResponseError(error, name))

    def _called(self, message: Any, item: Item | None, parts: Parts, verdict: Verdict) -> None:
        peer, ends = self._peer, self._ends
        declared = None if item is None else item.declared
        has_id = parts.id is not None
        is_theirs = declared is not None and declared.row["from"] in self._froms and isinstance(message, declared.cls)
        if item is None or declared is None or not is_theirs or (declared.notifies and has_id):
            if not has_id and peer.takes_unknown and parts.method not in ends.methods:
                peer.happened(Notified(message.method, message.method, message, message.params, peer.room.cost, False, False))
            else:
                peer.serving.unknown(message, parts, verdict)
            return
        method, is_history = item.method, verdict.kind == "history"
        if declared.notifies or is_history:
            peer.happened(
                Notified(item.name, method, message, message.params, peer.room.cost, is_history, not declared.notifies)
            )
            if peer.pending.observed and method in ends.progress:
                self._progressed(message)
        else:
            if method == ends.greeting:
                peer.resume()
            peer.serving.request(message, item, parts, verdict)
        if method in ends.cancels and verdict.error is None:
            peer.serving.cancelled(method, parts.params)

    def _progressed(self, message: Any) -> None:
        """Passes the progress in a message on, and begins the time of calls again that it resets."""
        peer = self._peer
        for call in list(peer.pending.observed):
            declared = call.item.declared
            rows: Sequence[Row] = () if declared is None else declared.row.get("progress", ())
            for row in rows:
                try:
                    got = self._protocol.progress_of(row["name"], call.message, message)
                except WireError as e:
                    peer.report("unreadable", str(e), message, e)
                    got = None
                    is_of_call = True
                else:
                    is_of_call = got is not None
                if is_of_call and call.began is not None:
                    call.began = peer.clock.now
                if got is not None and call.has_progress:
                    peer.happened(Progressed(call, row["name"], got.value, peer.room.cost))


def _is_id(id: Any) -> bool:
    return isinstance(id, (str, int, float))
