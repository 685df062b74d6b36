package lower

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Extensions are the undeclared names that begin with one of some prefixes.
type Extensions struct {
	Prefixes []string `json:"prefixes"`
	Declared []string `json:"declared,omitempty"` // the declared names that begin with one of them
}

// extensionsOf is the names of namespaces, apart from declared ones; nil without
// namespaces.
func extensionsOf(namespaces []model.Namespace, declared []string) *Extensions {
	if len(namespaces) == 0 {
		return nil
	}
	e := new(Extensions)
	for _, n := range namespaces {
		e.Prefixes = append(e.Prefixes, n.Prefix)
	}
	for _, name := range declared {
		if e.begins(name) && !slices.Contains(e.Declared, name) {
			e.Declared = append(e.Declared, name)
		}
	}
	return e
}

func (e *Extensions) begins(name string) bool {
	return slices.ContainsFunc(e.Prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// Has reports whether name is that of an extension; nil has none.
func (e *Extensions) Has(name string) bool {
	return e != nil && e.begins(name) && !slices.Contains(e.Declared, name)
}

// Shares reports whether a declared name begins with prefix.
func (e *Extensions) Shares(prefix string) bool {
	return slices.ContainsFunc(e.Declared, func(name string) bool { return strings.HasPrefix(name, prefix) })
}
