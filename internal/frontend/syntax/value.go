package syntax

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"sync"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// ValueKind is the JSON kind of a Value.
type ValueKind int

// The kinds of JSON.
const (
	NullValue ValueKind = iota
	BoolValue
	NumberValue
	StringValue
	ListValue
	ObjectValue
)

// A Value is a JSON value in the spec: a default, a literal, an example.
type Value struct {
	Kind    ValueKind
	Span    source.Span
	Bool    bool
	Text    string // of a string; of a number as it was written
	Bare    bool   // a word without quotes behind "=", such as the value of an enum
	Exact   bool   // a number that is read as one of which all digits count; set by package check
	Items   []*Value
	Members []*Member
}

// A Member is one key of an object.
type Member struct {
	Key   Word
	Value *Value
}

var jsonNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`) })

// value reads n as JSON: an unquoted text that is a JSON word or number is that,
// every other text is a string. It is nil if n was refused.
func (p *parser) value(n *Node) *Value {
	if n == nil || n.Kind == Invalid {
		return nil
	}
	v := &Value{Span: p.head(n)}
	switch n.Kind {
	case Map:
		v.Kind = ObjectValue
		for _, pair := range n.Pairs {
			if inner := p.value(pair.Value); inner != nil {
				v.Members = append(v.Members, &Member{Word{Text: pair.Key.Text, Span: pair.Key.Span}, inner})
			}
		}
	case List:
		v.Kind = ListValue
		for _, item := range n.Items {
			if inner := p.value(item); inner != nil {
				v.Items = append(v.Items, inner)
			}
		}
	default:
		v.Text = n.Text
		if n.Quoted {
			v.Kind = StringValue
			return v
		}
		return p.plainValue(v)
	}
	return v
}

// plainValue gives v, a text without quotes, its JSON kind.
func (p *parser) plainValue(v *Value) *Value {
	switch {
	case v.Text == "null":
		v.Kind = NullValue
	case v.Text == "true" || v.Text == "false":
		v.Kind, v.Bool = BoolValue, v.Text == "true"
	case jsonNumber().MatchString(v.Text):
		v.Kind = NumberValue
		if f, _ := strconv.ParseFloat(v.Text, 64); math.IsInf(f, 0) {
			p.report.Add(diag.NumberTooLarge, v.Span, fmt.Sprintf("%s is larger than the largest 64-bit float", v.Text)).
				WithHelp("write a number below 1.8e308")
			return nil
		}
	default:
		v.Kind = StringValue
	}
	return v
}
