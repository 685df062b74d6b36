package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// addExtensions adds the names of extensions to a row of the table, if there are any.
func addExtensions(w *entryWriter, e *lower.Extensions) {
	if e == nil {
		return
	}
	of := &entryWriter{}
	of.texts("Prefixes", e.Prefixes)
	of.texts("Declared", e.Declared)
	w.add("Extensions", "&"+rt("Extensions")+of.code())
}

// declared returns the condition that e, a value of an enum, is declared, or that of an
// extension.
func declared(e string, row *lower.Enum) code {
	if row.Extensions == nil {
		return src("$1.Known()", e)
	}
	return src("($1.Known() || $1.IsExtension())", e)
}

// emitExtensions emits what tells the methods of extensions from other undeclared ones.
func (p messages) emitExtensions(f *file) {
	if p.rows.Dialect.Extensions == nil {
		return
	}
	f.declare(`
		// IsExtensionMethod reports whether name is an undeclared method in a namespace for
		// extensions.
		func IsExtensionMethod(name string) bool { return table.Dialect.Extensions.Has(name) }

		// IsExtension reports whether the method belongs to an extension.
		func (v *UnknownMessage) IsExtension() bool { return IsExtensionMethod(v.Method) }`)
	if p.rows.Dialect.Named() {
		f.declare(`
			// IsExtension reports whether the method belongs to an extension.
			func (v *UnknownNotification) IsExtension() bool { return IsExtensionMethod(v.Method) }`)
	}
}

// refuseOthers returns the statements that refuse tag, which is not declared, if only
// those of extensions are kept.
func (p reader) refuseOthers(u *model.Union) code {
	if p.rows.Decl(u).Union.Unknown != lower.UnknownExtended {
		return ""
	}
	return src(`
		if !table.IsExtension(type$1, string(tag)) {
			d.Fail()
			return nil
		}`, p.types[u])
}
