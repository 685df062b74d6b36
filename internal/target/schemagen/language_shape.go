package schemagen

import "github.com/invopop/jsonschema"

// The shapes below are a spec file as YAML tools see it: one struct per kind
// of map, one field per key, in the order in which a spec is best read. They
// exist for the reflector; the compiler reads specs through the syntax
// package, and a test holds the two against each other, key by key.

type specShape struct {
	Wiregen      int                        `json:"wiregen,omitempty" jsonschema:"enum=1" jsonschema_description:"Version of the spec language. A spec begins with it; the files that it includes need not."`
	Protocol     *protocolShape             `json:"protocol,omitempty" jsonschema_description:"What the protocol is called, and its versions. A layer says only what is different from the spec below it."`
	Include      []string                   `json:"include,omitempty" jsonschema_description:"Files with more of the spec: paths and patterns, from the folder of this file."`
	Extends      string                     `json:"extends,omitempty" jsonschema_description:"The spec that this one is a layer over, from the folder of this file."`
	Add          map[string]additionShape   `json:"add,omitempty" jsonschema_description:"What a layer adds to elements of the spec below it, by their names."`
	Reserved     []string                   `json:"reserved,omitempty" jsonschema_description:"Names that no type, event, request, method or error may have again."`
	Roles        []string                   `json:"roles,omitempty" jsonschema:"minItems=2,maxItems=2" jsonschema_description:"The two sides; the one that begins comes first. Default: client and agent."`
	Dialect      *dialectShape              `json:"dialect,omitempty" jsonschema_description:"How messages differ from plain JSON-RPC 2.0."`
	Defaults     *defaultsShape             `json:"defaults,omitempty" jsonschema_description:"What holds wherever an element says nothing else."`
	Methods      map[string]methodShape     `json:"methods,omitempty" jsonschema_description:"The JSON-RPC methods, by their names on the wire."`
	Negotiation  *negotiationShape          `json:"negotiation,omitempty" jsonschema_description:"How two peers agree on a version."`
	Capabilities map[string]capabilityShape `json:"capabilities,omitempty" jsonschema_description:"What each role can say that it can do."`
	Envelope     *envelopeShape             `json:"envelope,omitempty" jsonschema_description:"The object in which events and requests travel."`
	Events       map[string]eventShape      `json:"events,omitempty" jsonschema_description:"The union Event: what is reported, by tag."`
	Requests     map[string]requestShape    `json:"requests,omitempty" jsonschema_description:"The union Request: what is asked, by tag."`
	Types        map[string]typeBody        `json:"types,omitempty" jsonschema_description:"Structs, enums, unions and aliases, by name."`
	Errors       map[string]errorShape      `json:"errors,omitempty" jsonschema_description:"The error codes, by name."`
	Journal      *journalShape              `json:"journal,omitempty" jsonschema_description:"A recorded session: JSON lines, a header first."`
}

type additionShape struct {
	Fields   fieldMap               `json:"fields,omitempty" jsonschema_description:"Further fields of a struct."`
	Variants map[string]variantBody `json:"variants,omitempty" jsonschema_description:"Further variants of a union."`
	Enum     *enumBody              `json:"enum,omitempty" jsonschema_description:"Further values of an enum."`
}

type protocolShape struct {
	Name       string   `json:"name,omitempty" jsonschema_description:"Name in kebab-case; generated files carry it."`
	Title      string   `json:"title,omitempty" jsonschema_description:"What people call it."`
	Version    string   `json:"version,omitempty" jsonschema_description:"Today's version, in quotes."`
	Versions   []string `json:"versions,omitempty" jsonschema_description:"Every released version, oldest first, in quotes."`
	Versioning string   `json:"versioning,omitempty" jsonschema:"enum=counter,enum=semver,enum=date,enum=integer" jsonschema_description:"How versions compare. counter: number by number, 1.9 before 1.10."`
	Doc        string   `json:"doc,omitempty" jsonschema_description:"What the protocol is for."`
}

type defaultsShape struct {
	WriteAbsent *nullWord `json:"write_absent,omitempty" jsonschema_description:"How an unset optional nullable field is written: left out, or as null."`
	Extra       string    `json:"extra,omitempty" jsonschema:"enum=ignore,enum=keep,enum=reject" jsonschema_description:"Keys that a struct does not declare: ignored, kept and written back, or an error."`
	Unknown     string    `json:"unknown,omitempty" jsonschema:"enum=keep,enum=reject" jsonschema_description:"Tags that a union does not declare: kept as they came, or an error."`
	Enums       string    `json:"enums,omitempty" jsonschema:"enum=closed,enum=open" jsonschema_description:"Values that an enum does not declare: an error, or kept as they came."`
	Int64       string    `json:"int64,omitempty" jsonschema:"enum=number,enum=string" jsonschema_description:"How int64 and uint64 travel: as numbers within 2^53-1, or as strings of digits with all 64 bits."`
}

