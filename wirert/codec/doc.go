// Package codec is the runtime of the Go code that wiregen generates: a single-pass JSON
// decoder, a table reader that decides about texts that the decoder does not accept and makes
// the errors, functions that append JSON, checks, and types that all protocols share (raw
// JSON, JSON-RPC ids and errors, versions).
//
// The package is independent of any protocol: generated code declares the tables of types. It
// never retains or modifies its input, and depends on the standard library only.
//
// Readers accept DefaultMaxDepth levels of objects and arrays, and checks return an error for
// a value with more. Writers do not return errors: they panic with an *Error with CodeDepth at
// MaxWrittenDepth, which only cyclic or extremely deep values reach.
//
// Programs use the generated package and package wirert, which exports the types of its API:
// Raw, ID, Error, ResponseError, Options, Patch and the versions. The rest is for generated
// code only and may change with it.
package codec

// SupportsGen2 is referenced by generated code of the second generation. A runtime that does
// not support that code lacks the constant, so that the two do not build together.
const SupportsGen2 = true

// DefaultMaxDepth is the default maximum nesting of a text.
const DefaultMaxDepth = 1000

// Options configure decoding. The zero value is ready to use.
type Options struct {
	// Strict refuses undeclared keys, tags, methods and values of open enums.
	Strict bool
	// MaxDepth is the maximum nesting. 0 means DefaultMaxDepth.
	MaxDepth int
	// MaxWeight is the maximum weight of what a text is read as: about its size in memory. 0
	// means that of the protocol.
	MaxWeight int64

	report    report // called with each skipped value; may be nil
	tableOnly bool   // for tests: use only the table reader
}

func (o Options) depth() int {
	if o.MaxDepth > 0 {
		return o.MaxDepth
	}
	return DefaultMaxDepth
}
