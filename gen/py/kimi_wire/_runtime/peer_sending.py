"""What a connection sends by itself: calls and notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .error import WireError, quote
from .failure import ConnectionFailed, SessionError
from .peer_calls import Call
from .peer_rows import Item
from .session_rules import Parts
from .value import UNSET, Struct

if TYPE_CHECKING:
    from types import TracebackType

    from .peer import Peer
    from .peer_session import Session
    from .table import Row


class _Count:
    def __init__(self) -> None:
        self.count = 0


class Counting:
    """Ids and numbers of messages. Within it, what is not sent does not count."""

    def __init__(self, ids: Session | None) -> None:
        self._ids = ids or _Count()  # those of a session go on over its connections
        self._before = 0

    def next(self) -> int:
        """Returns the next number."""
        self._ids.count += 1
        return self._ids.count

    def __enter__(self) -> None:
        self._before = self._ids.count

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if kind is not None:
            self._ids.count = self._before


class Sending:
    """Makes and cancels calls, and sends notifications."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._sends = peer.ends.sends[peer.side]
        self._is_text = not peer.protocol.table.dialect["integer_id"]

    def item(self, kind: str, name: str, params: Any) -> Item:
        """Returns what this end sends under a name. Raises a ValueError if that is nothing."""
        item = self._sends.get(f"{kind} {name}")
        if item is None:
            of, raw = ("request", "call_raw") if kind == "request" else ("notification", "notify_raw")
            raise ValueError(f"this end sends no {of} {quote(name)}; {raw} sends an undeclared method")
        if item.tag is None and item.method in self._peer.ends.carried:
            return self.raw_item(kind, name, params)
        return item

    def raw_item(self, kind: str, method: str, params: Any) -> Item:
        """Returns what this end sends with a method."""
        is_request = kind == "request"
        item = self._peer.ends.item_of_value(method, params)
        if item is not None and item.is_request == is_request:
            return item
        return Item(None, method, "request" if is_request else "notification")

    def call(self, call: Call, params: Any) -> None:
        """Sends the request of a call, or raises why not."""
        peer, item = self._peer, call.item
        self._is_known(item)
        with peer.counting:
            params = self._with_id(call, item.wrap(params) if item.wrap is not None else params)
            call.message = peer.ends.message(item, call.id, params)
            is_history = self._send(call)
        if is_history:
            call.settle(None, ConnectionFailed("history", f"{quote(call.name)} is part of a replay, and not answered"))
            return
        peer.pending.expect(call)
        if peer.serving.waiting:
            peer.serving.start()
        peer.sweep()
        if item.method == peer.ends.greeting:
            peer.resume()

    def _with_id(self, call: Call, params: Any) -> Any:
        """Finds the id of a call. Returns its params, which may have it."""
        peer, item = self._peer, call.item
        holder, name = None, ""
        if item.id_name and hasattr(params, item.id_name):
            holder, name = params, item.id_name
        elif item.id and item.declared is not None and item.declared.params is not None:
            holder, name = peer.ends.id_at(params, item.id, item.declared.params)
        given = getattr(holder, name) if holder is not None else None
        if given is not None and given is not UNSET and given != "":
            if given in peer.pending.calls:
                words = f"the id {quote(str(given))} is in use by a request that has not been answered"
                raise SessionError("id", call.name, words)
            call.id = given
            return params
        call.id = self._next_id()
        if isinstance(holder, Struct):
            made = holder.__replace__(**{name: call.id})
            return made if holder is params else params.__replace__(value=made)
        return params

    def _next_id(self) -> str | int:
        peer = self._peer
        while True:
            number = peer.counting.next()
            id = str(number) if self._is_text else number
            if id not in peer.pending.calls:
                return id

    def _is_known(self, item: Item) -> None:
        """Raises if the version of the peer does not have the request."""
        peer = self._peer
        since, version = item.since, peer.version
        if since is None or version is None or peer.ends.has(version, since):
            return
        if item.method != peer.ends.greeting:
            words = f"{quote(item.name)} is there since version {since}, and the session has version {version}"
            raise SessionError("since", item.name, words)

    def _send(self, call: Call) -> bool:
        """Sends the request of a call, and reports whether it is part of a replay."""
        peer, item = self._peer, call.item
        parts = Parts(item.method, call.id, item.params)
        self._may_be_sent(parts, item)
        peer.complete("request", call.message)
        text = peer.write(call.message)
        if item.is_asked:
            parts = parts._replace(params=peer.plain_params(call.message))
        verdict = peer.observe_sent(call.message, parts, None)
        call.session_call = verdict.call
        peer.outbox.call(text, call)
        return verdict.kind == "history"

    def notify(self, item: Item, params: Any) -> None:
        """Sends an event or a notification, or raises why not."""
        peer = self._peer
        if item.wrap is not None:
            params = item.wrap(params)
        self._may_be_sent(Parts(item.method, None, item.params), item)
        with peer.counting:
            message = peer.ends.message(item, UNSET, params)
            peer.complete("notification", message)
            text = peer.write(message)
            given = peer.plain_params(message) if item.is_asked else item.params
            peer.observe_sent(message, Parts(item.method, None, given), None)
            peer.outbox.note(text)
        peer.sweep()
        if peer.machine.is_ended:
            peer.over()

    def _may_be_sent(self, parts: Parts, item: Item) -> None:
        """Raises if a message breaks a rule of the session."""
        peer = self._peer
        lost = peer.ended or (peer.lost if parts.id is not None else None)
        if lost is not None:
            raise ConnectionFailed(lost.reason, lost.message)
        broken = () if peer.side in item.free and not peer.machine.is_ended else peer.judge(parts)
        if broken:
            raise SessionError(broken[0].rule, broken[0].element, broken[0].text)
        unsent = peer.outbox.unsent
        if unsent >= peer.options.max_unsent:
            raise ConnectionFailed("overflow", f"{unsent} bytes wait to be sent")

    def resume(self) -> None:
        """Resends the calls that wait for this connection."""
        peer = self._peer
        if peer.session is None:
            return
        for call in peer.session.take():
            try:
                call.peer = peer
                self._send(call)
                peer.pending.expect(call)
            except Exception as e:
                call.settle(None, e)

    def cancel(self, call: Call, reason: Exception) -> None:
        """Cancels a call as the protocol says, and waits for its answer if one is expected."""
        peer = self._peer
        if call.is_settled or call.cancelled is not None:
            return
        call.cancelled = reason
        rule = call.item.cancel
        if rule is None or peer.ended is not None:
            peer.pending.give_up(call, reason)
            return

        def give_up() -> None:
            call.peer.pending.give_up(call, reason)

        if rule.get("none"):
            give_up()
        else:
            call.timers.append(peer.clock.after(peer.options.cancel_wait, give_up))
        try:
            self._send_cancel(call, rule)
        except Exception as e:
            self._not_cancelled(call, e)

    def _not_cancelled(self, call: Call, error: Exception) -> None:
        if call.is_settled:
            return  # the answer has crossed the message that cancels
        self._peer.report("cancel", f"{quote(call.name)} could not be cancelled: {error}", error=error)
        assert call.cancelled is not None
        call.peer.pending.give_up(call, call.cancelled)

    def _send_cancel(self, call: Call, rule: Row) -> None:
        peer = self._peer
        item = peer.ends.methods[rule["by"]]
        params: Any = UNSET
        assert item.declared is not None
        if item.declared.params is not None:
            path = rule.get("path", ())
            if path or item.declared.presence != "optional":
                given: Any = call.id if path else {}
                for step in reversed(path):
                    given = {step: given}
                params = self._positions(item.declared.params, given)
        if not item.is_request:
            self.notify(item, params)
            return

        def ended(own: Call) -> None:
            if own.error is not None:
                self._not_cancelled(call, own.error)

        own = Call(item, peer)
        own.on_end = ended
        self.call(own, params)
        peer.pending.watch(own, peer.options.cancel_wait, self.cancel)

    def _positions(self, ref: Row, given: Any) -> Any:
        """Returns the typed params of a message that cancels."""
        protocol = self._peer.protocol
        if protocol.table.type_of(ref).form == "tuple" and isinstance(given, dict):
            given = list(given.values())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        try:
            return protocol.read_value(ref, given).value
        except WireError as e:
            raise SessionError("cancel", self._peer.ends.rules.roles[self._peer.side], str(e)) from e