// metaShape is what every element may carry.
type metaShape struct {
	Doc          string           `json:"doc,omitempty" jsonschema_description:"What it is, in full sentences. It becomes the doc comment in every target."`
	Since        *sinceBody       `json:"since,omitempty" jsonschema_description:"The version that brought it, in quotes; {after: \"1.5\"} when it was shipped without a version of its own."`
	Deprecated   *deprecatedShape `json:"deprecated,omitempty" jsonschema_description:"It should no longer be used."`
	Experimental bool             `json:"experimental,omitempty" jsonschema_description:"It may change without notice."`
	Gate         *gateBody        `json:"gate,omitempty" jsonschema_description:"What must be negotiated before it is sent: client.supports_question, {feature: NAME} or {subscription: METHOD}."`
	Sensitive    bool             `json:"sensitive,omitempty" jsonschema_description:"Logs must not show it."`
	Log          *logShape        `json:"log,omitempty" jsonschema_description:"How logs show it."`
	Unit         string           `json:"unit,omitempty" jsonschema_description:"Unit of a number: seconds, bytes."`
	Recorded     bool             `json:"recorded,omitempty" jsonschema_description:"false: a journal does not hold it."`
	Hot          bool             `json:"hot,omitempty" jsonschema_description:"So frequent that decoders should expect it."`
	Pins         string           `json:"PINS,omitempty" jsonschema_description:"Its name in generated PINS."` // a key of each target
}

// wasShape is what elements carry whose names may change.
type wasShape struct {
	Was []string `json:"was,omitempty" jsonschema_description:"Older names of it. Those of fields, tags, enum values and methods are still read, and never written."`
}

// namedShape is what elements that live on the wire carry as well.
type namedShape struct {
	Reserved []string `json:"reserved,omitempty" jsonschema_description:"Names that must never be used here again."`
	Examples []any    `json:"examples,omitempty" jsonschema_description:"Values of it, checked against its type."`
}

// formShape says what kind of type something is, in its long form.
type formShape struct {
	Type   *typeWord `json:"type,omitempty" jsonschema_description:"A type expression, with a default behind = where it is a field's."`
	Fields fieldMap  `json:"fields,omitempty" jsonschema_description:"The fields of a struct. A name that ends in ? may be absent."`
	Enum   *enumBody `json:"enum,omitempty" jsonschema_description:"The values of an enum: a list, or a map from value to its doc."`
	structShape
	limitShape
	Fallback string                 `json:"fallback,omitempty" jsonschema_description:"The value of the enum that an undeclared one is read as."`
	Open     bool                   `json:"open,omitempty" jsonschema_description:"An undeclared value of the enum is kept as it came."`
	Match    string                 `json:"match,omitempty" jsonschema:"enum=kind,enum=key,enum=ordered" jsonschema_description:"How the arms of A | B are told apart: by JSON kind (the default), by a key that only one has, or the first that reads."`
	Union    *unionBody             `json:"union,omitempty" jsonschema_description:"How the variants of a union are told apart."`
	Variants map[string]variantBody `json:"variants,omitempty" jsonschema_description:"The variants of the union, by tag."`
	Common   fieldMap               `json:"common,omitempty" jsonschema_description:"Fields that every variant of the union has, before its own."`
	Unknown  *unknownBody           `json:"unknown,omitempty" jsonschema_description:"Tags that the union does not declare."`
	Const    any                    `json:"const,omitempty" jsonschema_description:"The one value that it has."`
	Default  any                    `json:"default,omitempty" jsonschema_description:"The value of a field that is absent; for a const, true when it may be absent; for a union, the tag that a missing one is read as."`
}

// structShape is what stands beside the fields of a struct.
type structShape struct {
	With  []string `json:"with,omitempty" jsonschema_description:"Structs whose fields come first."`
	Extra string   `json:"extra,omitempty" jsonschema:"enum=ignore,enum=keep,enum=reject" jsonschema_description:"Keys that the struct does not declare: ignored, kept and written back, or an error."`
}

