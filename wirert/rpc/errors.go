package rpc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// The errors that end a connection, or a call on it.
var (
	// ErrClosed is the error of what is done on a connection after Close.
	ErrClosed = errors.New("rpc: the connection was closed")
	// ErrDisconnected is the error of a connection whose peer has gone.
	ErrDisconnected = errors.New("rpc: the peer has gone")
	// ErrSlowConsumer ends a connection of which a full queue is not emptied.
	ErrSlowConsumer = errors.New("rpc: messages are not consumed")
	// ErrSettled is the error of a call that was settled without an answer.
	ErrSettled = errors.New("rpc: the request was settled without an answer")
	// ErrTruncated is the error of input that ends within a message.
	ErrTruncated = codec.ErrTruncated
	// ErrTooLarge is the error of a message above the limit of the framing.
	ErrTooLarge = codec.ErrTooLarge
	// ErrFraming ends a connection whose input is not framed as the protocol says.
	ErrFraming = codec.ErrFraming
	// ErrUnhandled is the error of a request without a handler.
	ErrUnhandled = errors.New("rpc: there is no handler for the request")
)

// A RuleError is the error of a message that was not sent, because it breaks rules of the
// session.
type RuleError struct {
	Method string
	Faults []session.Fault
}

func (e *RuleError) Error() string {
	var words []string
	for _, f := range e.Faults {
		words = append(words, f.Text)
	}
	return "rpc: " + strings.Join(words, "; ")
}

// A ResultError is the error of a call that was answered with what cannot be read: the call
// was sent, and perhaps done.
type ResultError struct {
	Method string
	Err    error
}

func (e *ResultError) Error() string {
	return fmt.Sprintf("rpc: the answer to %s cannot be read: %v", e.Method, e.Err)
}

// Unwrap returns why it cannot be read.
func (e *ResultError) Unwrap() error { return e.Err }

// An unwritten is the error of a handler whose result must not be written.
type unwritten struct{ err error }

func (e *unwritten) Error() string { return "its result must not be written: " + e.err.Error() }
func (e *unwritten) Unwrap() error { return e.err }
