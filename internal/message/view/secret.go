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
		rows: rows, own: make([]bool, len(rows.Types)),
		fields: make(map[*lower.Struct]map[string]*lower.Field), progress: make(map[*model.Method][]*model.Progress),
	}
	sensitive := func(t *lower.Type) bool { d, ok := t.Of.(model.Decl); return ok && d.Info().Sensitive }
	for i, t := range rows.Types {
		s.own[i] = sensitive(t)
	}
	s.reach = rows.Leading(sensitive, func(r lower.Ref) bool { return r.Log == model.LogNothing })
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
func (s *secrets) marked(f *lower.Field) bool { return f.Type.Log == model.LogNothing }

// markedCase reports whether the value of a variant is sensitive.
func (s *secrets) markedCase(c *lower.Case) bool {
	return c.Of.Sensitive || c.Type.Log == model.LogNothing
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
