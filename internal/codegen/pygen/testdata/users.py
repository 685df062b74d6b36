"""What a type checker knows of a generated package. Each line with ERROR is one, and no other is."""

from __future__ import annotations

from typing import NoReturn

import demo as wire
from demo import codecs


def never(value: NoReturn) -> NoReturn:
    raise AssertionError(value)


def by_class(shape: wire.Shape) -> float:
    match shape:
        case wire.Circle(radius=radius):
            return radius
        case wire.Box(width=width, height=height):
            return width * (height or 1)
        case wire.UnknownShape(tag=tag):
            return len(str(tag))
        case _:
            never(shape)


def without_a_case(shape: wire.Shape) -> float:
    match shape:
        case wire.Circle(radius=radius):
            return radius
        case wire.UnknownShape():
            return 0
        case _:
            never(shape)  # ERROR: a box is left


def by_tag(shape: wire.Shape) -> float:
    if isinstance(shape, wire.UnknownShape):
        return 0
    return shape.radius if shape.kind == "circle" else shape.width


def of_mood(mood: wire.Mood) -> int:
    match mood:
        case "calm":
            return 1
        case "tense":
            return 2


def unset(change: wire.Change) -> str | None:
    title: str = change.title  # ERROR: it may be None or UNSET
    del title
    return "" if change.title is wire.UNSET else change.title


def messages(line: str) -> None:
    message = wire.read_message(line)
    if isinstance(message, wire.DrawMessage):
        print(message.params.shape, message.id, message.method)
    if isinstance(message, wire.Failure):
        print(message.error.code)
    sent = wire.read_message(line, "agent")
    if isinstance(sent, wire.DrawnMessage):
        print(sent.params.count + 1)
    wire.read_message(line, "nobody")  # ERROR: there is no such role


def typed() -> None:
    circle: wire.Circle = wire.Circle.from_json("{}")
    shape: wire.Shape = codecs.Shape.read("{}")
    again: wire.Shape = wire.read(codecs.Shape, codecs.Shape.write(shape))
    print(circle, again, wire.read(wire.Box, b"{}").height)
    wire.Circle(radius="1")  # ERROR: it is a number
    wire.Circle()  # ERROR: it is required
    wire.Circle(radius=1, width=2)  # ERROR: it has no width
    wire.Circle(1)  # ERROR: by keywords alone
    wire.Person(mood="angry")  # ERROR: no such mood
    wire.Person(mood=wire.MoodValue.CALM, pet="any text")
    wire.Person(mood="calm", owner="x")  # ERROR: a name of its own
    wire.Person(mood="calm", owner=wire.Owner("x"), lives={"a": [1, 2]})
