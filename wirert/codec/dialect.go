package codec

// A Dialect describes how the messages of a protocol differ from plain JSON-RPC 2.0, and how a
// connection transmits them.
type Dialect struct {
	// MaxWeight is the maximum weight of what a text is read as. 0 means DefaultMaxWeight.
	MaxWeight     int64
	JSONRPC       string // the value of the member "jsonrpc"
	ReadJSONRPC   Presence
	StringID      bool // an id may be a string
	IntID         bool // an id may be an integer
	NullIDOnError bool // the id of an error response may be null
	NoIDOnError   bool // an error response may have no id; it is read as null if NullIDOnError is set

	Shapes     *Shapes // nil: the shape of a message follows from its members
	Precedence []Shape // decides the shape of a message with members of several shapes; nil: a message with a method is a call
	Members    []Field // additional members of every message

	ResultAndError     Outcome
	IgnoreNeither      bool // a response with neither a result nor an error is ignored
	NotificationWithID NotificationID
	IgnoreBadID        bool // a message with a bad id, or a request without one, is ignored

	Errors        []ErrorData   // the declared data of errors
	ErrorKinds    bool          // errors are identified by the member "kind" of their data, not by their codes
	ErrorFallback string        // the kind that undeclared kinds are read as; may be empty
	HidesErrors   bool          // with ErrorKinds: data without a kind may be anyone's, and is as sensitive as anything in messages
	Refusals      []RefusalData // by Refusal: the data of errors that answer invalid messages; nil if they have none
	Batch         *Batch        // nil: an array is refused
	Extensions    *Extensions   // the methods of extensions; nil if there are none
	IgnoreUnknown bool          // a request of an undeclared method gets no response
	IgnoreBlanks  bool          // empty lines between messages are skipped
	Framing       Framing
	Rate          *Rate      // nil: none
	Handshake     *Handshake // nil: none

	calls *callIndex // by method
	bare  []string   // the names of the methods whose responses may have no result
	begin string     // the usual start of a message; empty if there is none
}

// prepare computes the unexported fields.
func (d *Dialect) prepare(calls []Call) {
	d.calls = newCallIndex(calls)
	for i := range calls {
		if c := &calls[i]; c.NoResult {
			d.bare = append(append(d.bare, c.Method), c.FormerNames...)
		}
	}
	if d.ReadJSONRPC <= ReadOptional {
		d.begin = "{" + quoted("jsonrpc") + ":" + quoted(d.JSONRPC)
	}
}

// ErrorData is the declared data of an error.
type ErrorData struct {
	Code int64  // identifies the error, unless errors have kinds
	Kind string // identifies the error, if errors have kinds
	Data TypeID // a struct if errors have kinds; NoBody if undeclared
	// AddsKind says that the data has a member "kind" that its type does not declare.
	AddsKind bool
	Log      Log
}

// RefusalData describes the data of an error that answers an invalid message.
type RefusalData struct {
	Kind  string // the value of the member "kind"; empty if there is none
	Words string // the name of the member for the error message; empty if there is none
}

// Presence is how a reader treats a member with a fixed value.
type Presence uint8

// The ways to treat a member.
const (
	ReadRequired Presence = iota // required, with the fixed value
	ReadOptional                 // optional, with the fixed value
	ReadAny                      // required, with any value
	ReadIgnored
)

// Shapes describe a member that contains the shape of a message, and its values.
type Shapes struct {
	Tag                             string
	Request, Response, Notification string
	Names                           *ShapeNames // nil: the names of JSON-RPC
}

// ShapeNames are the names of the members of messages, by shape.
type ShapeNames struct{ Request, Notification, Response Names }

// Names are the names of the members of messages of one shape. An empty name means that there
// is no such member.
type Names struct {
	ID, Method, Params, Result, Error string
	OK, Words, Data                   string  // the flag that marks results, and the members of an error: message and data
	Members                           []Field // additional members of the shape
}

var jsonrpcNames = Names{ID: "id", Method: "method", Params: "params", Result: "result", Error: "error"}

// fault returns the name of the member whose presence makes a response an error.
func (n *Names) fault() string {
	if n.Error != "" {
		return n.Error
	}
	return n.Words
}

func quoted(name string) string { return string(AppendString(nil, name)) }

// named reports whether each shape has its own names of members.
func (d *Dialect) named() bool { return d.Shapes != nil && d.Shapes.Names != nil }

// namesOf returns the names of the members of messages of a shape.
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

// membersOf returns the additional members of messages of a shape.
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
	NeitherCounts Outcome = iota // it is invalid
	ErrorCounts
	ResultCounts
)

// NotificationID is how a reader treats the id of a declared notification.
type NotificationID uint8

// The ways to read a notification with an id.
const (
	IDMakesRequest NotificationID = iota // it is a request of an undeclared method
	IDRefused
	IDIgnored
)

// Batch describes the arrays of messages that are accepted in place of a message.
type Batch struct {
	Max       int  // maximum number of messages; 0 means no limit
	UniqueIDs bool // no two requests may have the same id
}

// Framing describes how messages are delimited in a stream.
type Framing struct {
	Kind         FramingKind
	MaxBytes     int    // maximum length of a message
	MaxFrom      string // path of a negotiated number that replaces MaxBytes, such as client.max_bytes; may be empty
	Width        int    // LengthPrefixed: number of bytes of the length
	LittleEndian bool   // LengthPrefixed: byte order of the length
	TooLarge     error  // answers a longer message; nil: an "invalid request" error
}

// FramingKind is a way to delimit messages.
type FramingKind uint8

// The kinds of framing.
const (
	NotFramed      FramingKind = iota // the transport delimits messages
	Lines                             // one message per line
	ContentLength                     // a header with Content-Length before each message
	LengthPrefixed                    // a binary length before each message
)

// Rate limits the requests of a peer.
type Rate struct {
	PerMinute int
	Error     error // answers a request over the limit; may be nil
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

// of returns the tag of the messages of a declared call.
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
