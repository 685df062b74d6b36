package lower

import (
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"slices"
)

// A Dialect is how messages are read and written.
type Dialect struct {
	MaxWeight    int64      `json:"max_weight"` // of what one text is read as
	JSONRPC      string     `json:"jsonrpc"`    // the value of the member
	ReadJSONRPC  ReadMember `json:"read_jsonrpc"`
	WriteJSONRPC bool       `json:"write_jsonrpc"`

	StringID      bool   `json:"string_id"`
	IntegerID     bool   `json:"integer_id"`
	ExpectedID    string `json:"expected_id"`      // words for either
	NullIDOnError bool   `json:"null_id_on_error"` // in an error response
	// NoIDOnError says that an error response may have no id, which is read as null if
	// NullIDOnError is set.
	NoIDOnError bool `json:"no_id_on_error"`

	Shapes     *Shapes  `json:"shapes,omitempty"`  // absent: the members determine what a message is
	Precedence [3]Shape `json:"precedence"`        // what a message with the members of several is
	Order      []string `json:"order"`             // in which members are written; empty if shapes have names
	Members    []Field  `json:"members,omitempty"` // further ones of every message

	ErrorIdentity ErrorIdentity `json:"error_identity"`
	ErrorData     ErrorData     `json:"error_data"`
	ErrorFallback string        `json:"error_fallback,omitempty"` // what an error of an undeclared kind is read as
	ErrorWords    string        `json:"error_words,omitempty"`    // the field of the data that has the message of an error
	// Sensitive says that something in messages is. Then readers quote nothing of the data of an
	// error if they cannot tell which error it is.
	Sensitive bool `json:"sensitive,omitempty"`

	Both           Both           `json:"both"`
	Neither        Neither        `json:"neither"`
	NotificationID NotificationID `json:"notification_id"`
	BadID          BadID          `json:"bad_id"`
	Unknown        UnknownRequest `json:"unknown_request"`
	// Extensions are the methods of extensions: some of the undeclared ones.
	Extensions *Extensions `json:"extensions,omitempty"`
	// Ignores says that some messages are accepted and ignored.
	Ignores bool `json:"ignores"`
	// Refusals are the errors that answer messages which cannot be read: a text that
	// is not JSON, a value that is not a message, an undeclared method, bad params.
	Refusals [4]Refusal `json:"refusals"`

	Batch      *Batch     `json:"batch,omitempty"` // absent: an array is refused
	BlankLines BlankLines `json:"blank_lines"`
	Framing    Framing    `json:"framing"`
	Rate       *Rate      `json:"rate,omitempty"`
}

// ReadMember says how a reader treats a member.
type ReadMember uint8

// The ways to treat a member.
const (
	MemberRequired ReadMember = iota // present, with the right value
	MemberOptional                   // absent, or with the right value
	MemberAny                        // present, with any value
	MemberIgnored
)

// ErrorIdentity says what identifies an error.
type ErrorIdentity uint8

// The ways to identify an error.
const (
	ByCode ErrorIdentity = iota
	ByDataKind
)

// ErrorData says how unset data of an error is written.
type ErrorData uint8

// The ways to write it.
const (
	DataOmitted ErrorData = iota
	DataNull
)

// Both says how a response with a result and an error is read.
type Both uint8

// The ways to read it.
const (
	BothRefused Both = iota
	BothIsError
	BothIsResult
)

// Neither says how a response with neither is read.
type Neither uint8

// The ways to read it.
const (
	NeitherRefused Neither = iota
	NeitherIgnored
)

// NotificationID says what a declared notification with an id is.
type NotificationID uint8

// The ways to read it.
const (
	IDMakesRequest NotificationID = iota // of an undeclared method
	IDRefused
	IDIgnored
)

// BadID says how an id of a wrong kind is read, and a request without an id.
type BadID uint8

// The ways to read it.
const (
	BadIDRefused BadID = iota
	BadIDIgnored       // with its message
)

// UnknownRequest says how a request of an undeclared method is answered.
type UnknownRequest uint8

