"""The requests of the peer: those that are being handled or wait, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Union

from .error import WireError, quote
from .failure import ConnectionFailed, ResponseError, Unhandled
from .message import ErrorObject, Failure
from .peer_events import Requested, Stopped
from .peer_rows import INTERNAL_ERROR, METHOD_NOT_FOUND
from .session_rules import ErrorIdentity, Parts, at
from .value import UNSET

if TYPE_CHECKING:
    from .machine import Verdict
    from .peer import Peer
    from .peer_rows import Item
    from .peer_session import Resendable
    from .peer_together import Together
    from .session_calls import SessionCall

# What the peer gets for a failed handler: what the handler has raised may be confidential.
FAILED: Final = "the handler failed"


class Result:
    """What a handler returns."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


Outcome = Union[Result, BaseException, ErrorObject]


class Request:
    """A request of the peer. `params` is what its handler gets."""

    __slots__ = (
        "_origin",
        "cost",
        "has_begun",
        "id",
        "is_done",
        "is_waiting",
        "item",
        "message",
        "method",
        "name",
        "params",
        "peer",
        "resendable",
        "session_call",
        "since",
        "stopped",
        "task",
        "together",
    )

    def __init__(
        self, peer: Peer, item: Item | None, message: Any, method: str, session_call: SessionCall, cost: int
    ) -> None:
        self.peer = peer
        self.item = item  # None if the method is undeclared
        self.message = message
        self.method = method
        self.name = item.name if item else method
        self.params: Any = message.params
        self.id: Any = message.id
        self.session_call = session_call
        self.cost = cost  # of the room while it waits for a handler, and then of that of handlers
        self.since = peer.outbox.mark
        self.together: Together | None = None
        self.is_done = False  # its handler has ended
        self.is_waiting = False  # for its handler to be called
        self.stopped: ConnectionFailed | None = None  # why its handler is to stop
        self._origin: Request | None = None  # the one whose handler was called, if it has come again
        self.resendable: Resendable | None = None
        self.task: Any = None  # of the driver
        self.has_begun = False  # the task

    @property
    def origin(self) -> Request:
        """The request whose handler was called: it, or the one that it repeats."""
        return self._origin or self

    @property
    def current_peer(self) -> Peer:
        """The end over whose connection it came last."""
        return self.resendable.request.peer if self.resendable else self.peer

    def stop(self, reason: ConnectionFailed) -> None:
        """Tells its handler to stop."""
        origin = self.origin
        if origin.stopped is None:
            origin.stopped = reason
            if not self.is_waiting:
                origin.peer.happened(Stopped(origin, reason))

    def continues(self, before: Request) -> None:
        """Makes it a repetition of a request that came before it."""
        self._origin = before.origin


