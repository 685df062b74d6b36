"""What a type checker knows of a generated package. Each line with ERROR is one, and no other is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import demo as wire
from demo import codecs
from demo.connection import Client, ClientHandler, StrictAgentHandler

if TYPE_CHECKING:
    from typing_extensions import assert_type


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


def results(message: wire.Message, response: wire.Response) -> wire.Response | None:
    asked = wire.AskMessage(id="1", params=wire.Confirm(text="Really?"))
    assert_type(asked, "wire.AskMessage[wire.Confirm]")
    assert_type(wire.read_result(asked, response), wire.Confirmed)
    guessed = wire.AskMessage(id="2", params=wire.GuessRequest(["a"]))
    assert_type(wire.read_result(guessed, response), int)
    wire.read_result(guessed, response).yes  # ERROR: it is a number
    wire.AskMessage(id="3", params=wire.Circle(radius=1))  # ERROR: a circle is no request
    if isinstance(message, wire.AskMessage):
        assert_type(wire.read_result(message, response), "wire.Confirmed | int | Any")
        match message.params:
            case wire.Confirm(text=text):
                return wire.reply(message, wire.Confirmed(yes=text == "yes"))
            case wire.GuessRequest(value=words):
                return wire.reply(message, len(words))
            case _:
                assert_type(message.params, wire.UnknownRequest)
                return wire.reply(message, "so")  # ERROR: no request has such a result
    wire.write_message(asked)
    return wire.reply(wire.DrawMessage(id="4", params=wire.DrawParams(shape=wire.Circle(radius=1))), 5)  # ERROR: a person


def of_any_kind(asked: wire.AskMessage) -> None:
    assert_type(asked.params, wire.Request)


def recorded(lines: list[bytes]) -> int:
    reader = wire.read_journal(lines)
    assert_type(reader.header, "wire.Header | None")
    total = 0
    for entry in reader:
        if entry.record is None:
            assert_type(entry.error, "ValueError | None")
            continue
        assert_type(entry.record, "list[wire.Line]")
        total += sum(line.at for line in entry.record)
        print(entry.record.at)  # ERROR: a record is a list
    return total


class Drawing(ClientHandler):
    def drawn(self, told: wire.DrawnParams) -> None:  # it may name its parameters
        print(told.count)


class Waiting(ClientHandler):
    async def drawn(self, params: wire.DrawnParams) -> None:
        print(params.count)


class Mistaken(ClientHandler):
    def drawn(self, params: wire.DrawParams) -> None:  # ERROR: it gets others
        print(params)


class Incomplete(StrictAgentHandler):
    pass


async def calls(client: Client) -> wire.Person:
    client.on(wire.DrawnMessage, lambda drawn: print(drawn.params.count))
    client.on(wire.DrawnMessage, lambda drawn: print(drawn.count))  # ERROR: it is in the params
    await client.draw(wire.DrawnParams(count=1))  # ERROR: the params of another method
    await client.notify("drawn")
    async for drawn in client.events():
        count: int = drawn.params.count
        print(count)
    agent = Incomplete()  # ERROR: it lacks a method
    print(agent)
    return await client.draw(wire.DrawParams(shape=wire.Circle(radius=1)), timeout=1.5)
