package model

import "slices"

// maxQuoted is how many characters of a string errors quote.
const maxQuoted = 32

// Hides reports whether the texts of errors leave out the values of an element, and what is
// within them: it is sensitive, or logs show less of it than errors would quote.
func (m *Meta) Hides() bool { return m.Sensitive || 0 < m.LogTruncate && m.LogTruncate < maxQuoted }

// Hidden reports whether the texts of errors leave out the values of a type wherever it is: it
// is marked, or a name, a list or a map of a type that is. In a union without tags, what is
// marked may be any value that no variant accepts, so that one marked variant hides all.
func Hidden(t Type) bool { return hidden(t, nil) }

func hidden(t Type, around []Type) bool {
	if t == nil || slices.Contains(around, t) {
		return false
	}
	around = append(slices.Clip(around), t)
	if d, ok := t.(Decl); ok && d.Info().Hides() {
		return true
	}
	switch t := t.(type) {
	case *Alias:
		return hidden(t.Type, around)
	case *Nullable:
		return hidden(t.Elem, around)
	case *List:
		return hidden(t.Elem, around)
	case *Map:
		return t.Key != nil && t.Key.Hides() || t.Name != nil && hidden(t.Name, around) || hidden(t.Elem, around)
	case *Union:
		if t.Tagging == Internal || t.Tagging == Adjacent || t.Tagging == External {
			return false
		}
		return slices.ContainsFunc(t.Variants, func(v *Variant) bool { return v.Hides() || hidden(v.Type, around) })
	}
	return false
}
