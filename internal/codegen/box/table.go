package box

import (
	"cmp"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A table says to which element of the spec a path in a message leads, and what is shown of
// elements. It has what the rows have: nothing here is decided anew. The names of what there
// is one of for each field are short.
type table struct {
	Roles    [2]string `json:"roles"`
	Versions []string  `json:"versions"` // the oldest first
	// Types are at the numbers of their rows.
	Types   []typeRow         `json:"types"`
	Calls   map[string]*call  `json:"calls"`         // by current name
	Was     map[string]string `json:"was,omitempty"` // older names of methods
	Acts    map[string]string `json:"acts"`          // the anchors of events and requests, for the rules of the session
	Errors  []fault           `json:"errors,omitempty"`
	Message message           `json:"message"`
	Journal *journal          `json:"journal,omitempty"`
	// Request is how the params of a request that is in others are told apart: its tag, and
	// where the id of the message is repeated.
	Tag        string           `json:"tag,omitempty"`
	RepeatedID map[string]where `json:"repeatedID,omitempty"`
}

// A typeRow is a type; one without a name or anything inside is empty.
type typeRow struct {
	Name   string `json:"n,omitempty"`
	Anchor string `json:"a,omitempty"`
	Since  string `json:"s,omitempty"`

	Fields map[string]fieldRow `json:"f,omitzero"`
	Was    map[string]string   `json:"w,omitempty"` // older names of fields
	Tags   []string            `json:"t,omitempty"` // keys of an object that tell what it is
	Elem   *int                `json:"l,omitempty"` // of a list, of a map, of undeclared keys
	Items  []int               `json:"i,omitempty"` // of a tuple
	// Values are those of an enum that keeps others, with the versions that added them; names
	// with a prefix are those of extensions.
	Values   map[string]string `json:"v,omitempty"`
	Prefixes []string          `json:"p,omitempty"`
	Union    *unionRow         `json:"u,omitempty"`
}

// A fieldRow is the type, the anchor and the version of a field.
type fieldRow struct {
	Type   int    `json:"r"`
	Anchor string `json:"a,omitempty"`
	Since  string `json:"s,omitempty"`
}

// A unionRow is a union.
type unionRow struct {
	By      string    `json:"by"`
	Key     string    `json:"k,omitempty"`
	Content string    `json:"c,omitempty"`
	Default int       `json:"d"`
	Cases   []caseRow `json:"x"`
}

// A caseRow is a variant; its tags are JSON, older ones included.
type caseRow struct {
	Tags   []string `json:"t,omitempty"`
	Key    string   `json:"k,omitempty"`
	Kinds  []string `json:"m,omitempty"`
	Type   int      `json:"r"`
	Name   string   `json:"n,omitempty"`
	Anchor string   `json:"a,omitempty"`
	Since  string   `json:"s,omitempty"`
}

// A call is a method.
type call struct {
	Anchor    string         `json:"a,omitempty"`
	Since     string         `json:"s,omitempty"`
	From      int            `json:"from"` // 0 and 1 are roles, 2 is both
	Notify    bool           `json:"notify,omitempty"`
	Params    int            `json:"params"`
	Positions []string       `json:"positions,omitempty"`
	Result    int            `json:"result"`
	Results   map[string]int `json:"results,omitempty"` // by the tag of the params
	ErrorData int            `json:"errorData"`
}

type fault struct {
	Name   string `json:"name"`
	Code   int    `json:"code"`
	Anchor string `json:"a,omitempty"`
	Since  string `json:"s,omitempty"`
	Data   int    `json:"data"`
	Kind   bool   `json:"kind,omitempty"` // the data has its kind, which the type does not declare
}

// A message describes the messages of the dialect.
type message struct {
	// Names are the members by their roles, of requests, notifications and responses; tags
	// are the values of the member Tag, if that says which of these a message is.
	Names  [3]memberNames `json:"names"`
	Tag    string         `json:"tag,omitempty"`
	Tags   [3]string      `json:"tags"`
	Fields [3]fieldSet    `json:"fields"` // further members
	// Marks are members that only messages have.
	Marks      []string `json:"marks"`
	StringIDs  bool     `json:"stringIDs,omitempty"`
	IntegerIDs bool     `json:"integerIDs,omitempty"`
	Prefixes   []string `json:"prefixes,omitempty"`   // of the methods of extensions
	ByKind     bool     `json:"byKind,omitempty"`     // the kind in their data tells errors apart
	BlankLines bool     `json:"blankLines,omitempty"` // they are ignored
	MaxBytes   int      `json:"maxBytes,omitempty"`
}

type memberNames struct {
	ID     string `json:"id,omitempty"`
	Method string `json:"method,omitempty"`
	Params string `json:"params,omitempty"`
	Result string `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
	// Known are all members that a message may have apart from fields.
	Known []string `json:"known"`
}

// A fieldSet is fields with their older names, as an object has them.
type fieldSet struct {
	Fields map[string]fieldRow `json:"f,omitzero"`
	Was    map[string]string   `json:"w,omitempty"`
}

type journal struct {
	Header   int      `json:"header"`
	Record   int      `json:"record"`
	Version  []string `json:"version"` // the path in the header
	NoHeader string   `json:"noHeader,omitempty"`
}

// where is the place of an id in params, as a path and in the words of the spec.
type where struct {
	Path  []string `json:"path"`
	Words string   `json:"words"`
}

// A maker makes a table.
type maker struct {
	rows   *lower.Program
	anchor func(element any) string
}

func tableOf(rows *lower.Program, anchor func(element any) string) *table {
	p := rows.Protocol
	m := &maker{rows, anchor}
	t := &table{Roles: p.Roles, Versions: p.Versions, Calls: map[string]*call{}, Was: map[string]string{}, Acts: map[string]string{}, Message: m.message()}
	for _, row := range rows.Types {
		t.Types = append(t.Types, m.typeRow(row))
	}
	for i := range rows.Calls {
		c := &rows.Calls[i]
		t.Calls[c.Method] = m.call(c)
		for _, name := range c.FormerNames {
			t.Was[name] = c.Method
		}
	}
	for _, e := range rows.Errors {
		t.Errors = append(t.Errors, fault{e.Name, e.Code, anchor(e.Of), since(&e.Of.Meta), e.Data.Type, e.AddsKind})
	}
	if e := p.Envelope; e != nil {
		m.carried(t, e)
	}
	if j := p.Journal; j != nil {
		t.Journal = &journal{rows.Ref(j.Header).Type, rows.Ref(j.Record).Type, append([]string{}, j.VersionPath()...), j.NoHeader}
	}
	return t
}

// carried adds the events and the requests that methods carry.
func (m *maker) carried(t *table, e *model.Envelope) {
	t.Tag = e.Tag
	for _, u := range []*model.Union{e.Requests, e.Events} {
		if u == nil {
			continue
		}
		for _, v := range u.Variants {
			if a := m.anchor(v); a != "" {
				t.Acts[v.Tag] = a
			}
			if v.ID != "" {
				if t.RepeatedID == nil {
					t.RepeatedID = map[string]where{}
				}
				t.RepeatedID[v.Tag] = where{e.InParams(v.ID), v.ID}
			}
		}
	}
}

// since is the version that added an element: one of the list, or that after one.
func since(m *model.Meta) string {
	if m.Since.After {
		return ">" + m.Since.Version
	}
	return m.Since.Version
}

func (m *maker) typeRow(t *lower.Type) typeRow {
	out := typeRow{Name: t.Name}
	if d, ok := t.Of.(model.Decl); ok {
		out.Anchor, out.Since = m.anchor(d), since(d.Info())
	}
	switch t.Form {
	case lower.ScalarForm:
		if t.Scalar.Kind == model.Empty { // an object, all of whose keys are undeclared
			out.Fields = map[string]fieldRow{}
		}
	case lower.EnumForm:
		m.enum(&out, t.Enum)
	case lower.ListForm, lower.MapForm:
		out.Elem = &t.Elem.Type
	case lower.TupleForm:
		for _, item := range t.Tuple.Items {
			out.Items = append(out.Items, item.Type)
		}
	case lower.StructForm:
		s := t.Struct
		set := m.fields(s.Fields)
		out.Fields, out.Was = set.Fields, set.Was
		if out.Fields == nil {
			out.Fields = map[string]fieldRow{}
		}
		for _, tag := range s.Tags {
			out.Tags = append(out.Tags, tag.Key)
		}
		if s.ExtraType != nil {
			out.Elem = &s.ExtraType.Type
		}
		if s.Extensions != nil {
			out.Prefixes = s.Extensions.Prefixes
		}
	case lower.UnionForm:
		out.Union = m.union(t)
		if t.Union.Extensions != nil {
			out.Prefixes = t.Union.Extensions.Prefixes
		}
	}
	return out
}

func (m *maker) enum(out *typeRow, e *lower.Enum) {
	out.Values = map[string]string{}
	for i, v := range e.Values {
		out.Values[v] = since(&e.Of.Values[i].Meta)
	}
	for _, v := range e.FormerValues {
		out.Values[v.Name] = ""
	}
	if e.Extensions != nil {
		out.Prefixes = e.Extensions.Prefixes
	}
}

func (m *maker) fields(list []lower.Field) fieldSet {
	var out fieldSet
	for _, f := range list {
		if out.Fields == nil {
			out.Fields = map[string]fieldRow{}
		}
		out.Fields[f.Name] = fieldRow{f.Type.Type, m.anchor(f.Of), since(&f.Of.Meta)}
		for _, name := range f.FormerNames {
			if out.Was == nil {
				out.Was = map[string]string{}
			}
			out.Was[name] = f.Name
		}
	}
	return out
}

func (m *maker) union(t *lower.Type) *unionRow {
	u := t.Union
	out := &unionRow{By: u.By.String(), Key: u.Key, Content: u.Content, Default: u.Default}
	for i := range u.Cases {
		c := &u.Cases[i]
		row := caseRow{Key: c.Key, Type: c.Type.Type, Anchor: m.anchor(c.Of), Since: since(&c.Of.Meta)}
		if u.By.Tagged() {
			row.Name = c.Tags[0]
			for _, tag := range slices.Concat(c.Tags, c.FormerNames) {
				row.Tags = append(row.Tags, u.TagKind.JSON(tag))
			}
		} else {
			for _, kind := range c.Kinds.List() {
				row.Kinds = append(row.Kinds, kind.String())
			}
		}
		out.Cases = append(out.Cases, row)
	}
	return out
}

func (m *maker) call(c *lower.Call) *call {
	out := &call{
		Anchor: m.anchor(c.Of), Since: since(&c.Of.Meta), From: int(c.From), Notify: c.Shape == lower.NotificationShape,
		Params: c.Params.Type, Result: c.Result.Type, ErrorData: c.ErrorData.Type,
	}
	if c.Positions {
		for _, f := range m.rows.At(c.Params).Struct.Fields {
			out.Positions = append(out.Positions, f.Name)
		}
	}
	if c.Answer == lower.AnswerByVariant {
		out.Results = map[string]int{}
		for _, v := range m.rows.Protocol.Envelope.Requests.Variants {
			out.Results[v.Tag] = m.rows.Ref(v.Result).Type
		}
	}
	return out
}

func (m *maker) message() message {
	d := &m.rows.Dialect
	out := message{
		Marks: d.Marks(), StringIDs: d.StringID, IntegerIDs: d.IntegerID, ByKind: d.ErrorIdentity == lower.ByDataKind,
		BlankLines: d.BlankLines == lower.BlankIgnored, MaxBytes: d.Framing.MaxBytes,
	}
	if d.Extensions != nil {
		out.Prefixes = d.Extensions.Prefixes
	}
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		n := d.NamesOf(shape)
		row := memberNames{n.ID, n.Method, n.Params, n.Result, cmp.Or(n.Error, n.Words), nil}
		if !d.Named() { // any message may have them, whatever it is
			row.Known = []string{"jsonrpc", "id", "method", "params", "result", "error"}
		}
		for _, slot := range d.Slots(shape) {
			if slot.Role != lower.MemberRole && !slices.Contains(row.Known, slot.Key) {
				row.Known = append(row.Known, slot.Key)
			}
		}
		if d.Shapes != nil {
			out.Tag, out.Tags[shape] = d.Shapes.Key, d.Shapes.Value(shape)
			if !slices.Contains(row.Known, d.Shapes.Key) {
				row.Known = append(row.Known, d.Shapes.Key)
			}
		}
		out.Names[shape], out.Fields[shape] = row, m.fields(d.MembersOf(shape))
	}
	return out
}
