package schemagen

import (
	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/diag"
)

// The shapes below are a spec file as YAML tools see it: one struct per kind
// of map, one field per key, in the order in which a spec is best read. They
// exist for the reflector; the compiler reads specs with the syntax package, and a
// test compares the two, key by key.

type specShape struct {
	Wiregen      int                        `json:"wiregen,omitempty" jsonschema:"enum=1" jsonschema_description:"Version of the spec language. A spec begins with it; included files may omit it."`
	Protocol     *protocolShape             `json:"protocol,omitempty" jsonschema_description:"The name and the versions of the protocol. A layer has only the keys that differ from the spec below it."`
	Include      []string                   `json:"include,omitempty" jsonschema_description:"Files with more of the spec: paths and patterns, relative to the folder of this file."`
	Extends      string                     `json:"extends,omitempty" jsonschema_description:"The spec that this one extends, relative to the folder of this file."`
	Add          map[string]additionShape   `json:"add,omitempty" jsonschema_description:"What a layer adds to elements of the spec below it, by their names."`
	Reserved     []string                   `json:"reserved,omitempty" jsonschema_description:"Names that no type, event, request, method or error may use again."`
	Roles        []string                   `json:"roles,omitempty" jsonschema:"minItems=2,maxItems=2" jsonschema_description:"The two sides; the one that begins comes first. Default: client and agent."`
	Dialect      *dialectShape              `json:"dialect,omitempty" jsonschema_description:"How messages differ from plain JSON-RPC 2.0."`
	Defaults     *defaultsShape             `json:"defaults,omitempty" jsonschema_description:"Defaults for all elements."`
	Extensions   *extensionsShape           `json:"extensions,omitempty" jsonschema_description:"Namespaces of names that others may use: texts that begin with a prefix."`
	Methods      map[string]methodShape     `json:"methods,omitempty" jsonschema_description:"The JSON-RPC methods, by their names on the wire."`
	Negotiation  *negotiationShape          `json:"negotiation,omitempty" jsonschema_description:"The handshake of two peers."`
	Capabilities map[string]capabilityShape `json:"capabilities,omitempty" jsonschema_description:"The capabilities that each role can declare."`
	Envelope     *envelopeShape             `json:"envelope,omitempty" jsonschema_description:"The object that carries events and requests."`
	Events       map[string]eventShape      `json:"events,omitempty" jsonschema_description:"The variants of the union Event, by tag."`
	Requests     map[string]requestShape    `json:"requests,omitempty" jsonschema_description:"The variants of the union Request, by tag."`
	Types        map[string]typeBody        `json:"types,omitempty" jsonschema_description:"Structs, enums, unions and aliases, by name."`
	Errors       map[string]errorShape      `json:"errors,omitempty" jsonschema_description:"The error codes, by name."`
	Session      map[string]sessionBody     `json:"session,omitempty" jsonschema_description:"What may be sent when, and what ends a request: the rules of methods, events and requests, by name."`
	Journal      *journalShape              `json:"journal,omitempty" jsonschema_description:"A recorded session: JSON lines, a header first."`
}

type extensionsShape struct {
	Methods []string `json:"methods,omitempty" jsonschema_description:"Patterns of the methods of extensions: [\"_*\"]."`
	Values  []string `json:"values,omitempty" jsonschema_description:"Patterns of the values of enums that extensions add."`
	Tags    []string `json:"tags,omitempty" jsonschema_description:"Patterns of the tags of union variants that extensions add."`
	Keys    []string `json:"keys,omitempty" jsonschema_description:"Patterns of the keys that extensions add to structs."`
}

type additionShape struct {
	Fields   fieldMap               `json:"fields,omitempty" jsonschema_description:"Further fields of a struct."`
	Variants map[string]variantBody `json:"variants,omitempty" jsonschema_description:"Further variants of a union."`
	Enum     *enumBody              `json:"enum,omitempty" jsonschema_description:"Further values of an enum."`
}

