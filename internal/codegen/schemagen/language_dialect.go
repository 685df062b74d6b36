package schemagen

import "github.com/invopop/jsonschema"

// The keys of the dialect.

type dialectShape struct {
	Shapes             *shapesBody              `json:"shapes,omitempty" jsonschema_description:"How requests, responses and notifications are distinguished: by the members that are present, or by a tag member."`
	Precedence         []string                 `json:"precedence,omitempty" jsonschema:"enum=request,enum=notification,enum=response" jsonschema_description:"The shape of a message that has the members of several shapes."`
	JSONRPC            *jsonrpcShape            `json:"jsonrpc,omitempty" jsonschema_description:"The member jsonrpc."`
	ID                 *idShape                 `json:"id,omitempty" jsonschema_description:"The member id."`
	Order              []string                 `json:"order,omitempty" jsonschema_description:"The order in which members are written."`
	Params             *paramsShape             `json:"params,omitempty" jsonschema_description:"The member params."`
	Members            fieldMap                 `json:"members,omitempty" jsonschema_description:"Further members of every message, as fields."`
	Error              *errorRulesShape         `json:"error,omitempty" jsonschema_description:"The error of a response."`
	ResultAndError     string                   `json:"result_and_error,omitempty" jsonschema:"enum=reject,enum=error,enum=result" jsonschema_description:"A response with both: refused, or read as one of them."`
	Neither            string                   `json:"neither,omitempty" jsonschema:"enum=reject,enum=ignore" jsonschema_description:"A message with neither method, result nor error."`
	NotificationWithID string                   `json:"notification_with_id,omitempty" jsonschema:"enum=request,enum=reject,enum=ignore" jsonschema_description:"A declared notification that has an id: a request of an undeclared method, an error, or a notification."`
	BadID              string                   `json:"bad_id,omitempty" jsonschema:"enum=reject,enum=ignore" jsonschema_description:"An id of a wrong kind, or a request without an id; ignore: the message is ignored."`
	NullParams         string                   `json:"null_params,omitempty" jsonschema:"enum=reject,enum=absent" jsonschema_description:"Optional params that are null: refused, or absent."`
	OnUnknownRequest   string                   `json:"on_unknown_request,omitempty" jsonschema:"enum=method_not_found,enum=ignore" jsonschema_description:"The answer to a request for an undeclared method; ignore: none."`
	Batch              *batchBody               `json:"batch,omitempty" jsonschema_description:"Several messages in one array: refused, or accepted up to a number."`
	BlankLines         string                   `json:"blank_lines,omitempty" jsonschema:"enum=error,enum=ignore" jsonschema_description:"An empty line in a stream of lines."`
	Framing            *framingShape            `json:"framing,omitempty" jsonschema_description:"How messages are delimited in a stream."`
	Rate               *rateBody                `json:"rate,omitempty" jsonschema_description:"How many requests a peer may make."`
	ErrorRanges        map[string]errorRangeRef `json:"error_ranges,omitempty" jsonschema_description:"Ranges of error codes, by name: [first, last]."`
}

type shapesShape struct {
	Tag          string                 `json:"tag" jsonschema_description:"The member that gives the shape of a message."`
	Request      *requestNamesBody      `json:"request" jsonschema_description:"Its value in a request, and what the members of requests are called."`
	Response     *responseNamesBody     `json:"response" jsonschema_description:"Its value in a response, and what the members of responses are called."`
	Notification *notificationNamesBody `json:"notification" jsonschema_description:"Its value in a notification, and what the members of notifications are called."`
}

type requestNamesShape struct {
	Is      string   `json:"is" jsonschema_description:"The value of the tag."`
	ID      string   `json:"id,omitempty" jsonschema_description:"The member that has the id."`
	Method  string   `json:"method,omitempty" jsonschema_description:"The member that has the method."`
	Params  string   `json:"params,omitempty" jsonschema_description:"The member that has the params."`
	Members fieldMap `json:"members,omitempty" jsonschema_description:"Further members of requests."`
}

type notificationNamesShape struct {
	Is      string   `json:"is" jsonschema_description:"The value of the tag."`
	Method  string   `json:"method,omitempty" jsonschema_description:"The member that has the method."`
	Params  string   `json:"params,omitempty" jsonschema_description:"The member that has the params."`
	Members fieldMap `json:"members,omitempty" jsonschema_description:"Further members of notifications."`
}

type responseNamesShape struct {
	Is      string   `json:"is" jsonschema_description:"The value of the tag."`
	ID      string   `json:"id,omitempty" jsonschema_description:"The member that has the id of the request."`
	Method  string   `json:"method,omitempty" jsonschema_description:"The member that has the method of the request."`
	Result  string   `json:"result,omitempty" jsonschema_description:"The member that has the result."`
	Error   string   `json:"error,omitempty" jsonschema_description:"The member that has the error."`
	OK      string   `json:"ok,omitempty" jsonschema_description:"The member that is true for a result and false for an error."`
	Message string   `json:"message,omitempty" jsonschema_description:"With ok: the member that has the message of an error."`
	Data    string   `json:"data,omitempty" jsonschema_description:"With ok: the member that has the data of an error."`
	Members fieldMap `json:"members,omitempty" jsonschema_description:"Further members of responses."`
}

// requestNamesBody is the value of the tag, or a map with it.
type requestNamesBody either[string, requestNamesShape]

// notificationNamesBody is the value of the tag, or a map with it.
type notificationNamesBody either[string, notificationNamesShape]

// responseNamesBody is the value of the tag, or a map with it.
type responseNamesBody either[string, responseNamesShape]

