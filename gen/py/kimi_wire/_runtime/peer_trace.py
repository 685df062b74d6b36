"""What traces and logs show of messages: without what is sensitive, and with long values cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from .answers import result_ref
from .error import WireError
from .message import Failure, Response
from .peer_options import Traced
from .redact import shown
from .value import UNSET, plain

if TYPE_CHECKING:
    from .peer import Peer
    from .peer_calls import Call
    from .peer_rows import Ends
    from .peer_serving import Request
    from .session_rules import Parts


def show(peer: Peer, sent: bool, message: Any, parts: Parts, of: Call | Request | None) -> None:
    """Passes a message to the trace and to the log. `of` is what a response answers."""
    o = peer.options
    name = of.item.name if of is not None and of.item is not None else None
    shown = _traced(peer.ends, sent, message, parts, of.message if of is not None else None, name)
    try:
        if o.trace is not None:
            o.trace(shown)
    except Exception as e:
        peer.report("callback", f"the trace has failed: {e}", error=e)
    if peer.is_logged and o.logger is not None:
        words = "sent" if sent else "received"
        what = shown.name if shown.name == shown.method or not shown.name else f"{shown.method}/{shown.name}"
        o.logger.debug("%s %s %s: %s", words, shown.kind, what, shown.message)


def _traced(ends: Ends, sent: bool, message: Any, parts: Parts, request: Any, name: str | None) -> Traced:
    """Describes a message. `request` is the message that a response answers, and `name` what is called."""
    out: dict[str, Any] = {}
    id = getattr(message, "id", UNSET)
    if id is not UNSET:
        out["id"] = id
    shape = "response" if isinstance(message, (Response, Failure)) else "request" if parts.id is not None else "notification"
    for field in ends.shell.fields(shape):
        if field["name"] in message.members:
            out[field["name"]] = plain(message.members[field["name"]], field["type"].get("log", 0))
    if isinstance(message, Response):
        method = getattr(request, "method", None)
        out["result"] = _result(ends, request, message)
        return Traced(sent, "response", method, name, parts.id, out)
    if isinstance(message, Failure):
        method = getattr(request, "method", None)
        out["error"] = {k: v for k, v in plain(message.error).items() if v is not None}
        return Traced(sent, "response", method, name, parts.id, out)
    item = ends.item_of(message.method, parts.params)
    out["method"] = message.method
    whole = plain(message)
    if message.params is not UNSET:
        out["params"] = whole["params"]
        _hide_progress(ends, message, out["params"])
    kind: Literal["request", "notification"] = "notification" if parts.id is None else "request"
    return Traced(sent, kind, message.method, item.name if item else message.method, parts.id, out)


def _hide_progress(ends: Ends, message: Any, params: Any) -> None:
    """Hides what is sensitive in the progress that a notification reports, which its params may declare as any value."""
    for row in ends.progress.get(message.method, ()):
        if not row.get("kept") or "key" not in row.get("value", {}):
            continue
        name = ends.attribute(message, row["value"]["key"])
        if name is None:
            continue
        given = getattr(message.params, name)
        try:
            params[name] = plain(ends.protocol.read_value(row["payload"], given).value, row["payload"].get("log", 0))
        except WireError:
            params[name] = shown(given, ref_log(ends))


def _result(ends: Ends, request: Any, response: Response) -> Any:
    if response.result is UNSET or request is None:
        return shown(response.result, ref_log(ends)) if response.result is not UNSET else None
    ref = result_ref(ends.protocol, request)
    if ref is None:
        return shown(response.result, ref_log(ends))
    try:
        return plain(ends.protocol.read_value(ref, response.result).value, ref.get("log", 0))
    except WireError:
        return shown(response.result, -2)


def ref_log(ends: Ends) -> int:
    """Returns how much logs show of what has no type."""
    return -2 if ends.protocol.table.dialect.get("sensitive") else 0
