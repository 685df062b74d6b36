import base64, json, sys

class Refused(Exception): ...

def finite(token):
    if abs(float(token)) == float("inf"): raise Refused("", "expected a finite number")
    return float(token)

def string(v): return isinstance(v, str)
def integer(v): return isinstance(v, float) and v == int(v) and abs(v) < 2**53
def string_or_null(v): return v is None or string(v)
def state(v): return string(v)  # whatever it is: a newer server has more states

def field(obj, key, fits):
    if key not in obj: raise Refused(key, "missing")
    if not fits(obj[key]): raise Refused(key, f"not {fits.__name__}")
    return obj[key]

def read_state(v):
    if not state(v): raise Refused("", "not state")
    return v

def read_job(v):
    if not isinstance(v, dict): raise Refused("", "not object")
    job = {"id": field(v, "id", string), "state": field(v, "state", state),
           "size": int(field(v, "size", integer)), "parent": field(v, "parent", string_or_null)}
    if "note" in v: job["note"] = field(v, "note", string)
    return job

# All above is the SDK. What follows connects it with wiregen conform.
READERS = {"State": read_state, "Job": read_job}

def answer(q):
    read = READERS.get(q["type"])
    if read is None: return {"skip": "not in this SDK"}
    try:
        text = base64.b64decode(q["base64"]).decode() if "base64" in q else q["text"]
        value = json.loads(text, parse_int=finite, parse_float=finite, parse_constant=finite)
        return {"written": json.dumps(read(value))}
    except Refused as e: return {"path": e.args[0], "message": e.args[1]}
    except (ValueError, RecursionError) as e: return {"path": "", "message": str(e)}

for line in sys.stdin.buffer:
    q = json.loads(line)
    print(json.dumps({"id": q["id"], **answer(q)}), flush=True)