type protocolShape struct {
	Name       string       `json:"name,omitempty" jsonschema_description:"Name in kebab-case, used in the names of generated files."`
	Title      string       `json:"title,omitempty" jsonschema_description:"Name for people."`
	Version    string       `json:"version,omitempty" jsonschema_description:"Current version, in quotes."`
	Versions   []string     `json:"versions,omitempty" jsonschema_description:"Every released version, oldest first, in quotes."`
	Versioning string       `json:"versioning,omitempty" jsonschema:"enum=counter,enum=semver,enum=date,enum=integer,enum=breaking" jsonschema_description:"How versions are compared. counter: number by number, 1.9 before 1.10. breaking: integers, of which only a breaking change makes a new one."`
	Doc        string       `json:"doc,omitempty" jsonschema_description:"What the protocol is for."`
	LintOff    lintOffShape `json:"lint_off,omitempty" jsonschema_description:"Rules of lint that do not apply to the spec, each with the reason."`
}

type defaultsShape struct {
	WriteAbsent *nullWord `json:"write_absent,omitempty" jsonschema_description:"How an unset optional nullable field is written: left out, or as null."`
	Patch       bool      `json:"patch,omitempty" jsonschema_description:"Whether an absent key and null are distinguished in every field f?: T | null."`
	Extra       string    `json:"extra,omitempty" jsonschema:"enum=ignore,enum=keep,enum=reject" jsonschema_description:"Undeclared keys of structs: ignored, kept and written back, or an error."`
	OnError     string    `json:"on_error,omitempty" jsonschema:"enum=unset,enum=refuse" jsonschema_description:"Unreadable values of fields that may be absent: skipped, or an error."`
	BadItems    string    `json:"bad_items,omitempty" jsonschema:"enum=skip,enum=refuse" jsonschema_description:"Unreadable items of lists: skipped, or an error."`
	Unknown     string    `json:"unknown,omitempty" jsonschema:"enum=keep,enum=reject" jsonschema_description:"Undeclared tags of unions: preserved verbatim, or an error."`
	Enums       string    `json:"enums,omitempty" jsonschema:"enum=closed,enum=open" jsonschema_description:"Undeclared values of enums: an error, or preserved verbatim."`
	Int64       string    `json:"int64,omitempty" jsonschema:"enum=number,enum=bigint,enum=string" jsonschema_description:"How int64 and uint64 are written: as numbers within 2^53-1, as numbers with all 64 bits, or as strings of digits with all 64 bits."`
}

// metaShape has the keys of every element.
type metaShape struct {
	Doc          string          `json:"doc,omitempty" jsonschema_description:"Documentation in full sentences. It becomes the doc comment in every target."`
	Since        *sinceBody      `json:"since,omitempty" jsonschema_description:"The version that added it, in quotes; {after: \"1.5\"} if it was added after that version."`
	Deprecated   *deprecatedMark `json:"deprecated,omitempty" jsonschema_description:"It should not be used any more."`
	Experimental bool            `json:"experimental,omitempty" jsonschema_description:"It may change without notice."`
	Gate         *gateBody       `json:"gate,omitempty" jsonschema_description:"What must be negotiated before it is sent: client.supports_question, {feature: NAME} or {subscription: METHOD}."`
	Sensitive    bool            `json:"sensitive,omitempty" jsonschema_description:"Keep it out of logs and of the texts of errors."`
	Log          *logMark        `json:"log,omitempty" jsonschema_description:"How logs show it."`
	Unit         string          `json:"unit,omitempty" jsonschema_description:"Unit of a number: seconds, bytes."`
	Recorded     bool            `json:"recorded,omitempty" jsonschema_description:"false: it is not recorded in a journal."`
	Hot          bool            `json:"hot,omitempty" jsonschema_description:"It is frequent, so decoders should expect it."`
	LintOff      lintOffShape    `json:"lint_off,omitempty" jsonschema_description:"Rules of lint that do not apply to it, each with the reason."`
	Pins         string          `json:"PINS,omitempty" jsonschema_description:"Its name in generated PINS."` // a key of each target
}

