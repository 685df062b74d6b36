package quick

import (
	"math"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An errorRow reads the data of a declared error.
type errorRow struct {
	row  *lower.Error
	data ref // without a node: any
}

// The slots of the error of a response.
const (
	codeSlot = iota
	wordsSlot
	dataSlot
)

func (m *messages) compileErrors(p *Program) {
	m.fault = object{keys: newNames(3)}
	for i, key := range [...]string{codeSlot: "code", wordsSlot: "message", dataSlot: "data"} {
		m.fault.keys.add(key, i)
		m.fault.slots = append(m.fault.slots, slot{literal: literalKey(key)})
	}
	byKind := p.rows.Dialect.ErrorIdentity == lower.ByDataKind
	for i := range p.rows.Errors {
		e := errorRow{row: &p.rows.Errors[i]}
		switch {
		case !byKind && e.row.Data != lower.NoType:
			e.data = p.ref(e.row.Data, false)
		case byKind && p.rows.CheckedData(e.row) != lower.NoType:
			e.data = ref{node: &node{form: unsureForm}}
			if whole := p.rows.Whole(e.row); e.row.AddsKind || p.isPlain(whole.Field("kind")) {
				e.data = ref{node: &node{form: structForm, object: p.object(&whole, false)}}
			}
		}
		m.errors = append(m.errors, e)
	}
}

// isPlain reports whether the values of a field are strings that a writer writes as they
// were read.
func (p *Program) isPlain(f *lower.Field) bool {
	t := p.rows.At(f.Type)
	return t.Form == lower.ScalarForm && t.Scalar.Kind == model.String || t.Form == lower.LiteralForm
}

// fault reads the error of a response.
func (p *Program) fault(r *reading) bool {
	if p.next() != '{' {
		return false
	}
	o := &p.messages.fault
	var seen mask
	var data mark
	expected := 0
	more, ok := p.enter('}')
	for more {
		i, _, keyOK := p.slot(o, expected)
		switch {
		case !keyOK, i >= 0 && seen.has(i), i < 0 && p.strict:
			return false
		case i >= 0:
			seen.set(i)
			expected = i + 1
		}
		switch i {
		case codeSlot:
			ok = p.code(r)
		case wordsSlot:
			ok = p.next() == '"' && p.any()
		case dataSlot:
			data = p.mark()
			ok = p.any()
		default:
			ok = p.any()
		}
		if !ok {
			return false
		}
		if more, ok = p.more('}'); !ok {
			return false
		}
	}
	if !ok || !seen.has(codeSlot) || !seen.has(wordsSlot) {
		return false
	}
	if !seen.has(dataSlot) || p.text[data.pos] == 'n' {
		return true
	}
	end, depth := p.pos, p.depth
	p.depth = data.depth
	if !p.rewind(data.pos) || !p.errorData(r) {
		return false
	}
	p.pos, p.depth = end, depth
	return true
}

func (p *Program) code(r *reading) bool {
	if kinds[p.next()] != model.Numbers {
		return false
	}
	token, ok := p.number()
	if !ok {
		return false
	}
	code := float(token)
	r.m.Code = int(code)
	return code == math.Trunc(code) && math.Abs(code) <= model.MaxSafe
}

// errorData reads the data of an error, which has a code.
func (p *Program) errorData(r *reading) bool {
	if p.rows.Dialect.ErrorIdentity == lower.ByCode {
		for i := range p.messages.errors {
			if e := &p.messages.errors[i]; e.row.Code == r.m.Code && e.data.node != nil {
				return p.value(e.data)
			}
		}
		return true
	}
	start := p.mark()
	kind, ok := p.findKind()
	if !ok {
		return false
	}
	r.m.Kind = kind
	for i := range p.messages.errors {
		if e := &p.messages.errors[i]; e.row.Name == kind {
			return e.data.node == nil || p.back(start) && p.value(e.data)
		}
	}
	return p.rows.Dialect.ErrorFallback == ""
}

// findKind finds the kind in the data of an error.
func (p *Program) findKind() (kind string, ok bool) {
	if p.next() != '{' {
		return "", false
	}
	found := false
	more, ok := p.enter('}')
	for more {
		same, keyOK := p.key(`"kind":`, "kind")
		switch {
		case !keyOK, same && (found || p.next() != '"'):
			return "", false
		case same:
			var text []byte
			text, ok = p.plain()
			kind, found = string(text), true
		default:
			ok = p.any()
		}
		if !ok {
			return "", false
		}
		if more, ok = p.more('}'); !ok {
			return "", false
		}
	}
	return kind, ok && found
}
