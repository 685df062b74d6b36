package diag

// A protocol whose session the examples have rules for.
const sessionHead = head + "methods:\n  run: {from: client, result: empty, errors: [BUSY]}\n  stop: {from: client, result: empty}\n  said: {from: agent, notify: {id: string}}\n" +
	"errors:\n  BUSY: {code: -32000}\n  LOST: {code: -32001}\n"

// Codes for the rules of sessions.
var (
	SessionUnknown = &Code{
		ID: "session-unknown", Title: "a rule of the session names an unknown element",
		Doc: "The keys of session, and the elements that its rules name, are methods, events and requests. Where a method and an event or a request have " +
			"the same name, write method NAME, event NAME or request NAME.",
		Wrong: sessionHead + "session:\n  stop: {during: ran}\n",
		Right: sessionHead + "session:\n  stop: {during: run}\n",
	}
	SessionRule = &Code{
		ID: "session-rule", Title: "a rule of the session does not fit the element",
		Doc: "Only what is answered can be in flight, settled, cancelled, resent or have a timeout; a request is settled by a message that is not answered, " +
			"and cancelled by another method; it has at most one timeout; ordered_before is a rule of an event or a notification, and names requests of the other side.",
		Wrong: sessionHead + "session:\n  stop: {during: said}\n",
		Right: sessionHead + "session:\n  stop: {during: run}\n",
	}
	SessionError = &Code{
		ID: "session-error", Title: "the error of a group of session rules does not fit it",
		Doc: "The error of a group answers a request that breaks once, during, not_during or after. If the method lists errors, it must list this one too. " +
			"Without such a rule, or ordered_before, there is nothing to enforce. A receiver can refuse only what is answered, and needs an error; an advisory rule has none. " +
			"The method must also list the error that answers a cancelled request.",
		Wrong: sessionHead + "session:\n  run: {once: open, error: LOST}\n",
		Right: sessionHead + "session:\n  run: {once: open, error: BUSY}\n",
	}
	SessionBegins = &Code{
		ID: "session-begins", Title: "no message may begin a session",
		ByHand: "Any of several rules may be the wrong one.",
		Doc: "The rules of a session must allow some message to be the first one. Here each message waits for another one, " +
			"or comes before the handshake where that must be first, so that nothing may ever be sent.",
		Wrong: head + "methods:\n  open: {from: client, result: empty}\n  close: {from: client, notify: empty}\nsession:\n  open: {after: close}\n  close: {after: open}\n",
		Right: head + "methods:\n  open: {from: client, result: empty}\n  close: {from: client, notify: empty}\nsession:\n  close: {after: open}\n",
	}
	LintSessionNever = &Code{
		ID: "session-never", Title: "the rules of the session do not allow an element", Lint: true,
		ByHand: "Any of several rules may be the wrong one.",
		Doc: "A message that may only be sent during or after another one can be sent only if that one can, and not if a rule excludes both. " +
			"Remove one of the rules, or the element.",
		Wrong: head + "methods:\n  run: {doc: Runs., from: client, result: empty}\n  stop: {doc: Stops., from: client, result: empty}\nsession:\n  stop: {during: run, not_during: run}\n",
		Right: head + "methods:\n  run: {doc: Runs., from: client, result: empty}\n  stop: {doc: Stops., from: client, result: empty}\nsession:\n  stop: {during: run}\n",
	}
)

func sessionCodes() []*Code {
	return []*Code{SessionUnknown, SessionRule, SessionError, SessionBegins}
}
