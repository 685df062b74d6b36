package draft

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// maxSummary bounds what a decision quotes of a type. Of a longer text there is a checksum.
const maxSummary = 200

// Summary says in one line what a type is. A decision repeats it, so that it is seen when the
// source says something else.
func (t *Type) Summary() string {
	text := t.summary()
	if t.Null && t.Kind != Any {
		text += " | null"
	}
	if len(text) > maxSummary {
		sum := sha256.Sum256([]byte(text))
		text = fmt.Sprintf("%s… (%x)", strings.ToValidUTF8(text[:maxSummary], ""), sum[:4])
	}
	return text
}

func (t *Type) summary() string {
	switch t.Kind {
	case Const:
		return "const " + t.Value.Text
	case Enum:
		var words []string
		for _, v := range t.Values {
			words = append(words, v.Name.Text)
		}
		return "enum " + strings.Join(words, ", ")
	case Struct:
		var fields []string
		for _, f := range t.Fields {
			name := f.Name
			if !f.Required {
				name += "?"
			}
			fields = append(fields, name)
		}
		return "{" + strings.Join(fields, ", ") + "}"
	case Union:
		if t.Union.By == ByKind && t.Plain() {
			return t.expr()
		}
		return "union by " + t.Union.By + ": " + strings.Join(t.arms(), ", ")
	case List:
		return t.Item.summary() + "[]"
	case Map:
		return "map<" + t.Item.summary() + ">"
	}
	return t.expr()
}

func (t *Type) arms() (out []string) {
	for _, v := range t.Union.Variants {
		name := v.Tags[0].Text
		if v.Type != nil && t.Union.By != ByTag {
			name = v.Type.summary()
		}
		out = append(out, name)
	}
	return out
}

// Summary says in one line what a field is.
func (f *Field) Summary() string {
	text := f.Type.Summary()
	if f.Default != nil {
		text += " = " + brief(f.Default)
	}
	return text
}

// Summary says in one line what a method is.
func (m *Method) Summary() string {
	from := "from " + m.From
	if m.NoSide {
		from = "no side"
	}
	what := "no params"
	if m.Params != nil {
		what = "with params" // their type may have another name in the next version
	}
	switch {
	case m.Notify:
		return from + ", " + what + ", notification"
	case m.NoResult:
		return from + ", " + what + ", no result"
	}
	return from + ", " + what + ", result " + m.Result.Summary()
}

// brief is a value of the source in one line.
func brief(n *syntax.Node) string {
	switch {
	case n.Kind == syntax.Map && len(n.Pairs) == 0:
		return "{}"
	case n.Kind == syntax.List && len(n.Items) == 0:
		return "[]"
	case n.Kind != syntax.Scalar:
		return strings.Join(strings.Fields(n.Span.Text()), " ")
	}
	return n.Text
}

// An Element is a part of a draft that decisions may name.
type Element interface{ Summary() string }

// Summary says in one line what a declaration is.
func (d *Decl) Summary() string { return d.Type.Summary() }

// Summary says in one line what a variant is.
func (v *Variant) Summary() string {
	switch {
	case v.To != nil:
		return v.To.Name
	case v.Body != nil:
		return "body " + v.Body.Name
	case v.Type != nil:
		return v.Type.Summary()
	}
	return "no body"
}

// Summary says in one line what a value of an enum is.
func (v *Value) Summary() string { return v.Name.Text }

// Summary says in one line what an error is.
func (e *Error) Summary() string {
	text := "code " + e.Code.Text
	if e.Data != nil {
		text += ", data " + e.Data.Summary()
	}
	return text
}

// Elements returns the parts of the spec by their names and by their places in the source. Of
// several at one place it is the outermost.
func (s *Spec) Elements() map[string]Element {
	out := map[string]Element{}
	add := func(e Element, keys ...string) {
		for _, key := range keys {
			if _, taken := out[key]; !taken && key != "" {
				out[key] = e
			}
		}
	}
	for _, d := range s.Types {
		add(d, d.Name, d.Pointer)
	}
	for _, m := range s.Methods {
		add(m, "method "+m.Name)
	}
	for _, e := range s.Errors {
		add(e, "error "+e.Name)
	}
	for _, d := range s.Types {
		each(d.Type, func(t *Type) {
			prefix := ""
			if t == d.Type {
				prefix = d.Name + "."
			}
			name := func(text string) string {
				if prefix == "" {
					return ""
				}
				return prefix + text
			}
			for _, f := range t.Fields {
				add(f, name(f.Name), f.Pointer)
			}
			for _, v := range t.Values {
				add(v, name(v.Name.Text))
			}
			if t.Union != nil {
				for _, f := range t.Union.Common {
					add(f, name(f.Name), f.Pointer)
				}
				for _, v := range t.Union.Variants {
					add(v, name(v.Tags[0].Text), v.Pointer)
				}
			}
			add(t, t.Pointer)
		})
	}
	for _, m := range s.Methods {
		add(m, m.Pointer)
	}
	return out
}
