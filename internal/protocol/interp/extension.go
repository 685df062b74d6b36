package interp

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// within reports whether name is in one of some namespaces of extensions.
func within(list []model.Namespace, name string) bool {
	for _, n := range list {
		if strings.HasPrefix(name, n.Prefix) {
			return true
		}
	}
	return false
}

// extends reports whether value, which is not declared today, is one of an extension. A
// value of a spec is not.
func (p *pass) extends(t *model.Enum, value string) bool {
	if t.Fallback != nil || p.authored && !t.Open || !within(t.Extensions, value) {
		return false
	}
	for _, v := range t.Values {
		if slices.Contains(v.FormerNames, value) {
			return false
		}
	}
	return true
}
