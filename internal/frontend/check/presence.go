package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// extraOf is the policy for undeclared keys of a struct.
func extraOf(spec *syntax.Spec, w syntax.Word) model.Extra {
	if w.IsZero() {
		w = spec.Defaults.Extra
	}
	return map[string]model.Extra{"keep": model.ExtraKeep, "reject": model.ExtraReject}[w.Text]
}

// setPresences reads the keys that refine how fields are absent, null and unset,
// beyond their names and types.
func setPresences(d *draft) {
	for _, f := range d.fields {
		_, nullable := f.out.Type.(*model.Nullable)
		unset := f.out.Optional && nullable
		// A field that says itself how it is written when unset has no third state.
		f.out.Patch = unset && d.spec.Defaults.Patch.Text == "true" && f.from.Patch.IsZero() && f.from.Write.IsZero()
		// An unset patch is always left out, even if unset fields are written as null.
		f.out.WriteNull = unset && !f.out.Patch && f.from.Patch.Text != "true" && d.spec.Defaults.WriteAbsent.Text == "null"
		f.out.Tolerant = !f.out.Required() && d.spec.Defaults.OnError.Text == "unset" && f.from.OnError.IsZero()
		if f.out.Type != invalid {
			setPresence(d.report, f.out, f.from)
		}
	}
}

func setPresence(r report, out *model.Field, f *syntax.Field) {
	_, nullable := model.Resolve(out.Type).(*model.Nullable)
	if f.Patch.Text == "true" {
		out.Patch = true
		if !out.Optional || !nullable {
			r.error(diag.FieldPresence, f.Patch.Span, fmt.Sprintf("patch: true needs a field that is optional and nullable, and %q is not", out.Name),
				fmt.Sprintf("write %s?: T | null", out.Name)).Repairable("", nullableOptional(f, out.Optional, nullable)...)
		}
	}
	if f.NullIsAbsent.Text == "true" {
		out.NullIsAbsent = true
		if out.Required() || lower.Reads(out.Type)&model.Nulls != 0 {
			r.error(diag.FieldPresence, f.NullIsAbsent.Span, fmt.Sprintf("null_is_absent needs a field that is neither required nor nullable, and %q is not", out.Name),
				fmt.Sprintf("write %s?: T, or give it a default", out.Name)).
				Offers(fmt.Sprintf("write %s?", out.Name), diag.Step{Do: diag.Mark, At: f.Name.Span})
		}
	}
	if f.OnError.Text == "unset" {
		out.Tolerant = true
		if out.Required() {
			r.error(diag.FieldPresence, f.OnError.Span, fmt.Sprintf("on_error: unset needs a field that is not required, and %q is", out.Name),
				fmt.Sprintf("write %s?: T, or give it a default", out.Name)).
				Offers(fmt.Sprintf("write %s?", out.Name), diag.Step{Do: diag.Mark, At: f.Name.Span})
		}
	}
	setWrite(r, out, f, nullable)
}

// nullableOptional makes a field optional and nullable, as far as it is not.
func nullableOptional(f *syntax.Field, optional, nullable bool) []diag.Step {
	var out []diag.Step
	if !optional {
		out = append(out, diag.Step{Do: diag.Mark, At: f.Name.Span})
	}
	if !nullable && f.Expr != nil {
		out = append(out, diag.Step{Do: diag.Replace, At: f.Expr.Span, Text: f.Expr.Span.Text() + " | null"})
	}
	return out
}

// setWrite reads how an unset field is written.
func setWrite(r report, out *model.Field, f *syntax.Field, nullable bool) {
	fault := func(message, help string) {
		d := r.error(diag.FieldPresence, f.Write.Span, message, help)
		if help == "remove write" {
			d.Drops()
		} else {
			d.Offers("remove write", diag.Step{Do: diag.Drop, At: f.Write.Span})
		}
	}
	unset := out.Optional && nullable
	switch f.Write.Text {
	case "":
		return
	case "omit", "null":
		if !unset || out.Patch {
			fault(fmt.Sprintf("write: omit and write: null need a field that is optional and nullable, and %q is not", out.Name), "remove write")
			return
		}
		out.WriteNull = f.Write.Text == "null"
	case "omit_default":
		if _, isUnion := model.Resolve(out.Type).(*model.Union); isUnion {
			fault(fmt.Sprintf("the type of the field %q is a union, so its default is always written", out.Name), "remove write")
			return
		}
		if !omittable(out) {
			fault(fmt.Sprintf("write: omit_default needs a default that is a single value, [] or {}, and %q has none", out.Name), "add such a default, or remove write")
			return
		}
		out.OmitDefault = true
	case "required":
		if !out.Optional || out.Patch {
			fault(fmt.Sprintf("write: required needs an optional field, and %q is not", out.Name), "remove write, or make the field optional")
			return
		}
		out.WriteRequired = true
		out.WriteNull = nullable
	}
}

// omittable reports whether the default of a field may be left out.
func omittable(f *model.Field) bool {
	if f.Default == nil {
		return false
	}
	switch f.Default.Kind {
	case model.ListValue:
		return len(f.Default.Items) == 0
	case model.ObjectValue:
		s, isStruct := model.Resolve(f.Type).(*model.Struct)
		return len(f.Default.Members) == 0 && (!isStruct || len(s.Fields) == 0)
	}
	return true
}
