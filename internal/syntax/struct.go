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
}

// A Field is one declared key.
type Field struct {
	Name     Word // without the "?"
	Optional bool
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
				WithHelp("keep one of the two").WithRelated(first, "first declared here")
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
	p.body(&f.Body, pair.Key, pair.Value, fmt.Sprintf("the field %q", f.Name.Text), withWas|withReserved|withExamples, func(m *mapping) {
		m.later("patch", "null_is_absent", "write")
	})
	return f
}
