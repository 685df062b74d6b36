package backend

import (
	"encoding/json"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Literals are how a language writes values of JSON.
type Literals struct {
	Null, True, False string
	Number            func(v model.Value) string // Text as ECMAScript prints it, or with all digits if v is Wide
	String            func(text string) string
	List              func(items []string) string
	Object            func(members []LiteralMember) string
}

// A LiteralMember is a member of an object, with its value in the language.
type LiteralMember struct{ Key, Code string }

// Code returns a value in the language.
func (l *Literals) Code(v model.Value) string {
	switch v.Kind {
	case model.BoolValue:
		if v.Bool {
			return l.True
		}
		return l.False
	case model.NumberValue:
		return l.Number(v)
	case model.StringValue:
		return l.String(v.Text)
	case model.ListValue:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = l.Code(item)
		}
		return l.List(items)
	case model.ObjectValue:
		members := make([]LiteralMember, len(v.Members))
		for i, m := range v.Members {
			members[i] = LiteralMember{m.Key, l.Code(m.Value)}
		}
		return l.Object(members)
	}
	return l.Null
}

// Parse returns a value of a text that is known to be JSON, such as rows. Members keep their
// order, and numbers their digits.
func Parse(text string) model.Value {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return decoded(d)
}