// The answers.
const (
	MethodNotFound UnknownRequest = iota
	NoAnswer
)

// Batch says that an array of messages is accepted.
type Batch struct {
	Max       int    `json:"max,omitempty"` // most messages; 0 means no limit
	UniqueIDs bool   `json:"unique_ids"`    // no two requests may have the same id
	Words     string `json:"words"`         // what is expected instead of a batch with too few or too many
}

// BlankLines says how an empty line between messages is handled.
type BlankLines uint8

// The ways to read it.
const (
	BlankRefused BlankLines = iota
	BlankIgnored
)

// Framing says how messages are delimited in a stream.
type Framing struct {
	Kind         FramingKind `json:"kind"`
	MaxBytes     int         `json:"max_bytes,omitempty"` // longest message
	MaxFrom      string      `json:"max_from,omitempty"`  // path of a negotiated number that replaces MaxBytes
	Width        int         `json:"width,omitempty"`     // LengthPrefix: bytes of the length
	LittleEndian bool        `json:"little_endian,omitempty"`
	TooLarge     string      `json:"too_large,omitempty"` // the error that answers a longer message
}

// FramingKind is a way to delimit messages.
type FramingKind uint8

// The kinds of framing.
const (
	NotFramed FramingKind = iota
	Lines
	ContentLength
	LengthPrefix
)

// Rate is how many requests a peer may make.
type Rate struct {
	PerMinute int    `json:"per_minute"`
	Error     string `json:"error,omitempty"` // the error for requests beyond the limit
}

// A Call is a method.
type Call struct {
	Method      string   `json:"method"`
	FormerNames []string `json:"was,omitempty"` // older names, which are read
	From        From     `json:"from"`
	Shape       Shape    `json:"shape"` // RequestShape or NotificationShape

	Params         Ref    `json:"params"`
	ParamsPresence Params `json:"params_presence"`
	ParamsExpected string `json:"params_expected,omitempty"`
	// NullAsAbsent says that params, which are optional, are absent if they are null.
	NullAsAbsent bool `json:"null_as_absent,omitempty"`
	// Positions says that params, a struct, may also be an array of its fields in order.
	Positions bool `json:"positions,omitempty"`

	Result Ref    `json:"result"`
	Answer Answer `json:"answer"`
	// ResultOptional says that a response may have neither a result nor an error. Other
	// results that are missing are read as {}.
	ResultOptional bool     `json:"result_optional,omitempty"`
	Errors         []string `json:"errors,omitempty"`
	// ErrorData is the type of the data of an error that answers the call and declares
	// none.
	ErrorData Ref `json:"error_data"`
	// Progress are the kinds of progress of a request.
	Progress []Progress `json:"progress,omitempty"`
	Remarks  Remarks    `json:"remarks,omitzero"`

	Of *model.Method `json:"-"`
}

// From is the side that sends.
type From uint8

// The sides.
const (
	FromClient From = iota
	FromAgent
	FromBoth
)

// SentBy reports whether one side, or for FromBoth any, sends the call.
func (c *Call) SentBy(side From) bool {
	return c.From == side || c.From == FromBoth || side == FromBoth
}

// Params says whether a call has params.
type Params uint8

// The presences of params.
const (
	ParamsNone Params = iota // nothing is written, and what is read is ignored
	ParamsRequired
	ParamsOptional
)

// Answer is the kind of the result of a call.
type Answer uint8

// The answers.
const (
	AnswerNone      Answer = iota // a notification has none
	AnswerTyped                   // Result
	AnswerByVariant               // the type that the variant of the params names
)

// An Error is a declared error.
type Error struct {
	Name     string `json:"name"`
	Code     int    `json:"code"`
	Standard bool   `json:"standard,omitempty"` // a standard error of JSON-RPC
	Local    bool   `json:"local,omitempty"`    // it is never sent
	Data     Ref    `json:"data"`
	Message  string `json:"message"` // that of an error which is made without one
	// AddsKind says that the data also has the member kind, the name of the error, which
	// its type does not declare.
	AddsKind bool    `json:"adds_kind,omitempty"`
	Remarks  Remarks `json:"remarks,omitzero"`

	Of *model.ErrorCode `json:"-"`
}

