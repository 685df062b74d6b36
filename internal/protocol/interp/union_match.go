package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// external reads "name" or {"name": body}.
func (p *pass) external(t *model.Union, v *Value, path string) (*Value, *Error) {
	unknown := func(name string, e *Error) (*Value, *Error) {
		if !p.authored && within(t.Extensions, name) {
			p.extensions++
			return keepObject(v), nil
		}
		if !t.KeepUnknown || p.authored {
			return nil, e
		}
		p.note(e)
		return keepObject(v), nil
	}
	if v.Kind == model.StringValue {
		x := p.variantOf(t, v)
		switch {
		case x == nil:
			return unknown(v.Text, p.wrong(path, oneOf("one of ", externalNames(t, false)), v))
		case x.Type != nil:
			return nil, p.wrong(path, "an object", v)
		}
		p.name(v, false, &x.Meta)
		return text(x.Tag), nil
	}
	if n := len(v.Members); n != 1 {
		return nil, &Error{Path: path, Expected: "an object with one member", Found: fmt.Sprintf("an object with %d members", n)}
	}
	m := v.Members[0]
	x := p.variantOf(t, text(m.Key))
	switch {
	case x == nil:
		return unknown(m.Key, p.wrongKey(path, keysWords(externalNames(t, true)), m))
	case x.Type == nil:
		return nil, p.wrong(path, model.Quote(x.Tag), v)
	}
	p.name(m.Value, true, &x.Meta)
	before := p.unfit
	read, err := p.element(&x.Meta, x.Type, m.Value, Inside(path, m.Key))
	if err != nil {
		return nil, err
	}
	p.written(before, Inside(path, m.Key), Inside(path, x.Tag))
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

// byKeyOf reads the first variant whose key is present.
func (p *pass) byKeyOf(t *model.Union, v *Value, path string) (*Value, *Error) {
	var keys []string
	for _, x := range t.Variants {
		if x.Key == "" || v.Member(x.Key) != nil {
			return p.element(&x.Meta, x.Type, v, path)
		}
		keys = append(keys, model.Quote(x.Key))
	}
	return nil, p.wrong(path, keysWords(keys), v)
}

// A trial is a value read as an ordered union. Its result is recorded, because each
// variant of the outer unions needs it again: otherwise the time doubles with every
// union that is nested in two variants.
type trial struct {
	union *model.Union
	value *Value
	hides bool
}

type outcome struct {
	out *Value
	err *Error
	findings
	weight int64
}

// ordered reads the first variant that accepts the value.
func (p *pass) ordered(t *model.Union, v *Value, path string) (*Value, *Error) {
	known, ok := p.trials[trial{t, v, p.hides}]
	if !ok {
		known = p.try(t, v, path)
		p.trials[trial{t, v, p.hides}] = known
	}
	if known.err == nil && known.weight > 0 {
		if err := p.spend(path, 1, known.weight); err != nil {
			return nil, err
		}
	}
	if known.unfit != nil {
		p.unfitFor(known.unfit)
	}
	p.undeclared, p.dropped = append(p.undeclared, known.undeclared...), append(p.dropped, known.dropped...)
	p.extensions += known.extensions
	p.faults, p.exact = append(p.faults, known.faults...), append(p.exact, known.exact...)
	p.names = append(p.names, known.names...)
	return known.out, known.err
}

func (p *pass) try(t *model.Union, v *Value, path string) outcome {
	var only outcome
	tried := p.tried
	if tried == nil && countOf(t, v) > 1 {
		tried = &path
	}
	ofKind := 0
	for i, x := range t.Variants {
		if !takes(x.Type, v) {
			continue
		}
		inner := &pass{Reader: p.Reader, trials: p.trials, verdict: p.verdict, authored: p.authored, named: p.named, filling: p.filling, left: p.left, tried: tried, hides: p.hides}
		out, err := inner.value(x.Type, v, path)
		if inner.heavy != nil {
			p.heavy = inner.heavy
			return outcome{err: p.heavy}
		}
		if err == nil && len(inner.faults) == 0 {
			inner.shadowed(t, i, out, path)
			return outcome{out, nil, inner.findings, p.left - inner.left}
		}
		ofKind++
		only = outcome{out: out, err: err, findings: findings{faults: inner.faults}}
	}
	if ofKind == 1 {
		return only
	}
	return outcome{err: p.wrong(path, "a variant of "+t.Name, v)}
}

// countOf returns how many variants of a union take values of the kind of v.
func countOf(t *model.Union, v *Value) int {
	n := 0
	for _, x := range t.Variants {
		if takes(x.Type, v) {
			n++
		}
	}
	return n
}

// shadowed reports a value of variant i as unfit if an earlier variant accepts its
// written form.
func (p *pass) shadowed(t *model.Union, i int, out *Value, path string) {
	earlier := slices.DeleteFunc(slices.Clone(t.Variants[:i]), func(x *model.Variant) bool { return !takes(x.Type, out) })
	if p.verdict || len(earlier) == 0 {
		return
	}
	written, err := parse([]byte(out.Written()), p.Depth)
	if err != nil {
		return
	}
	again := p.Reader.pass()
	again.verdict = true
	if slices.ContainsFunc(earlier, func(x *model.Variant) bool {
		_, err := again.value(x.Type, written, path)
		return err == nil
	}) {
		p.unfitFor(p.wrong(path, "a value that no earlier variant of "+t.Name+" accepts", out))
	}
}
