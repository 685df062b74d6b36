package pygen

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// keywords cannot be identifiers.
var keywords = strings.Fields("False None True and as assert async await break class continue def del elif else except " +
	"finally for from global if import in is lambda nonlocal not or pass raise return try while with yield")

// annotations are the builtins that annotations of attributes have, so that an attribute of such
// a name would hide them in its class.
var annotations = strings.Fields("bool bytes dict float int list object str tuple")

// builtinTypes are the builtins that a class could hide in a module which imports everything.
var builtinTypes = strings.Fields("ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError " +
	"BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError " +
	"ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup " +
	"FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning " +
	"IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError " +
	"ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError " +
	"PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError " +
	"RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError " +
	"TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning " +
	"UserWarning ValueError Warning ZeroDivisionError")

// languageWords are the names that no type and no attribute has.
func languageWords() []string { return slices.Concat(keywords, annotations) }

// reservedNames are the names that no type of a protocol has.
func reservedNames(rows *lower.Program) []backend.Reserved {
	out := backend.Needed(rows, exactNames())
	for _, name := range builtinTypes {
		out = append(out, backend.Reserved{Name: name, Why: "a builtin of the language"})
	}
	return out
}

var isLanguageWord = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, w := range languageWords() {
		out[w] = true
	}
	return out
})

// exactNames are the names of the package that no type of a spec has.
func exactNames() []backend.Reserved {
	return []backend.Reserved{
		{"Any", "of typing", backend.Anything},
		{"ClassVar", "of typing", backend.Anything},
		{"Codec", "reads and writes values of a type", backend.Anything},
		{"ErrorCode", "the codes of declared errors", backend.Errors},
		{"ErrorName", "the names of declared errors", backend.Errors},
		{"Final", "of typing", backend.Anything},
		{"Generic", "of typing", backend.Messages},
		{"JournalReader", "reads journals", backend.Journal},
		{"LEGACY_VERSION", "the version of a peer that leaves the handshake out", backend.Negotiation},
		{"Literal", "of typing", backend.Anything},
		{"NewType", "of typing", backend.Anything},
		{"PROTOCOL_VERSION", "the version that the package implements", backend.Anything},
		{"PROTOCOL_VERSIONS", "lists the versions of the protocol", backend.Anything},
		{"Protocol", "reads and writes all types", backend.Anything},
		{"Struct", "the base of all classes", backend.Anything},
		{"TYPE_CHECKING", "of typing", backend.Anything},
		{"TypeAlias", "of typing", backend.Anything},
		{"TypeVar", "of typing", backend.Messages},
		{"UNSET", "the value of a field that is not set, where None is another value", backend.Anything},
		{"Union", "of typing", backend.Anything},
		{"Unknown", "the base of undeclared variants", backend.Anything},
		{"Unset", "the type of UNSET", backend.Anything},
		{"Variant", "the base of variants around another value", backend.Anything},
		{"WireError", "the error of readers and writers", backend.Anything},
		{"codecs", "the module of readers and writers of each type", backend.Anything},
		{"calls", "the module that answers calls", backend.Messages},
		{"connection", "the module of both ends of connections", backend.Messages},
		{"error_name", "returns the name of an error", backend.Errors},
		{"fail", "answers a call with an error", backend.Messages},
		{"journal", "the module that reads journals", backend.Journal},
		{"make_error", "makes an error", backend.Errors},
		{"peer", "the module of the ends of connections without input and output", backend.Messages},
		{"read", "reads a value", backend.Anything},
		{"read_batch", "reads several messages", backend.Batches},
		{"read_result", "reads the result of a call", backend.Messages},
		{"refuse", "answers a message that is refused", backend.Messages},
		{"reply", "answers a call with its result", backend.Messages},
		{"write_batch", "writes several messages", backend.Batches},
		{"read_journal", "reads a journal", backend.Journal},
		{"read_message", "reads a message", backend.Messages},
		{"redacted", "returns plain data that may be printed", backend.Anything},
		{"session", "the module of the rules of sessions", backend.Messages},
		{"types", "the module of types", backend.Anything},
		{"write", "writes a value", backend.Anything},
		{"write_message", "writes a message", backend.Messages},
	}
}

