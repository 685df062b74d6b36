"""Tells the machine of a package of steps, and prints what it says and knows after each."""

import importlib
import json
import sys

package, roles = sys.argv[1], json.loads(sys.argv[2])
wire = importlib.import_module(package)
new_session = importlib.import_module(f"{package}.session").new_session
rules_module = importlib.import_module(f"{package}._runtime.session_rules")
message_module = importlib.import_module(f"{package}._runtime.message")
UNSET = importlib.import_module(f"{package}._runtime.value").UNSET

SIDES = [*roles, None]


def some(**members):
    return {name: value for name, value in members.items() if value is not None}


def call_of(c):
    return c and some(
        number=c.number, side=c.side, id=c.id, method=c.method, request=c.request, time=c.time or None, unanswered=c.unanswered
    )


def faults_of(faults):
    return [some(**fault._asdict()) for fault in faults]


def parts_of(parts):
    error = parts.get("error")
    return rules_module.Parts(
        parts.get("method"),
        parts.get("id"),
        parts.get("params", UNSET),
        parts.get("result", UNSET),
        error and rules_module.ErrorIdentity(error.get("code"), error.get("kind")),
    )


def observe(session, step):
    answers = step.get("answers")
    info = {
        "side": step.get("side"),
        "number": step.get("number"),
        "time": step.get("time", 0),
        "answers": answers and (lambda call: call.method == answers),
    }
    if "parts" in step:
        return session.observe_parts(parts_of(step["parts"]), refused=step.get("refused", False), **info)
    try:
        message = wire.read_message(step["text"])
    except wire.WireError:
        return session.observe(json.loads(step["text"]), refused=True, **info)
    if isinstance(message, message_module.IgnoredMessage):
        return session.observe(None, **info)
    return session.observe(json.loads(wire.write_message(message)), **info)


def judge(session, step):
    if "parts" not in step:
        return None
    return faults_of(session.judge(parts_of(step["parts"]), side=step.get("side"), time=step.get("time", 0)))


session = new_session()
for line in sys.stdin:
    step = json.loads(line)
    if step.get("new"):
        session = new_session()
    judged = judge(session, step)
    v = observe(session, step)
    print(
        json.dumps(
            {
                "judged": judged,
                "verdict": some(
                    **{"is": v.kind},
                    number=v.number,
                    call=call_of(v.call),
                    faults=faults_of(v.faults),
                    advice=faults_of(v.advice),
                ),
                "unanswered": [call_of(c) for c in session.unanswered()],
                "missing": faults_of(session.finish()),
                "open": [[call_of(c) for c in session.open(side)] for side in SIDES],
                "May": [session.may_send(side) for side in SIDES],
            }
        )
    )
