package syntax

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/source"
)

// An Addition is what a layer adds to an element of the spec below it.
type Addition struct {
	Name     Word
	Fields   []*Field // with FieldsKey: to a struct
	Variants []*Variant
	Values   []*EnumValue
	bare     map[*Variant]bool // variants that do not declare a body

	FieldsKey, VariantsKey, EnumKey source.Span // of the keys, or zero
}

// additions reads add: the elements to extend, by name.
func (p *parser) additions(n *Node) []*Addition {
	if !p.want(n, Map, "add") {
		return nil
	}
	var out []*Addition
	for _, pair := range n.Pairs {
		m := p.mapping(pair.Value, fmt.Sprintf("what is added to %q", pair.Key.Text), pair.Key.Span)
		if m != nil {
			out = append(out, p.addition(pair.Key, m))
		}
	}
	return out
}

func (p *parser) addition(name *Node, m *mapping) *Addition {
	a := &Addition{Name: p.name(name, "the name of an element"), bare: map[*Variant]bool{}}
	if key, n := m.pair("fields"); key != nil {
		a.FieldsKey = key.Span
		if s := p.structure(n); s != nil {
			a.Fields = s.Fields
		}
	}
	if key, n := m.pair("variants"); key != nil {
		a.VariantsKey = key.Span
		if p.want(n, Map, "variants") {
			p.addVariants(a, n)
		}
	}
	if key, n := m.pair("enum"); key != nil {
		a.EnumKey = key.Span
		e := &Enum{}
		p.enumValues(e, n)
		a.Values = e.Values
	}
	if a.FieldsKey.IsZero() && a.VariantsKey.IsZero() && a.EnumKey.IsZero() {
		m.missingOne(m.what+" is empty", "add fields, variants or enum", "fields", "variants", "enum")
	}
	m.done()
	return a
}

func (p *parser) addVariants(a *Addition, n *Node) {
	for _, pair := range n.Pairs {
		v := p.variant(&Union{}, pair)
		a.Variants = append(a.Variants, v)
		if pair.Value.Kind == Map {
			a.bare[v] = true
			for _, inner := range pair.Value.Pairs {
				if inner.Key.Text == "fields" || inner.Key.Text == "payload" {
					a.bare[v] = false
				}
			}
		}
	}
}

// Bare reports whether an added variant does not declare a body.
func (a *Addition) Bare(v *Variant) bool { return a.bare[v] }
