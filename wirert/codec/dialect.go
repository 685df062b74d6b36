package codec

// A Dialect describes how the messages of a protocol differ from plain JSON-RPC
// 2.0: how they are read, and what a connection must know to carry them.
type Dialect struct {
	JSONRPC       string // the value of the member jsonrpc
	ReadJSONRPC   Presence
	StringID      bool // an id may be a string
	IntID         bool // an id may be an integer
	NullIDOnError bool // the id of an error response may be null
	NoIDOnError   bool // an error response may have no id, which is read as null if NullIDOnError is set

	Shapes     *Shapes // nil: the shape of a message follows from its members
	Precedence []Shape // the shape of a message with members of several; nil: a message with a method is a call
	Members    []Field // further members of every message

	ResultAndError     Outcome
	IgnoreNeither      bool // a response with neither a result nor an error is ignored
	NotificationWithID NotificationID
	IgnoreBadID        bool // a message with a bad id, or a request without one, is ignored

	Errors        []ErrorData   // the declared data of errors
	ErrorKinds    bool          // errors are identified by the member kind of their data, not by their codes
	ErrorFallback string        // the kind that undeclared ones are read as; or empty
	Refusals      []RefusalData // of the errors that answer refused messages, by Refusal; nil: they have none
	Batch         *Batch        // nil: an array is refused
	Extensions    *Extensions   // the methods of extensions; nil: there are none
	IgnoreUnknown bool          // a request of an undeclared method gets no answer
	IgnoreBlanks  bool          // empty lines between messages are skipped
	Framing       Framing
	Rate          *Rate      // nil: none
	Handshake     *Handshake // nil: none

	calls *callIndex // of the calls of all types of messages
	begin string     // how most writers begin a message; empty if it does not matter
}

// prepare computes what is the same for every message.
func (d *Dialect) prepare(calls []Call) {
	d.calls = newCallIndex(calls)
	if d.ReadJSONRPC <= ReadOptional {
		d.begin = "{" + quoted("jsonrpc") + ":" + quoted(d.JSONRPC)
	}
}

// ErrorData is the declared data of an error.
type ErrorData struct {
	Code int64  // of the error, unless errors have kinds
	Kind string // of the error, if errors have kinds
	Data TypeID // a struct if errors have kinds; NoBody if it is not declared
	// AddsKind reports whether the data also has the member kind, which its type does
	// not declare.
	AddsKind bool
}

// RefusalData is the data of the error that answers a refused message.
type RefusalData struct {
	Kind  string // the value of the member kind; empty: it has none
	Words string // the member for the words of the refusal; empty: it has none
}

// Presence is how a reader treats a member.
type Presence uint8

// The ways to treat a member.
const (
	ReadRequired Presence = iota // present, with the right value
	ReadOptional                 // absent, or with the right value
	ReadAny                      // present, with any value
	ReadIgnored
)

// Shapes are the values of a member that names the shape of a message.
type Shapes struct {
	Tag                             string
	Request, Response, Notification string
	Names                           *ShapeNames // of the members; nil: those of JSON-RPC
}

// ShapeNames are what the members of messages are called, by shape.
type ShapeNames struct{ Request, Notification, Response Names }

// Names are what the members of the messages of one shape are called. They have no
// member whose name is empty.
type Names struct {
	ID, Method, Params, Result, Error string
	OK, Words, Data                   string  // the flag that tells a result from an error, and the members of an error
	Members                           []Field // further members of the shape
}

var jsonrpcNames = Names{ID: "id", Method: "method", Params: "params", Result: "result", Error: "error"}

// fault returns the member whose presence makes a response an error, or the words of one.
func (n *Names) fault() string {
	if n.Error != "" {
		return n.Error
	}
	return n.Words
}

func quoted(name string) string { return string(AppendString(nil, name)) }

// named reports whether shapes name the members of their messages.
func (d *Dialect) named() bool { return d.Shapes != nil && d.Shapes.Names != nil }

// namesOf returns what the members of the messages of a shape are called.
func (d *Dialect) namesOf(shape Shape) *Names {
	if !d.named() {
		return &jsonrpcNames
	}
	switch names := d.Shapes.Names; shape {
	case RequestShape:
		return &names.Request
	case NotificationShape:
		return &names.Notification
	default:
		return &names.Response
	}
}

// membersOf returns the further members of the messages of a shape.
func (d *Dialect) membersOf(shape Shape) []Field {
	if own := d.namesOf(shape).Members; len(own) > 0 {
		return append(d.Members[:len(d.Members):len(d.Members)], own...)
	}
	return d.Members
}

// A Shape is the kind of a message: a request, a notification or a response.
type Shape uint8

// The shapes of messages.
const (
	NoShape Shape = iota
	RequestShape
	NotificationShape
	ResponseShape
)

// Outcome is how a response with both a result and an error is read.
type Outcome uint8

// The ways to read a response with both.
const (
	NeitherCounts Outcome = iota // it is refused
	ErrorCounts
	ResultCounts
)

// NotificationID is how the id of a declared notification is treated.
type NotificationID uint8

// The ways to read a notification with an id.
const (
	IDMakesRequest NotificationID = iota // it is a request of an undeclared method
	IDRefused
	IDIgnored
)

// Batch describes the arrays of messages that are accepted in place of a message.
type Batch struct {
	Max       int  // most messages; 0 means no limit
	UniqueIDs bool // no two requests may have the same id
}

// Framing describes how messages are delimited in a stream.
type Framing struct {
	Kind         FramingKind
	MaxBytes     int    // longest message
	MaxFrom      string // path of a negotiated number that replaces MaxBytes: client.max_bytes; or empty
	Width        int    // LengthPrefixed: bytes of the length
	LittleEndian bool   // LengthPrefixed: the low byte of the length comes first
	TooLarge     error  // the error that answers a longer message; nil: an invalid request
}

// FramingKind is a way to delimit messages.
type FramingKind uint8

// The kinds of framing.
const (
	NotFramed      FramingKind = iota // the transport delimits messages
	Lines                             // a message on each line
	ContentLength                     // a head with Content-Length before each message
	LengthPrefixed                    // the length as a number of some bytes before each message
)

// Rate is the limit of requests that a peer may send.
type Rate struct {
	PerMinute int
	Error     error // the response to a request over the limit; or nil
}

// shapeOf returns the shape that a value of the tag names, or NoShape.
func (s *Shapes) shapeOf(value []byte) Shape {
	switch string(value) {
	case s.Request:
		return RequestShape
	case s.Response:
		return ResponseShape
	case s.Notification:
		return NotificationShape
	}
	return NoShape
}

// of returns the value of the tag for a declared call.
func (s *Shapes) of(c *Call) string {
	if c.Notify {
		return s.Notification
	}
	return s.Request
}

// value returns the value of the tag for a shape.
func (s *Shapes) value(shape Shape) string {
	switch shape {
	case RequestShape:
		return s.Request
	case ResponseShape:
		return s.Response
	}
	return s.Notification
}
