package lower

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/wiregen/wiregen/wirert/session"
)

// An enum of the rows has a word for each value: that of the spec language, if there
// is one.
type enum interface {
	~uint8
}

var words = map[reflect.Type][]string{
	typeOf[Form]():           {"scalar", "literal", "enum", "list", "map", "struct", "tuple", "union"},
	typeOf[Other]():          {"reject", "keep", "fallback"},
	typeOf[Extra]():          {"ignore", "keep", "reject", "typed"},
	typeOf[GroupRule]():      {"at_least_one", "at_most_one", "exactly_one"},
	typeOf[Absent]():         {"refuse", "unset", "default"},
	typeOf[Null]():           {"refuse", "value", "unset", "as_absent"},
	typeOf[OnError]():        {"refuse", "unset"},
	typeOf[Items]():          {"refuse", "skip"},
	typeOf[Write]():          {"always", "when_set", "null_when_unset", "when_not_default"},
	typeOf[TagKind]():        {"string", "integer", "boolean"},
	typeOf[Written]():        {"always", "never", "as_read"},
	typeOf[By]():             {"tag", "content", "name", "kind", "key", "order"},
	typeOf[Unknown]():        {"none", "reject", "keep", "extensions"},
	typeOf[Measure]():        {"number", "length", "text", "items"},
	typeOf[Checks]():         {"nobody", "writers", "all"},
	typeOf[ReadMember]():     {"required", "optional", "any", "ignored"},
	typeOf[Shape]():          {"request", "notification", "response"},
	typeOf[ErrorIdentity]():  {"code", "data.kind"},
	typeOf[ErrorData]():      {"omit", "null"},
	typeOf[Both]():           {"reject", "error", "result"},
	typeOf[Neither]():        {"reject", "ignore"},
	typeOf[NotificationID](): {"request", "reject", "ignore"},
	typeOf[BadID]():          {"reject", "ignore"},
	typeOf[UnknownRequest](): {"method_not_found", "ignore"},
	typeOf[BlankLines]():     {"error", "ignore"},
	typeOf[FramingKind]():    {"none", "ndjson", "content-length", "length-prefix"},
	typeOf[From]():           {"client", "agent", "both"},
	typeOf[Params]():         {"none", "required", "optional"},
	typeOf[Answer]():         {"none", "typed", "by_variant"},
}

func typeOf[E enum]() reflect.Type { return reflect.TypeFor[E]() }

// Enums returns the words of every enum of the rows, by name.
func Enums() map[string][]string {
	out := map[string][]string{}
	for t, list := range words {
		out[t.Name()] = slices.Clone(list)
	}
	maps.Copy(out, session.Enums())
	return out
}

func text[E enum](e E) string { return words[typeOf[E]()][e] }

func marshal[E enum](e E) ([]byte, error) { return []byte(text(e)), nil }

// enumOf is the value for a word of the spec language.
func enumOf[E enum](word string) E {
	i := slices.Index(words[typeOf[E]()], word)
	if i < 0 {
		panic(fmt.Sprintf("lower: %s has no value %q", typeOf[E]().Name(), word))
	}
	return E(i)
}

// The enums print as their words, in Go and in JSON.

func (e Form) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Form) MarshalText() ([]byte, error) { return marshal(e) }

func (e Other) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Other) MarshalText() ([]byte, error) { return marshal(e) }

func (e Extra) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Extra) MarshalText() ([]byte, error) { return marshal(e) }

func (e GroupRule) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e GroupRule) MarshalText() ([]byte, error) { return marshal(e) }

func (e Absent) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Absent) MarshalText() ([]byte, error) { return marshal(e) }

func (e Null) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Null) MarshalText() ([]byte, error) { return marshal(e) }

func (e OnError) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e OnError) MarshalText() ([]byte, error) { return marshal(e) }

func (e Items) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Items) MarshalText() ([]byte, error) { return marshal(e) }

func (e Write) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Write) MarshalText() ([]byte, error) { return marshal(e) }

func (e TagKind) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e TagKind) MarshalText() ([]byte, error) { return marshal(e) }

func (e Written) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Written) MarshalText() ([]byte, error) { return marshal(e) }

func (e By) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e By) MarshalText() ([]byte, error) { return marshal(e) }

func (e Unknown) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Unknown) MarshalText() ([]byte, error) { return marshal(e) }

func (e Measure) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Measure) MarshalText() ([]byte, error) { return marshal(e) }

func (e Checks) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Checks) MarshalText() ([]byte, error) { return marshal(e) }

func (e ReadMember) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e ReadMember) MarshalText() ([]byte, error) { return marshal(e) }

func (e Shape) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Shape) MarshalText() ([]byte, error) { return marshal(e) }

func (e ErrorIdentity) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e ErrorIdentity) MarshalText() ([]byte, error) { return marshal(e) }

func (e ErrorData) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e ErrorData) MarshalText() ([]byte, error) { return marshal(e) }

func (e Both) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Both) MarshalText() ([]byte, error) { return marshal(e) }

func (e Neither) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Neither) MarshalText() ([]byte, error) { return marshal(e) }

func (e NotificationID) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e NotificationID) MarshalText() ([]byte, error) { return marshal(e) }

func (e BadID) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e BadID) MarshalText() ([]byte, error) { return marshal(e) }

func (e UnknownRequest) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e UnknownRequest) MarshalText() ([]byte, error) { return marshal(e) }

func (e BlankLines) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e BlankLines) MarshalText() ([]byte, error) { return marshal(e) }

func (e FramingKind) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e FramingKind) MarshalText() ([]byte, error) { return marshal(e) }

func (e From) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e From) MarshalText() ([]byte, error) { return marshal(e) }

func (e Params) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Params) MarshalText() ([]byte, error) { return marshal(e) }

func (e Answer) String() string { return text(e) }

// MarshalText implements encoding.TextMarshaler.
func (e Answer) MarshalText() ([]byte, error) { return marshal(e) }
