package check

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// setDistinct notes which names of scalars are distinct types.
func setDistinct(d *draft) {
	for _, t := range d.types {
		if t.from.Distinct.Text != "true" || model.Resolve(t.out) == invalid {
			continue
		}
		a, isAlias := t.out.(*model.Alias)
		s, isScalar := model.Resolve(t.out).(*model.Scalar)
		if isAlias && isScalar && hasOneKind(s) {
			a.Distinct = true
			continue
		}
		what := "is already a distinct type"
		if isAlias {
			what = fmt.Sprintf("is not a name for a string, a number, a boolean or bytes, but for %q", a.Type)
		}
		d.error(diag.DistinctType, t.from.Distinct.Span, fmt.Sprintf("the type %q %s", t.out.TypeName(), what), "remove distinct").Drops()
	}
}

// hasOneKind reports whether the values of a scalar are strings, numbers or booleans.
func hasOneKind(s *model.Scalar) bool {
	switch s.Kind.Info().Kinds {
	case model.Strings, model.Numbers, model.Booleans:
		return true
	}
	return false
}

// anyString reports whether every string is a value of t.
func anyString(t model.Type) bool {
	s, ok := model.Resolve(t).(*model.Scalar)
	if !ok || s.Kind.Info().Kinds != model.Strings || s.Kind.Info().Checked {
		return false
	}
	_, checks := lower.LimitsOf(s)
	return checks == lower.CheckedByNobody
}
