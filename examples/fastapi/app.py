"""A service that takes the events of a session: generated types in routes of FastAPI."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, FastAPI
from pydantic import BaseModel

import kimi_wire as wire
from kimi_wire import codecs

app = FastAPI(title="Events of Kimi Wire")


class Recorded(BaseModel):
    session: str
    event: Annotated[wire.Event, codecs.Event]  # a union or an alias is read with its codec


class Summary(BaseModel):
    session: str
    text: str
    known: bool = True


@app.post("/events")
def record(recorded: Recorded) -> Summary:
    """Takes one event. What the protocol refuses is answered with 422, and the path of the fault."""
    summary = Summary(session=recorded.session, text=type(recorded.event).__name__)
    match recorded.event:
        case wire.TurnBegin(user_input=said):
            summary.text = f"the user says {said}"
        case wire.ContentPartEvent(wire.TextPart(text=written)):
            summary.text = f"the agent writes {written}"
        case wire.UnknownEvent(tag=tag):
            summary.text, summary.known = f"a newer agent sends {tag}", False
        case _:
            pass
    return summary


@app.post("/turns")
def begin(turn: Annotated[wire.TurnBegin, Body()]) -> Annotated[wire.Event, codecs.Event]:
    """Takes a class by itself, and returns an event as its writer writes it."""
    return turn