func (p *Program) call(m *model.Method) Call {
	row := Call{
		Method: m.Name, FormerNames: m.FormerNames, From: From(m.From), Params: p.used(&m.Meta, m.Params), Positions: m.Positions,
		Result: p.used(&m.Meta, m.Result), ErrorData: p.used(nil, m.ErrorData), Remarks: Remarks{&m.Meta}, Of: m,
	}
	if m.Notify {
		row.Shape = NotificationShape
	}
	switch {
	case m.Params == nil:
	case m.ParamsOptional:
		row.ParamsPresence = ParamsOptional
	default:
		row.ParamsPresence = ParamsRequired
	}
	if m.Params != nil {
		row.NullAsAbsent = p.Protocol.Dialect.NullParams == "absent" && m.ParamsOptional && Reads(m.Params)&model.Nulls == 0
		row.ParamsExpected = Expected(m.Params)
		if m.Positions {
			row.ParamsExpected += " or an array"
		}
	}
	switch {
	case m.ByVariant:
		row.Answer = AnswerByVariant
	case !m.Notify:
		row.Answer, row.ResultOptional = AnswerTyped, m.ResultOptional
	}
	for _, e := range m.Errors {
		row.Errors = append(row.Errors, e.Name)
	}
	row.Progress = p.progress(m)
	return row
}

// ResultsAreOptional reports whether the response to some method may have no result.
func (p *Program) ResultsAreOptional() bool {
	return slices.ContainsFunc(p.Calls, func(c Call) bool { return c.ResultOptional })
}

// CallNamed returns the row of the method with a name, or with an older one; or nil.
func (p *Program) CallNamed(name string) *Call {
	for i := range p.Calls {
		if c := &p.Calls[i]; c.Method == name || slices.Contains(c.FormerNames, name) {
			return c
		}
	}
	return nil
}

