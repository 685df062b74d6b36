// Package rpc carries the messages of a protocol between two peers: it frames them,
// pairs requests with responses, hands requests and notifications to handlers, and keeps
// the rules of the session. Generated packages have typed ends of a connection, which
// are made of a [Conn] of this package.
//
// A connection has one goroutine that reads, one that hands over notifications in their
// order, and one for each request that is being handled. Every queue is bounded. Reading
// pauses while a queue is full, so that the peer slows down; a connection that could not
// go on ends with an error that says why.
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

// Parts are what a connection knows of a message.
type Parts struct {
	Shape    codec.Shape // NoShape: it is ignored
	ID       codec.ID
	Method   string // its current name
	Tag      string // of the event or the request in its params
	Declared bool   // its method is declared

	Result codec.Raw            // of a response
	Error  *codec.ResponseError // likewise
}

// A Protocol is what a connection knows of its protocol. It is generated.
type Protocol struct {
	Table *codec.Table
	Rules *session.Rules
	// Read reads a message that a side sent.
	Read [2]func(line []byte) (Message, error)
	// ReadBatch reads an array of messages that a side sent; nil: there are none.
	ReadBatch [2]func(line []byte) ([]Message, error)
	// Describe returns the parts of a message.
	Describe func(m Message) Parts
	// Check reports whether a message may be written.
	Check func(m Message) error
	// Other makes a request, a notification, or the response to the call of a method, with
	// these parts.
	Other func(p Parts, params codec.Raw) Message
	// Number sets the member of a message that counts those of its sender, which is the id of a
	// request, and reports whether it has one; nil: messages are not counted.
	Number func(m Message, n int64) bool
	// Limits are where the handshake says how long the messages are that a side takes; nil
	// where it does not.
	Limits [2]*Limit
	// Failures are the errors that a connection answers with by itself.
	Failures []Failure
	// Since are the versions that added requests; those of the first version have none.
	Since map[Name]string
}

// A Name names a request: the method, and the tag of what its params carry, if there is one.
type Name struct{ Method, Tag string }

// A Limit is a place in the handshake.
type Limit struct {
	InResult bool     // of the handshake; else in its params
	Path     []string // within them
	Default  int      // what is there if nothing is; 0: no limit
}

// A Failure is a declared error that a connection answers with by itself.
type Failure struct {
	Name  string
	Code  int64
	Kind  bool   // its name is the member kind of its data
	Words string // the member of its data for the words; or empty
}

// A Handler handles the messages of the peer that are not responses. For a request it
// returns the response, or an error: a *[codec.ResponseError] is sent as it is. What it
// returns for a notification is ignored, and so is a message beside an error.
type Handler func(ctx context.Context, m Message) (Message, error)

// internalError is the code that JSON-RPC reserves for the error of a handler that failed.
const internalError = -32603

// failure makes the error with a name; one that is not declared is an internal error.
func (p *Protocol) failure(name, words string) *codec.ResponseError {
	return p.make(internalError, words, func(f *Failure) bool { return f.Name == name })
}

// withCode makes the error with a code.
func (p *Protocol) withCode(code int64, words string) *codec.ResponseError {
	return p.make(code, words, func(f *Failure) bool { return f.Code == code })
}

// make makes the first error that fits; or one that has only the given code.
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
