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
	// Failures are the errors that a connection answers with by itself.
	Failures []Failure
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
// returns for a notification is ignored.
type Handler func(ctx context.Context, m Message) (Message, error)

// failure makes the error with a name; one that is not declared is an internal error.
func (p *Protocol) failure(name, words string) *codec.ResponseError {
	for i := range p.Failures {
		if f := &p.Failures[i]; f.Name == name {
			return f.error(words)
		}
	}
	return &codec.ResponseError{Code: internalError, Message: words}
}

const internalError = -32603

// internal makes the error of a handler that failed.
func (p *Protocol) internal(words string) *codec.ResponseError {
	for i := range p.Failures {
		if f := &p.Failures[i]; f.Code == internalError {
			return f.error(words)
		}
	}
	return &codec.ResponseError{Code: internalError, Message: words}
}

// failureLike makes a declared error that is like another one, which has no words.
func (p *Protocol) failureLike(e *codec.ResponseError, words string) *codec.ResponseError {
	for i := range p.Failures {
		if f := &p.Failures[i]; f.Code == e.Code {
			return f.error(words)
		}
	}
	return e
}

func (f *Failure) error(words string) *codec.ResponseError {
	e := &codec.ResponseError{Code: f.Code, Message: words}
	data := []byte("{")
	if f.Kind {
		data = codec.AppendString(append(data, `"kind":`...), f.Name)
	}
	if f.Words != "" {
		if f.Kind {
			data = append(data, ',')
		}
		data = codec.AppendString(append(codec.AppendString(data, f.Words), ':'), words)
	}
	if len(data) > 1 {
		e.Data = codec.Raw(append(data, '}'))
	}
	return e
}
