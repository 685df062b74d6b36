package diag

// Codes for the dialect: the members of messages, the ranges of error codes, and
// what the dialect demands of methods.
var (
	DialectOrder = &Code{
		ID: "dialect-order-invalid", Title: "the order does not list each member of a message once",
		Doc:   "The order in which the members of a message are written must list all six of them: jsonrpc, id, method, params, result, error. It may also list members that the dialect adds; those that it leaves out are written last.",
		Wrong: head + "dialect:\n  order: [jsonrpc, id, method, params, result]\n",
		Right: head + "dialect:\n  order: [jsonrpc, id, method, params, result, error]\n",
	}
	DialectPrecedence = &Code{
		ID: "dialect-precedence-invalid", Title: "the precedence does not list each shape of a message once",
		Doc:   "A message that has the members of several shapes is read as the shape that precedence lists first. List request, notification and response, each once.",
		Wrong: head + "dialect:\n  precedence: [response, request]\n",
		Right: head + "dialect:\n  precedence: [response, request, notification]\n",
	}
	DialectShapes = &Code{
		ID: "dialect-shapes-same", Title: "two shapes of a message share a value",
		ByHand: "A value has to be chosen.",
		Doc:    "The tag member says which shape a message has, so each of the three shapes needs a different value.",
		Wrong:  head + "dialect:\n  shapes: {tag: type, request: call, response: reply, notification: call}\n",
		Right:  head + "dialect:\n  shapes: {tag: type, request: call, response: reply, notification: push}\n",
	}
	DialectMember = &Code{
		ID: "dialect-member-taken", Title: "an added member has the name of another member",
		ByHand: "A name has to be chosen.",
		Doc:    "Messages already have the members jsonrpc, id, method, params, result and error. A member that the dialect adds needs another name.",
		Wrong:  head + "dialect:\n  members:\n    id?: string\n",
		Right:  head + "dialect:\n  members:\n    auth?: string\n",
	}
	DialectIdle = &Code{
		ID: "dialect-key-idle", Title: "a key of the dialect has no effect",
		Doc:   "Another key of the dialect makes this one pointless. A tag gives the shape of a message, so there is no precedence. Shapes that name their members have no order. A flag (ok) distinguishes results from errors, so a message cannot have both. Errors that are identified by code have no fallback for undeclared kinds.",
		Wrong: head + "dialect:\n  shapes: {tag: type, request: req, response: res, notification: note}\n  precedence: [response, request, notification]\n",
		Right: head + "dialect:\n  shapes: {tag: type, request: req, response: res, notification: note}\n",
	}
	BatchOfNamed = &Code{
		ID: "batch-of-named-members", Title: "messages whose shapes name their members cannot be in a batch",
		Doc:   "Batches belong to JSON-RPC, whose members have fixed names. A dialect whose shapes name their members sends messages one by one.",
		Wrong: head + "dialect:\n  batch: {max: 3}\n  shapes: {tag: type, request: {is: req, id: seq}, response: res, notification: note}\n",
		Right: head + "dialect:\n  shapes: {tag: type, request: {is: req, id: seq}, response: res, notification: note}\n",
	}
	ErrorBesideFlag = &Code{
		ID: "error-beside-flag", Title: "an error has a code, but responses have none",
		Doc:   "If a flag (ok) distinguishes results from errors, an error is a text and data of any type, without a code. Only an error that is never sent may have one, with local: true.",
		Wrong: head + "dialect:\n  shapes: {tag: type, request: req, response: {is: res, ok: success}, notification: note}\nerrors:\n  BUSY: {code: 1}\n",
		Right: head + "dialect:\n  shapes: {tag: type, request: req, response: {is: res, ok: success}, notification: note}\nerrors:\n  BUSY: {code: 1, local: true}\n",
	}
	FramingIdle = &Code{
		ID: "framing-key-idle", Title: "a key does not apply to this framing",
		Doc:   "Only a length prefix has a width and an order of bytes, and only lines can be blank.",
		Wrong: head + "dialect:\n  framing: {kind: content-length, width: 4}\n",
		Right: head + "dialect:\n  framing: {kind: length-prefix, width: 4}\n",
	}
	NegotiationIdle = &Code{
		ID: "negotiation-key-idle", Title: "a key of the negotiation has no effect",
		Doc:   "pick and none say how peers agree on a version, so they need offer and chosen. early answers a request before the handshake, so the handshake is first.",
		Wrong: head + "methods:\n  hello: {from: client, params: {a: int}, result: empty}\nerrors:\n  LATER: {code: 1}\nnegotiation: {method: hello, early: LATER}\n",
		Right: head + "methods:\n  hello: {from: client, params: {a: int}, result: empty}\nerrors:\n  LATER: {code: 1}\nnegotiation: {method: hello, first: true, early: LATER}\n",
	}
	DialectUnwritten = &Code{
		ID: "dialect-jsonrpc-unwritten", Title: "readers require a member that no writer writes",
		Doc:   "With write: false, messages of this version do not have the member jsonrpc. A reader with read: required (the default) or read: any would refuse all of them.",
		Wrong: head + "dialect:\n  jsonrpc: {write: false}\n",
		Right: head + "dialect:\n  jsonrpc: {read: optional, write: false}\n",
	}
	FramingTooLong = &Code{
		ID: "framing-too-long", Title: "a length prefix is too narrow for the longest message",
		Doc:   "A prefix of one byte holds lengths up to 255, one of two bytes up to 65535. Longer messages need a wider prefix.",
		Wrong: head + "dialect:\n  framing: {kind: length-prefix, width: 2, max_bytes: 100000}\n",
		Right: head + "dialect:\n  framing: {kind: length-prefix, width: 4, max_bytes: 100000}\n",
	}
	ErrorRangeInvalid = &Code{
		ID: "error-range-invalid", Title: "this is not a range of error codes",
		Doc:   "A range is written as its first and its last code, both inclusive. The first must not be greater than the last.",
		Wrong: head + "dialect:\n  error_ranges: {server: [-32000, -32099]}\n",
		Right: head + "dialect:\n  error_ranges: {server: [-32099, -32000]}\n",
	}
	ErrorRangeOverlap = &Code{
		ID: "error-range-overlap", Title: "two ranges of error codes overlap",
		ByHand: "A bound has to be chosen.",
		Doc:    "A code may belong to only one range, so that the range says whose error it is.",
		Wrong:  head + "dialect:\n  error_ranges:\n    server: [-32099, -32000]\n    client: [-32010, -31000]\n",
		Right:  head + "dialect:\n  error_ranges:\n    server: [-32099, -32011]\n    client: [-32010, -31000]\n",
	}
	ErrorDataKind = &Code{
		ID: "error-data-not-object", Title: "the data of an error cannot hold its kind",
		Doc:   "With identity: data.kind, the name of an error is a member of its data, which is written without being declared. The data must be a struct, or any. If it declares a field kind anyway, that must be a string, or an enum that has the name of the error as a value.",
		Wrong: head + "dialect:\n  error: {identity: data.kind}\nerrors:\n  BUSY: {code: -32000, data: int}\n",
		Right: head + "dialect:\n  error: {identity: data.kind}\nerrors:\n  BUSY: {code: -32000, data: {seconds: int}}\n",
	}
	RefusalData = &Code{
		ID: "refusal-data", Title: "the data of a refusal cannot be made",
		ByHand: "Which field has the reason is not known.",
		Doc:    "The errors with the codes -32700, -32600, -32601 and -32602 answer messages that cannot be read. Generated code creates them, and knows only why the message is refused. error: {words: FIELD} in the dialect names the field of their data for that reason, a string without limits. With identity: data.kind, no other field may be required.",
		Wrong:  head + "dialect:\n  error: {identity: data.kind}\nerrors:\n  BAD_PARAMS: {code: -32602, data: {detail: string}}\n",
		Right:  head + "dialect:\n  error: {identity: data.kind, words: detail}\nerrors:\n  BAD_PARAMS: {code: -32602, data: {detail: string}}\n",
	}
	ErrorLocal = &Code{
		ID: "error-local", Title: "a local error is used as an answer",
		Doc:   "An error with local: true is created by a peer for its own use and never sent. Neither a method nor the handshake can be answered with it.",
		Wrong: head + "errors:\n  LOST: {code: -32000, local: true}\nmethods:\n  ping: {from: client, result: empty, errors: [LOST]}\n",
		Right: head + "errors:\n  LOST: {code: -32000}\nmethods:\n  ping: {from: client, result: empty, errors: [LOST]}\n",
	}
	ResultOptional = &Code{
		ID: "result-optional", Title: "a result cannot be absent here",
		Doc:   "With result?, the response to a method may have neither a result nor an error. It must say by itself that it is a success and what it answers: with a flag (ok) and the method among the names of responses. The result is a struct or empty, and not that of the handshake.",
		Wrong: head + "methods:\n  stop: {from: client, \"result?\": empty}\n",
		Right: head + "dialect:\n  shapes: {tag: type, request: req, response: {is: res, ok: success, method: method}, notification: note}\nmethods:\n  stop: {from: client, \"result?\": empty}\n",
	}
	ParamsPosition = &Code{
		ID: "params-position-field", Title: "a positional parameter has a setting that only fields have",
		Doc:   "With params: {form: array}, a map of fields lists the items of an array. An item has a type and may be missing at the end; it cannot have a default, older names, limits or a write mode.",
		Wrong: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {x: int, y: int = 0}, result: empty}\n",
		Right: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {x: int, \"y?\": int}, result: empty}\n",
	}
	ParamsOrder = &Code{
		ID: "params-position-order", Title: "a required parameter follows an optional one",
		Doc:   "Positional params end with the last one that is given, so only those at the end may be missing.",
		Wrong: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {\"x?\": int, y: int}, result: empty}\n",
		Right: head + "dialect:\n  params: {form: array}\nmethods:\n  move: {from: client, params: {y: int, \"x?\": int}, result: empty}\n",
	}
	ProgressMethod = &Code{
		ID: "progress-not-notification", Title: "progress must be reported by a notification",
		Doc:   "The method that reports the progress of a request has no answer: declare it with notify.",
		Wrong: head + "methods:\n  progress: {from: agent, params: {token: string}, result: empty}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
	}
	ProgressOfNotify = &Code{
		ID: "progress-of-notification", Title: "a notification has no progress",
		Doc:   "Progress is reported for a request until it is answered. A notification is never answered.",
		Wrong: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, notify: {token: string}, progress: {method: progress, token: params.token}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {token: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
	}
	MethodErrorData = &Code{
		ID: "method-error-data", Title: "the method has no data of errors",
		Doc: "error_data is the type of the data of an error that answers the method. A notification is not answered, and with identity: data.kind the kind determines " +
			"the data, so each error declares its own. If a flag (ok) distinguishes results from errors, errors have no declared data either.",
		Wrong: head + "methods:\n  note: {from: client, notify: {text: string}, error_data: {retry: bool}}\n",
		Right: head + "methods:\n  note: {from: client, params: {text: string}, result: empty, error_data: {retry: bool}}\n",
	}
	RegistrationConflict = &Code{
		ID: "registration-conflict", Title: "two registrations under one name have different options",
		ByHand: "The options of either method may be the right ones.",
		Doc:    "The reader of a registration knows only its name. So methods that share a name (as) must have the same options.",
		Wrong:  head + "methods:\n  open: {from: client, notify: {}, registration: {options: {a: int}, as: sync}}\n  close: {from: client, notify: {}, registration: {options: {b: int}, as: sync}}\n",
		Right:  head + "types:\n  Sync: {fields: {a: int}}\nmethods:\n  open: {from: client, notify: {}, registration: {options: Sync, as: sync}}\n  close: {from: client, notify: {}, registration: {options: Sync, as: sync}}\n",
	}
	ProgressName = &Code{
		ID: "progress-name", Title: "a kind of progress has no distinct name",
		ByHand: "A name has to be chosen.",
		Doc:    "A request may have several kinds of progress. Each one after the first needs a name, and names must differ. Generated code has a function for each name, so a name consists of ASCII letters, digits and _. The first kind may have no name, and is then called progress.",
		Wrong:  head + "methods:\n  progress: {from: agent, notify: {token: string, value: any}}\n  index:\n    from: client\n    params: {\"work?\": string, \"partial?\": string}\n    result: empty\n    progress:\n      - {method: progress, token: params.work}\n      - {name: progress, method: progress, token: params.partial, value: value, payload: \"string[]\"}\n",
		Right:  head + "methods:\n  progress: {from: agent, notify: {token: string, value: any}}\n  index:\n    from: client\n    params: {\"work?\": string, \"partial?\": string}\n    result: empty\n    progress:\n      - {method: progress, token: params.work}\n      - {name: partial, method: progress, token: params.partial, value: value, payload: \"string[]\"}\n",
	}
	ProgressToken = &Code{
		ID: "progress-token", Title: "a notification cannot be matched with its request",
		Doc:   "The notification about the progress of a request repeats the token of the request in a member of its payload, a struct. That member has the last name in the path of the token, or the name token; as: names any other. Both are strings or integers. The token must not have a default, because requests would share it, and must be in a struct, not in a union.",
		Wrong: head + "methods:\n  progress: {from: agent, notify: {on: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {on: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token, as: on}}\n",
	}
	ProgressValue = &Code{
		ID: "progress-value", Title: "a notification does not hold the progress",
		Doc:   "The progress is the whole payload of the notification, or the member that value: names, which must be present. payload: is its type if the member is declared as any (or as object, if each value is an object). Otherwise its type is the declared one, and payload: may only repeat it. A type with a single value cannot express progress.",
		Wrong: head + "methods:\n  progress: {from: agent, notify: {token: string, value: string}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token, value: value, payload: int}}\n",
		Right: head + "methods:\n  progress: {from: agent, notify: {token: string, value: any}}\n  index: {from: client, params: {token: string}, result: empty, progress: {method: progress, token: params.token, value: value, payload: int}}\n",
	}
	MethodReplaces = &Code{
		ID: "method-replaces-cycle", Title: "methods replace each other",
		Doc:   "A method replaces an older one, which stays declared for old peers. A chain of replacements must not lead back to its start.",
		Wrong: head + "methods:\n  sum: {from: client, result: int, replaces: sum}\n",
		Right: head + "methods:\n  sum: {from: client, result: int}\n  sum.v2: {from: client, result: int, replaces: sum}\n",
	}
)

func dialectCodes() []*Code {
	return []*Code{
		DialectOrder, DialectPrecedence, DialectShapes, DialectMember, DialectIdle, DialectUnwritten, BatchOfNamed, ErrorBesideFlag, FramingIdle, FramingTooLong, NegotiationIdle,
		ErrorRangeInvalid, ErrorRangeOverlap,
		ErrorDataKind, RefusalData, ErrorLocal, ResultOptional, ParamsPosition, ParamsOrder, ProgressMethod, ProgressOfNotify, ProgressName,
		ProgressToken, ProgressValue, MethodErrorData, RegistrationConflict, MethodReplaces,
	}
}
