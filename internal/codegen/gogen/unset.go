package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A value of a struct may be made by code that was written before one of its fields was
// there, or before the field had to be set: such code still compiles. What it then sends
// is not in the declarations.

// An unset says what a writer does with a field that code does not set.
type unset struct {
	written string // the value that it writes; "" if nothing
	usual   bool   // readers take that value for none
	zero    bool   // the zero value of the type is written, which is a matter of that type
	refused bool
}

// unset is what a writer does with a field of a struct that code does not set.
func (p *plan) unset(f *field) unset {
	switch {
	case f.boxed || f.row.MustSet && !f.absent:
		return unset{refused: true}
	case f.absent && f.row.Absent != lower.AbsentUnset:
		return unset{usual: true} // code cannot set it
	case f.row.Patch || f.flag || f.row.Write == lower.WriteSet:
		return unset{}
	case f.row.Write == lower.WriteNullUnset:
		return unset{written: "null", usual: true}
	case f.def != nil && f.row.Write == lower.WriteNotDefault:
		return unset{}
	case f.def != nil:
		return unset{written: f.def.JSON(), usual: true}
	}
	text, ok := p.zero(f.Type)
	return unset{written: text, zero: true, refused: !ok}
}

// zero is what is written of the zero value of a type; ok is false if it is refused.
func (p *plan) zero(t model.Type) (text string, ok bool) {
	sh := p.shape(t)
	switch {
	case sh.null || sh.form == formAny:
		text = "null"
	case sh.form == formUnion:
		return "", false
	case sh.form == formStruct:
		return p.zeroStruct(sh.decl.(*model.Struct))
	case sh.form == formBool:
		text = "false"
	case sh.form == formNothing && sh.literal != nil:
		text = sh.literal.Value.JSON()
	case sh.form == formObject || sh.form == formMap || sh.form == formNothing:
		text = "{}"
	case sh.form == formList:
		text = "[]"
	case sh.form == formString || sh.form == formEnum && !p.rows.Decl(sh.decl).Enum.Integer || sh.form == formCoded && (sh.codec.goType == "string" || sh.codec.goType == "[]byte"):
		text = `""`
	case strings.HasSuffix(sh.codec.word, "Text"):
		text = `"0"`
	default:
		text = "0"
	}
	_, ok = p.checked.Written(t, []byte(text))
	return text, ok
}

// zeroStruct is zero of a struct, which is finite: what it holds by value does not lead back
// to it.
func (p *plan) zeroStruct(t *model.Struct) (text string, ok bool) {
	if len(storedTags(t)) > 0 || slices.ContainsFunc(p.object(t).Groups, func(g lower.Group) bool { return g.Rule.NeedsOne() }) {
		return "", false
	}
	var members []string
	for _, f := range p.fieldsOf(t) {
		u := p.unset(f)
		switch {
		case u.refused:
			return "", false
		case u.written == "":
		case p.isTuple(t):
			members = append(members, u.written)
		default:
			members = append(members, model.Value{Kind: model.StringValue, Text: f.Name}.JSON()+":"+u.written)
		}
	}
	if p.isTuple(t) {
		return "[" + strings.Join(members, ",") + "]", true
	}
	return "{" + strings.Join(members, ",") + "}", true
}

// silentChanges are what code that makes values of structs sends without naming the fields
// whose change is the reason, if it still compiles.
func silentChanges(old, today *plan, renamed map[string]string) []backend.Change {
	was := map[string]*model.Struct{}
	for _, t := range old.allStructs() {
		name := old.types[t]
		if to, ok := renamed[name]; ok {
			name = to
		}
		was[name] = t
	}
	var out []backend.Change
	for _, t := range today.allStructs() {
		before := was[today.types[t]]
		if before == nil {
			continue
		}
		fields := map[string]*field{}
		for _, f := range old.fieldsOf(before) {
			fields[f.name] = f
		}
		for _, f := range today.fieldsOf(t) {
			if f.absent || t.InBody(f.Field) {
				continue
			}
			c := backend.Change{Name: old.types[before], Member: f.name, Effect: backend.Differs, Is: f.name + " " + string(today.fieldType(f))}
			had := fields[f.name]
			if had != nil {
				c.Was = f.name + " " + string(old.fieldType(had))
			}
			if c.Why = today.silently(old, had, f); c.Why != "" && (had == nil || c.Was == c.Is) {
				out = append(out, c)
			}
		}
	}
	return out
}

// silently says what happens to code that does not set a field, and what was sent of it by the
// old version, which may not have it; "" if nothing does.
func (p *plan) silently(old *plan, had, f *field) string {
	is, was := p.unset(f), unset{}
	if had != nil && !had.absent {
		was = old.unset(had)
	}
	code := "code that makes one compiles, and"
	if had != nil {
		code = "code that does not set it compiles, and"
	}
	none := func(u unset) bool { return u.usual || u.written == "" }
	switch {
	case was.refused || was.zero && is.zero:
		return ""
	case is.refused:
		return code + " its values are refused when they are written"
	case is.written == was.written || none(is) && none(was) && (!was.usual || !is.usual || f.constant != ""):
		return "" // a constant says what the default is
	case is.written == "":
		return code + " writes nothing, where it wrote " + was.shown()
	}
	return code + " writes " + is.shown()
}

// shown is what is written, in words if it is long.
func (u unset) shown() string {
	const most = 40
	if len(u.written) > most {
		return "its zero value"
	}
	return u.written
}
