package diag

// What can be wrong with the dialect: the shell of the messages, the ranges of
// errors, and what the shell asks of methods.
var (
	DialectOrder = &Code{
		ID: "dialect-order-invalid", Title: "the order does not list each member of a message once",
		Doc:   "The order in which the members of a message are written names all six of them: jsonrpc, id, method, params, result, error. The members that the dialect adds may stand in it; those that do not are written at the end.",
		Wrong: head + "dialect:\n  order: [jsonrpc, id, method, params, result]\n",
		Right: head + "dialect:\n  order: [jsonrpc, id, method, params, result, error]\n",
	}
	DialectPrecedence = &Code{
		ID: "dialect-precedence-invalid", Title: "the precedence does not list each shape of a message once",
		Doc:   "A message that has the members of several shapes is the first of them in precedence: request, notification and response, each once.",
		Wrong: head + "dialect:\n  precedence: [response, request]\n",
		Right: head + "dialect:\n  precedence: [response, request, notification]\n",
	}
	DialectShapes = &Code{
		ID: "dialect-shapes-same", Title: "two shapes of a message have one word",
		Doc:   "The member that tells what a message is has another value for each of the three shapes.",
		Wrong: head + "dialect:\n  shapes: {tag: type, request: call, response: reply, notification: call}\n",
		Right: head + "dialect:\n  shapes: {tag: type, request: call, response: reply, notification: push}\n",
	}
	DialectMember = &Code{
		ID: "dialect-member-taken", Title: "a member of the shell has the name of another",
		Doc:   "Each message has jsonrpc, id, method, params, result and error. What the dialect adds to them has a name of its own.",
		Wrong: head + "dialect:\n  members:\n    id?: string\n",
		Right: head + "dialect:\n  members:\n    auth?: string\n",
	}
	DialectUnwritten = &Code{
		ID: "dialect-jsonrpc-unwritten", Title: "readers ask for a member that no writer writes",
		Doc:   "With write: false the member jsonrpc is in no message of this version. A reader that asks for it, with read: required (which is what is left out) or any, would refuse them all.",
		Wrong: head + "dialect:\n  jsonrpc: {write: false}\n",
		Right: head + "dialect:\n  jsonrpc: {read: optional, write: false}\n",
	}
	FramingTooLong = &Code{
		ID: "framing-too-long", Title: "a prefix cannot say how long the longest message is",
		Doc:   "A prefix of one byte counts to 255, one of two to 65535. A longer message needs a wider prefix.",
		Wrong: head + "dialect:\n  framing: {kind: length-prefix, width: 2, max_bytes: 100000}\n",
		Right: head + "dialect:\n  framing: {kind: length-prefix, width: 4, max_bytes: 100000}\n",
	}
	ErrorRangeInvalid = &Code{
		ID: "error-range-invalid", Title: "this is no range of error codes",
		Doc:   "A range has its first and its last code, both of which belong to it; the first is the smaller one.",
		Wrong: head + "dialect:\n  error_ranges: {server: [-32000, -32099]}\n",
		Right: head + "dialect:\n  error_ranges: {server: [-32099, -32000]}\n",
	}
	ErrorRangeOverlap = &Code{
		ID: "error-range-overlap", Title: "two ranges of error codes overlap",
		Doc:   "A code belongs to one range at most, so that its range says whose error it is.",
		Wrong: head + "dialect:\n  error_ranges:\n    server: [-32099, -32000]\n    client: [-32010, -31000]\n",
		Right: head + "dialect:\n  error_ranges:\n    server: [-32099, -32011]\n    client: [-32010, -31000]\n",
	}
	ErrorDataKind = &Code{
		ID: "error-data-not-object", Title: "the data of an error has no place for its kind",
		Doc:   "With identity: data.kind the name of an error stands in its data, which is an object therefore.",
		Wrong: head + "dialect:\n  error: {identity: data.kind}\nerrors:\n  BUSY: {code: -32000, data: int}\n",
		Right: head + "dialect:\n  error: {identity: data.kind}\nerrors:\n  BUSY: {code: -32000, data: {seconds: int}}\n",
	}
	ErrorLocal = &Code{
		ID: "error-local", Title: "an error that never travels stands for an answer",
		Doc:   "An error with local: true is made up by a peer for itself. No method is answered with it, and neither is a handshake.",
		Wrong: head + "errors:\n  LOST: {code: -32000, local: true}\nmethods:\n  ping: {from: client, result: empty, errors: [LOST]}\n",
		Right: head + "errors:\n  LOST: {code: -32000}\nmethods:\n  ping: {from: client, result: empty, errors: [LOST]}\n",
	}
	ParamsPosition = &Code{
		ID: "params-position-field", Title: "a parameter by position cannot be what a field can",
		Doc:   "With params: {form: array} a map of fields lists the items of an array. Such an item has a type and may be missing at the end; it has no default, no older names, no limits and no way of being written.",
		Wrong: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {x: int, y: int = 0}, result: empty}\n",
		Right: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {x: int, \"y?\": int}, result: empty}\n",
	}
	ParamsOrder = &Code{
		ID: "params-position-order", Title: "a parameter that must be there follows one that may be missing",
		Doc:   "Params by position end where the last given one stands, so that only those at the end may be missing.",
		Wrong: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {\"x?\": int, y: int}, result: empty}\n",
		Right: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {y: int, \"x?\": int}, result: empty}\n",
	}
	ProgressMethod = &Code{
		ID: "progress-not-notification", Title: "progress is told by a notification",
		Doc:   "The method that tells how far a request is answers nothing: it is declared with notify.",
		Wrong: head + "methods:\n  progress: {from: agent, params: {token: string}, result: empty}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
	}
	ProgressOfNotify = &Code{
		ID: "progress-of-notification", Title: "a notification has no progress",
		Doc:   "Progress tells how far a request is, until it is answered. Nothing answers a notification.",
		Wrong: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, notify: {token: string}, progress: {method: progress, token: params.token}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
	}
	MethodReplaces = &Code{
		ID: "method-replaces-cycle", Title: "methods replace each other",
		Doc:   "A method replaces an older one, which stays declared for old peers. No chain of them leads back to where it began.",
		Wrong: head + "methods:\n  sum: {from: client, result: int, replaces: sum}\n",
		Right: head + "methods:\n  sum: {from: client, result: int}\n  sum.v2: {from: client, result: int, replaces: sum}\n",
	}
)

func dialectCodes() []*Code {
	return []*Code{
		DialectOrder, DialectPrecedence, DialectShapes, DialectMember, DialectUnwritten, FramingTooLong, ErrorRangeInvalid, ErrorRangeOverlap,
		ErrorDataKind, ErrorLocal, ParamsPosition, ParamsOrder, ProgressMethod, ProgressOfNotify, MethodReplaces,
	}
}
