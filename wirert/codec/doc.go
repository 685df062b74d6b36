// Package codec is the runtime of the Go code that wiregen generates: a
// single-pass decoder of JSON bytes, a table reader that decides on everything
// that the decoder does not accept and makes the errors, appending writers,
// checks, and the few types that every protocol shares (raw JSON, JSON-RPC ids
// and errors, versions).
//
// The package does not know any protocol: generated code declares the tables of
// types. It uses reflection only to clear and to copy whole structs off the fast
// path, never retains or modifies its input, and depends on the standard library
// only.
//
// A reader accepts DefaultMaxDepth levels of objects and arrays, and a check
// refuses a value that has more. A writer, which never fails, panics with an
// *Error of the code CodeDepth at MaxWrittenDepth. Only a cyclic value, or one
// that a program nests that deep, reaches this limit.
//
// Programs use the generated package, and package wirert above this one, which
// exports the types of its API: Raw, ID, Error, ResponseError, Options, Patch and
// the versions. The rest is for generated code, with which it changes.
package codec

// SupportsGen2 is referenced by generated code of the second generation. A
// runtime that no longer supports that code has no such constant, so that the
// two cannot be built together.
const SupportsGen2 = true

// DefaultMaxDepth is the limit of nesting of a text, unless Options set another.
const DefaultMaxDepth = 1000

// Options configure decoding.
type Options struct {
	// Strict makes undeclared keys, tags, methods and values of open enums errors.
	Strict bool
	// MaxDepth is the limit of nesting; 0 means DefaultMaxDepth.
	MaxDepth int

	report    report // is called with what was passed over; or nil
	tableOnly bool   // for tests: read only with the table reader
}

func (o Options) depth() int {
	if o.MaxDepth > 0 {
		return o.MaxDepth
	}
	return DefaultMaxDepth
}