type jsonrpcShape struct {
	Value string `json:"value,omitempty" jsonschema_description:"Its value, in quotes."`
	Read  string `json:"read,omitempty" jsonschema:"enum=required,enum=optional,enum=any,enum=ignored" jsonschema_description:"Whether a reader requires it. any: it must be present, but its value is not checked."`
	Write bool   `json:"write,omitempty" jsonschema_description:"Whether it is written."`
}

type idShape struct {
	Types          []string `json:"types,omitempty" jsonschema:"enum=string,enum=int" jsonschema_description:"The kinds that an id may have."`
	NullOnError    bool     `json:"null_on_error,omitempty" jsonschema_description:"Whether the id of an error response may be null."`
	MissingOnError bool     `json:"missing_on_error,omitempty" jsonschema_description:"Whether an error response may have no id."`
}

type paramsShape struct {
	Form string `json:"form,omitempty" jsonschema:"enum=object,enum=array,enum=either" jsonschema_description:"The form of params. either: a struct may also be sent as an array of its fields."`
}

type errorRulesShape struct {
	Identity string    `json:"identity,omitempty" jsonschema:"enum=code,enum=data.kind" jsonschema_description:"How errors are distinguished: by their code, or by their name in the member kind of data."`
	Words    string    `json:"words,omitempty" jsonschema_description:"The field of an error's data that says why a message was refused."`
	Fallback string    `json:"fallback,omitempty" jsonschema_description:"The error that errors of undeclared kinds are read as."`
	Data     *nullWord `json:"data,omitempty" jsonschema_description:"How unset data of an error is written: left out, or as null."`
}

type batchShape struct {
	Max       int  `json:"max,omitempty" jsonschema:"minimum=1" jsonschema_description:"The maximum number of messages in one array."`
	UniqueIDs bool `json:"unique_ids,omitempty" jsonschema_description:"No two requests of an array may have the same id."`
}

type framingShape struct {
	Kind      string        `json:"kind,omitempty" jsonschema:"enum=ndjson,enum=content-length,enum=length-prefix,enum=none" jsonschema_description:"One message per line, a header with its length, a prefix with its length, or none."`
	MaxBytes  *maxBytesWord `json:"max_bytes,omitempty" jsonschema_description:"Length of the longest message, in bytes, or the capability that says it."`
	MaxFrom   string        `json:"max_from,omitempty" jsonschema_description:"The capability that replaces max_bytes once it is known: client.max_message_bytes."`
	MaxWeight int           `json:"max_weight,omitempty" jsonschema:"minimum=65536" jsonschema_description:"The maximum weight of what a text is read as, which is about its size in memory in Go. Default: 8 times max_bytes, at least 134217728."`
	Width     int           `json:"width,omitempty" jsonschema:"enum=1,enum=2,enum=4,enum=8" jsonschema_description:"Bytes of the prefix."`
	Order     string        `json:"order,omitempty" jsonschema:"enum=big,enum=little" jsonschema_description:"Order of the bytes of the prefix. Default: big."`
	TooLarge  string        `json:"too_large,omitempty" jsonschema_description:"The error that answers a longer message."`
}

type rateShape struct {
	PerMinute int    `json:"per_minute" jsonschema:"minimum=1" jsonschema_description:"Requests in a minute."`
	Error     string `json:"error,omitempty" jsonschema_description:"The error for requests beyond the limit."`
}

type errorRangeShape struct {
	Codes codesWord `json:"codes" jsonschema_description:"The first and the last code."`
	wasShape
	metaShape
}

// shapesBody is members, or the member that says what a message is.
type shapesBody either[membersWord, shapesShape]

// batchBody is reject, or the maximum number of messages.
type batchBody either[rejectWord, batchShape]

// rateBody is none, or a number of requests.
type rateBody either[noneWord, rateShape]

// errorRangeRef is a range, or a map with a range.
type errorRangeRef either[codesWord, errorRangeShape]

type membersWord struct{}

// JSONSchema offers the one word.
func (membersWord) JSONSchema() *jsonschema.Schema { return oneWord("members") }

type rejectWord struct{}

// JSONSchema offers the one word.
func (rejectWord) JSONSchema() *jsonschema.Schema { return oneWord("reject") }

type noneWord struct{}

// JSONSchema offers the one word.
func (noneWord) JSONSchema() *jsonschema.Schema { return oneWord("none") }

func oneWord(word string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{word}}
}

// falseWord is false.
type falseWord struct{}

// JSONSchema offers the word.
func (falseWord) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Enum: []any{false}} }

// neverWord is the word never.
type neverWord struct{}

// JSONSchema offers the word.
func (neverWord) JSONSchema() *jsonschema.Schema { return oneWord("never") }

// nameList is a name, or a list of names.
type nameList struct{}

// JSONSchema accepts both.
func (nameList) JSONSchema() *jsonschema.Schema {
	least := uint64(1)
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}, MinItems: &least}}}
}

// timeoutWord is a number of seconds, the path of one, or the word unstated.
type timeoutWord struct{}

// JSONSchema accepts a number and a text.
func (timeoutWord) JSONSchema() *jsonschema.Schema { return kindsOfYAML("number", "string") }

// codesWord is the first and the last code of a range.
type codesWord struct{}

// JSONSchema returns a list of two integers.
func (codesWord) JSONSchema() *jsonschema.Schema {
	two := uint64(2)
	return &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "integer"}, MinItems: &two, MaxItems: &two}
}

// maxBytesWord is a number, or the path of a capability.
type maxBytesWord struct{}

// JSONSchema returns a number of bytes, or a path.
func (maxBytesWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		{Type: "integer", Minimum: "1"},
		{Type: "string"},
	}}
}