// wasShape has the key of elements whose names may change.
type wasShape struct {
	FormerNames []string `json:"was,omitempty" jsonschema_description:"Older names. Those of fields, tags, enum values and methods are read but not written."`
}

// namedShape has further keys of elements that are in messages.
type namedShape struct {
	Reserved []string `json:"reserved,omitempty" jsonschema_description:"Names that must not be used here again."`
	Examples []any    `json:"examples,omitempty" jsonschema_description:"Example values, checked against the type."`
}

// formShape has the keys that define a type in its long form.
type formShape struct {
	Type   *typeWord `json:"type,omitempty" jsonschema_description:"A type expression; that of a field may end with = and a default."`
	Fields fieldMap  `json:"fields,omitempty" jsonschema_description:"The fields of a struct. A name that ends in ? may be absent."`
	Enum   *enumBody `json:"enum,omitempty" jsonschema_description:"The values of an enum: a list, or a map from value to its doc."`
	structShape
	limitShape
	Fallback string                 `json:"fallback,omitempty" jsonschema_description:"The value of the enum that an undeclared one is read as."`
	Open     bool                   `json:"open,omitempty" jsonschema_description:"An undeclared value of the enum is preserved verbatim."`
	Match    string                 `json:"match,omitempty" jsonschema:"enum=kind,enum=key,enum=ordered" jsonschema_description:"How the variants of A | B are distinguished: by JSON kind (the default), by a key that only one has, or by order."`
	Union    *unionBody             `json:"union,omitempty" jsonschema_description:"How the variants of a union are distinguished."`
	Variants map[string]variantBody `json:"variants,omitempty" jsonschema_description:"The variants of the union, by tag."`
	Common   fieldMap               `json:"common,omitempty" jsonschema_description:"Fields that every variant of the union has, before its own."`
	Unknown  *unknownBody           `json:"unknown,omitempty" jsonschema_description:"How undeclared tags of the union are handled."`
	Const    any                    `json:"const,omitempty" jsonschema_description:"The only value."`
	Default  any                    `json:"default,omitempty" jsonschema_description:"The value of an absent field; for a const, true if it may be absent; for a union, the tag that a missing one is read as, or {tag: TAG, write: always | never | as_read}."`
}

// structShape has the keys of a struct other than fields.
type structShape struct {
	With  []string   `json:"with,omitempty" jsonschema_description:"Structs whose fields are included, before the struct's own."`
	Extra *extraBody `json:"extra,omitempty" jsonschema_description:"Undeclared keys of the struct: ignored, kept and written back, or an error; {type: T} if they have a type."`

	Present []groupShape `json:"present,omitempty" jsonschema_description:"Rules about which of the struct's optional fields are present."`
}

// groupShape is one such rule.
type groupShape struct {
	AtLeastOne []string `json:"at_least_one,omitempty" jsonschema:"minItems=2" jsonschema_description:"At least one of these fields is present."`
	AtMostOne  []string `json:"at_most_one,omitempty" jsonschema:"minItems=2" jsonschema_description:"At most one of these fields is present."`
	ExactlyOne []string `json:"exactly_one,omitempty" jsonschema:"minItems=2" jsonschema_description:"Exactly one of these fields is present."`
}

// JSONSchemaExtend requires one of the rules.
func (groupShape) JSONSchemaExtend(s *jsonschema.Schema) {
	one := uint64(1)
	s.MinProperties, s.MaxProperties = &one, &one
}

type extraShape struct {
	Type typeWord `json:"type" jsonschema_description:"The type of undeclared keys, which are read, checked and written."`
}

