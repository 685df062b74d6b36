package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Errors do not quote what is sensitive. The ids of types in the table say where that is, so
// that the table reader hides it; the checks of writers hide their errors on the way out.

// hidden reports whether errors do not quote the values of a field.
func (f *field) hidden() bool { return f.row.Type.Sensitive }

// hidden reports whether errors do not quote the values of a variant.
func (v *variant) hidden() bool { return v.Hides() || model.Hidden(v.Type) }

// hiddenNode reports whether errors do not quote the values of a type.
func hiddenNode(n node) bool {
	if v, ok := n.(*variant); ok {
		return v.hidden()
	}
	d, ok := n.(model.Decl)
	return ok && model.Hidden(d)
}

// elementID returns the id of a type where an element of the spec has it.
func (p *plan) elementID(r lower.Ref) code {
	if r.Sensitive {
		return p.refID(r) + " | codec.Hidden"
	}
	return p.refID(r)
}

// rootID returns the id by which values of a type are read by themselves. The rows of declared
// types say that values are hidden; but scalars have none, and other names for a type have its
// row.
func (p *plan) rootID(t model.Type) code {
	if p.hiddenAlone(t) {
		return p.typeID(t) + " | codec.Hidden"
	}
	return p.typeID(t)
}

// hiddenAlone reports whether values of a type are hidden although its row does not say so.
func (p *plan) hiddenAlone(t model.Type) bool {
	r := p.rows.Alone(t)
	row := p.rows.At(r)
	return r.Sensitive && (isBareScalar(row) || !row.Sensitive)
}

// hide returns an error about a value of an element, without the value if it is sensitive.
func hide(hidden bool, err code) code {
	if hidden {
		return src("codec.Hide($1)", err)
	}
	return err
}
