"""What a generated package does: reading and writing, by the keys of types in the rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import answers
from .bindings import Bindings
from .error import Refused, WireError, short
from .message import ErrorObject, Failure, Request, Response, UnknownNotification, UnknownRequest
from .message_read import MessageReader
from .message_write import write_batch, write_message
from .quick import QuickReader, Read
from .quick_message import reader_of, reply_writer_of, writer_of
from .quick_write import QuickWriter, is_sound
from .read import default, read_ref
from .reader import Reader, Report, run
from .shell import EITHER, METHOD_NOT_FOUND, PARSE_ERROR, Shell
from .table import Row, Table
from .text import Parsed, TextFault, parse
from .value import UNSET
from .write import finish, write_ref
from .writer import Writer

if TYPE_CHECKING:
    from .peer_rows import Ends

_NOT_JSON: Final = Refused(PARSE_ERROR)


class Answer(NamedTuple):
    """The error response that is owed.

    `id` is UNSET if it has none, `code` is 0 where errors have none, and `method` is None where responses have none.
    """

    id: Any
    code: int
    message: str
    data: dict[str, Any] | None
    method: str | None


class Protocol:
    """Reads and writes the values of a protocol."""

    def __init__(self, rows: Row, bindings: Bindings) -> None:
        self.table = Table(rows, bindings)
        self._quick = QuickReader(self.table)
        self._writer = QuickWriter(self.table)
        # The types of results by the classes of requests and their params, as far as these say them.
        self.results: dict[tuple[type[Any], type[Any]], Row | None] = {}
        self._message_readers: dict[str, Callable[[Any], Any] | None] = {}

    @cached_property
    def shell(self) -> Shell:
        """What the rows say of messages."""
        return Shell(self.table)

    @cached_property
    def _message_writer(self) -> Callable[[Any], str] | None:
        return writer_of(self.shell, self._writer)

    @cached_property
    def _reply_writer(self) -> Callable[[Any, str], str] | None:
        return reply_writer_of(self.shell)

    @cached_property
    def ends(self) -> Ends:
        """What connections need of the protocol."""
        from .peer_rows import Ends

        return Ends(self)

    def read(self, ref: str | Row, text: str | bytes) -> Any:
        """Reads a text as the type with a key in the rows, or raises a WireError."""
        return self.report(ref, text)[0]

    def _reader(self, ref: str | Row) -> Read:
        if isinstance(ref, str):
            return self._quick.made.get(ref) or self._quick.of(ref)
        return self._quick.ref(ref)

    def report(self, ref: str | Row, text: str | bytes) -> Report:
        """Reads a text, and reports what was passed over."""
        value, scrub, length = self._parse(text, None)
        if not scrub and length <= self.table.light_length:
            try:
                return Report(self._reader(ref)(value), ())
            except Exception:  # a surprise of any kind; what it is, the other reader says
                pass
        return self.read_value(ref, value, scrub, length > self.table.light_length)

    def read_value(self, ref: str | Row, value: Any, scrub: bool = True, weighs: bool = True) -> Report:
        """Reads a JSON value."""
        r = Reader(self.table, scrub, weighs)
        out = run(read_ref(r, {"type": ref} if isinstance(ref, str) else ref, value))
        if r.errors:
            raise WireError(r.errors)
        return Report(out, tuple(r.dropped))

    def default(self, key: str, name: str) -> Any:
        """Returns the default of a field of the struct with a key in the rows, made anew."""
        fields = {f["name"]: f for f in self.table.types[key].body["fields"]}
        return run(default(Reader(self.table), fields[name]))

    def write(self, ref: str | Row, value: Any) -> str:
        """Returns the text of a value, or raises a WireError."""
        try:
            quick = (self._writer.of(ref) if isinstance(ref, str) else self._writer.ref(ref))(value)
            if is_sound(quick):
                return quick
        except Exception:  # a surprise of any kind; what it is, the other writer says
            pass
        w = Writer(self.table)
        return finish(w, write_ref(w, {"type": ref} if isinstance(ref, str) else ref, value, 0))

    def read_message(self, text: str | bytes, side: str = EITHER) -> Any:
        """Reads a message, which must be one of `client` or `agent` if they are given as the side."""
        return self.report_message(text, side)[0]

    def report_message(self, text: str | bytes, side: str = EITHER) -> Report:
        """Reads a message, and reports what was passed over."""
        return self.report_parsed(self._parse(text, _NOT_JSON), side)

    def report_parsed(self, parsed: Parsed, side: str) -> Report:
        """Reads a message from a text that was parsed."""
        if side not in self._message_readers:
            self._message_readers[side] = reader_of(self.shell, self._quick, side)
        quick = self._message_readers[side]
        if quick is not None and not parsed[1] and parsed[2] <= self.table.light_length:
            try:
                return Report(quick(parsed[0]), ())
            except Exception:  # a surprise of any kind; what it is, the other reader says
                pass
        return self._message(parsed, side, MessageReader.read, self._quick)

    def read_batch(self, text: str | bytes) -> list[Any]:
        """Reads an array of messages."""
        value: list[Any] = self.report_batch(text).value
        return value

    def report_batch(self, text: str | bytes) -> Report:
        """Reads an array of messages, and reports what was passed over."""
        return self.report_parsed_batch(self._parse(text, _NOT_JSON))

    def report_parsed_batch(self, parsed: Parsed) -> Report:
        """Reads an array of messages from a text that was parsed."""
        return self._message(parsed, EITHER, MessageReader.read_batch, self._quick)

    def parse_message(self, text: str | bytes) -> Parsed:
        """Parses the text of a message, or raises a WireError."""
        return self._parse(text, _NOT_JSON)

    def _message(
        self, parsed: Parsed, side: str, read: Callable[[MessageReader, Any], Any], quick: QuickReader | None = None
    ) -> Report:
        value, scrub, length = parsed
        r = Reader(self.table, scrub, length > self.table.light_length)
        m = MessageReader(self.shell, r, side, quick)
        out = read(m, value)
        if r.errors:
            raise WireError(r.errors, m.refused)
        return Report(out, tuple(r.dropped))

    def _parse(self, text: str | bytes, refused: Refused | None) -> Parsed:
        try:
            return parse(text)
        except TextFault as e:
            fault = e.fault
        raise WireError([fault], refused)

    def write_message(self, message: Any) -> str:
        """Returns the text of a message, or raises a WireError."""
        quick = self._message_writer
        if quick is not None:
            try:
                text = quick(message)
                if is_sound(text):
                    return text
            except Exception:  # a surprise of any kind; what it is, the other writer says
                pass
        return write_message(self.shell, message, self._writer)

    def write_batch(self, messages: list[Any]) -> str:
        """Returns the text of several messages in one array, or raises a WireError."""
        return write_batch(self.shell, messages)

    def read_result(self, request: Any, response: Response) -> Any:
        """Reads the result of the response to a request, or raises a WireError. It is None where there may be none."""
        return answers.read_result(self, request, response)

    def read_answer(self, request: Any, response: Response, parsed: Parsed) -> Any:
        """Reads the result of a response, which is part of a text that was parsed, or raises a WireError."""
        ref = answers.result_ref(self, request)
        if ref is not None and response.result is not UNSET and not parsed[1] and parsed[2] <= self.table.light_length:
            try:
                return self._quick.ref(ref)(response.result)
            except Exception:  # a surprise of any kind; what it is, the other reader says
                pass
        return answers.read_result(self, request, response)

    def reply(self, request: Request, result: Any = UNSET) -> Response:
        """Returns the response to a request with its result, or raises a WireError."""
        return answers.reply(self, request, result)

    def write_reply(self, request: Request, result: Any) -> str:
        """Returns the text of the response to a request with its result, or raises a WireError."""
        quick = self._reply_writer
        if quick is not None and result is not UNSET:
            try:
                ref = answers.result_ref(self, request)
                if ref is not None:
                    text = quick(request.id, self._writer.ref(ref)(result))
                    if is_sound(text):
                        return text
            except Exception:  # a surprise of any kind; what it is, the other writer says
                pass
        return self.write_message(self.reply(request, result))

    def fail(self, request: Request, error: ErrorObject) -> Failure:
        """Returns the response to a request with an error."""
        return answers.fail(self, request, error)

    def make_error(self, name: str, data: Any = None, message: str | None = None) -> ErrorObject:
        """Returns the declared error of a name; its message may have a default."""
        return answers.make_error(self, name, data, message)

    def error_name(self, error: ErrorObject) -> str | None:
        """Returns the name of an error that the spec declares; None for another one."""
        return answers.error_name(self, error)

    def progress_of(self, name: str, request: Any, notification: Any) -> Report | None:
        """Reads a kind of progress of a request in a notification; None if the notification is not about that."""
        return answers.progress_of(self, name, request, notification)

    def refuse(self, error: WireError) -> Answer | None:
        """Returns the error response to a message that is refused; None if its sender expects none."""
        refused = error.refused
        if refused is None or refused.shape in ("notification", "response"):
            return None
        id = refused.id if refused.has_id else UNSET
        d = self.table.dialect
        if id is UNSET and d["null_id_on_error"]:
            id = None
        elif id is UNSET and not d["no_id_on_error"]:
            return None
        return self._answer(id, refused.code, error.errors[0].line, refused.method or "")

    def refuse_method(self, message: Any) -> Answer | None:
        """Returns the error response to a request of an undeclared method; None if its sender expects none."""
        if not isinstance(message, (UnknownRequest, UnknownNotification)) or message.id is UNSET:
            return None
        if self.table.dialect["unknown_request"] != "method_not_found":
            return None
        words = f"the method {short(message.method)} is not declared"
        return self._answer(message.id, METHOD_NOT_FOUND, words, message.method)

    def _answer(self, id: Any, code: int, words: str, method: str) -> Answer:
        data: dict[str, Any] = {}
        for row in self.table.dialect["refusals"]:
            if row["code"] == code:
                if row.get("kind"):
                    data["kind"] = row["error"]
                if row.get("words"):
                    data[row["words"]] = words
        names_method = self.shell.is_named and self.shell.names["response"].method
        return Answer(id, code if self.shell.has_codes else 0, words, data or None, method if names_method else None)
