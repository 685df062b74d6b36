package modeljson

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Dialect is how messages differ from JSON-RPC. Parts that do not differ may be
// absent: shapes, members, batch, rate and ranges.
type Dialect struct {
	Shapes     *Shapes  `json:"shapes,omitempty"` // absent: the members determine what a message is
	Precedence []string `json:"precedence"`
	JSONRPC    struct {
		Value string `json:"value"`
		Read  string `json:"read"`
		Write bool   `json:"write"`
	} `json:"jsonrpc"`
	ID struct {
		Types          []string `json:"types"`
		NullOnError    bool     `json:"null_on_error"`
		MissingOnError bool     `json:"missing_on_error"`
	} `json:"id"`
	Order              []string `json:"order"` // of all members, including further ones; empty if shapes have names
	Params             string   `json:"params"`
	Members            []Field  `json:"members,omitempty"`
	ErrorIdentity      string   `json:"error_identity"`           // code | data.kind
	ErrorData          string   `json:"error_data"`               // omit | null
	ErrorWords         string   `json:"error_words,omitempty"`    // the field of the data that says why a message is refused
	ErrorFallback      string   `json:"error_fallback,omitempty"` // what an error of an undeclared kind is read as
	ResultAndError     string   `json:"result_and_error"`
	Neither            string   `json:"neither"`
	NotificationWithID string   `json:"notification_with_id"`
	BadID              string   `json:"bad_id"`
	NullParams         string   `json:"null_params"` // reject | absent: optional params that are null
	OnUnknownRequest   string   `json:"on_unknown_request"`
	Batch              *Batch   `json:"batch,omitempty"` // absent: an array is refused
	BlankLines         string   `json:"blank_lines"`
	Framing            Framing  `json:"framing"`
	Rate               *Rate    `json:"rate,omitempty"`
	ErrorRanges        []Range  `json:"error_ranges,omitempty"`
}

// Shapes are the values of the member that says what a message is.
type Shapes struct {
	Tag          string `json:"tag"`
	Request      string `json:"request"`
	Response     string `json:"response"`
	Notification string `json:"notification"`
	// Names are what the members of messages are called, by shape; absent: as in JSON-RPC.
	Names map[string]Names `json:"names,omitempty"`
}

// Names are what the members of the messages of a shape are called. Members that the
// messages lack are absent.
type Names struct {
	ID      string  `json:"id,omitempty"`
	Method  string  `json:"method,omitempty"`
	Params  string  `json:"params,omitempty"`
	OK      string  `json:"ok,omitempty"` // the flag that tells a result from an error
	Result  string  `json:"result,omitempty"`
	Error   string  `json:"error,omitempty"`
	Message string  `json:"message,omitempty"` // of an error, beside the flag
	Data    string  `json:"data,omitempty"`
	Members []Field `json:"members,omitempty"`
}

func newNames(n *model.Names) Names {
	out := Names{ID: n.ID, Method: n.Method, Params: n.Params, OK: n.OK, Result: n.Result, Error: n.Error, Message: n.Words, Data: n.Data}
	for _, f := range n.Members {
		out.Members = append(out.Members, newField(f))
	}
	return out
}

// A Batch says what an array of messages may be.
type Batch struct {
	Max       int  `json:"max,omitempty"`
	UniqueIDs bool `json:"unique_ids"`
}

// A Framing says how messages are delimited in a stream.
type Framing struct {
	Kind      string `json:"kind"`
	MaxBytes  int    `json:"max_bytes"`
	MaxFrom   string `json:"max_from,omitempty"`
	MaxWeight int64  `json:"max_weight,omitempty"` // if the spec says it; the rows always have it
	Width     int    `json:"width,omitempty"`
	Order     string `json:"order,omitempty"`
	TooLarge  string `json:"too_large,omitempty"` // the error that answers a longer message
}

// A Rate is how many requests a peer may make.
type Rate struct {
	PerMinute int    `json:"per_minute"`
	Error     string `json:"error,omitempty"`
}

// A Range is a range of error codes.
type Range struct {
	Name string `json:"name"`
	Meta
	From int `json:"from"`
	To   int `json:"to"`
}

func newDialect(m model.Dialect) Dialect {
	d := Dialect{
		Precedence: m.Precedence, Order: m.Order, Params: m.Params,
		ErrorIdentity: m.Error.Identity, ErrorData: m.Error.Data, ErrorWords: m.Error.Words, ErrorFallback: errorName(m.Error.Fallback),
		ResultAndError: m.ResultAndError, Neither: m.Neither, NotificationWithID: m.NotificationWithID,
		BadID: m.BadID, NullParams: m.NullParams, OnUnknownRequest: m.OnUnknownRequest, BlankLines: m.BlankLines, Framing: newFraming(&m),
	}
	d.JSONRPC.Value, d.JSONRPC.Read, d.JSONRPC.Write = m.JSONRPC.Value, string(m.JSONRPC.Read), m.JSONRPC.Write
	d.ID.Types, d.ID.NullOnError, d.ID.MissingOnError = []string{}, m.ID.NullOnError, m.ID.MissingOnError
	if m.ID.String {
		d.ID.Types = append(d.ID.Types, "string")
	}
	if m.ID.Int {
		d.ID.Types = append(d.ID.Types, "int")
	}
	if s := m.Shapes; s != nil {
		d.Shapes = &Shapes{Tag: s.Tag, Request: s.Request, Response: s.Response, Notification: s.Notification}
		if n := s.Names; n != nil {
			d.Shapes.Names = map[string]Names{"request": newNames(&n.Request), "response": newNames(&n.Response), "notification": newNames(&n.Notification)}
		}
	}
	for _, f := range m.Members {
		d.Members = append(d.Members, newField(f))
	}
	if b := m.Batch; b != nil {
		d.Batch = &Batch{b.Max, b.UniqueIDs}
	}
	if r := m.Rate; r != nil {
		d.Rate = &Rate{PerMinute: r.PerMinute, Error: errorName(r.Error)}
	}
	for _, r := range m.Ranges {
		d.ErrorRanges = append(d.ErrorRanges, Range{r.Name, newMeta(&r.Meta), r.From, r.To})
	}
	return d
}

func newFraming(d *model.Dialect) Framing {
	f := d.Framing
	return Framing{Kind: f.Kind, MaxBytes: f.MaxBytes, MaxFrom: f.MaxFrom, MaxWeight: f.MaxWeight, Width: f.Width, Order: f.Order, TooLarge: errorName(d.TooLarge)}
}

func errorName(e *model.ErrorCode) string {
	if e == nil {
		return ""
	}
	return e.Name
}
