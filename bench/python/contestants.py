"""Who takes part in reading and writing: for each a function from a line to a value, and one back.

Contestants know the messages of the corpus only, except wiregen, which reads all of the protocol.
A contestant without a function that keeps an unknown event says so in its notes.
"""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Callable, Literal, Union


@dataclass
class Contestant:
    name: str
    notes: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | bytes] | None


def json_alone() -> Contestant:
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    return Contestant("json alone", "dictionaries, nothing checked", json.loads, encode)


def by_hand() -> Contestant:
    import handwritten

    return Contestant("json and classes by hand", "nothing checked; unknown tags are kept", handwritten.read, handwritten.write)


def wiregen() -> Contestant:
    import kimi_wire

    return Contestant("wiregen", "everything checked, unknown tags are kept", kimi_wire.read_message, kimi_wire.write_message)


def pydantic_open() -> Contestant:
    import with_pydantic as peers
    from pydantic import BaseModel, Discriminator, Tag, TypeAdapter

    class EventMessage(BaseModel):
        jsonrpc: Literal["2.0"]
        method: Literal["event"]
        params: peers.Event

    class RequestMessage(BaseModel):
        jsonrpc: Literal["2.0"]
        method: Literal["request"]
        id: str
        params: peers.Request

    def method(v: Any) -> Any:
        return v.get("method") if isinstance(v, dict) else v.method

    message = Annotated[
        Union[Annotated[EventMessage, Tag("event")], Annotated[RequestMessage, Tag("request")]], Discriminator(method)
    ]
    adapter: TypeAdapter[Any] = TypeAdapter(message)
    return Contestant(
        "pydantic, open unions", "callable discriminators; a bad known variant is refused", adapter.validate_json, adapter.dump_json
    )


def msgspec_closed() -> Contestant:
    import msgspec
    import with_msgspec as peers

    class EventMessage(msgspec.Struct, kw_only=True, tag_field="method", tag="event"):
        jsonrpc: Literal["2.0"]
        params: peers.Event

    class RequestMessage(msgspec.Struct, kw_only=True, tag_field="method", tag="request"):
        jsonrpc: Literal["2.0"]
        id: str
        params: peers.Request

    return Contestant(
        "msgspec, closed unions", "a C extension; an unknown tag is an error",
        msgspec.json.Decoder(Union[EventMessage, RequestMessage]).decode, msgspec.json.Encoder().encode,
    )


def msgspec_open() -> Contestant:
    import msgspec
    import with_msgspec as peers

    class Envelope(msgspec.Struct):
        type: str
        payload: msgspec.Raw = msgspec.Raw()

    class Message(msgspec.Struct):
        method: str
        params: Envelope
        id: Union[str, None] = None

    outer = msgspec.json.Decoder(Message)
    payloads: dict[str, Any] = {}
    for union in (peers.Event, peers.Request):
        for cls in union.__args__:
            payloads[cls.__struct_config__.tag] = msgspec.json.Decoder(resolved(peers, cls))

    def read(line: str) -> Any:
        m = outer.decode(line)
        decoder = payloads.get(m.params.type)
        return m if decoder is None else (m, decoder.decode(m.params.payload))

    return Contestant("msgspec, open events", "events through Raw, unions within them closed; cannot write what it reads in one step", read, None)


def resolved(module: Any, cls: Any) -> Any:
    """The type of the member payload of a class."""
    import typing

    return typing.get_type_hints(cls, vars(module))["payload"]


ALL = (wiregen, json_alone, by_hand, pydantic_open, msgspec_closed, msgspec_open)