// limitShape has the limits of a type.
type limitShape struct {
	Min       float64 `json:"min,omitempty" jsonschema_description:"The minimum."`
	Max       float64 `json:"max,omitempty" jsonschema_description:"The maximum."`
	MinLength int     `json:"min_length,omitempty" jsonschema:"minimum=0" jsonschema_description:"The minimum number of code points of a string."`
	MaxLength int     `json:"max_length,omitempty" jsonschema:"minimum=0" jsonschema_description:"The maximum number of code points of a string."`
	MinItems  int     `json:"min_items,omitempty" jsonschema:"minimum=0" jsonschema_description:"The minimum number of items of a list."`
	MaxItems  int     `json:"max_items,omitempty" jsonschema:"minimum=0" jsonschema_description:"The maximum number of items of a list."`
	Pattern   string  `json:"pattern,omitempty" jsonschema_description:"A regular expression that a string must match, in the syntax that RE2 and ECMAScript share."`
	BadItems  string  `json:"bad_items,omitempty" jsonschema:"enum=skip,enum=refuse" jsonschema_description:"Unreadable items of a list are skipped, or are an error."`
	Enforced  string  `json:"enforced,omitempty" jsonschema:"enum=both,enum=reader,enum=writer,enum=advisory" jsonschema_description:"Who checks the limits. Default: both."`
}

// fieldMap is the fields of a struct, by name.
type fieldMap map[string]fieldBody

type typeShape struct {
	wasShape
	metaShape
	formShape
	namedShape
	Distinct bool `json:"distinct,omitempty" jsonschema_description:"The name of a scalar is a distinct type in generated code."`
}

type fieldShape struct {
	formShape
	Patch        bool       `json:"patch,omitempty" jsonschema_description:"An absent key and null are distinguished; for f?: T | null."`
	NullIsAbsent bool       `json:"null_is_absent,omitempty" jsonschema_description:"null is read as an absent key."`
	OnError      string     `json:"on_error,omitempty" jsonschema:"enum=unset,enum=refuse" jsonschema_description:"An unreadable value is treated as an absent key, or is an error."`
	Write        *writeWord `json:"write,omitempty" jsonschema_description:"How it is written: omit or null if it is unset; omit_default leaves out the default; required is always written, although it may be absent when read."`
	wasShape
	metaShape
	namedShape
}

type unionShape struct {
	Tag     string `json:"tag,omitempty" jsonschema_description:"The key that names the variant."`
	Content string `json:"content,omitempty" jsonschema_description:"The key that holds the variant's body; without it the fields of the variant are next to the tag."`
	Match   string `json:"match,omitempty" jsonschema:"enum=kind,enum=key,enum=ordered" jsonschema_description:"Without a tag: by JSON kind, by a key that only one variant has, or by order."`
}

// JSONSchemaExtend requires a key that distinguishes the variants.
func (unionShape) JSONSchemaExtend(s *jsonschema.Schema) {
	least := uint64(1)
	s.MinProperties = &least
}

type variantShape struct {
	bodyShape
	Const       any         `json:"const,omitempty" jsonschema_description:"The only value of the variant, instead of fields or a payload."`
	Body        string      `json:"body,omitempty" jsonschema_description:"A struct without a tag whose fields are those of the variant, in a union with the tag next to the fields."`
	Tags        []valueWord `json:"tags,omitempty" jsonschema_description:"Every tag of the variant, including this one, if it has several."`
	Key         string      `json:"key,omitempty" jsonschema_description:"The key that identifies the variant, in a union with match: key."`
	FormerNames []valueWord `json:"was,omitempty" jsonschema_description:"Older tags, which are read but not written."`
	metaShape
	namedShape
}

// bodyShape has the keys for the body of a variant, an event or a request.
type bodyShape struct {
	Name    string    `json:"name,omitempty" jsonschema_description:"Name of the struct that fields declares."`
	Payload *typeWord `json:"payload,omitempty" jsonschema_description:"A type that is declared elsewhere, as the body."`
	Fields  fieldMap  `json:"fields,omitempty" jsonschema_description:"The fields of the variant's own struct."`
	structShape
}

