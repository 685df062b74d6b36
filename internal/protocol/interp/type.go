package interp

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// value reads v as t.
func (p *pass) value(t model.Type, v *Value, path string) (*Value, *Error) {
	was := p.hiding(model.Hidden(t))
	t = model.Resolve(t)
	out, err := p.read(t, v, path)
	p.hides = was
	if err == nil {
		return out, nil
	}
	return v, p.fault(t, v, err)
}

// element is value for an element of the spec that has the type t.
func (p *pass) element(of *model.Meta, t model.Type, v *Value, path string) (*Value, *Error) {
	was := p.hiding(of.Hides())
	out, err := p.value(t, v, path)
	p.hides = was
	return out, err
}

// hiding begins to read what errors do not quote, if secret is set. It returns what the
// caller sets p.hides to afterwards.
func (p *pass) hiding(secret bool) (was bool) {
	was = p.hides
	p.hides = was || secret && !p.authored // the values of a spec are no secrets
	return was
}

// read reads v as t: first its kind, then the rules of the type, then its parts.
func (p *pass) read(t model.Type, v *Value, path string) (*Value, *Error) {
	if !takes(t, v) {
		if u, ok := t.(*model.Union); ok && u.Tagging == model.Ordered {
			return nil, p.wrong(path, "a variant of "+u.Name, v)
		}
		return nil, p.wrong(path, expected(t), v)
	}
	switch t := t.(type) {
	case *model.Nullable:
		if v.Kind == model.NullValue {
			return v, nil
		}
		return p.value(t.Elem, v, path)
	case *model.Scalar:
		return p.scalar(t, v, path)
	case *model.Literal:
		if !same(constant(t.Value), v) {
			return nil, p.wrong(path, t.Value.JSON(), v)
		}
		return constant(t.Value), nil
	case *model.Enum:
		return p.enum(t, v, path)
	case *model.List:
		return p.list(t, v, path)
	case *model.Map:
		return p.mapping(t, v, path)
	case *model.Tuple:
		return p.tuple(t, v, path)
	case *model.Struct:
		return p.structure(t, v, path)
	case *model.Union:
		return p.union(t, v, path)
	default:
		panic(fmt.Sprintf("meaning: no reading of %T", t))
	}
}

// same reports whether two scalars of one kind are equal.
func same(a, b *Value) bool {
	return a.Kind == b.Kind && a.Bool == b.Bool && a.Text == b.Text && a.Number == b.Number
}

func (p *pass) list(t *model.List, v *Value, path string) (*Value, *Error) {
	if l := t.Limits; l != nil {
		n := len(v.Items)
		if l.MinItems != nil && n < *l.MinItems || l.MaxItems != nil && n > *l.MaxItems {
			e := &Error{Path: path, Expected: l.ItemsWords(), Found: arrayOf(n), At: v}
			if l.Read() {
				return nil, e
			} else if l.Write() || p.authored {
				p.unfitFor(e)
			}
		}
	}
	if err := p.spend(path, len(v.Items), model.ItemWeight); err != nil {
		return nil, err
	}
	out := &Value{Kind: model.ListValue}
	for i, item := range v.Items {
		before, left := p.findings, p.left
		read, err := p.value(t.Elem, item, at(path, i))
		if err != nil && t.SkipBad && !p.authored && p.heavy == nil {
			p.left = left
			p.tolerate(before, at(path, i), err)
			continue
		}
		if err != nil {
			return nil, err
		}
		p.written(before.unfit, at(path, i), at(path, len(out.Items))) // fewer items may be before it
		out.Items = append(out.Items, read)
	}
	return out, nil
}

func arrayOf(n int) string {
	if n == 1 {
		return "an array of 1 item"
	}
	return fmt.Sprintf("an array of %d items", n)
}

