// Package codec is the runtime of the Go code that wiregen generates: a
// single-pass reader of JSON bytes, a plain reader that gives every verdict and
// its words, appending writers, checks, and the few values that every protocol
// shares (raw JSON, JSON-RPC ids and errors, versions).
//
// In go JSON texts and the tables that generated code declares; out come typed
// values, JSON texts and errors with a path. The package knows no protocol,
// uses no reflection but to clear and to copy whole structs off the fast path,
// never keeps or changes the bytes it is given, and depends on the standard
// library only.
//
// A reader takes DefaultMaxDepth levels of objects and arrays, a check refuses a
// value that has more, and a writer, which never fails, panics with an *Error of
// the code CodeDepth at MaxWrittenDepth: only a value that holds itself, or one
// that a program made so deep, gets there.
//
// Programs use the generated package, and package wirert above this one, which
// names what they meet: Raw, ID, Error, ResponseError, Options, Patch and the
// versions. The rest is for generated code, with which it changes.
package codec

// SupportsGen2 is named by generated code of the second generation. A runtime
// that no longer supports that code has no such constant, so that the two
// cannot be built together.
const SupportsGen2 = true

// DefaultMaxDepth is how deep a text may nest unless Options say otherwise.
const DefaultMaxDepth = 1000

// Options change how a text is read.
type Options struct {
	// Strict makes undeclared keys, tags, methods and values of open enums errors.
	Strict bool
	// MaxDepth is how deep a text may nest; 0 means DefaultMaxDepth.
	MaxDepth int

	plain bool // for tests: begin with the plain reader
}

func (o Options) depth() int {
	if o.MaxDepth > 0 {
		return o.MaxDepth
	}
	return DefaultMaxDepth
}
