package meaning

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// external reads "name" or {"name": body}.
func (p *pass) external(t *model.Union, v *Value, path string) (*Value, *Error) {
	keepUnknown := t.KeepsUnknown() && !p.Strict
	if v.Kind == model.StringValue {
		x := t.Variant(v.Text)
		switch {
		case x == nil && keepUnknown:
			return keep(v), nil
		case x == nil:
			return nil, wrong(path, oneOf("one of ", externalNames(t, false)), v)
		case x.Type != nil:
			return nil, wrong(path, "an object", v)
		}
		return text(x.Tag), nil
	}
	if n := len(v.Members); n != 1 {
		return nil, &Error{Path: path, Expected: "an object with one member", Found: fmt.Sprintf("an object with %d members", n)}
	}
	m := v.Members[0]
	x := t.Variant(m.Key)
	switch {
	case x == nil && keepUnknown:
		return keepObject(v), nil
	case x == nil:
		return nil, &Error{Path: path, Expected: keysWords(externalNames(t, true)), Found: "the key " + short(m.Key)}
	case x.Type == nil:
		return nil, wrong(path, model.Quote(x.Tag), v)
	}
	read, err := p.value(x.Type, m.Value, inside(path, m.Key))
	if err != nil {
		return nil, err
	}
	return object(Member{Key: x.Tag, Value: read}), nil
}

// externalNames are the quoted tags of the variants with a body, or of those without.
func externalNames(t *model.Union, bodied bool) []string {
	var out []string
	for _, x := range t.Variants {
		if (x.Type != nil) == bodied {
			out = append(out, model.Quote(x.Tag))
		}
	}
	return out
}

func keysWords(keys []string) string {
	if len(keys) == 1 {
		return "the key " + keys[0]
	}
	return "one of the keys " + strings.Join(keys, ", ")
}

// byKeyOf reads the first variant whose key is there.
func (p *pass) byKeyOf(t *model.Union, v *Value, path string) (*Value, *Error) {
	var keys []string
	for _, x := range t.Variants {
		if x.Key == "" || v.Member(x.Key) != nil {
			return p.value(x.Type, v, path)
		}
		keys = append(keys, model.Quote(x.Key))
	}
	return nil, wrong(path, keysWords(keys), v)
}

// ordered reads the first variant that takes the value.
func (p *pass) ordered(t *model.Union, v *Value, path string) (*Value, *Error) {
	var only *Error
	ofKind := 0
	for i, x := range t.Variants {
		inner := &pass{Reader: p.Reader}
		out, err := inner.value(x.Type, v, path)
		if err == nil {
			if inner.unfit != nil {
				p.unfitFor(inner.unfit)
			}
			p.shadowed(t, i, out, path)
			return out, nil
		}
		if takes(x.Type, v) {
			ofKind++
			only = err
		}
	}
	if ofKind == 1 {
		return nil, only
	}
	return nil, wrong(path, "a variant of "+t.Name, v)
}

// shadowed finds what is written of variant i unfit when an earlier variant reads it.
func (p *pass) shadowed(t *model.Union, i int, out *Value, path string) {
	if i == 0 {
		return
	}
	written, err := parse([]byte(out.Written()), p.Depth)
	if err != nil {
		return
	}
	if slices.ContainsFunc(t.Variants[:i], func(x *model.Variant) bool {
		_, err := (&pass{Reader: p.Reader}).value(x.Type, written, path)
		return err == nil
	}) {
		p.unfitFor(wrong(path, "a variant of "+t.Name+" that no earlier one reads", out))
	}
}