// mapping reads the members in the order of their keys.
func (p *pass) mapping(t *model.Map, v *Value, path string) (*Value, *Error) {
	if err := p.spendEntries(path, len(v.Members)); err != nil {
		return nil, err
	}
	sorted := slices.Clone(v.Members)
	slices.SortFunc(sorted, byKey)
	out := object()
	for _, m := range sorted {
		here := p.inside(path, m.Key)
		if t.Key != nil && !t.Key.Has(m.Key) {
			e := p.wrongKey(here, oneOf("one of ", enumWords(t.Key)), m)
			if p.extends(t.Key, m.Key) {
				p.extensions++
			} else if t.Key.Open {
				p.note(e)
			} else if err := p.fault(t, v, e); err != nil {
				return nil, err
			}
		}
		p.keyOf(t, m)
		read, err := p.value(t.Elem, m.Value, here)
		if err != nil {
			return nil, err
		}
		out.Members = append(out.Members, Member{Key: m.Key, Value: read})
	}
	return out, nil
}

// keyOf records the value of the enum that a key of a map names.
func (p *pass) keyOf(t *model.Map, m Member) {
	if t.Key == nil || !p.named {
		return
	}
	for _, e := range t.Key.Values {
		if e.Value == m.Key {
			p.name(m.Value, true, &e.Meta)
		}
	}
}

// byKey orders members by code point, which is the order of their bytes.
func byKey(a, b Member) int {
	switch {
	case a.Key < b.Key:
		return -1
	case a.Key > b.Key:
		return 1
	}
	return 0
}

func (p *pass) tuple(t *model.Tuple, v *Value, path string) (*Value, *Error) {
	n, least, most := len(v.Items), t.Least(), len(t.Items)
	if n < least || n > most {
		words := arrayOf(most)
		if least < most {
			words = fmt.Sprintf("an array of %d to %s", least, arrayOf(most)[len("an array of "):])
		}
		return nil, &Error{Path: path, Expected: words, Found: arrayOf(n)}
	}
	if err := p.spend(path, 1+most, model.FieldWeight); err != nil {
		return nil, err
	}
	out := &Value{Kind: model.ListValue}
	for i, item := range v.Items {
		read, err := p.element(&t.Items[i].Meta, t.Items[i].Type, item, at(path, i))
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, read)
	}
	return out, nil
}

func (p *pass) enum(t *model.Enum, v *Value, path string) (*Value, *Error) {
	if t.Integer && v.Number != trunc(v.Number) {
		return nil, p.wrong(path, "an integer", v)
	}
	for _, e := range t.Values {
		if t.Integer && float64(e.Number) == v.Number || !t.Integer && e.Value == v.Text {
			p.name(v, false, &e.Meta)
			return v.plain(), nil
		}
	}
	for _, e := range t.Values {
		if slices.Contains(p.older(e.FormerNames), v.Text) && !t.Integer {
			return text(e.Value), nil
		}
	}
	if p.extends(t, v.Text) {
		p.extensions++
		return v.plain(), nil
	}
	e := p.wrong(path, oneOf("one of ", enumWords(t)), v)
	if !t.Open && (t.Fallback == nil || p.authored) {
		return nil, e
	}
	p.note(e)
	switch {
	case t.Fallback != nil:
		return constantOf(t, t.Fallback), nil
	case t.Integer:
		return p.integer(v, path, -model.MaxSafe, model.MaxSafe)
	}
	return v.plain(), nil
}

// plain is a scalar in the notation of a writer.
func (v *Value) plain() *Value {
	return &Value{Kind: v.Kind, Bool: v.Bool, Number: v.Number, Text: v.Text}
}

func constantOf(t *model.Enum, e *model.EnumValue) *Value {
	if t.Integer {
		return &Value{Kind: model.NumberValue, Number: float64(e.Number)}
	}
	return text(e.Value)
}

func enumWords(t *model.Enum) []string {
	var out []string
	for _, e := range t.Values {
		out = append(out, constantOf(t, e).Written())
	}
	return out
}
