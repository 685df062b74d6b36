package codec

import (
	"slices"
	"strings"
)

// Extensions are the undeclared names with one of some prefixes. A nil *Extensions has no
// names.
type Extensions struct {
	Prefixes []string
	Declared []string // the declared names with such a prefix
}

// Has reports whether name belongs to an extension.
func (e *Extensions) Has(name string) bool {
	if e == nil || slices.Contains(e.Declared, name) {
		return false
	}
	for _, prefix := range e.Prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// IsExtension reports whether a value of an enum, or a tag of a union, belongs to an
// extension.
func (t *Table) IsExtension(id TypeID, value string) bool { return t.typ(id).Extensions.Has(value) }

// isExtension reports whether the value at v is a name that belongs to an extension.
func (p *tableReader) isExtension(v place, e *Extensions) bool {
	return e != nil && p.data[v.pos] == '"' && e.Has(string(unquoted(p.token(v), &p.key)))
}
