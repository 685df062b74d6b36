// Package wirert holds the few types of wiregen's Go runtime that are part of
// the API of generated packages: JSON kept as text, the ids and errors of JSON-RPC,
// errors of reading, patches, and versions. All of it depends on the standard
// library only.
//
// The types are those of package codec below this one, which generated code
// calls; its documentation lists their methods.
package wirert

import "github.com/wiregen/wiregen/wirert/codec"

// Raw is one JSON value, kept as text. The zero Raw is null.
type Raw = codec.Raw

// ID is the id of a JSON-RPC message: a string, an integer or null. The zero ID
// is that of a message without one.
type ID = codec.ID

// StringID returns the ID that is a string.
func StringID(s string) ID { return codec.StringID(s) }

// IntID returns the ID that is an integer.
func IntID(n int64) ID { return codec.IntID(n) }

// NullID returns the ID that is null, as in the answer to a message that could
// not be read.
func NullID() ID { return codec.NullID() }

// Error says what is wrong with a JSON text, or with a value that was to be
// written: where, what was expected, and what was found.
type Error = codec.Error

// Code is the class of an Error.
type Code = codec.Code

// The codes of errors.
const (
	CodeSyntax     = codec.CodeSyntax
	CodeUTF8       = codec.CodeUTF8
	CodeDepth      = codec.CodeDepth
	CodeNumber     = codec.CodeNumber
	CodeMissing    = codec.CodeMissing
	CodeKind       = codec.CodeKind
	CodeValue      = codec.CodeValue
	CodeUndeclared = codec.CodeUndeclared
)

// MessageError says that a JSON-RPC message was refused, and what could be read of
// it: its shape, its id and its method. errors.As finds it, and the Error in it.
type MessageError = codec.MessageError

// Refusal is the class of a MessageError.
type Refusal = codec.Refusal

// The classes of refused messages.
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

// A MessageDecoder reads the messages of a stream, and a MessageEncoder writes them,
// without a connection.
type (
	MessageDecoder[M any] = codec.MessageDecoder[M]
	MessageEncoder[M any] = codec.MessageEncoder[M]
)

// A StreamError says which message of a stream cannot be read, and why.
type StreamError = codec.StreamError

// The errors of streams of messages.
var (
	ErrTruncated = codec.ErrTruncated // the input ends within a message
	ErrTooLarge  = codec.ErrTooLarge  // a message is longer than the framing allows
	ErrFraming   = codec.ErrFraming   // the input is not framed as the protocol says
)

// Options configure decoding.
type Options = codec.Options

// The default limit of nesting when decoding, and the limit of values that are
// written without a check.
const (
	DefaultMaxDepth = codec.DefaultMaxDepth
	MaxWrittenDepth = codec.MaxWrittenDepth
)

// Patch is the value of a field that sets a new value, clears the old one, or
// changes nothing: whose key has a value, is null, or is absent. The zero Patch
// changes nothing. Get, Or and Apply return the value.
type Patch[T any] = codec.Patch[T]

// PatchState is what a Patch does.
type PatchState = codec.PatchState

// The states of a Patch.
const (
	Unchanged = codec.Unchanged
	Cleared   = codec.Cleared
	Set       = codec.Set
)

// SetTo returns the Patch that sets a new value.
func SetTo[T any](v T) Patch[T] { return codec.SetTo(v) }

// SetIf returns the Patch that sets the value that v points to, or that changes
// nothing if v is nil.
func SetIf[T any](v *T) Patch[T] { return codec.SetIf(v) }

// Clear returns the Patch that clears the old value.
func Clear[T any]() Patch[T] { return codec.Clear[T]() }

// From is the side that sends a message: the first role of a protocol, the
// second, or either.
type From = codec.From

// The sides.
const (
	FromClient = codec.FromClient
	FromAgent  = codec.FromAgent
	FromBoth   = codec.FromBoth
)

// Session checks the messages of a session against the rules of its protocol.
type Session = codec.Session

// CompareVersions compares two versions part by part, parts of digits as
// numbers: "1.10" comes after "1.2". A pre-release comes before its release.
func CompareVersions(a, b string) int { return codec.CompareVersions(a, b) }

// PickVersion returns the newest of the supported versions, given from old to new,
// that is among those offered.
func PickVersion[T comparable](offered, supported []T) (version T, ok bool) {
	return codec.PickVersion(offered, supported)
}

// CommonFeatures returns the features offered that are also supported, each
// once, in the order of offered. It is never nil.
func CommonFeatures[T comparable](offered, supported []T) []T {
	return codec.CommonFeatures(offered, supported)
}
