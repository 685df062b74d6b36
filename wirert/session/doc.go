// Package session checks the messages of a session against the rules of its protocol: who may
// send what when, and which requests must be answered by which response.
//
// A [Machine] observes each message with the side that sent it, and reports what the message
// is and which rules it breaks. It does no I/O, has no clock and starts no goroutine.
// Generated packages declare the [Rules]; the compiler uses the same machine for recordings.
package session
