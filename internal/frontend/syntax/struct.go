package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Struct is an object with declared keys.
type Struct struct {
	Fields []*Field
	With   []Word // structs whose fields come first
	Extra  Word   // ignore, keep, reject, or zero: as the defaults of the spec say
	Groups []*Group
	Body   Word // of a variant: the struct that it holds, the only one of With; or zero
	// ExtraType is the type of undeclared keys, instead of Extra; or nil. ExtraKey is then the
	// place of the key extra.
	ExtraType *Expr
	ExtraKey  source.Span
}

// A Group is a rule about which of some optional fields are present.
type Group struct {
	Rule   Word // at_least_one, at_most_one, exactly_one
	Fields []Word
}

// A Field is one declared key.
type Field struct {
	Name         Word // without the "?"
	Optional     bool
	Patch        Word // true, false or zero
	NullIsAbsent Word // true, false or zero
	OnError      Word // unset, refuse or zero
	Write        Word // omit, null, omit_default, required or zero
	Body
}

func (p *parser) structure(n *Node) *Struct {
	if !p.want(n, Map, "fields") {
		return nil
	}
	s := &Struct{Fields: make([]*Field, 0, len(n.Pairs))}
	seen := make(map[string]source.Span, len(n.Pairs))
	for _, pair := range n.Pairs {
		f := p.field(pair)
		if first, twice := seen[f.Name.Text]; twice {
			p.report.Add(diag.FieldDuplicate, f.Name.Span, fmt.Sprintf("the field %q is declared twice", f.Name.Text)).
				WithHelp("keep one of the two").WithRelated(first, "first declared here").
				Offers("remove this one", diag.Step{Do: diag.Remove, At: pair.Key.Span})
			continue
		}
		seen[f.Name.Text] = f.Name.Span
		s.Fields = append(s.Fields, f)
	}
	return s
}

func (p *parser) field(pair Pair) *Field {
	f := &Field{Name: p.name(pair.Key, "the name of a field")}
	if text, ok := strings.CutSuffix(f.Name.Text, "?"); ok && text != "" {
		f.Optional = true
		f.Name.Text, f.Name.Span = text, pair.Key.within(0, len(text))
	}
	p.marked(pair.Key, f)
	p.body(&f.Body, pair.Key, pair.Value, fmt.Sprintf("the field %q", f.Name.Text), withReserved|withExamples, func(m *mapping) {
		f.Patch = p.choice(m.get("patch"), "patch", "true", "false")
		f.NullIsAbsent = p.choice(m.get("null_is_absent"), "null_is_absent", "true", "false")
		f.OnError = p.choice(m.get("on_error"), "on_error", "unset", "refuse")
		f.Write = p.choice(m.get("write"), "write", "omit", "null", "omit_default", "required")
	})
	return f
}

// marked reports a mark at the wrong place of a field's name, which is not in quotes.
func (p *parser) marked(key *Node, f *Field) {
	plain := strings.TrimSpace(strings.Trim(f.Name.Text, "?!* "))
	if key.Quoted || plain == "" || plain == f.Name.Text {
		return
	}
	mark := plain
	if f.Optional || strings.Contains(f.Name.Text, "?") {
		mark += "?"
	}
	p.report.Add(diag.FieldMark, key.Span, fmt.Sprintf("the name of the field would be %q", f.Name.Text)).
		WithHelp(fmt.Sprintf("write %s, or put a name that really is %q in quotes", mark, f.Name.Text)).
		Repairable("write "+mark, diag.Step{Do: diag.Replace, At: key.Span, Text: mark}).
		Repairable("put the name in quotes", diag.Step{Do: diag.Splice, At: key.Span, Text: quote(key.Text)})
}

// structKeys reads the keys of a struct other than fields. is says whether the map
// is that of a struct; s is nil if its fields could not be read.
func (p *parser) structKeys(m *mapping, s *Struct, is bool) {
	with, list := m.pair("with")
	extra, choice := m.pair("extra")
	present, groups := m.pair("present")
	for _, key := range []*Node{with, extra, present} {
		if key != nil && !is {
			p.report.Add(diag.KeyConflict, key.Span, fmt.Sprintf("%q belongs to a struct, and %s has no fields", key.Text, m.what)).
				WithHelp("remove it, or add fields: {}").
				Repairable("remove it", diag.Step{Do: diag.Remove, At: key.Span})
			return
		}
	}
	names := p.words(list, "with")
	word, typ := p.extra(extra, choice)
	rules := p.groups(groups)
	if s != nil {
		s.With, s.Extra, s.ExtraType, s.Groups = names, word, typ, rules
		if typ != nil {
			s.ExtraKey = extra.Span
		}
	}
}

// extra reads how undeclared keys are handled: a word, or a map with their type.
func (p *parser) extra(key, n *Node) (Word, *Expr) {
	if n == nil || n.Kind != Map {
		return p.choice(n, "extra", "ignore", "keep", "reject"), nil
	}
	m := p.mapping(n, "extra", key.Span)
	defer m.done()
	switch value := m.need("type", "write extra: {type: T}"); {
	case value == nil:
		return Word{}, nil
	case value.Kind == List:
		return Word{}, p.places(value)
	default:
		return Word{}, p.plainType(value, "the type of undeclared keys")
	}
}

// groups reads the rules about which fields are present.
func (p *parser) groups(n *Node) []*Group {
	if !p.want(n, List, "present") {
		return nil
	}
	out := make([]*Group, 0, len(n.Items))
	for _, item := range n.Items {
		if g := p.group(item); g != nil {
			out = append(out, g)
		}
	}
	return out
}

func (p *parser) group(n *Node) *Group {
	const what = "a rule under present"
	m := p.mapping(n, what, p.head(n))
	if m == nil {
		return nil
	}
	var out *Group
	rules := []string{"at_least_one", "at_most_one", "exactly_one"}
	for _, rule := range rules {
		key, value := m.pair(rule)
		switch {
		case key == nil:
		case out != nil:
			p.conflict(key.Span, fmt.Sprintf("%s has both %q and %q", what, out.Rule.Text, rule), "write them as two items of the list")
		default:
			out = &Group{Rule: Word{Text: rule, Span: key.Span}, Fields: p.words(value, rule)}
		}
	}
	if out == nil && len(n.Pairs) == 0 {
		m.missingOne(what+" does not say how many of the fields are present", "write at_least_one, at_most_one or exactly_one: [a, b]", rules...)
	}
	m.done()
	return out
}
