"""Compares the runtime with vectors: vectors.py ROWS VECTORS.

ROWS and VECTORS are files with what `wiregen model --lowered` and `wiregen vectors` print.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dynamic import Codecs, without_remarks
from runtime.error import WireError
from runtime.value import UNSET


def difference(c: Codecs, v: dict[str, Any]) -> str | None:
    """Returns how the runtime differs from a vector; None if it does not."""
    name, text = v["type"], v["text"]
    try:
        value, dropped = c.report(name, text)
    except WireError as e:
        if v["result"] != "invalid":
            return f"refused: {e}"
        if (e.path, e.message) != (v.get("path", ""), v["message"]):
            return f"says {e.path!r} {e.message!r}"
        if not c.refuses(name, text):
            return "accepted by the quick reader"
        return answer_difference(v, c.protocol.refuse(e))
    if v["result"] == "invalid":
        return "accepted"
    quick = c.read(name, text)
    if quick != value:
        return f"reads {quick} quickly, and {value}"
    told = [{"path": d.path, "message": d.fault.line} for d in dropped]
    if told != v.get("dropped", []):
        return f"dropped {told}"
    try:
        written = c.write(name, value)
    except WireError as e:
        if v["result"] != "unfit":
            return f"not written: {e}"
        return None if (e.path, e.message) == (v.get("path", ""), v["message"]) else f"says {e.path!r} {e.message!r}"
    if v["result"] == "unfit":
        return f"writes {written}"
    if written != v.get("written", text):
        return f"writes {written}"
    slowly = c.write_slowly(name, value)
    if slowly != written:
        return f"writes {slowly} when it looks for faults"
    again = c.write(name, c.report(name, written).value)
    return None if again == written else f"writes {again} from what it wrote"


def answer_difference(v: dict[str, Any], got: Any) -> str | None:
    """Returns how the answer to a refused message differs from that of a vector."""
    want = v.get("answer")
    told: dict[str, Any] | None = None
    if got is not None:
        told = {} if got.id is UNSET else {"id": got.id}
        if got.code or (want is not None and "code" in want):
            told["code"] = got.code
    return None if told == want else f"answers {told}"


def main() -> None:
    rows = without_remarks(json.loads(Path(sys.argv[1]).read_text()))
    c = Codecs(rows)
    total = bad = 0
    for line in Path(sys.argv[2]).read_text().splitlines():
        v = json.loads(line)
        total += 1
        try:
            what = difference(c, v)
        except Exception as e:  # a defect of the runtime
            if "-x" in sys.argv:
                raise
            what = f"raises {type(e).__name__}: {e}"
        if what is not None:
            bad += 1
            if bad <= 20:
                print(f"{v['type']}: {what[:300]}\n    {line[:300]}")
    print(f"{total - bad} of {total}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
