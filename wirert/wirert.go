// Package wirert has the types of wiregen's Go runtime that appear in the API of generated
// packages: JSON kept as text, ids and errors of JSON-RPC, decoding errors, patches and
// versions. It depends on the standard library only.
//
// The types are aliases of types in package codec, whose documentation lists their methods.
package wirert

import "github.com/wiregen/wiregen/wirert/codec"

// Raw is one JSON value as text. The zero value is written as null.
type Raw = codec.Raw

// ID is the id of a JSON-RPC message: a string, an integer or null. The zero value means that
// there is no id. IDs are comparable.
type ID = codec.ID

// StringID returns the ID s.
func StringID(s string) ID { return codec.StringID(s) }

// IntID returns the ID n.
func IntID(n int64) ID { return codec.IntID(n) }

// NullID returns the ID null, as in the response to an unreadable message.
func NullID() ID { return codec.NullID() }

// Error describes an invalid JSON text, or a value that must not be written: where the fault
// is, what was expected, and what was found.
type Error = codec.Error

// Code is the class of an Error.
type Code = codec.Code

// The codes of errors.
const (
	CodeSyntax     = codec.CodeSyntax
	CodeUTF8       = codec.CodeUTF8
	CodeDepth      = codec.CodeDepth
	CodeWeight     = codec.CodeWeight
	CodeNumber     = codec.CodeNumber
	CodeMissing    = codec.CodeMissing
	CodeKind       = codec.CodeKind
	CodeValue      = codec.CodeValue
	CodeUndeclared = codec.CodeUndeclared
)

// MessageError reports an invalid JSON-RPC message, with the parts that could be read: its
// shape, id and method. It wraps an [Error].
type MessageError = codec.MessageError

// Refusal classifies a MessageError.
type Refusal = codec.Refusal

// The classes of invalid messages.
const (
	NotJSON     = codec.NotJSON
	NotMessage  = codec.NotMessage
	NotDeclared = codec.NotDeclared
	BadParams   = codec.BadParams
)

// Shape is the kind of a message: a request, a notification or a response.
type Shape = codec.Shape

// The shapes of messages.
const (
	NoShape           = codec.NoShape
	RequestShape      = codec.RequestShape
	NotificationShape = codec.NotificationShape
	ResponseShape     = codec.ResponseShape
)

// ResponseError is the error of a JSON-RPC response.
type ResponseError = codec.ResponseError

// A MessageDecoder reads messages from a stream, and a MessageEncoder writes them, without a
// connection.
type (
	MessageDecoder[M any] = codec.MessageDecoder[M]
	MessageEncoder[M any] = codec.MessageEncoder[M]
)

// A StreamError reports that a message of a stream cannot be read.
type StreamError = codec.StreamError

// The errors of streams of messages.
var (
	ErrTruncated = codec.ErrTruncated // the input ends inside a message
	ErrTooLarge  = codec.ErrTooLarge  // a message is longer than the maximum
	ErrFraming   = codec.ErrFraming   // the input does not have the framing of the protocol
)

// Options configure decoding. The zero value is ready to use.
type Options = codec.Options

// The maximum nesting of values that are decoded, unless Options say otherwise, and of values
// that are written without a check.
const (
	DefaultMaxDepth = codec.DefaultMaxDepth
	MaxWrittenDepth = codec.MaxWrittenDepth
)

// Patch is the value of a field that sets a new value, clears the old one (null), or leaves it
// unchanged (the key is absent). The zero value leaves it unchanged.
type Patch[T any] = codec.Patch[T]

// PatchState is what a Patch does.
type PatchState = codec.PatchState

// The states of a Patch.
const (
	Unchanged = codec.Unchanged
	Cleared   = codec.Cleared
	Set       = codec.Set
)

// SetTo returns a Patch that sets the value to v.
func SetTo[T any](v T) Patch[T] { return codec.SetTo(v) }

// SetIf returns a Patch that sets the value to *v, or leaves it unchanged if v is nil.
func SetIf[T any](v *T) Patch[T] { return codec.SetIf(v) }

// Clear returns a Patch that clears the value.
func Clear[T any]() Patch[T] { return codec.Clear[T]() }

// From is the side that sends a message: the first role of a protocol, the second, or either.
type From = codec.From

// The sides.
const (
	FromClient = codec.FromClient
	FromAgent  = codec.FromAgent
	FromBoth   = codec.FromBoth
)

// Session checks the messages of a session against the rules of its protocol. It must not be
// used concurrently.
type Session = codec.Session

// CompareVersions compares two versions by their parts, numeric parts as numbers: "1.10" comes
// after "1.2". A pre-release comes before its release. The result is negative, zero or
// positive.
func CompareVersions(a, b string) int { return codec.CompareVersions(a, b) }

// PickVersion returns the last of the supported versions, ordered from old to new, that is
// also offered.
func PickVersion[T comparable](offered, supported []T) (version T, ok bool) {
	return codec.PickVersion(offered, supported)
}

// CommonFeatures returns the offered features that are also supported, without duplicates and
// in the order of offered. The result is never nil.
func CommonFeatures[T comparable](offered, supported []T) []T {
	return codec.CommonFeatures(offered, supported)
}
