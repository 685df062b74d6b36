"""Reads values, one a line as JSON: {"n": 1, "type": "T", "text": "…"}, and prints what generated Python says of each,
in every way that is not the wire: the number, the name of the output, and the output.
"""

import importlib
import json
import logging
import pprint
import reprlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

demo: Any = importlib.import_module(sys.argv[1])
codecs: Any = importlib.import_module(f"{sys.argv[1]}.codecs")
messages: Any = importlib.import_module(f"{sys.argv[1]}._runtime.message")
Struct: Any = importlib.import_module(f"{sys.argv[1]}._runtime.value").Struct

try:
    import pydantic
except ImportError:
    pydantic = None  # type: ignore[assignment]


PACKAGE = str(Path(demo.__file__).parent)


class Box:
    """Holds what is read, so that no variable of this program has it."""

    __slots__ = ("held",)

    def __init__(self, held: Any) -> None:
        self.held = held


def say(n: int, kind: str, text: str) -> None:
    print(n, kind, json.dumps(text), sep="\t")


def say_error(n: int, kind: str, error: BaseException) -> None:
    """Prints all that is shown of an error, and of those that it came from."""
    say(n, f"{kind} str", f"{error} {error!r} {error.args}")
    say(n, f"{kind} log", logging.Formatter().formatException((type(error), error, error.__traceback__)))
    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    shown.stack = traceback.StackSummary.from_list([f for f in shown.stack if f.filename.startswith(PACKAGE)])
    say(n, f"{kind} traceback", "".join(shown.format(chain=False)))
    if isinstance(error, demo.WireError):
        say(n, f"{kind} faults", f"{error.errors} {error.refused}")
    for other in (error.__cause__, error.__context__):
        if other is not None:
            say_error(n, f"{kind} context", other)


def attempt(n: int, kind: str, call: Callable[[Any], Any], box: Box) -> Any:
    """Calls something with what is held, and prints its error."""
    try:
        return call(box.held)
    except Exception as e:
        say_error(n, kind, e)
        return e


def say_value(n: int, value: Any) -> None:
    """Prints a value in every way that Python has."""
    say(n, "value repr", repr(value))
    say(n, "value str", f"{value} {value!s} {value!r} {[value]} " + "%s %r" % (value, value))
    say(n, "value pprint", pprint.pformat([value], width=20))
    say(n, "value reprlib", reprlib.repr([value]))
    say(n, "value log", logging.Formatter().format(logging.LogRecord("", 0, "", 0, "read %s", (value,), None)))
    say(n, "redacted JSON", json.dumps(demo.redacted(value), default=repr))
    say(n, "redacted repr", repr(demo.redacted([value])))


def say_fields(n: int, error_of: Any, box: Box) -> None:
    """Prints what a model of pydantic with a field says of a value."""
    model = pydantic.create_model("Model", field=(error_of, ...))
    attempt(n, "pydantic", model.model_validate_json, Box('{"field":' + box.held + "}"))
    made = attempt(n, "pydantic", model.model_validate, Box({"field": json.loads(box.held)}))
    if isinstance(made, model) and isinstance(made.field, Struct):
        say(n, "value in a model", f"{made} {made!r} {made.model_copy()!r}")


def of_type(n: int, name: str, box: Box) -> None:
    codec = getattr(codecs, name)
    value = attempt(n, "read", codec.read, box)
    attempt(n, "read by the function", lambda text: demo.read(codec, text), box)
    attempt(n, "read broken", codec.read, Box(box.held + "}"))
    plain = Box(json.loads(box.held))
    attempt(n, "read of a value", codec.read_value, plain)
    attempt(n, "write", codec.write, plain)
    cls = getattr(demo, name, None)
    if isinstance(cls, type) and issubclass(cls, Struct):
        attempt(n, "read by the class", cls.from_json, box)
    if isinstance(value, Exception):
        value = None
    report = attempt(n, "report", codec.report, box)
    if not isinstance(report, Exception):
        say(n, "dropped", repr(report.dropped))
    if pydantic is not None:
        say_fields(n, Annotated[Any, codec], box)
    if isinstance(value, Struct):
        say_value(n, value)
        for field in value.__match_args__:  # a writer says what it found at a wrong place
            was = getattr(value, field, None)
            for wrong in ([was], 8 * str(was) if isinstance(was, (str, int, float)) else None):
                attempt(n, "write wrong", Struct.to_json, Box(value.__replace__(**{field: wrong})))


def of_message(n: int, box: Box) -> None:
    message = attempt(n, "read", demo.read_message, box)
    if isinstance(message, demo.WireError):
        owed = demo.refuse(message)
        if owed is not None:
            say(n, "refuse", f"{owed.error.message} {owed.error.data}")
        return
    say_value(n, message)
    attempt(n, "write", demo.write_message, Box(message))
    if isinstance(message, (messages.Response, messages.Failure)):
        for request in requests.values():
            if request.method not in ("keys", "key", "things", "marked", "inline"):  # whose results are not sensitive
                continue
            if isinstance(message, messages.Response):
                result = attempt(n, "result", lambda m, request=request: demo.read_result(request, m), Box(message))
                if isinstance(result, Struct):
                    say_value(n, result)
                    attempt(n, "reply", lambda r, request=request: demo.reply(request, [r]), Box(result))
    elif isinstance(message, messages.Request):
        requests[message.method] = message


requests: dict[str, Any] = {}
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "Message":
        of_message(question["n"], Box(question["text"]))
    else:
        of_type(question["n"], question["type"], Box(question["text"]))
    del line, question
