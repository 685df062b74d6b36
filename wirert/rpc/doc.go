// Package rpc carries the messages of a protocol between two peers: it frames them, pairs
// responses with requests, calls handlers for requests and notifications, and enforces the
// session rules. The clients and servers in generated packages are built on [Conn].
//
// A connection has one goroutine that reads, one that calls the handlers of notifications in
// order, and one per request being handled. Every queue is bounded. Reading pauses while a
// queue is full, which slows the peer down; a connection that would deadlock ends with an
// error that says why.
package rpc

import (
	"context"
	"slices"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Message is a message of a generated package.
type Message interface {
	AppendJSON(dst []byte) []byte
}

// Parts are the parts of a message that a connection uses.
type Parts struct {
	Shape    codec.Shape // NoShape: the message is ignored
	ID       codec.ID
	Method   string // the current name, also if the message uses a former one
	Tag      string // of the event or request in the params; empty if there is none
	Declared bool   // the method is declared in the spec

	Result codec.Raw            // of a response; empty in any other message
	Error  *codec.ResponseError // of a response; nil if it has a result
}

// A Protocol describes a protocol to its connections. Generated packages declare one; it must
// not be changed.
type Protocol struct {
	Table *codec.Table
	Rules *session.Rules
	// Read decodes a message, by the side that sent it.
	Read [2]func(line []byte) (Message, error)
	// ReadBatch decodes an array of messages, by the side that sent it. Nil if the protocol
	// has no batches.
	ReadBatch [2]func(line []byte) ([]Message, error)
	// Describe returns the parts of a message.
	Describe func(m Message) Parts
	// Check returns an error if a message is invalid and must not be written.
	Check func(m Message) error
	// Other makes a request, a notification or a response from its parts. Method is that of
	// the call, also for a response.
	Other func(p Parts, params codec.Raw) Message
	// Number sets the sequence number of a message, which is also the id of a request. It
	// reports whether messages of this kind have one. Nil if the protocol does not number
	// messages.
	Number func(m Message, n int64) bool
	// Limits say where the handshake contains the maximum message length of each side. Nil if
	// it does not contain it.
	Limits [2]*Limit
	// Failures are the declared errors that a connection returns to the peer without calling a
	// handler.
	Failures []Failure
	// Since has the version that added a request. Requests of the first version are not in it.
	Since map[Name]string
}

// A Name identifies a request: by its method and, if its params carry a tagged request, the
// tag.
type Name struct{ Method, Tag string }

// A Limit is the place of a maximum message length in the handshake.
type Limit struct {
	InResult bool     // in the result of the handshake; otherwise in its params
	Path     []string // the path of the member within them
	Default  int      // the limit if the member is absent; 0: no limit
}

// A Failure is a declared error that a connection returns to the peer without calling a
// handler.
type Failure struct {
	Name  string
	Code  int64
	Kind  bool   // the error data has a member "kind" with its name
	Words string // the member of the error data for the message; empty if there is none
}

// A Handler handles a request or a notification of the peer. For a request it returns the
// response, or an error; a *[codec.ResponseError] is sent unchanged. The results for a
// notification are ignored, and so is a message returned with an error.
type Handler func(ctx context.Context, m Message) (Message, error)

// internalError is the JSON-RPC code for a handler that failed.
const internalError = -32603

// failure returns the error with a name, or an internal error if none is declared.
func (p *Protocol) failure(name, words string) *codec.ResponseError {
	return p.make(internalError, words, func(f *Failure) bool { return f.Name == name })
}

// withCode returns the declared error with a code, or one that has only the code.
func (p *Protocol) withCode(code int64, words string) *codec.ResponseError {
	return p.make(code, words, func(f *Failure) bool { return f.Code == code })
}

// make returns the first declared error that fits, or one that has only the code.
func (p *Protocol) make(code int64, words string, fits func(*Failure) bool) *codec.ResponseError {
	var data codec.RefusalData
	if i := slices.IndexFunc(p.Failures, func(f Failure) bool { return fits(&f) }); i >= 0 {
		f := &p.Failures[i]
		code, data.Words = f.Code, f.Words
		if f.Kind {
			data.Kind = f.Name
		}
	}
	return p.Table.Dialect.Failure(code, data, words)
}
