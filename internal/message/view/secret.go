package view

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// secrets is what a protocol marks as sensitive, by the rows of its types.
type secrets struct {
	rows  *lower.Program
	own   []bool // by type: its values are sensitive
	reach []bool // by type: a value of it may hold something sensitive
	some  bool   // there is any

	fields map[*lower.Struct]map[string]*lower.Field // by every name that is read
	// progress are the kinds of progress that a method reports.
	progress map[*model.Method][]*model.Progress
}

func newSecrets(rows *lower.Program) *secrets {
	s := &secrets{
		rows: rows, own: make([]bool, len(rows.Types)), reach: make([]bool, len(rows.Types)),
		fields: make(map[*lower.Struct]map[string]*lower.Field), progress: make(map[*model.Method][]*model.Progress),
	}
	for i, t := range rows.Types {
		if d, ok := t.Of.(model.Decl); ok {
			s.own[i] = d.Info().Sensitive
		}
		s.reach[i] = s.own[i]
	}
	for changed := true; changed; {
		changed = false
		for i, t := range rows.Types {
			if !s.reach[i] && s.holds(t) {
				s.reach[i], changed = true, true
			}
		}
	}
	s.some = slices.Contains(s.reach, true)
	for _, m := range rows.Protocol.Methods {
		s.some = s.some || m.Sensitive || within(m.Params) || within(m.Result) || within(m.ErrorData)
		for _, x := range m.Progress {
			s.progress[x.Method] = append(s.progress[x.Method], x)
		}
	}
	for shape := range lower.ResponseShape + 1 {
		for _, f := range rows.Dialect.MembersOf(shape) {
			s.some = s.some || s.marked(&f)
		}
	}
	return s
}

// within reports whether an alias that a type consists of, or a key of its maps, is sensitive.
func within(t model.Type) bool {
	return slices.ContainsFunc(model.Metas(t), func(m *model.Meta) bool { return m.Sensitive })
}

// marked reports whether the value of a field is sensitive.
func (s *secrets) marked(f *lower.Field) bool { return f.Of.Sensitive || within(f.Of.Type) }

// markedCase reports whether the value of a variant is sensitive.
func (s *secrets) markedCase(c *lower.Case) bool { return c.Of.Sensitive || within(c.Of.Type) }

// holds reports whether something within a value of t may be sensitive, as far as that is
// known yet.
func (s *secrets) holds(t *lower.Type) bool {
	at := func(r lower.Ref) bool { return r != lower.NoType && s.reach[r.Type] }
	switch t.Form {
	case lower.ListForm, lower.MapForm:
		return at(*t.Elem)
	case lower.StructForm:
		if x := t.Struct.ExtraType; x != nil && (at(*x) || within(t.Struct.Of.ExtraType)) {
			return true
		}
		return slices.ContainsFunc(t.Struct.Fields, func(f lower.Field) bool { return s.marked(&f) || at(f.Type) })
	case lower.TupleForm:
		for i, r := range t.Tuple.Items {
			if x := t.Tuple.Of.Items[i]; at(r) || x.Sensitive || within(x.Type) {
				return true
			}
		}
	case lower.UnionForm:
		return slices.ContainsFunc(t.Union.Cases, func(c lower.Case) bool { return s.markedCase(&c) || at(c.Type) })
	}
	return false
}

// field is the field of a struct that a reader reads under a key, or nil.
func (s *secrets) field(t *lower.Struct, key string) *lower.Field {
	named := s.fields[t]
	if named == nil {
		named = make(map[string]*lower.Field, len(t.Fields))
		for i := range t.Fields {
			f := &t.Fields[i]
			for _, name := range f.FormerNames {
				named[name] = f
			}
			named[f.Name] = f
		}
		s.fields[t] = named
	}
	return named[key]
}