// ErrorNamed returns the declared error with a name, or nil.
func (p *Program) ErrorNamed(name string) *Error {
	i := slices.IndexFunc(p.Errors, func(e Error) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Errors[i]
}

func (p *Program) dialect(d *model.Dialect) Dialect {
	row := Dialect{
		MaxWeight: p.Protocol.MaxWeight(), Sensitive: p.Protocol.HidesSome(), Members: p.messageMembers(d.Members),
		JSONRPC: d.JSONRPC.Value, WriteJSONRPC: d.JSONRPC.Write, Order: d.Order,
		StringID: d.ID.String, IntegerID: d.ID.Int, NullIDOnError: d.ID.NullOnError, NoIDOnError: d.ID.MissingOnError,
		ReadJSONRPC:    enumOf[ReadMember](string(d.JSONRPC.Read)),
		ErrorIdentity:  enumOf[ErrorIdentity](d.Error.Identity),
		ErrorData:      enumOf[ErrorData](d.Error.Data),
		Both:           enumOf[Both](d.ResultAndError),
		Neither:        enumOf[Neither](d.Neither),
		NotificationID: enumOf[NotificationID](d.NotificationWithID),
		BadID:          enumOf[BadID](d.BadID),
		Unknown:        enumOf[UnknownRequest](d.OnUnknownRequest),
		BlankLines:     enumOf[BlankLines](d.BlankLines),
		Framing: Framing{
			Kind: enumOf[FramingKind](d.Framing.Kind), MaxBytes: d.Framing.MaxBytes, MaxFrom: d.Framing.MaxFrom,
			Width: d.Framing.Width, LittleEndian: d.Framing.Order == "little",
		},
	}
	calls := len(p.Protocol.Methods) > 0 // there are no messages without
	row.Ignores = calls && (row.BadID == BadIDIgnored || row.Neither == NeitherIgnored)
	row.ExpectedID = idWords(d.ID)
	row.Refusals, row.ErrorWords = refusals(p.Protocol), d.Error.Words
	if d.Error.Fallback != nil {
		row.ErrorFallback = d.Error.Fallback.Name
	}
	if s := d.Shapes; s != nil {
		row.Shapes = p.shapes(s)
	}
	for i, shape := range d.Precedence {
		row.Precedence[i] = enumOf[Shape](shape)
	}
	if d.Batch != nil && calls {
		row.Batch = batchOf(d.Batch)
	}
	if calls {
		row.Extensions = extensionsOf(p.Protocol.Extensions.Methods, methodNames(p.Protocol))
	}
	if d.TooLarge != nil {
		row.Framing.TooLarge = d.TooLarge.Name
	}
	if d.Rate != nil {
		row.Rate = &Rate{PerMinute: d.Rate.PerMinute}
		if d.Rate.Error != nil {
			row.Rate.Error = d.Rate.Error.Name
		}
	}
	return row
}

// messageMembers are further members of messages. Without methods there are no messages.
func (p *Program) messageMembers(list []*model.Field) []Field {
	if len(p.Protocol.Methods) == 0 {
		return nil
	}
	return p.fields(list)
}

// methodNames are the names under which methods are read.
func methodNames(p *model.Protocol) []string {
	var out []string
	for _, m := range p.Methods {
		out = append(append(out, m.Name), m.FormerNames...)
	}
	return out
}

func (p *Program) errorOf(e *model.ErrorCode) Error {
	row := Error{Name: e.Name, Code: e.Code, Standard: e.Standard, Local: e.Local, Data: p.used(&e.Meta, e.Data), Message: e.Message, Remarks: Remarks{&e.Meta}, Of: e}
	if p.Dialect.ErrorIdentity == ByDataKind {
		s := Struct{}
		if t, ok := model.Resolve(e.Data).(*model.Struct); ok {
			s = StructOf(t)
		}
		row.AddsKind = s.Field("kind") == nil
	}
	return row
}

// WritesNoID reports whether an error response may be written without an id.
func (d *Dialect) WritesNoID() bool { return d.NoIDOnError && !d.NullIDOnError }

// ErrorsHaveData reports whether some error declares its data.
func (p *Program) ErrorsHaveData() bool {
	return slices.ContainsFunc(p.Errors, func(e Error) bool { return e.Data != NoType })
}

// CheckedData returns the declared data of an error that readers check. It is NoType if the
// error has none, or, where errors have kinds, any object with the kind.
func (p *Program) CheckedData(e *Error) Ref {
	if e.Data == NoType || p.Dialect.ErrorIdentity == ByDataKind && p.At(e.Data).Form != StructForm {
		return NoType
	}
	return e.Data
}

// MethodsHaveErrorData reports whether some method says what the data of the errors that
// answer it is.
func (p *Program) MethodsHaveErrorData() bool {
	return slices.ContainsFunc(p.Calls, func(c Call) bool { return c.ErrorData != NoType })
}

// Whole returns the data of an error as an object with its kind. An error without declared
// data, or with any, keeps all members.
func (p *Program) Whole(e *Error) Struct {
	s := Struct{Extra: ExtraKept}
	if e.Data != NoType && p.At(e.Data).Form == StructForm {
		s = *p.At(e.Data).Struct
	}
	if e.AddsKind {
		s.Tags = append([]Tag{{Key: "kind", Values: []string{e.Name}}}, s.Tags...)
	}
	return s
}

// IDKinds returns the JSON kinds of ids.
func IDKinds(d *model.Dialect) (kinds model.Kinds) {
	if d.ID.String {
		kinds |= model.Strings
	}
	if d.ID.Int {
		kinds |= model.Numbers
	}
	return kinds
}

func idWords(id model.ID) string {
	var words []string
	if id.String {
		words = append(words, "a string")
	}
	if id.Int {
		words = append(words, "an integer")
	}
	return names.List(words, "or")
}

func batchOf(b *model.Batch) *Batch {
	least := 1
	limits := model.Limits{MinItems: &least}
	if b.Max > 0 {
		limits.MaxItems = &b.Max
	}
	return &Batch{Max: b.Max, UniqueIDs: b.UniqueIDs, Words: limits.ItemsWords()}
}
