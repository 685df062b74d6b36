package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// extraMember is the member of an interface for undeclared keys that are kept. If they
// have a type, it allows the types of the declared members as well, because an index
// signature applies to those too, and those of the variants that extend the interface.
func (e *declarations) extraMember(t *lower.Struct, declared []memberView, typ func(model.Type) string) memberView {
	out := memberView{Doc: []string{"Undeclared keys, preserved verbatim."}, Key: "[key: string]", Type: "unknown"}
	if t.Extra != lower.ExtraTyped {
		return out
	}
	declared = slices.Concat(declared, e.beside(t))
	var types []string
	var add func(typ string)
	add = func(typ string) {
		if bare, null := strings.CutSuffix(typ, " | null"); null {
			add(bare)
			typ = "null"
		}
		if !slices.Contains(types, typ) {
			types = append(types, typ)
		}
	}
	add(typ(t.Of.ExtraType))
	for _, m := range declared {
		if m.Type != "undefined" {
			add(m.Type)
		}
	}
	if slices.ContainsFunc(declared, func(m memberView) bool { return strings.HasSuffix(m.Key, "?") }) {
		add("undefined")
	}
	out.Doc, out.Type = []string{"Undeclared keys."}, strings.Join(types, " | ")
	if len(declared) > 0 {
		out.Doc[0] = "Undeclared keys are `" + docText(strings.ReplaceAll(typ(t.Of.ExtraType), "`", "'")) + "`; `extraOf" + e.types[t.Of] + "` returns them."
	}
	return out
}

// beside are the members that the variants which hold a struct have beside its fields,
// as they are written: that allows more than what is read.
func (e *declarations) beside(t *lower.Struct) []memberView {
	var out []memberView
	for _, r := range e.rows.Types {
		if r.Struct != nil && r.Struct.Of.Body == t.Of {
			out = append(out, e.ownInputs(r.Struct)...)
		}
	}
	return out
}

// declaredKeys are all keys that a struct declares, in JavaScript.
func declaredKeys(t *lower.Struct) string { return quoteAll(t.Keys()) }

// extraGuard is the condition on undeclared keys of a struct; "" if any are allowed.
func (e *guards) extraGuard(t *lower.Struct, at depth) string {
	switch t.Extra {
	case lower.ExtraRefused:
		if t.Extensions != nil {
			return fmt.Sprintf("Object.keys(v).every((k) => v[k] === undefined || %s.includes(k) || %s)", declaredKeys(t), extensions{t.Extensions}.Begins("k"))
		}
		return e.call("closed", "v", declaredKeys(t))
	case lower.ExtraTyped:
		return e.call("others", "v", declaredKeys(t), e.each(backend.UseOf(e.rows, t.Of.ExtraType), at.down()))
	}
	return ""
}

// An extraView is the function that returns the undeclared keys of a struct.
type extraView struct{ Name, Keys, Type string }

// extras are those functions, for structs whose undeclared keys have a type.
func (p *plan) extras() []extraView {
	var out []extraView
	q := *p
	q.types = map[model.Decl]string{}
	for d, name := range p.types {
		q.types[d] = "wire." + name
	}
	for _, t := range p.rows.Types {
		if t.Struct != nil && t.Struct.Extra == lower.ExtraTyped {
			out = append(out, extraView{p.types[t.Struct.Of], declaredKeys(t.Struct), q.typ(t.Struct.Of.ExtraType)})
		}
	}
	return out
}
