package schemagen

// The keys of the dialect. Some have one value only in this version of the
// language: they may be said, not changed.

type dialectShape struct {
	Shapes             string           `json:"shapes,omitempty" jsonschema:"enum=members" jsonschema_description:"What tells requests, responses and notifications apart."`
	Precedence         []string         `json:"precedence,omitempty" jsonschema_description:"Who wins when the members of several are there."`
	JSONRPC            *jsonrpcShape    `json:"jsonrpc,omitempty" jsonschema_description:"The member jsonrpc."`
	ID                 *idShape         `json:"id,omitempty" jsonschema_description:"The member id."`
	Order              []string         `json:"order,omitempty" jsonschema_description:"The order in which members are written."`
	Params             *paramsShape     `json:"params,omitempty" jsonschema_description:"The member params."`
	Members            *struct{}        `json:"members,omitempty" jsonschema_description:"Further members of messages."`
	Error              *errorRulesShape `json:"error,omitempty" jsonschema_description:"The error of a response."`
	ResultAndError     string           `json:"result_and_error,omitempty" jsonschema:"enum=reject" jsonschema_description:"A response with both."`
	Neither            string           `json:"neither,omitempty" jsonschema:"enum=reject" jsonschema_description:"A message with neither method, result nor error."`
	NotificationWithID string           `json:"notification_with_id,omitempty" jsonschema:"enum=request" jsonschema_description:"A notification that has an id."`
	BadID              string           `json:"bad_id,omitempty" jsonschema:"enum=reject" jsonschema_description:"An id of a wrong kind."`
	OnUnknownRequest   string           `json:"on_unknown_request,omitempty" jsonschema:"enum=method_not_found" jsonschema_description:"What answers a request for an undeclared method."`
	Batch              string           `json:"batch,omitempty" jsonschema:"enum=reject" jsonschema_description:"Several messages in one list."`
	BlankLines         string           `json:"blank_lines,omitempty" jsonschema:"enum=error" jsonschema_description:"An empty line in a stream of lines."`
	Framing            *framingShape    `json:"framing,omitempty" jsonschema_description:"How messages are told apart in a stream."`
	Rate               string           `json:"rate,omitempty" jsonschema:"enum=none" jsonschema_description:"A limit of messages per minute."`
	ErrorRanges        *struct{}        `json:"error_ranges,omitempty" jsonschema_description:"Ranges of error codes."`
}

type jsonrpcShape struct {
	Value string `json:"value,omitempty" jsonschema_description:"Its value, in quotes."`
	Read  string `json:"read,omitempty" jsonschema:"enum=required,enum=optional,enum=any,enum=ignored" jsonschema_description:"Whether a reader asks for it. any: it must be there, its value is not looked at."`
	Write bool   `json:"write,omitempty" jsonschema_description:"Whether it is written."`
}

type idShape struct {
	Types       []string `json:"types,omitempty" jsonschema:"enum=string,enum=int" jsonschema_description:"The kinds that an id may have."`
	NullOnError bool     `json:"null_on_error,omitempty" jsonschema_description:"Whether the id of an error response may be null."`
}

type paramsShape struct {
	Form string `json:"form,omitempty" jsonschema:"enum=object" jsonschema_description:"The form of params."`
}

type errorRulesShape struct {
	Identity string    `json:"identity,omitempty" jsonschema:"enum=code" jsonschema_description:"What tells errors apart."`
	Data     *nullWord `json:"data,omitempty" jsonschema_description:"How unset data of an error is written: left out, or as null."`
}

type framingShape struct {
	Kind     string `json:"kind,omitempty" jsonschema:"enum=ndjson,enum=content-length,enum=none" jsonschema_description:"One message per line, a header with its length, or none."`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"minimum=1" jsonschema_description:"Length of the longest message, in bytes."`
}
