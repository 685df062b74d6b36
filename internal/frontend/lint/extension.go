package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// unusedExtensions warns about namespaces of names that the spec has no place for.
func unusedExtensions(l *linter) {
	warn := func(list []model.Namespace, used bool, lacks string) {
		var done bool
		for _, n := range list {
			if !used {
				l.warnFirst(&done, n.Span, fmt.Sprintf("no name can be in the namespace %q: the spec has %s", n.Prefix+"*", lacks), "remove it", removed(n.Span))
			}
		}
	}
	e := &l.proto.Extensions
	warn(e.Methods, len(l.proto.Methods) > 0, "no methods")
	warn(e.Values, declares(l, func(t *model.Enum) bool { return lower.EnumOf(t).Extensions != nil }), "no enum of strings without a fallback")
	warn(e.Tags, declares(l, func(t *model.Union) bool { return lower.UnionOf(t).Extensions != nil }), "no union whose tags are strings")
	warn(e.Keys, declares(l, func(t *model.Struct) bool { return lower.StructOf(t).Extensions != nil }), "no struct whose undeclared keys have no type")
}

// declares reports whether the spec has a type of a kind that meets a condition.
func declares[T model.Decl](l *linter, meets func(T) bool) bool {
	return slices.ContainsFunc(l.proto.Decls, func(d model.Decl) bool {
		t, ok := d.(T)
		return ok && meets(t)
	})
}
