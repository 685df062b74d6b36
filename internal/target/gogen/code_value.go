package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/target/backend"
)

// Code returns a value as users of the package write it: wire.MoodCalm, &wire.Point{X: 1}.
// A struct is a pointer, as everywhere in the API.
func (p *plan) Code(t model.Type, data []byte) (string, bool) {
	v, ok := backend.Written(p.read, t, data)
	if !ok {
		return "", false
	}
	p.prepare()
	sh := p.shape(t)
	expr := values{p, true}.goValue(v, sh)
	if sh.form == formStruct && !sh.null {
		expr = "&" + expr
	}
	return p.laidOut(expr), true
}

// isDefault reports whether a value that is written under the key of a field is its
// default, which users leave to the zero value of the Go type.
func (p values) isDefault(v model.Value, f *field) bool {
	if f.def == nil || !f.zeroMeansDefault() {
		return false
	}
	def, ok := backend.Written(p.read, f.Type, []byte(f.def.JSON()))
	return ok && def.JSON() == v.JSON()
}

// zeroMeansDefault reports whether the zero value of a field that has a default means it;
// otherwise it is null, or no change.
func (f *field) zeroMeansDefault() bool { return !f.shape.null && !f.row.Patch }

// nullAnyway reports whether a value is a null that is written without it as well, and that
// no group of fields counts.
func (p values) nullAnyway(v model.Value, f *field, t *model.Struct) bool {
	return v.Kind == model.NullValue && f.row.Write == lower.WriteNullUnset &&
		!slices.ContainsFunc(p.object(t).Groups, func(g lower.Group) bool { return slices.Contains(g.Fields, f.Name) })
}
