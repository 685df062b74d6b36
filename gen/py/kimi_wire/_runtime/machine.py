"""A session as a machine that says what each message is, and which rules it breaks.

It does no I/O and has no clock. The machines in Go and TypeScript have the same rules and texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .session_agreement import Agreement, Offer
from .session_calls import Broken, Call, Calls, SessionCall, in_order
from .session_rate import Rate
from .session_rules import EITHER, Act, Parts, Rule, Rules, at, id_key, id_words, names_of
from .session_verdict import End, Mark, Message, Sent, SessionFault, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .session_rules import Gate
    from .session_verdict import Answers

_LONGEST: Final = 1e12  # seconds of a timeout


class Machine:
    """One session. It must observe all messages of both sides in order.

    `side` is a role; None if the sender is unknown. `number` is what verdicts call a message, by default its place
    in the session, from 1. `time` is in milliseconds from any origin: rates and timeouts are judged by it alone.
    `refused` says that a message is invalid: a request is then answered with an error, or not at all. `answers`
    says whether a response may belong to a call: it is asked if several calls have its id because the sender is
    unknown.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._calls = Calls()
        self._sent = [Sent() for _ in rules.acts]
        self._agreement = Agreement(rules.gates)
        self._rate = Rate(rules.per_minute) if rules.per_minute else None
        self._order = 0  # of the current message
        self._number = 0  # what verdicts call it
        self._now = Mark(0, 0)
        self._time = 0
        self._end: End | None = None

    def observe(
        self,
        message: Any,
        *,
        side: str | None = None,
        number: int | None = None,
        time: int = 0,
        refused: bool = False,
        answers: Answers | None = None,
    ) -> Verdict:
        """Observes the next message, a JSON value. Without a side, it is of the one that may send its method."""
        parts = self.rules.parts_of(message)
        act = self.rules.methods.get(parts.method) if parts.method is not None else None
        if side is None and act is not None and act.side != EITHER:
            side = self.rules.roles[act.side]
        return self.observe_parts(parts, side=side, number=number, time=time, refused=refused, answers=answers)

    def observe_parts(
        self,
        parts: Parts,
        *,
        side: str | None = None,
        number: int | None = None,
        time: int = 0,
        refused: bool = False,
        answers: Answers | None = None,
    ) -> Verdict:
        """Observes the next message by its parts."""
        m = Message(parts, self._side_of(side), time, refused, answers)
        self._order += 1
        v = self._begin(m, number)
        self._now = Mark(self._order, self._number)
        if parts.method is None:
            self._response(m, v)
        elif m.is_request:
            self._request(m, v)
        else:
            self._notification(m, v)
        return v

    def judge(self, parts: Parts, *, side: str | None = None, time: int = 0) -> list[SessionFault]:
        """Returns the rules that a message would break if it were sent now. It is not observed."""
        m = Message(parts, self._side_of(side), time, False, None)
        v = self._begin(m, None)
        if parts.method is None:
            c = None if m.key is None else self._calls.find(m.key, m.side, None)
            if c is None or not c.unanswered or c.is_refused or c.broken:
                return []
            if parts.error is not None:
                self._check_error(c, m, v)
            else:
                self._check_result(c, m, v)
        elif not self._is_too_late(m, v) and not self._is_replayed(m.side):
            for broken in self._may_be_sent(m, v):
                if broken.rule == "first":
                    self._fault(v, broken.rule, broken.element, None, broken.text)
        return v.faults

    def forget(self, call: SessionCall) -> None:
        """Forgets a call that nobody waits for: an answer to it is one to no request."""
        if isinstance(call, Call):
            self._calls.drop(call)

    @property
    def is_ended(self) -> bool:
        """Whether a message has ended the session."""
        return self._end is not None

    def unanswered(self) -> list[SessionCall]:
        """Returns the requests that must still be answered, oldest first."""
        return list(self._unanswered())

    def finish(self) -> list[SessionFault]:
        """Returns a fault for each request that was never answered. Call it at the end of the session.

        Requests with a timeout of unknown duration are left out.
        """
        return [
            SessionFault("answered", c.name, c.number, None, f"{c.words} was never answered")
            for c in self._unanswered()
            if not c.has_unknown_timeout
        ]

    def may_send(self, side: str | None = None) -> list[str]:
        """Returns the names of the methods, events and requests that a side may send now."""
        by = self._side_of(side)
        return [act.name for act in self.rules.acts if self._may_send(act, by)]

    def open(self, side: str | None = None) -> list[SessionCall]:
        """Returns the open requests to a side, oldest first."""
        by = self._side_of(side)
        methods = (act for act in self.rules.acts if act.kind == "method")
        calls = (c for act in methods for c in self._calls.all_open(act) if by == EITHER or c.by != by)
        return list[SessionCall](in_order(calls))

    def _unanswered(self) -> Iterable[Call]:
        return (c for c in self._calls.all() if c.unanswered and not c.is_refused)

    def _side_of(self, role: str | None) -> int:
        if role is None:
            return EITHER
        try:
            return self.rules.roles.index(role)
        except ValueError:
            raise ValueError('the side must be "%s" or "%s"' % self.rules.roles) from None

    def _begin(self, m: Message, number: int | None) -> Verdict:
        self._number = number or self._order
        self._time = max(self._time, m.time)
        self._calls.expire(self._time)
        m.acts = self._acts_of(m)
        return Verdict(self._number)

    def _acts_of(self, m: Message) -> list[Act]:
        """Returns the acts that a message is: its method, and the event or the request in its params.

        A response and an undeclared method are none.
        """
        rules, parts = self.rules, m.parts
        act = rules.methods.get(parts.method) if parts.method is not None else None
        if act is None or act.is_request != m.is_request:
            return []
        if act.has_events or act.has_requests:
            tag = at(parts.params, (rules.tag,))
            if isinstance(tag, str):
                inner = rules.events.get(tag) if act.has_events else None
                if inner is None and act.has_requests:
                    inner = rules.requests.get(tag)
                if inner is not None:
                    return [act, inner]
        return [act]

    def _notification(self, m: Message, v: Verdict) -> None:
        v.kind = "notification"
        if self._is_over(m, v):
            return
        if self._is_replayed(m.side):
            v.kind = "history"
            return
        if m.refused:
            return
        for act in m.acts:
            if not act.is_inert or act.side not in (m.side, EITHER):
                break
        else:
            if m.acts:
                return  # most events: nothing depends on them
        self._may_be_sent(m, v)
        for act in m.acts:
            self._sent[act.index].completed = self._now
            self._count(act)
        self._settle(m.acts, m, False)
        self._end_by(m.acts, m.sender())

    def _request(self, m: Message, v: Verdict) -> None:
        c = self._call_of(m)
        v.kind = "request"
        v.call = c
        if self._is_over(m, v):
            c.unanswered = False
            c.is_refused = True
            self._calls.add(c)
            return
        conflicting = self._calls.conflicting(c)
        if self._is_replayed(m.side):
            v.kind = "history"
            c.unanswered = False
            c.is_history = True
            self._calls.add(c)
            return
        if conflicting is not None:
            if self._is_again(conflicting, c):
                v.kind = "resent"
                v.call = conflicting
                conflicting.resent += 1
                return
            words = f"the id {id_words(c.id)} is in use by a request that has not been answered"
            self._fault(v, "id", c.name, conflicting.number, words)
            self._calls.drop(conflicting)
        self._calls.add(c)
        is_over_rate = self._rate is not None and self._rate.is_over(m.side, m.time)
        if m.refused:
            return
        c.broken = self._may_be_sent(m, v)
        if is_over_rate:
            self._limit_rate(c, v)
        if c.broken:
            v.error, v.broken = c.broken[0].error, c.broken[0].text
            return  # it has no effect
        self._set_deadline(c, m)
        self._calls.open(c)
        for act in m.acts:
            self._count(act)
        handshake = self.rules.handshake
        if handshake is not None and handshake.act in m.acts:
            c.previous = self._agreement.offer
            self._agreement.greet(handshake, m.parts.params)
        self._settle(m.acts, m, False)

    def _call_of(self, m: Message) -> Call:
        assert m.key is not None
        role = None if m.side == EITHER else self.rules.roles[m.side]
        c = Call(self._number, role, m.key, m.time, m.side, self._order, m.acts)
        c.is_refused = m.refused
        return c

    def _response(self, m: Message, v: Verdict) -> None:
        if m.key is None:
            return  # it answers a message that could not be read
        c = self._calls.find(m.key, m.side, m.answers)
        if c is None:
            if not m.refused:
                self._fault(v, "answer", "", None, f"no request with the id {id_words(m.key)} is waiting for an answer")
            return
        v.kind = "answer"
        v.call = c
        if not c.unanswered:
            v.kind = "late"
            if c.is_history:
                self._fault(v, "replay", c.name, c.number, "it answers a request of a replay, which is not answered")
            self._calls.close(c, False)
            return
        if not m.refused:
            self._judge_answer(c, m, v)
        if not c.is_refused and not c.broken:
            self._settle(c.acts, m, True)
        self._calls.close(c, True)

    def _judge_answer(self, c: Call, m: Message, v: Verdict) -> None:
        error = self.rules.error_of(m.parts.error)
        if c.broken and not (error is not None and error.is_local):
            first = c.broken[0]
            if error is not None and (error.is_standard or any(b.error == error.name for b in c.broken)):
                return
            words = self._error_words(m) or "a result"
            text = f"{first.text}, and is answered with {words}, not with {first.error}"
            self._fault(v, first.rule, first.element, c.number, text)
        elif m.parts.error is not None:
            self._check_error(c, m, v)
            if not c.broken and not c.is_refused:
                self._fail(c)
        elif not c.is_refused:
            self._succeed(c, m, v)

    def _error_words(self, m: Message) -> str:
        """Returns the name of a declared error, words for another one, and nothing for none."""
        error = self.rules.error_of(m.parts.error)
        if error is not None:
            return error.name
        return "" if m.parts.error is None else "an undeclared error"

    def _check_error(self, c: Call, m: Message, v: Verdict) -> None:
        """Judges the error that answers a call."""
        error = self.rules.error_of(m.parts.error)
        if error is None:
            return
        if error.is_local:
            text = f"{c.words} is answered with {error.name}, which is never sent"
            self._fault(v, "errors", c.name, c.number, text)
        elif c.acts and not c.is_refused and not error.is_any:
            act = c.acts[0]
            handshake = self.rules.handshake
            if not act.errors or error.name in act.errors:
                return
            if handshake is not None and handshake.act is act and error.name == handshake.none:
                return
            text = f"{act.words} is answered with {error.name}, which it does not list"
            self._fault(v, "errors", act.name, c.number, text)

    def _fail(self, c: Call) -> None:
        """Reverts the effects of a call that was answered with an error."""
        for act in c.acts:
            sent = self._sent[act.index]
            sent.count -= 1
            if sent.first is not None and sent.first.order == c.order:
                sent.first = None
        if isinstance(c.previous, Offer):
            self._agreement.offer = c.previous

    def _succeed(self, c: Call, m: Message, v: Verdict) -> None:
        self._check_result(c, m, v)
        for act in c.acts:
            sent = self._sent[act.index]
            sent.completed = self._now
            sent.first = sent.first or Mark(c.order, c.number)
        handshake = self.rules.handshake
        if handshake is not None and handshake.act in c.acts:
            self._agreement.choose(handshake, m.parts.result)
        self._end_by(c.acts, None)

    def _check_result(self, c: Call, m: Message, v: Verdict) -> None:
        """Judges whether what comes before the result of a call was sent, and the version that a handshake chooses."""
        for act in c.acts:
            for before, rule in act.before:
                last = self._sent[before.index].last
                if last is None or last.order < c.order:
                    text = f"the result of {act.words} comes before {before.words}"
                    self._add(v, "ordered_before", rule, before, c.number, text)
        handshake = self.rules.handshake
        if handshake is not None and handshake.act in c.acts:
            if self._agreement.is_foreign(handshake, m.parts.result):
                text = f"{c.words} is answered with a version that was not offered"
                self._fault(v, "chosen", c.name, c.number, text)

    def _count(self, act: Act) -> None:
        """Records that a message of an act was sent."""
        sent = self._sent[act.index]
        sent.last = self._now
        sent.count += 1
        if sent.count == 1:
            sent.first = sent.last

    def _end_by(self, acts: Sequence[Act], sender: int | None) -> None:
        """Ends the session if one of the acts has the rule ends."""
        for act in acts:
            if act.ends:
                self._end = End(self._now, act, sender)
                self._calls.release_all()

    def _settle(self, acts: Sequence[Act], m: Message, answered: bool) -> None:
        """Ends the requests that a message settles or cancels. A request settles others when it is answered."""
        for act in acts:
            for settled, rule in act.settles:
                if (act.is_request if rule.kind == "settled_by" else False) != answered:
                    continue
                if not rule.path:
                    for c in self._calls.all_open(settled):
                        self._calls.release(c)
                    continue
                key = id_key(at(m.parts.params, rule.path))
                fits = [] if key is None else [c for c in self._calls.with_id(key) if c.is_open and settled in c.acts]
                for c in fits:
                    # Of requests of both sides with that id, it is the sender's own.
                    if len(fits) == 1 or c.by == m.side or EITHER in (c.by, m.side):
                        self._calls.release(c)

    def _set_deadline(self, c: Call, m: Message) -> None:
        """Sets the time after which no answer to a call is expected."""
        for rule in (rule for act in c.acts for rule in act.rules if rule.kind == "timeout"):
            stated = id_key(at(m.parts.params, rule.path)) if rule.path else None
            seconds = stated if isinstance(stated, (int, float)) else rule.seconds
            if seconds <= 0 or m.time == 0:
                c.has_unknown_timeout = True
            else:
                c.deadline = m.time + int(min(seconds, _LONGEST) * 1000)
                self._calls.expect_until(c)

    def _limit_rate(self, c: Call, v: Verdict) -> None:
        text = f"{c.words} is one of more than {self.rules.per_minute} requests within a minute"
        if self.rules.rate_error:
            c.broken.append(Broken("rate", c.name, text, self.rules.rate_error))
        else:
            self._fault(v, "rate", c.name, None, text)

    def _is_replayed(self, side: int) -> bool:
        """Reports whether messages of a side are history: the other side requested a replay that has not ended."""
        replays = self.rules.replays
        return bool(replays) and any(self._calls.first_not_of(act, side) for act in replays)

    def _is_again(self, first: Call, c: Call) -> bool:
        """Reports whether a call may be the first one, resent."""
        if first.acts != c.acts:
            return False
        handshake = self.rules.handshake
        is_greeting = handshake is not None and self._calls.first_open(handshake.act) is not None
        kinds = ("resend_always", "resend_handshake") if is_greeting else ("resend_always",)
        return any(act.has(*kinds) for act in c.acts)

    def _fault(self, v: Verdict, rule: str, element: str, other: int | None, text: str) -> None:
        """Adds a fault of the current message."""
        v.faults.append(SessionFault(rule, element, self._number, other, text))

    def _add(self, v: Verdict, key: str, rule: Rule, act: Act, other: int | None, text: str) -> None:
        """Adds a broken rule: a fault, or advice."""
        to = v.advice if rule.enforced == "advisory" else v.faults
        to.append(SessionFault(key, act.name, self._number, other, text))

    def _is_too_late(self, m: Message, v: Verdict) -> bool:
        """Judges whether the session has ended. Messages after the end are not judged otherwise."""
        end = self._end
        if end is None:
            return False
        text = f"{_words_of(m.acts)} is sent after {end.by.words}, which ended the session"
        self._fault(v, "ends", end.by.name, end.at.number, text)
        return True

    def _is_over(self, m: Message, v: Verdict) -> bool:
        """Judges whether the session has ended for the sender of a message.

        Messages cross: what was sent before a notification that ends the session had arrived is not too late.
        """
        sender = None if self._end is None else self._end.sender
        if sender is not None and (sender == EITHER or m.sender() != sender):
            return True
        return self._is_too_late(m, v)

    def _may_be_sent(self, m: Message, v: Verdict) -> list[Broken]:
        """Judges whether a message may be sent now.

        It returns the broken rules for which the receiver answers with an error.
        """
        out: list[Broken] = []
        self._judge_early(m, v, out)
        for i, act in enumerate(m.acts):
            if i == 0 and EITHER not in (m.side, act.side) and act.side != m.side:
                text = f"{act.words} is sent by the {self.rules.roles[act.side]} only"
                self._fault(v, "from", act.name, None, text)
            if act.gate is not None and self._is_shut(act.gate):
                text = f"{act.words} is sent, but {act.gate.name} was not agreed"
                self._fault(v, "gate", act.name, None, text)
            for rule in act.rules:
                broken = self._breaks(act, rule, m.side)
                if broken is None:
                    continue
                key, other, text = broken
                if rule.error and rule.enforced != "advisory" and m.is_request:
                    out.append(Broken(key, act.name, text, rule.error))
                if rule.enforced != "by_receiver":
                    self._add(v, key, rule, act, other, text)
        return out

    def _breaks(self, act: Act, rule: Rule, side: int) -> tuple[str, int | None, str] | None:
        """Returns the key of a rule that a message of an act breaks, the message it conflicts with, and words."""
        kind, acts = rule.kind, rule.acts
        if kind == "once_open":
            another = self._calls.another(act, side)
            if another is not None:
                return "once", another.number, f"{act.words} is sent while another one is open"
        if kind == "once_in_session":
            sent = self._sent[act.index]
            before = sent.first or sent.last
            if sent.count > 0:
                return "once", before and before.number, f"{act.words} is sent a second time"
        elif kind == "during":
            if not any(self._calls.first_open(x) for x in acts):
                return "during", None, f"{act.words} is sent while no {names_of(acts)} is open"
        elif kind == "not_during":
            for x in acts:
                c = self._calls.first_open(x)
                if c is not None:
                    return "not_during", c.number, f"{act.words} is sent while {x.words} is open"
        elif kind == "after":
            if all(self._sent[x.index].completed is None for x in acts):
                return "after", None, f"{act.words} is sent before {names_of(acts)}"
        return None

    def _judge_early(self, m: Message, v: Verdict, out: list[Broken]) -> None:
        """Judges a message before the handshake."""
        handshake = self.rules.handshake
        if handshake is None or not self._is_early(m.acts):
            return
        text = f"{_words_of(m.acts)} is sent before the handshake"
        if m.is_request and handshake.early:
            out.append(Broken("first", handshake.act.name, text, handshake.early))
        else:
            self._fault(v, "first", handshake.act.name, None, text)

    def _is_early(self, acts: Sequence[Act]) -> bool:
        """Reports whether a message must wait for the handshake."""
        handshake = self.rules.handshake
        if handshake is None or not handshake.is_first or self._agreement.offer.is_greeted:
            return False
        return handshake.act not in acts

    def _is_shut(self, gate: Gate) -> bool:
        """Reports whether what a gate needs was not agreed."""
        if gate.kind == "by_subscription":
            return self._sent[self.rules.methods[gate.method].index].completed is None
        return not self._agreement.has(gate)

    def _may_send(self, act: Act, side: int) -> bool:
        if self._end is not None or act.side not in (EITHER, side) or self._is_early((act,)):
            return False
        if act.gate is not None and self._is_shut(act.gate):
            return False
        return all(self._breaks(act, rule, side) is None for rule in act.rules)


def _words_of(acts: Sequence[Act]) -> str:
    """Returns words for a message."""
    return acts[-1].words if acts else "the message"


__all__ = ["Machine", "SessionCall", "SessionFault", "Verdict"]
