package codec

import (
	"slices"
	"strings"
)

// Extensions are the undeclared names that begin with one of some prefixes. A nil
// *Extensions has none.
type Extensions struct {
	Prefixes []string
	Declared []string // the declared names that begin with one of them
}

// Has reports whether name is that of an extension.
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

// IsExtension reports whether value is that of an extension in an enum, or a tag of one
// in a union.
func (t *Table) IsExtension(id TypeID, value string) bool { return t.typ(id).Extensions.Has(value) }

// isExtension reports whether the value at v is the name of an extension.
func (p *tableReader) isExtension(v place, e *Extensions) bool {
	return e != nil && p.data[v.pos] == '"' && e.Has(string(unquoted(p.token(v), &p.key)))
}
