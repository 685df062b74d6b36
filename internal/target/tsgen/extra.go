package tsgen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// extraMember is the member of an interface for undeclared keys that are kept.
var extraMember = memberView{
	Doc:  []string{"Undeclared keys, preserved verbatim."},
	Key:  "[key: string]",
	Type: "unknown",
}

// typedExtra is the member of an interface for undeclared keys that have a type. An index
// signature applies to the declared members too, so it allows their types as well.
func (e *declarations) typedExtra(t *lower.Struct, declared []memberView) memberView {
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
	add(e.typ(t.Of.ExtraType))
	for _, m := range declared {
		if m.Type != "undefined" {
			add(m.Type)
		}
	}
	if slices.ContainsFunc(declared, func(m memberView) bool { return strings.HasSuffix(m.Key, "?") }) {
		add("undefined")
	}
	doc := "Undeclared keys."
	if len(declared) > 0 {
		doc = "Undeclared keys are `" + docText(strings.ReplaceAll(e.typ(t.Of.ExtraType), "`", "'")) + "`; `extraOf" + e.types[t.Of] + "` returns them."
	}
	return memberView{Doc: []string{doc}, Key: "[key: string]", Type: strings.Join(types, " | ")}
}

// declaredKeys are all keys that a struct declares, in JavaScript.
func declaredKeys(t *lower.Struct) string { return quoteAll(t.Keys()) }

// extraGuard is the condition on undeclared keys of a struct; "" if any are allowed.
func (e *guards) extraGuard(t *lower.Struct, at depth) string {
	switch t.Extra {
	case lower.ExtraRefused:
		return e.call("closed", "v", declaredKeys(t))
	case lower.ExtraTyped:
		return e.call("others", "v", declaredKeys(t), e.each(t.Of.ExtraType, at.down()))
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