// limitShape narrows the values of a type.
type limitShape struct {
	Min       float64 `json:"min,omitempty" jsonschema_description:"The least number."`
	Max       float64 `json:"max,omitempty" jsonschema_description:"The greatest number."`
	MinLength int     `json:"min_length,omitempty" jsonschema:"minimum=0" jsonschema_description:"The fewest code points of a string."`
	MaxLength int     `json:"max_length,omitempty" jsonschema:"minimum=0" jsonschema_description:"The most code points of a string."`
	MinItems  int     `json:"min_items,omitempty" jsonschema:"minimum=0" jsonschema_description:"The fewest items of a list."`
	MaxItems  int     `json:"max_items,omitempty" jsonschema:"minimum=0" jsonschema_description:"The most items of a list."`
	Pattern   string  `json:"pattern,omitempty" jsonschema_description:"A regular expression that a string must match, in what RE2 and ECMAScript share."`
	Enforced  string  `json:"enforced,omitempty" jsonschema:"enum=both,enum=reader,enum=writer,enum=advisory" jsonschema_description:"Who checks the limits. Default: both."`
}

// fieldMap is the fields of a struct, by name.
type fieldMap map[string]fieldBody

type typeShape struct {
	wasShape
	metaShape
	formShape
	namedShape
}

type fieldShape struct {
	formShape
	Patch        bool       `json:"patch,omitempty" jsonschema_description:"The absent key and null are told apart; for f?: T | null."`
	NullIsAbsent bool       `json:"null_is_absent,omitempty" jsonschema_description:"null is read like an absent key."`
	Write        *writeWord `json:"write,omitempty" jsonschema_description:"How it is written: omit or null when it is unset, omit_default leaves the default out, required is always written although it may be absent when read."`
	wasShape
	metaShape
	namedShape
}

type unionShape struct {
	Tag     string `json:"tag,omitempty" jsonschema_description:"The key that names the variant."`
	Content string `json:"content,omitempty" jsonschema_description:"The key that holds the variant's body; without it the body stands beside the tag."`
	Match   string `json:"match,omitempty" jsonschema:"enum=kind,enum=key,enum=ordered" jsonschema_description:"Without a tag: by JSON kind, by a key that only one variant has, or the first that reads."`
}

// JSONSchemaExtend asks for something that tells the variants apart.
func (unionShape) JSONSchemaExtend(s *jsonschema.Schema) {
	least := uint64(1)
	s.MinProperties = &least
}

type variantShape struct {
	bodyShape
	Tags []valueWord `json:"tags,omitempty" jsonschema_description:"Every tag of the variant, this one among them, where it has several."`
	Key  string      `json:"key,omitempty" jsonschema_description:"The key that tells the variant, in a union with match: key."`
	Was  []valueWord `json:"was,omitempty" jsonschema_description:"Older tags, still read and never written."`
	metaShape
	namedShape
}

// bodyShape is what a variant, an event or a request holds.
type bodyShape struct {
	Name    string    `json:"name,omitempty" jsonschema_description:"Name of the struct that fields declares."`
	Payload *typeWord `json:"payload,omitempty" jsonschema_description:"A type that stands elsewhere, as the body."`
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
	Result    resultRef `json:"result" jsonschema_description:"The type that answers the request."`
	ID        string    `json:"id,omitempty" jsonschema_description:"The member of the body that equals the JSON-RPC id: payload.id."`
	OnFailure any       `json:"on_failure,omitempty" jsonschema_description:"What the asker takes for an answer when none can be had."`
}

type envelopeShape struct {
	Name    string       `json:"name" jsonschema_description:"Name of the union of all events and requests."`
	Tag     string       `json:"tag" jsonschema_description:"The key that names the event or request."`
	Content string       `json:"content" jsonschema_description:"The key that holds its body."`
	Unknown *unknownBody `json:"unknown,omitempty" jsonschema_description:"Tags that are not declared."`
	wasShape
	metaShape
	Examples []any `json:"examples,omitempty" jsonschema_description:"Whole envelopes."`
}

type methodShape struct {
	From           string         `json:"from" jsonschema_description:"The role that calls it, or both."`
	Params         *ref           `json:"params,omitempty" jsonschema_description:"What a call carries: a type, or the fields of <Method>Params."`
	ParamsOptional *ref           `json:"params?,omitempty" jsonschema_description:"What a call may carry: the key may be absent."`
	Notify         *ref           `json:"notify,omitempty" jsonschema_description:"What a notification carries; nothing answers it. null: nothing, without params."`
	NotifyOptional *ref           `json:"notify?,omitempty" jsonschema_description:"What a notification may carry: params may be absent."`
	Result         *resultRef     `json:"result,omitempty" jsonschema_description:"What answers it: a type, or the fields of <Method>Result."`
	Errors         []string       `json:"errors,omitempty" jsonschema_description:"Names of the errors that may answer it."`
	Progress       *progressShape `json:"progress,omitempty" jsonschema_description:"The notification that tells how far a call of it is."`
	Replaces       string         `json:"replaces,omitempty" jsonschema_description:"The older method that it stands in for."`
	wasShape
	metaShape
	Examples []callShape `json:"examples,omitempty" jsonschema_description:"Calls of it, and what answers them."`
}

