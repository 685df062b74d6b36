"""Values of generated types: the base classes, and what an unset field is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from .error import WireError, without_frames
from .redact import WHOLE, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .protocol import Protocol

_S = TypeVar("_S", bound="Struct")


class Unset(Enum):
    """The type of UNSET. It is an enum of one value, which type checkers tell from others with `is`."""

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Final = Unset.UNSET
"""A field that has no value, where null would be another one."""


class Struct:
    """The base of the classes of a protocol.

    A subclass has its attributes as `__slots__` and as `__match_args__`, in the order of the fields. Further
    class constants are `_type`, the key of its row, and `_log`: for each attribute that logs do not show as a
    whole, -1 for nothing, -2 for its kind and length, or how many characters; the key "*" says it of all.
    A package has one subclass that says `_protocol`, with which its classes read and write themselves.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    _type: ClassVar[str] = ""
    _log: ClassVar[Mapping[str, int]] = {}

    @classmethod
    def _protocol(cls) -> Protocol:
        raise TypeError(f"{cls.__name__} belongs to no protocol")

    @classmethod
    def from_json(cls: type[_S], text: str | bytes) -> _S:
        """Reads one JSON value, or raises a WireError."""
        try:
            value: _S = cls._protocol().read(cls._type, text)
            return value
        except WireError as e:
            del text
            raise without_frames(e)

    def to_json(self) -> str:
        """Returns the JSON text of the value, or raises a WireError."""
        try:
            return self._protocol().write(self._type, self)
        except WireError as e:
            raise without_frames(e)

    def _default(self, name: str) -> Any:
        """Returns the default of a field, by its name on the wire, made anew."""
        return self._protocol().default(self._type, name)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name, UNSET) == getattr(other, name, UNSET) for name in attributes(type(self)))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        log = self._log
        every = log.get("*", WHOLE)
        parts = (f"{name}={_repr(getattr(self, name, UNSET), log.get(name, every))}" for name in attributes(type(self)))
        return f"{type(self).__name__}({', '.join(parts)})"

    def __replace__(self: _S, **changes: Any) -> _S:
        """Returns a copy with other attributes, as `copy.replace` of Python 3.13 does."""
        names = attributes(type(self))
        made = type(self).__new__(type(self))
        for name in names:
            if name in changes:
                setattr(made, name, changes.pop(name))
            elif hasattr(self, name):
                setattr(made, name, getattr(self, name))
        if changes:
            raise TypeError(f"{type(self).__name__} has no attribute {next(iter(changes))!r}")
        return made

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .pydantic import core_schema_of

        return core_schema_of(cls._protocol, {"type": cls._type}, cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        from .pydantic import json_schema_of

        return json_schema_of(cls._protocol().table, {"type": cls._type})


_attributes: dict[type, tuple[str, ...]] = {}


def attributes(cls: type[Struct]) -> tuple[str, ...]:
    """Returns the attributes of a class: those of `__match_args__`, and then its other slots."""
    names = _attributes.get(cls)
    if names is None:
        slots: list[str] = []
        for base in cls.__mro__:
            own: Any = base.__dict__.get("__slots__", ())
            slots.extend((own,) if isinstance(own, str) else own)
        constants = {name for name in slots if not hasattr(getattr(cls, name, None), "__set__")}
        names = tuple(
            dict.fromkeys(name for name in (*cls.__match_args__, *slots) if name in slots and name not in constants)
        )
        _attributes[cls] = names
    return names


def _repr(value: Any, log: int) -> str:
    if log == WHOLE or value is None or value is UNSET or (log < -1 and isinstance(value, Struct)):
        return repr(value)
    out = shown(value, log)
    return out if isinstance(out, str) and not isinstance(value, str) else repr(out) if log > 0 else str(out)


class Variant(Struct):
    """The base of the classes that wrap the value of a variant."""

    __slots__ = ()


class Unknown(Struct):
    """The base of the classes of undeclared variants.

    `tag` is the undeclared tag, and `raw` the whole value, which is written as it was read.
    """

    __slots__ = ("raw", "tag")
    __match_args__ = ("tag", "raw")
    _log: ClassVar[Mapping[str, int]] = {}

    tag: Any
    raw: Any

    def __init__(self, *, tag: Any, raw: Any) -> None:
        self.tag = tag
        self.raw = raw

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        raise TypeError(f"a union with {cls.__name__} needs its codec: Annotated[wire.X, codecs.X]")


def plain(value: Any, log: int = WHOLE) -> Any:
    """Returns a copy as plain data that may be printed: without what is sensitive, and with long texts cut."""
    if log == -1 or (log != WHOLE and not isinstance(value, (Struct, list, tuple) if log > 0 else Struct)):
        return value if value is None or value is UNSET else shown(value, log)
    if isinstance(value, Struct):
        own = value._log  # pyright: ignore[reportPrivateUsage]
        every = own.get("*", WHOLE)
        return {name: plain(getattr(value, name, UNSET), own.get(name, every)) for name in attributes(type(value))}
    if isinstance(value, (list, tuple)):
        return [plain(item, log) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    return value


def from_json_value(text: str) -> Any:
    """Returns the plain data of a text that was written."""
    import json  # which takes time to import

    return json.loads(text)