type eventShape struct {
	bodyShape
	wasShape
	metaShape
	namedShape
}

type requestShape struct {
	eventShape
	Result    resultRef `json:"result" jsonschema_description:"The type of the answer."`
	ID        string    `json:"id,omitempty" jsonschema_description:"The member of the body that equals the JSON-RPC id: payload.id."`
	OnFailure any       `json:"on_failure,omitempty" jsonschema_description:"The answer to use if none can be obtained."`
}

type envelopeShape struct {
	Name    string       `json:"name" jsonschema_description:"Name of the union of all events and requests."`
	Tag     string       `json:"tag" jsonschema_description:"The key that names the event or request."`
	Content string       `json:"content" jsonschema_description:"The key that holds its body."`
	Unknown *unknownBody `json:"unknown,omitempty" jsonschema_description:"How undeclared tags are handled."`
	wasShape
	metaShape
	Examples []any `json:"examples,omitempty" jsonschema_description:"Whole envelopes."`
}

type methodShape struct {
	From           string             `json:"from" jsonschema_description:"The role that sends it, or both."`
	Params         *ref               `json:"params,omitempty" jsonschema_description:"The params: a type, or the fields of <Method>Params."`
	ParamsOptional *ref               `json:"params?,omitempty" jsonschema_description:"Optional params: the key may be absent."`
	Notify         *ref               `json:"notify,omitempty" jsonschema_description:"The params of a notification, which is not answered. null: no params."`
	NotifyOptional *ref               `json:"notify?,omitempty" jsonschema_description:"The optional params of a notification: the key may be absent."`
	Result         *resultRef         `json:"result,omitempty" jsonschema_description:"The result: a type, or the fields of <Method>Result."`
	ResultOptional *ref               `json:"result?,omitempty" jsonschema_description:"A result that a response may leave out: a struct or empty. Needs responses with a flag (ok) and their method."`
	Errors         []string           `json:"errors,omitempty" jsonschema_description:"Names of the errors that it may be answered with."`
	ErrorData      *ref               `json:"error_data,omitempty" jsonschema_description:"The data of an error that answers it and declares none: a type, or the fields of <Method>ErrorData."`
	Progress       *progressBody      `json:"progress,omitempty" jsonschema_description:"The notification that reports its progress, or a list of several kinds of progress."`
	Registration   *registrationShape `json:"registration,omitempty" jsonschema_description:"The options with which a peer registers for it at run time."`
	Replaces       string             `json:"replaces,omitempty" jsonschema_description:"The older method that it replaces."`
	wasShape
	metaShape
	Examples []callShape `json:"examples,omitempty" jsonschema_description:"Example calls with their results."`
}

type callShape struct {
	Params any `json:"params,omitempty" jsonschema_description:"The params of the call."`
	Result any `json:"result,omitempty" jsonschema_description:"The result."`
}

type errorShape struct {
	Code    int    `json:"code" jsonschema_description:"The number on the wire."`
	Data    *ref   `json:"data,omitempty" jsonschema_description:"The data of the error: a type, or the fields of <Error>Data."`
	Local   bool   `json:"local,omitempty" jsonschema_description:"It is never sent: a peer creates it for its own use."`
	Message string `json:"message,omitempty" jsonschema:"minLength=1" jsonschema_description:"The message of an error that is made without one. Default: the name of the error."`
	wasShape
	metaShape
}

type capabilityShape struct {
	Type string `json:"type" jsonschema_description:"The struct of the capabilities."`
	At   string `json:"at" jsonschema_description:"Its path in the handshake: params.capabilities."`
	wasShape
	metaShape
}

