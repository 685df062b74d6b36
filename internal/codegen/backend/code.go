package backend

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Coder is a Plan that can write values as source code.
type Coder interface {
	Plan
	// Code returns an expression, as a user of the generated package would write it, for
	// a value that is written as data, which is JSON. It is one that the functions of the
	// type t take, such as those that write it. It is formatted, on several lines if it
	// is long. There is none if ok is false: data is not read as t, it is not what a writer
	// of this version may write, or the language has no literal for it. Code may be called concurrently.
	Code(t model.Type, data []byte) (expr string, ok bool)
	// Call returns the statement by which the end of a connection that may send a method,
	// the first if both may, sends it with params, which are data as Code has it, or nil
	// for none. What carries the events or the requests of the envelope is sent as the end
	// sends the one in data.
	Call(m *model.Method, data []byte) (statement string, ok bool)
}

// Values answers questions about values that targets need for writing them as code.
type Values struct {
	rows *lower.Program
	read *interp.Reader
}

// NewValues returns the Values of a protocol.
func NewValues(rows *lower.Program) Values { return Values{rows, interp.New(rows.Protocol)} }

// Written returns the value that a writer writes for data, which is read as t. It is false if
// data is refused, if a writer must not write what was read, or if content that is
// preserved verbatim has half of a surrogate pair, which is not a text outside of JSON.
func (p Values) Written(t model.Type, data []byte) (model.Value, bool) {
	v, err := p.read.Parse(data)
	if err != nil {
		return model.Value{}, false
	}
	reading := p.read.ReadType(t, v)
	if reading.Err != nil || reading.Unfit != nil {
		return model.Value{}, false
	}
	text := reading.Value.Written()
	if surrogate().MatchString(surrogates().ReplaceAllString(text, "")) {
		return model.Value{}, false
	}
	return Parse(text), true // what is kept verbatim keeps its digits
}

// surrogates is a pair of them, or another escape, as JSON escapes them; surrogate is half
// of a pair after those are gone.
var (
	surrogates = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\\u(?:d[89ab]..\\ud[cdef]|[0-9abcef]|d[0-7])..|\\[^u]`)
	})
	surrogate = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\\ud[89a-f]`) })
)

// IsDefault reports whether a value that is written is the default of a field.
func (p Values) IsDefault(v model.Value, f *lower.Field) bool {
	if f.Default == nil {
		return false
	}
	def, ok := p.Written(f.Of.Type, []byte(f.Default.JSON()))
	return ok && def.JSON() == v.JSON()
}

// NullAnyway reports whether a value of a field is a null that is written in place of no
// value as well, and that no group of fields counts.
func (Values) NullAnyway(v model.Value, f *lower.Field, s *lower.Struct) bool {
	return v.Kind == model.NullValue && f.Write == lower.WriteNullUnset &&
		!slices.ContainsFunc(s.Groups, func(g lower.Group) bool { return slices.Contains(g.Fields, f.Name) })
}

// CaseOf finds the case of a union that a checked value is, and its body: the union, or the
// part of it that has the case, and the index there. The union is nil if none has it.
func (p Values) CaseOf(v model.Value, u *model.Union) (of *model.Union, i int, body model.Value) {
	for _, part := range u.Parts {
		if of, i, body := p.CaseOf(v, part); of != nil {
			return of, i, body
		}
	}
	if len(u.Parts) > 0 {
		return nil, 0, v
	}
	row := p.rows.Decl(u).Union
	var tagged *model.Variant // the variant of the tag of v
	switch row.By {
	case lower.ByKind, lower.ByKey, lower.ByOrder:
	default:
		tagged = u.Variant(TagOf(v, u))
	}
	for i := range row.Cases {
		c := &row.Cases[i]
		switch {
		case c.Of != tagged && !p.isCase(v, row, i):
		case !row.By.Around():
			return u, i, v
		case !c.Body:
			return u, i, model.Value{}
		case row.By == lower.ByName:
			return u, i, v.Members[0].Value
		default:
			return u, i, *Member(v, row.Content)
		}
	}
	return nil, 0, v
}

// OpenUnion returns the union that keeps the undeclared variants of u: u, or a part of it.
func (p Values) OpenUnion(u *model.Union) *model.Union {
	if p.rows.Decl(u).Union.Unknown.Kept() {
		return u
	}
	for _, part := range u.Parts {
		if open := p.OpenUnion(part); open != nil {
			return open
		}
	}
	return nil
}

// isCase reports whether a checked value is, without its tag, of a case that no earlier one
// of its union reads.
func (p Values) isCase(v model.Value, u *lower.Union, i int) bool {
	c := &u.Cases[i]
	switch u.By {
	case lower.ByKind:
		return c.Kinds.Has(v.Kind)
	case lower.ByKey:
		return c.Key == "" || Member(v, c.Key) != nil
	case lower.ByOrder:
		text, err := p.read.Parse([]byte(v.JSON()))
		return err == nil && p.read.ReadType(c.Of.Type, text).Err == nil
	}
	return i == u.Default && Member(v, u.Key) == nil
}

// TagOf returns the tag of a checked value of a union; "" if it has none.
func TagOf(v model.Value, u *model.Union) string {
	if lower.ByOf(u) == lower.ByName {
		if v.Kind == model.StringValue {
			return v.Text
		}
		return v.Members[0].Key
	}
	tag := Member(v, u.TagKey)
	switch {
	case tag == nil:
		return ""
	case tag.Kind == model.BoolValue:
		return strconv.FormatBool(tag.Bool)
	case tag.Kind == model.NumberValue: // an unknown variant has it as it was spelled
		n, _ := strconv.ParseFloat(tag.Text, 64)
		return model.FormatNumber(n)
	}
	return tag.Text
}

// Member returns the member of an object with the first of some names that it has, or nil.
func Member(v model.Value, names ...string) *model.Value {
	for _, name := range names {
		for i := range v.Members {
			if v.Members[i].Key == name {
				return &v.Members[i].Value
			}
		}
	}
	return nil
}

// decoded is the next value of a text that is known to be JSON, with its members in their
// order.
func decoded(d *json.Decoder) model.Value {
	token, err := d.Token()
	if err != nil {
		panic("backend: what is written is not JSON: " + err.Error())
	}
	switch token := token.(type) {
	case bool:
		return model.Value{Kind: model.BoolValue, Bool: token}
	case string:
		return model.Value{Kind: model.StringValue, Text: token}
	case json.Number:
		return model.Value{Kind: model.NumberValue, Text: token.String()}
	case json.Delim:
		out := model.Value{Kind: model.ListValue}
		if token == '{' {
			out.Kind = model.ObjectValue
		}
		for d.More() {
			if out.Kind == model.ListValue {
				out.Items = append(out.Items, decoded(d))
				continue
			}
			key := decoded(d).Text
			out.Members = append(out.Members, model.Member{Key: key, Value: decoded(d)})
		}
		_, _ = d.Token() // its end, which More has seen
		return out
	}
	return model.Value{Kind: model.NullValue}
}
