package model

import (
	"slices"

	"github.com/wiregen/wiregen/internal/source"
)

// A Dialect is how a protocol's messages differ from plain JSON-RPC 2.0.
type Dialect struct {
	Span       source.Span // of its section; zero if the spec has none
	MaxFromAt  source.Span // of the path to the negotiated length of messages; zero if there is none
	Shapes     *Shapes     // nil: the members determine what a message is
	Precedence []string    // request, notification, response: what a message with the members of several is
	JSONRPC    JSONRPC
	ID         ID
	Order      []string // members of a message in the order in which they are written: jsonrpc, id, method, params, result, error, the tag of Shapes, and Members
	Params     string   // object | array | either
	Members    []*Field // further members of every message
	Error      ErrorShape

	ResultAndError     string // reject | error | result
	Neither            string // reject | ignore: a response with neither result nor error
	NotificationWithID string // request | reject | ignore (the id)
	BadID              string // reject | ignore (the message); of a request, also none
	NullParams         string // reject | absent: optional params that are null
	OnUnknownRequest   string // method_not_found | ignore

	Batch      *Batch // nil: an array is refused
	BlankLines string // error | ignore
	Framing    Framing
	Rate       *Rate // nil: none
	// TooLarge is the answer to a message that is longer than the framing allows; nil:
	// that to one that is not valid.
	TooLarge *ErrorCode
	Ranges   []*ErrorRange
}

// Shapes are the values of the member that says what a message is.
type Shapes struct {
	Tag                             string
	Request, Response, Notification string
	Names                           *ShapeNames // nil: those of JSON-RPC
}

// ShapeNames are what the members of messages are called, by shape.
type ShapeNames struct{ Request, Response, Notification Names }

// Names are what the members of the messages of one shape are called. A message of the
// shape has no member whose name is empty.
type Names struct {
	ID, Method, Params, Result, Error string
	// OK is the flag that tells a result from an error, which then has the members
	// Words and Data of the response; or "".
	OK, Words, Data string
	Members         []*Field // further members of the shape
}

// Outcome returns the flag that tells results from errors, or "".
func (d *Dialect) Outcome() string {
	if d.Shapes == nil || d.Shapes.Names == nil {
		return ""
	}
	return d.Shapes.Names.Response.OK
}

// MembersByShape returns the further members of the messages of one shape.
func (d *Dialect) MembersByShape() (requests, notifications, responses []*Field) {
	if d.Shapes == nil || d.Shapes.Names == nil {
		return nil, nil, nil
	}
	n := d.Shapes.Names
	return n.Request.Members, n.Notification.Members, n.Response.Members
}

// AllMembers returns the further members of messages, of every shape and of one.
func (d *Dialect) AllMembers() []*Field {
	requests, notifications, responses := d.MembersByShape()
	return slices.Concat(d.Members, requests, notifications, responses)
}

// JSONRPC is the member that names the version of JSON-RPC.
type JSONRPC struct {
	Value string // "2.0"
	Read  Presence
	Write bool
}

// Presence says whether a reader requires a member of messages.
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
	String, Int    bool
	NullOnError    bool // an error response may have the id null
	MissingOnError bool // an error response may have no id, which is read as null if that is allowed
}

// ErrorShape is how the error of a response is identified and written.
type ErrorShape struct {
	Identity string     // "code", or "data.kind": the member kind of data is the name of the error
	Data     string     // "omit" or "null": how unset data is written
	Words    string     // the field of the data that says why a message is refused; or ""
	Fallback *ErrorCode // what an error of an undeclared kind is read as; or nil
}

// Batch says that an array of messages is accepted.
type Batch struct {
	Max       int  // most messages; 0 means no limit
	UniqueIDs bool // no two requests may have the same id
}

// Framing says how messages are delimited in a stream.
type Framing struct {
	Kind     string // ndjson | content-length | length-prefix | none
	MaxBytes int    // longest message, in bytes
	MaxFrom  string // path of a negotiated number that replaces MaxBytes: client.max_message_bytes; or ""
	// MaxWeight is the greatest weight of what one text is read as; 0 means that it follows from
	// MaxBytes.
	MaxWeight int64
	Width     int    // length-prefix: bytes of the prefix: 1, 2, 4 or 8
	Order     string // length-prefix: big | little
}

// Rate is how many requests a peer may make.
type Rate struct {
	PerMinute int
	Error     *ErrorCode // the error for requests beyond the limit; or nil
}

// An ErrorRange is a range of codes with a name.
type ErrorRange struct {
	Meta
	Name     string
	From, To int // both within the range
}

// DefaultDialect is JSON-RPC 2.0 itself.
func DefaultDialect() Dialect {
	return Dialect{
		Precedence:         []string{"request", "notification", "response"},
		JSONRPC:            JSONRPC{Value: "2.0", Read: ReadRequired, Write: true},
		ID:                 ID{String: true, Int: true, NullOnError: true},
		Order:              []string{"jsonrpc", "id", "method", "params", "result", "error"},
		Params:             "object",
		Error:              ErrorShape{Identity: "code", Data: "omit"},
		ResultAndError:     "reject",
		Neither:            "reject",
		NotificationWithID: "request",
		BadID:              "reject",
		NullParams:         "reject",
		OnUnknownRequest:   "method_not_found",
		BlankLines:         "error",
		Framing:            Framing{Kind: "ndjson", MaxBytes: 16 << 20},
	}
}