// nameForms are taken for each type X, method M and variant V that the spec declares.
func nameForms() []backend.Reserved {
	return []backend.Reserved{
		{"XValue", "the constants of the enum X", backend.Anything},
		{"UnknownX, UndeclaredX", "an undeclared variant of the union X", backend.Anything},
		{"VX", "the variant V of the union X, around a value that is not of a class of its own", backend.Anything},
		{"MMessage", "the message of the method M", backend.Messages},
		{"Message, RMessage", "a message, and one that the role R may send; JSONRPCMessage and JSONRPCRMessage beside such a type", backend.Messages},
		{"Request, Notification, Response, Failure, ErrorObject, UnknownRequest, UnknownNotification, IgnoredMessage", "classes of messages; with JSONRPC before them beside such a type", backend.Messages},
	}
}

// methodNames are the attributes of every class.
var methodNames = []backend.Reserved{
	{Name: "self", Why: "it is the instance"},
	{Name: "to_json", Why: "it is a method of every class"},
	{Name: "from_json", Why: "it is a method of every class"},
}

func attributeNote() string {
	paragraphs := []string{
		"Types do not have the name of a builtin class, such as `Warning`, either. Attributes are in snake_case, and constants in capitals. " +
			"The attributes `self`, `to_json`, `from_json` and, of a class that keeps undeclared keys, `extra` are escaped as well.",
		"The ends of connections are in the module `connection`: `R`, `RHandler`, `StrictRHandler` and `REvent` for each role R, with `REnd` in " +
			"place of R beside another name of that module. Their methods have the names of those of the protocol and of the requests of its " +
			"envelope, in snake_case, or with `stream_` before them. One that is called like what every end or handler has or uses gets an underscore at its end: `" +
			strings.Join(slices.Concat(connectionNames, handlerNames, scopeNames), "`, `") + "`.",
	}
	for i, text := range paragraphs {
		paragraphs[i] = strings.Join(wrap(text, 120), "\n") + "\n"
	}
	return strings.Join(paragraphs, "\n")
}

// escaped is another name for one that is reserved.
func escaped(name string) string { return name + "_" }

// className is the name of a class or an alias: as the spec has it where Python can.
func className(name string) string {
	if isName(name) && unicode.IsUpper([]rune(name)[0]) && !strings.HasSuffix(name, "_") {
		return name
	}
	if out := identifier(names.GoExported(name)); out != "" {
		return out
	}
	return "X" + ascii(names.GoExported(name))
}

// attributeName is the name of an attribute.
func attributeName(name string) string {
	out := names.Snake(name)
	if out == "" {
		out = names.Snake(names.Spell(name))
	}
	if id := identifier(out); id != "" {
		return id
	}
	return cmp.Or(identifier("x"+out), "x"+ascii(out))
}

// constantName is the name of a constant.
func constantName(name string) string {
	out := names.Snake(name)
	if out == "" {
		out = names.Snake(names.Spell(name))
	}
	if id := identifier(strings.ToUpper(out)); id != "" {
		return id
	}
	return cmp.Or(identifier("X"+strings.ToUpper(out)), "X"+ascii(strings.ToUpper(out)))
}

// ascii spells out the characters of a name that no identifier has, such as those that Python
// takes apart.
func ascii(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "_u%04x", r)
		}
	}
	return b.String()
}

// identifier is a name as Python reads it, which composes letters, or "" if it is none.
func identifier(name string) string {
	name = norm.NFKC.String(name)
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r) && !unicode.In(r, unicode.Mn, unicode.Mc)) {
			return ""
		}
	}
	return name
}

// isName reports whether a pinned name can be that of a class or an attribute.
func isName(name string) bool {
	return name != "" && identifier(name) == name && !isLanguageWord()[name]
}

var packageName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_]*$`) })

// isPackage reports whether a package can have a name, and its distribution the same one.
func isPackage(name string) bool {
	return packageName().MatchString(name) && !strings.HasSuffix(name, "_") && !isLanguageWord()[name]
}

var version = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(0|[1-9]\d*)(\.(0|[1-9]\d*))*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?(\+[a-z0-9]+(\.[a-z0-9]+)*)?$`)
})

// isVersion reports whether text is a version of a distribution of Python.
func isVersion(text string) bool { return version().MatchString(text) }