type progressShape struct {
	Name    string    `json:"name,omitempty" jsonschema_description:"Distinguishes it from other kinds of progress of the request. Default: progress."`
	Method  string    `json:"method" jsonschema_description:"The notification."`
	Token   string    `json:"token" jsonschema_description:"The path of the token in the request: params.token."`
	As      string    `json:"as,omitempty" jsonschema_description:"The member of the notification that repeats the token. Default: the last name of the path, or token."`
	Value   string    `json:"value,omitempty" jsonschema_description:"The member of the notification that holds the progress. Default: its whole payload."`
	Payload *typeWord `json:"payload,omitempty" jsonschema_description:"The type of the progress, if the notification declares it as any."`
}

type registrationShape struct {
	Options *ref   `json:"options" jsonschema_description:"The options: a type, or the fields of <Method>Registration."`
	As      string `json:"as,omitempty" jsonschema_description:"The name that a peer registers under. Default: the name of the method."`
}

// progressBody is several kinds of progress, or one.
type progressBody either[[]progressShape, progressShape]

type negotiationShape struct {
	Method   string         `json:"method" jsonschema_description:"The method of the handshake."`
	Offer    string         `json:"offer,omitempty" jsonschema_description:"The path of the client's version, or of its list of versions: params.protocol_version."`
	Chosen   string         `json:"chosen,omitempty" jsonschema_description:"The path of the chosen version in the answer: result.protocol_version."`
	Pick     string         `json:"pick,omitempty" jsonschema:"enum=highest" jsonschema_description:"highest: the client offers a list, of which the highest common version is chosen."`
	Features *featuresShape `json:"features,omitempty" jsonschema_description:"Where both peers list their features. The agreed features are those that both list."`
	None     string         `json:"none,omitempty" jsonschema_description:"The error if there is no common version."`
	First    bool           `json:"first,omitempty" jsonschema_description:"No message may be sent before the handshake."`
	Early    string         `json:"early,omitempty" jsonschema_description:"With first: the error that answers a request before the handshake."`
	Optional bool           `json:"optional,omitempty" jsonschema_description:"The handshake may be skipped."`
	Legacy   string         `json:"legacy,omitempty" jsonschema_description:"The version of a peer that skipped it, in quotes."`
	Doc      string         `json:"doc,omitempty" jsonschema_description:"Documentation."`
}

type featuresShape struct {
	At     string `json:"at,omitempty" jsonschema_description:"The path of the client's list; the agent's list has the same path in the result: params.features."`
	Offer  string `json:"offer,omitempty" jsonschema_description:"The path of the client's list, if the paths differ: params.features."`
	Chosen string `json:"chosen,omitempty" jsonschema_description:"The path of the agent's list: result.features."`
	Pick   string `json:"pick,omitempty" jsonschema:"enum=intersection" jsonschema_description:"The path of the list of features."`
}

// sessionBody is several groups of rules, or one.
type sessionBody either[[]sessionShape, sessionShape]

type sessionShape struct {
	Once          string         `json:"once,omitempty" jsonschema:"enum=open,enum=session" jsonschema_description:"open: one may be open at a time. session: one may be sent in a session."`
	During        *nameList      `json:"during,omitempty" jsonschema_description:"It may be sent only while one of these requests is open."`
	NotDuring     *nameList      `json:"not_during,omitempty" jsonschema_description:"It may be sent only while none of these requests is open."`
	After         *nameList      `json:"after,omitempty" jsonschema_description:"It may be sent only after one of these: a request with its result, or another message."`
	OrderedBefore *nameList      `json:"ordered_before,omitempty" jsonschema_description:"It is sent between each of these requests and its result."`
	SettledBy     *settlingShape `json:"settled_by,omitempty" jsonschema_description:"What settles the request without a response: an event, a notification, or the answer to another request."`
	Cancel        *cancelBody    `json:"cancel,omitempty" jsonschema_description:"How the request is cancelled, or never."`
	Timeout       *timeoutWord   `json:"timeout,omitempty" jsonschema_description:"After this time no answer is expected: a number of seconds, the path of one, or unstated if messages do not say it."`
	Resend        string         `json:"resend,omitempty" jsonschema:"enum=handshake,enum=always" jsonschema_description:"The request may be sent again with its id: before the handshake is answered, or always."`
	Replay        bool           `json:"replay,omitempty" jsonschema_description:"While it is open, what the other side sends is history: it is not answered."`
	Ends          bool           `json:"ends,omitempty" jsonschema_description:"The session ends after it."`
	Error         string         `json:"error,omitempty" jsonschema_description:"The error that answers a request which breaks one of these rules."`
	Enforced      string         `json:"enforced,omitempty" jsonschema:"enum=sender,enum=receiver,enum=advisory" jsonschema_description:"Who enforces these rules. Default: receiver with an error, otherwise sender."`
	Doc           string         `json:"doc,omitempty" jsonschema_description:"Documentation."`
}

