"""Says what generated Python says of sessions: one in a line, and the verdicts in a line."""

import importlib
import json
import sys

folder, package = sys.argv[1:]
sys.path.insert(0, folder)
wire = importlib.import_module(package)
new_session = importlib.import_module(f"{package}.session").new_session


def some(faults):
    """Returns faults as Go prints them."""
    return [
        {"Rule": f.rule, "Act": f.element, "Message": f.message, "Other": f.other or 0, "Text": f.text} for f in faults
    ] or None


for line in sys.stdin:
    session = new_session()
    out = []
    for step in json.loads(line):
        text = wire.write_message(wire.read_message(step["msg"]))
        v = session.observe(json.loads(text), side=step["dir"], time=step["time"])
        call = 0 if v.call is None else v.call.number
        out.append({"is": v.kind, "call": call, "faults": some(v.faults), "advice": some(v.advice)})
    print(json.dumps([*out, some(session.finish())]), flush=True)
