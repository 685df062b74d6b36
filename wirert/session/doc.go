// Package session checks the messages of a session against the rules of its protocol:
// who may send what when, which requests are answered, by what, and which are unanswered.
//
// A [Machine] is given each message with the side that sent it, and says what it is and
// which rules it breaks. It does no I/O, has no clock and starts no goroutine. Its rules
// are those that generated packages have, and the compiler uses the same machine for
// recordings.
package session
