package rpc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// Errors of connections and calls.
var (
	// ErrClosed is returned by operations on a connection after Close.
	ErrClosed = errors.New("rpc: the connection was closed")
	// ErrDisconnected is the error of a connection that the peer ended or that failed.
	ErrDisconnected = errors.New("rpc: the peer has gone")
	// ErrSlowConsumer ends a connection of which received messages are not handled or read, or
	// whose peer does not read, for StallWait.
	ErrSlowConsumer = errors.New("rpc: messages are not consumed")
	// ErrIdle ends a connection that has received nothing for IdleWait.
	ErrIdle = errors.New("rpc: nothing was received")
	// ErrNoHandshake ends a connection without a handshake within HandshakeWait.
	ErrNoHandshake = errors.New("rpc: there was no handshake")
	// ErrSettled is the error of a call that another message settled, so that no response is
	// expected.
	ErrSettled = errors.New("rpc: the request was settled without an answer")
	// ErrTruncated is the error of input that ends inside a message.
	ErrTruncated = codec.ErrTruncated
	// ErrTooLarge is the error of a message longer than the maximum.
	ErrTooLarge = codec.ErrTooLarge
	// ErrFraming ends a connection whose input does not have the framing of the protocol.
	ErrFraming = codec.ErrFraming
	// ErrUnhandled is returned by handlers for requests that they do not implement.
	ErrUnhandled = errors.New("rpc: there is no handler for the request")
)

// A RuleError says that a message was not sent because it would break session rules.
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

// A ResultError says that the response to a call cannot be read. The peer may have performed
// the request.
type ResultError struct {
	Method string
	Err    error
}

func (e *ResultError) Error() string {
	return fmt.Sprintf("rpc: the answer to %s cannot be read: %v", e.Method, e.Err)
}

// Unwrap returns the error of reading the result.
func (e *ResultError) Unwrap() error { return e.Err }

// An unwritten is the error of a handler whose result is invalid and must not be written.
type unwritten struct{ err error }

func (e *unwritten) Error() string { return "its result must not be written: " + e.err.Error() }
func (e *unwritten) Unwrap() error { return e.err }