type callShape struct {
	Params any `json:"params,omitempty" jsonschema_description:"What the call carries."`
	Result any `json:"result,omitempty" jsonschema_description:"What answers it."`
}

type errorShape struct {
	Code  int  `json:"code" jsonschema_description:"The number on the wire."`
	Data  *ref `json:"data,omitempty" jsonschema_description:"What it carries: a type, or the fields of <Error>Data."`
	Local bool `json:"local,omitempty" jsonschema_description:"It never travels: a peer makes it up for itself."`
	wasShape
	metaShape
}

type capabilityShape struct {
	Type string `json:"type" jsonschema_description:"The struct that holds the capabilities."`
	At   string `json:"at" jsonschema_description:"Where it stands in the handshake: params.capabilities."`
	wasShape
	metaShape
}

type progressShape struct {
	Method  string    `json:"method" jsonschema_description:"The notification."`
	Token   string    `json:"token" jsonschema_description:"Where the request says its token: params.token."`
	Payload *typeWord `json:"payload,omitempty" jsonschema_description:"What the notification carries for it. Default: its own payload."`
}

type negotiationShape struct {
	Method   string         `json:"method" jsonschema_description:"The method of the handshake."`
	Offer    string         `json:"offer,omitempty" jsonschema_description:"Where the client says its version, or its list of them: params.protocol_version."`
	Chosen   string         `json:"chosen,omitempty" jsonschema_description:"Where the agent says the chosen version: result.protocol_version."`
	Pick     string         `json:"pick,omitempty" jsonschema:"enum=highest" jsonschema_description:"highest: the client offers a list, of which the highest common version is chosen."`
	Features *featuresShape `json:"features,omitempty" jsonschema_description:"Where both peers list what they can do; what both list holds."`
	None     string         `json:"none,omitempty" jsonschema_description:"The error that answers when nothing is in common."`
	First    bool           `json:"first,omitempty" jsonschema_description:"No message may come before the handshake."`
	Optional bool           `json:"optional,omitempty" jsonschema_description:"The handshake may be skipped."`
	Legacy   string         `json:"legacy,omitempty" jsonschema_description:"The version of a peer that skipped it, in quotes."`
	Doc      string         `json:"doc,omitempty" jsonschema_description:"More about it."`
}

type featuresShape struct {
	At     string `json:"at,omitempty" jsonschema_description:"The client's list; the agent's has the same path in the result: params.features."`
	Offer  string `json:"offer,omitempty" jsonschema_description:"The client's list, where the paths differ: params.features."`
	Chosen string `json:"chosen,omitempty" jsonschema_description:"The agent's list: result.features."`
	Pick   string `json:"pick,omitempty" jsonschema:"enum=intersection" jsonschema_description:"What both list holds."`
}

type gateShape struct {
	Feature      string `json:"feature,omitempty" jsonschema_description:"A feature that both peers list."`
	Subscription string `json:"subscription,omitempty" jsonschema_description:"The method that subscribes."`
}

type journalShape struct {
	Header   string `json:"header" jsonschema_description:"The type of the first line."`
	Record   string `json:"record" jsonschema_description:"The type of every further line."`
	Version  string `json:"version,omitempty" jsonschema_description:"Where the header says its version: header.protocol_version."`
	NoHeader string `json:"no_header,omitempty" jsonschema_description:"The version of a file without a header, in quotes."`
	Doc      string `json:"doc,omitempty" jsonschema_description:"More about it."`
}

type valueShape struct {
	Value int `json:"value,omitempty" jsonschema_description:"The integer on the wire, in an enum of integers."`
	wasShape
	metaShape
}

type afterShape struct {
	After string `json:"after" jsonschema_description:"The version that was current when it was shipped, in quotes."`
}

type deprecatedShape struct {
	Since string `json:"since,omitempty" jsonschema_description:"The version from which on, in quotes."`
	Use   string `json:"use,omitempty" jsonschema_description:"What to use instead."`
}

type logShape struct {
	Truncate int `json:"truncate" jsonschema:"minimum=1" jsonschema_description:"The most code points that a log shows."`
}

type keepShape struct {
	Keep bool   `json:"keep" jsonschema_description:"Undeclared tags are kept as they came."`
	Name string `json:"name,omitempty" jsonschema_description:"Name of what holds them."`
}
