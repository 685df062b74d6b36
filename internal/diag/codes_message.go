package diag

import "strings"

// Codes for methods and errors.
var (
	MethodUnknown = &Code{
		ID: "method-unknown", Title: "there is no such method",
		Doc:   "The method of the handshake is declared under methods.",
		Wrong: head + "methods:\n  hello:\n    from: client\n    params: {version: string}\n    result: {version: string}\nnegotiation: {method: helo, offer: params.version, chosen: result.version}\n",
		Right: head + "methods:\n  hello:\n    from: client\n    params: {version: string}\n    result: {version: string}\nnegotiation: {method: hello, offer: params.version, chosen: result.version}\n",
	}
	MethodLong = &Code{
		ID: "method-name-long", Title: "the name of a method is too long for a file",
		ByHand: "A name has to be chosen.",
		Doc:    "The schema of each method is a file that is named after it. A name has at most 160 bytes.",
		Wrong:  head + "methods:\n  " + strings.Repeat("job.", 40) + "run: {from: client, result: empty}\n",
		Right:  head + "methods:\n  job.run: {from: client, result: empty}\n",
	}
	MethodNotifyResult = &Code{
		ID: "method-notify-result", Title: "a notification has a result",
		Doc:   "A notification is never answered. A method that is answered has params and result.",
		Wrong: head + "methods:\n  log: {from: client, notify: object, result: empty}\n",
		Right: head + "methods:\n  log: {from: client, notify: object}\n",
	}
	MethodParamsKind = &Code{
		ID: "method-params-kind", Title: "the params of a method are not an object",
		Doc:   "JSON-RPC carries params as an object. Put a single value into a field.",
		Wrong: head + "methods:\n  say: {from: client, params: string, result: empty}\n",
		Right: head + "methods:\n  say: {from: client, params: {text: string}, result: empty}\n",
	}
	MethodFields = &Code{
		ID: "method-fields", Title: "a map here already lists fields",
		Doc: "Under params, result, notify and data a map declares the fields of a struct, by name. Declare a type that needs more (with, match, enum, union) " +
			"under types, and write its name here. If a field really has such a name, put its type in quotes or in the long form.",
		Wrong: head + "methods:\n  say: {from: client, params: {fields: {text: string}}, result: empty}\n",
		Right: head + "methods:\n  say: {from: client, params: {text: string}, result: empty}\n",
	}
	MethodByVariant = &Code{
		ID: "method-by-variant", Title: "the params are not the requests that name results",
		Doc:   "With result: by_variant the answer depends on the request in the params. The params are then the union Request, each of whose variants names its result.",
		Wrong: head + "methods:\n  ask: {from: agent, params: object, result: by_variant}\n",
		Right: head + "envelope: {name: Envelope, tag: type, content: payload}\nrequests:\n  Question: {fields: {text: string}, result: {answer: string}}\nmethods:\n  ask: {from: agent, params: Request, result: by_variant}\n",
	}
	ErrorUnknown = &Code{
		ID: "error-unknown", Title: "there is no such error",
		Doc:   "An error that a method names is declared under errors, or is one of the standard errors of JSON-RPC: PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR.",
		Wrong: head + "errors:\n  BUSY: {code: -32000}\nmethods:\n  ping: {from: client, result: empty, errors: [BUSSY]}\n",
		Right: head + "errors:\n  BUSY: {code: -32000}\nmethods:\n  ping: {from: client, result: empty, errors: [BUSY]}\n",
	}
	ErrorDuplicateCode = &Code{
		ID: "error-duplicate-code", Title: "two errors have one code",
		ByHand: "A code has to be chosen.",
		Doc:    "A peer distinguishes errors by their code.",
		Wrong:  head + "errors:\n  BUSY: {code: -32000}\n  LOST: {code: -32000}\n",
		Right:  head + "errors:\n  BUSY: {code: -32000}\n  LOST: {code: -32001}\n",
	}
	ErrorStandardName = &Code{
		ID: "error-standard-name", Title: "an error has the name of a standard error of JSON-RPC",
		Doc:   "Every protocol has the standard errors of JSON-RPC. To rename one, declare its code under another name.",
		Wrong: head + "errors:\n  INTERNAL_ERROR: {code: -32000}\n",
		Right: head + "errors:\n  INTERNAL_ERROR: {code: -32603}\n",
	}
	ErrorListedTwice = &Code{
		ID: "error-listed-twice", Title: "a method lists an error twice",
		Doc:   "List each error once.",
		Wrong: head + "methods:\n  ping: {from: client, result: empty, errors: [INTERNAL_ERROR, INTERNAL_ERROR]}\n",
		Right: head + "methods:\n  ping: {from: client, result: empty, errors: [INTERNAL_ERROR]}\n",
	}
)

func messageCodes() []*Code {
	return []*Code{
		MethodUnknown, MethodLong, MethodNotifyResult, MethodParamsKind, MethodFields, MethodByVariant, ErrorUnknown, ErrorDuplicateCode,
		ErrorStandardName, ErrorListedTwice,
	}
}
