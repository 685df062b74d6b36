package model

import "slices"

// maxQuoted is how many characters of a string errors quote.
const maxQuoted = 32

// Hides reports whether the texts of errors leave out the values of an element, and what is
// within them: it is sensitive, or logs show less of it than errors would quote.
func (m *Meta) Hides() bool { return m.Sensitive || 0 < m.LogTruncate && m.LogTruncate < maxQuoted }

// A Log says how much of a value logs show: all of it, nothing, or that many characters.
type Log int

const (
	LogAll     Log = 0
	LogNothing Log = -1
)

// Log returns how much logs show of an element by itself.
func (m *Meta) Log() Log {
	if m.Sensitive {
		return LogNothing
	}
	return Log(m.LogTruncate)
}

// LogOf returns how much logs show of an element with a type, or nil for none: the aliases that
// the type consists of, and the keys of its maps, count as well.
func (m *Meta) LogOf(t Type) Log { return Strictest(m.Log(), LogWithin(t)) }

// LogWithin is LogOf for a type without an element.
func LogWithin(t Type) (log Log) {
	for _, m := range Metas(t) {
		log = Strictest(log, m.Log())
	}
	return log
}

// Strictest returns the one of two that shows less.
func Strictest(a, b Log) Log {
	if a == LogAll || b == LogAll {
		return a + b
	}
	return min(a, b)
}

// AnyMarked reports whether is holds for an element whose values are in messages, and which may
// therefore be marked as sensitive.
func (p *Protocol) AnyMarked(is func(*Meta) bool) bool {
	return slices.ContainsFunc(p.Decls, func(d Decl) bool { return is(d.Info()) || anyPart(d, is) }) ||
		slices.ContainsFunc(p.Dialect.AllMembers(), func(f *Field) bool { return is(&f.Meta) }) ||
		slices.ContainsFunc(p.Methods, func(m *Method) bool { return is(&m.Meta) }) ||
		slices.ContainsFunc(p.Errors, func(e *ErrorCode) bool { return is(&e.Meta) })
}

// HidesSome reports whether the texts of errors leave out the values of some element.
func (p *Protocol) HidesSome() bool { return p.AnyMarked((*Meta).Hides) }

func anyPart(d Decl, is func(*Meta) bool) bool {
	switch d := d.(type) {
	case *Struct:
		return slices.ContainsFunc(d.Fields, func(f *Field) bool { return is(&f.Meta) })
	case *Tuple:
		return slices.ContainsFunc(d.Items, func(i *Item) bool { return is(&i.Meta) })
	case *Union:
		return slices.ContainsFunc(d.Variants, func(v *Variant) bool { return is(&v.Meta) })
	}
	return false
}

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