type settlingShape struct {
	By string `json:"by" jsonschema_description:"The event or the notification, or a request whose answer it is."`
	ID string `json:"id,omitempty" jsonschema_description:"The path in it of the id of the request: payload.request_id. Without it, every open one is settled."`
}

// cancelBody is how a request is cancelled, or the word never.
type cancelBody either[neverWord, cancelShape]

type cancelShape struct {
	By       string `json:"by" jsonschema_description:"The method that cancels it."`
	ID       string `json:"id,omitempty" jsonschema_description:"The path in it of the id of the request: params.id. Without it, every open one is cancelled."`
	Answered string `json:"answered,omitempty" jsonschema_description:"What answers a cancelled request: result, none, or the name of an error. Default: result."`
}

type gateShape struct {
	Feature      string `json:"feature,omitempty" jsonschema_description:"A feature that both peers list."`
	Subscription string `json:"subscription,omitempty" jsonschema_description:"The method that subscribes."`
}

type journalShape struct {
	Header   string `json:"header" jsonschema_description:"The type of the first line."`
	Record   string `json:"record" jsonschema_description:"The type of every later line."`
	Version  string `json:"version,omitempty" jsonschema_description:"The path of the version in the header: header.protocol_version."`
	NoHeader string `json:"no_header,omitempty" jsonschema_description:"The version of a file without a header, in quotes."`
	Doc      string `json:"doc,omitempty" jsonschema_description:"Documentation."`
}

type valueShape struct {
	Value int `json:"value,omitempty" jsonschema_description:"The integer on the wire, in an enum of integers."`
	wasShape
	metaShape
}

type afterShape struct {
	After string `json:"after" jsonschema_description:"The version after which it was added, in quotes."`
}

// deprecatedMark and logMark are marks, or the word false, which drops the mark of the field
// that one replaces.
type (
	deprecatedMark either[falseWord, deprecatedShape]
	logMark        either[falseWord, logShape]
)

type deprecatedShape struct {
	Since string `json:"since,omitempty" jsonschema_description:"The version that deprecated it, in quotes."`
	Use   string `json:"use,omitempty" jsonschema_description:"What to use instead."`
}

type logShape struct {
	Truncate int `json:"truncate" jsonschema:"minimum=1" jsonschema_description:"The maximum number of code points in a log."`
}

type keepShape struct {
	Keep bool   `json:"keep" jsonschema_description:"Undeclared tags are preserved verbatim."`
	Name string `json:"name,omitempty" jsonschema_description:"Name of the type that holds them."`
}

// lintOffShape has a key for each rule of lint.
type lintOffShape struct{}

// JSONSchemaExtend adds the rules.
func (lintOffShape) JSONSchemaExtend(s *jsonschema.Schema) {
	least := uint64(1)
	for _, c := range diag.Rules() {
		s.Properties.Set(c.ID, &jsonschema.Schema{Type: "string", MinLength: &least, Description: "Why it does not matter here: " + c.Title + "."})
	}
	s.MinProperties = &least
}
