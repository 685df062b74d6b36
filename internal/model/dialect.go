package model

// A Dialect is how a protocol's messages differ from plain JSON-RPC 2.0.
type Dialect struct {
	JSONRPC   JSONRPC
	ID        ID
	Order     []string // members of a message as they are written: jsonrpc, id, method, params, result, error
	ErrorData string   // "omit" or "null": how unset error data is written
	Framing   Framing
}

// JSONRPC is the member that names the version of JSON-RPC.
type JSONRPC struct {
	Value string // "2.0"
	Read  Presence
	Write bool
}

// Presence says whether a reader asks for a member of the shell.
type Presence string

// How a member is read.
const (
	ReadRequired Presence = "required" // present, with the right value
	ReadOptional Presence = "optional" // absent, or with the right value
	ReadAny      Presence = "any"      // present, with any value
	ReadIgnored  Presence = "ignored"
)

// ID says which JSON kinds an id may have.
type ID struct {
	String, Int bool
	NullOnError bool // an error response may have the id null
}

// Framing says how messages are told apart in a stream.
type Framing struct {
	Kind     string // ndjson | content-length | none
	MaxBytes int    // longest message, in bytes
}

// DefaultDialect is JSON-RPC 2.0 itself.
func DefaultDialect() Dialect {
	return Dialect{
		JSONRPC:   JSONRPC{Value: "2.0", Read: ReadRequired, Write: true},
		ID:        ID{String: true, Int: true, NullOnError: true},
		Order:     []string{"jsonrpc", "id", "method", "params", "result", "error"},
		ErrorData: "omit",
		Framing:   Framing{Kind: "ndjson", MaxBytes: 16 << 20},
	}
}