class Serving:
    """Handles the requests of the peer."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self.running: dict[Any, Request] = {}  # those that are not answered, also those that wait
        self._waiting: dict[Request, None] = {}  # for their handlers to be called, in their order
        self._settleable: dict[Request, None] = {}  # of which a message may say that they need no answer
        self._started = 0  # handlers that run
        self._started_cost = 0
        self._is_starting = False
        self.together: Together | None = None  # which the message that is being read is part of

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a handler."""
        return len(self._waiting)

    def handles(self, method: str | None) -> bool:
        """Reports whether a request of a method is being handled."""
        return any(r.item is not None and r.item.kind == "request" and r.item.name == method for r in self.running.values())

    def stop(self, reason: ConnectionFailed) -> None:
        """Tells all handlers to stop. Requests that wait for one are dropped."""
        session = self._peer.session
        for request in list(self.running.values()):
            resendable = request.resendable
            goes_on = resendable is not None and session is not None and not session.is_closed
            if request.is_waiting:
                if goes_on and resendable is not None and session is not None:
                    session.forget(resendable)  # it comes again as a new one
                self._drop(request)
            elif goes_on:
                del self.running[request.id]  # its handler goes on
            else:
                request.stop(reason)

    def sweep(self) -> None:
        """Tells the handlers to stop whose answers are not expected any more."""
        is_ended = self._peer.machine.is_ended
        if not self._settleable and not is_ended:
            return
        for request in list(self.running.values() if is_ended else self._settleable):
            if request.session_call.unanswered or request.origin.stopped is not None:
                continue
            request.stop(ConnectionFailed("settled", "no answer is owed any more"))
            if request.is_waiting:
                self._peer.pending.past.add(request.session_call)
                self._drop(request)

    def _drop(self, request: Request) -> None:
        """Drops a request that waits for its handler."""
        self._leave(request)
        self._forget(request)

    def _forget(self, request: Request) -> None:
        if self.running.get(request.id) is request:
            del self.running[request.id]
        self._settleable.pop(request, None)
        if request.together is not None:
            request.together.end()

    def cancelled(self, method: str, params: Any) -> None:
        """Tells the handlers to stop whose requests a message cancels."""
        for request in list(self.running.values()):
            rule = request.item.cancel if request.item is not None else None
            if rule is None or rule["by"] != method:
                continue
            path = rule.get("path")
            if path and at(params, tuple(path)) != request.id:
                continue
            request.stop(ConnectionFailed("cancelled", "the request was cancelled"))
            if rule.get("error") and request.is_waiting:
                self._leave(request)
                self._over(request, request.origin.stopped or Unhandled())

    def request(self, message: Any, item: Item, parts: Parts, verdict: Verdict) -> None:
        """Has a request handled, or answers it as the protocol says."""
        request = self._request_of(message, item, parts.method or "", verdict)
        if request is not None and not self._is_again(request):
            self._await(request)

    def unknown(self, message: Any, parts: Parts, verdict: Verdict) -> None:
        """Has a request of an undeclared method handled, or refuses it."""
        peer, method = self._peer, parts.method or ""
        has_id = getattr(message, "id", UNSET) is not UNSET
        if verdict.error is not None and has_id:  # it breaks a rule, and is answered with the error of that
            self._request_of(message, None, method, verdict)
            return
        takes = peer.takes_unknown or peer.options.incoming is not None
        if takes and method not in peer.ends.methods and has_id:
            request = self._request_of(message, None, method, verdict)
            if request is not None:
                self._await(request)
            return
        peer.report("unknown_method", f"the method {quote(method)} is not declared", message)
        answer = peer.protocol.refuse_method(message)
        if answer is not None:
            self.reply_failure(peer.ends.failure_of(answer, method))

    def _request_of(self, message: Any, item: Item | None, method: str, verdict: Verdict) -> Request | None:
        """Returns a request that is to be handled; None if it is none, or was refused for a rule that it breaks."""
        peer = self._peer
        running = self.running.get(message.id)
        call = verdict.call
        assert call is not None
        if running is not None and running.item is item and (item is not None or running.method == method):
            running.session_call = call  # one answer serves both
            return None
        if any(fault.rule == "ends" for fault in verdict.faults):
            return None
        request = Request(peer, item, message, method, call, peer.room.cost)
        request.together = self.together
        if verdict.error is not None:
            self._fail(request, peer.ends.declared_error(verdict.error, verdict.broken or ""))
        elif peer.is_draining:
            self._fail(request, peer.ends.internal_error("the connection is shutting down"))
        else:
            return request
        return None

    def _is_again(self, request: Request) -> bool:
        """Reports whether a request has come before, over another connection of the session, and has it answered so."""
        peer, item = self._peer, request.item
        session = peer.session
        if session is None or item is None or not item.resend:
            return False
        text = peer.protocol.write_message(request.message)
        resendable = session.register(request, text, item.resend == "always" or peer.is_greeting)
        if resendable is None:
            return False
        request.resendable = resendable
        self._enter(request)
        if resendable.outcome is not None:
            self.finish(request, resendable.outcome)
        return True

    def _await(self, request: Request) -> None:
        """Has the handler of a request called as soon as it may be."""
        self._enter(request)
        if not self._waiting and self._may_start(request):
            self._begin(request)
            return
        request.is_waiting = True
        self._waiting[request] = None
        self._peer.room.owe(request.cost)

    def _enter(self, request: Request) -> None:
        """Records a request that will be answered later."""
        self.running[request.id] = request
        if request.item is not None and request.item.may_end:
            self._settleable[request] = None
        if request.together is not None:
            request.together.begin()

    def _leave(self, request: Request) -> None:
        """Records that a request does not wait for its handler any more."""
        request.is_waiting = False
        del self._waiting[request]
        self._peer.room.settle(request.cost)

    def _may_start(self, request: Request) -> bool:
        """Reports whether the handler of a request may be called.

        One that waits for a call of this end has its place for another one, but it is not known which do.
        """
        peer = self._peer
        if self._started >= peer.options.max_handlers + len(peer.pending.calls) or peer.outbox.is_full:
            return False
        return self._started == 0 or self._started_cost + request.cost <= peer.options.max_read

    def start(self) -> None:
        """Has the handlers of requests called that wait, if they may be now."""
        if self._is_starting:
            return
        self._is_starting = True
        while self._waiting:
            request = next(iter(self._waiting))
            if not self._may_start(request):
                break
            self._leave(request)
            self._begin(request)
        self._is_starting = False

    def _begin(self, request: Request) -> None:
        self._started += 1
        self._started_cost += request.cost
        self._peer.happened(Requested(request))

    def end(self, request: Request, outcome: Outcome) -> None:
        """Answers a request as its handler has ended."""

        if request.is_done:
            raise ValueError("the request is answered")
        request.is_done = True
        outbox = self._peer.outbox
        if outbox.is_full:
            outbox.when_room(lambda: self._ended(request, outcome))
        else:
            self._ended(request, outcome)

    def _ended(self, request: Request, outcome: Outcome) -> None:
        self._started -= 1
        self._started_cost -= request.cost
        self._over(request, outcome)
        if self._waiting:
            self.start()

    def _over(self, request: Request, outcome: Outcome) -> None:
        resendable, session = request.resendable, self._peer.session
        if resendable is None or session is None:
            self.finish(request, outcome)
            return
        last = resendable.request
        if session.answer(resendable, outcome):
            last.peer.serving.finish(last, outcome)
        if last is not request and request.together is not None:
            request.together.end()

    def finish(self, request: Request, outcome: Outcome) -> None:
        """Answers a request by what its handler has done."""
        peer = self._peer
        if isinstance(outcome, Unhandled) and request.method in peer.ends.cancels:
            outcome = Result(None)  # that is all there is to do
        if isinstance(outcome, Result):
            try:
                self._reply(request, outcome.value)
            except Exception as e:
                self._report(request, e)
                self._fail(request, peer.ends.internal_error(FAILED))
        elif request.session_call.unanswered or outcome is not request.origin.stopped:
            self._fail(request, self._error_for(request, outcome))
        else:  # a handler that stops because no answer is expected has not failed
            peer.pending.past.add(request.session_call)
        self._forget(request)

    def _reply(self, request: Request, value: Any) -> None:
        peer = self._peer
        if value is None:
            value = peer.ends.default_result(request.message)
        with peer.counting:
            text, result = peer.reply_text(request, value)
            self._answer(request, text, result, None)

    def _fail(self, request: Request, error: ErrorObject) -> None:
        peer = self._peer
        try:
            with peer.counting:
                self._send_failure(request, error)
        except Exception as e:
            self._report(request, e)
            with peer.counting:
                self._send_failure(request, ErrorObject(code=INTERNAL_ERROR, message=FAILED))

    def _send_failure(self, request: Request, error: ErrorObject) -> None:
        failure = self._peer.protocol.fail(request.message, error)
        self._peer.complete("response", failure)
        self._answer(request, self._peer.write(failure), UNSET, failure)

    def _answer(self, request: Request, text: str, result: Any, failure: Failure | None) -> None:
        """Sends the answer to a request, if one is still expected. Raises if it must not be sent."""
        peer, item = self._peer, request.item
        error = identity_of(peer, failure.error) if failure is not None else None
        parts = Parts(None, request.id, UNSET, result if error is None else UNSET, error)
        is_free = item is not None and error is None and item.is_answered_freely
        broken = () if is_free else peer.judge(parts)
        if not request.session_call.unanswered:
            peer.pending.past.add(request.session_call)
            peer.report("settled", f"{quote(request.name)} is not answered, because no answer is owed any more")
            return
        if broken:
            raise _Broken(broken[0].text)
        peer.send_answer(text, parts, request, request.since, request.together, failure, result)
        if item is not None and error is None and item.name == peer.ends.greeting:
            peer.agree(request.message.params, peer.plain_params(request.message), result)

    def reply_failure(self, failure: Failure) -> None:
        """Answers a message that no handler gets."""
        peer = self._peer
        try:
            with peer.counting:
                peer.complete("response", failure)
                text = peer.write(failure)
                id = None if failure.id is UNSET else failure.id
                parts = Parts(None, id, UNSET, UNSET, identity_of(peer, failure.error))
                peer.send_answer(text, parts, None, peer.outbox.mark, self.together, failure, UNSET)
        except (WireError, ConnectionFailed) as e:
            peer.report("answer", f"an answer could not be sent: {e}", error=e)

    def _error_for(self, request: Request, outcome: BaseException | ErrorObject) -> ErrorObject:
        """Returns the error that answers a request for what its handler has raised."""
        peer = self._peer
        if isinstance(outcome, ErrorObject):
            return outcome
        if isinstance(outcome, ResponseError):
            return outcome.error
        if isinstance(outcome, Unhandled):
            if request.item is None:
                return peer.ends.undeclared(request.method)
            return peer.ends.refusal(METHOD_NOT_FOUND, f"there is no handler for {quote(request.name)}")
        rule = request.item.cancel if request.item is not None else None
        if request.origin.stopped is not None and rule is not None and rule.get("error"):
            return peer.ends.declared_error(rule["error"], "the request was cancelled")
        is_over = peer.ended is not None or peer.lost is not None
        if not is_over or not isinstance(outcome, ConnectionFailed):  # what ends with the connection has not failed
            self._report(request, outcome)
        return peer.ends.internal_error(FAILED)

    def _report(self, request: Request, error: BaseException) -> None:
        words = str(error) or type(error).__name__
        self._peer.report(
            "handler",
            f"the handler of {quote(request.name)} has failed: {words}",
            request.message,
            error if isinstance(error, Exception) else None,
        )


class _Broken(Exception):
    """An answer breaks a rule."""


def identity_of(peer: Peer, error: ErrorObject) -> ErrorIdentity:
    """Returns what tells an error from others."""
    if not peer.ends.shell.has_codes:
        return ErrorIdentity()
    kind: Any = error.kind
    if kind is None and isinstance(error.data, dict):
        kind = error.data.get("kind")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return ErrorIdentity(error.code, kind)
