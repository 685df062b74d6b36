package pygen

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// logKind is what logs show of undeclared content beside something sensitive, as the runtime has
// it: its kind and length. A newer version may have declared it as sensitive.
const logKind = model.Log(-2)

// stricter is the one of two that shows less.
func stricter(a, b model.Log) model.Log {
	if a == model.LogNothing || b == model.LogNothing {
		return model.LogNothing
	}
	return model.Strictest(a, b)
}

// hide notes that logs do not show the whole value of an attribute.
func (v *classView) hide(name string, log model.Log) {
	if log != model.LogAll {
		v.Log = append(v.Log, quote(name)+": "+strconv.Itoa(int(log)))
	}
}

// hideAll notes that logs do not show the whole values of a type, nor those of a variant, a method or
// an error which values of the type are by themselves, or of the union in which it is declared.
func (p *plan) hideAll(v *classView, t *lower.Type) {
	log := t.Log
	use := func(of model.Type, m *model.Meta) {
		if of != nil && model.Resolve(of) == t.Of {
			log = stricter(log, m.Log())
		}
	}
	for _, m := range p.proto.Methods {
		use(m.Params, &m.Meta)
		use(m.Result, &m.Meta)
	}
	for _, e := range p.proto.Errors {
		use(e.Data, &e.Meta)
	}
	d, ok := t.Of.(model.Decl)
	for i := range p.rows.Types {
		u := p.rows.Types[i].Union
		if u == nil {
			continue
		}
		for _, c := range u.Cases {
			if use(c.Of.Type, &c.Of.Meta); ok && d.Info().Inline {
				use(c.Of.Type, u.Of.Info())
			}
		}
	}
	v.hide("*", log)
}

// fieldLog is how much logs show of a field, which may hold the progress of requests as any value.
func (p *plan) fieldLog(f *lower.Field) model.Log {
	for _, m := range p.proto.Methods {
		for _, x := range m.Progress {
			params, ok := model.Resolve(x.Method.Params).(*model.Struct)
			if ok && x.Value != "" && params.Field(x.Value) == f.Of && p.rows.HoldsSecret(p.rows.Alone(x.Payload)) {
				return model.LogNothing
			}
		}
	}
	return p.logOf(f.Type)
}

// logOf is how much logs show of a value, which may have no class that hides what is in it.
func (p *plan) logOf(r lower.Ref) model.Log { return p.logWithin(r, nil) }

func (p *plan) logWithin(r lower.Ref, within []*lower.Type) model.Log {
	t := p.rows.At(r)
	log := r.Log
	if log == model.LogNothing || slices.Contains(within, t) {
		return log
	}
	within = append(within, t)
	switch t.Form {
	case lower.ListForm, lower.MapForm:
		return stricter(log, p.logWithin(*t.Elem, within))
	case lower.TupleForm:
		if !isClass(t.Tuple) {
			for _, item := range t.Tuple.Items {
				log = stricter(log, p.logWithin(item, within))
			}
		}
	case lower.UnionForm:
		for i := range t.Union.Cases {
			if c := &t.Union.Cases[i]; c.Body && p.wrappers[c.Of] == "" && !p.isStruct(c.Type) {
				log = stricter(log, p.logWithin(c.Type, within))
			}
		}
	}
	return log
}

// undeclared is how much logs show of undeclared content within a declared type.
func (p *plan) undeclared(t *lower.Type) model.Log {
	if p.rows.HoldsSecret(p.rows.Alone(t.Of)) {
		return logKind
	}
	return t.Log
}
