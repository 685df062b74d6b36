package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// setGroups resolves the rules about which fields are present. A struct has those of
// the structs that it includes, before its own.
func setGroups(d *draft) {
	g := &groups{d, map[*model.Struct]*structDecl{}, map[*model.Struct]bool{}}
	for i := range d.structs {
		g.of[d.structs[i].out] = &d.structs[i]
	}
	for i := range d.structs {
		g.set(&d.structs[i])
	}
}

type groups struct {
	*draft
	of   map[*model.Struct]*structDecl
	done map[*model.Struct]bool
}

func (g *groups) set(s *structDecl) {
	if g.done[s.out] {
		return
	}
	g.done[s.out] = true
	in := &groupMaker{g.report, s.out, map[*model.Field]source.Span{}}
	for i, from := range s.out.With {
		g.set(g.of[from])
		for _, group := range from.Groups {
			in.include(group, from.Name, s.from.With[i].Span)
		}
	}
	for _, group := range s.from.Groups {
		in.add(group)
	}
}

// A groupMaker makes the groups of one struct.
type groupMaker struct {
	report
	out  *model.Struct
	used map[*model.Field]source.Span // the fields of groups, and where they were listed
}

// include adds a group of the struct from, which is included at span.
func (m *groupMaker) include(of *model.Group, from string, span source.Span) {
	group := &model.Group{Rule: of.Rule}
	for _, f := range of.Fields {
		own := m.out.Field(f.Name)
		if own == nil { // the mixin was refused
			return
		}
		if why := alwaysPresent(own); why != "" {
			m.error(diag.GroupFieldSet, own.Span, fmt.Sprintf("the field %q %s, and %s of %s of %q is present", own.Name, why, of.Rule.Words(), quotedFields(of.Fields), from),
				"leave it out here, or do not include that struct")
			return
		}
		group.Fields = append(group.Fields, own)
	}
	again := func(o *model.Group) bool { return o.Rule == group.Rule && slices.Equal(o.Fields, group.Fields) }
	if slices.ContainsFunc(m.out.Groups, again) {
		return // the fields come in several ways, and their rule too
	}
	for _, f := range group.Fields {
		m.used[f] = span
	}
	m.out.Groups = append(m.out.Groups, group)
}

// quotedFields are the names of fields: "a", "b".
func quotedFields(fields []*model.Field) string {
	var out []string
	for _, f := range fields {
		out = append(out, fmt.Sprintf("%q", f.Name))
	}
	return names.List(out, "and")
}

var groupRules = map[string]model.GroupRule{"at_least_one": model.AtLeastOne, "at_most_one": model.AtMostOne, "exactly_one": model.ExactlyOne}

// add adds a group that the struct declares.
func (m *groupMaker) add(from *syntax.Group) {
	group, ok := &model.Group{Rule: groupRules[from.Rule.Text]}, true
	for _, w := range from.Fields {
		if f := m.member(w); f != nil {
			group.Fields = append(group.Fields, f)
		} else {
			ok = false
		}
	}
	switch {
	case !ok:
	case len(group.Fields) < 2:
		m.error(diag.GroupSmall, from.Rule.Span, fmt.Sprintf("%s needs two fields or more", from.Rule.Text), "list further fields, or remove it")
	default:
		m.out.Groups = append(m.out.Groups, group)
	}
}

// member is the field that a group lists as w; nil if no group may list it.
func (m *groupMaker) member(w syntax.Word) *model.Field {
	f := m.out.Field(w.Text)
	if f == nil {
		var all []string
		for _, f := range m.out.Fields {
			all = append(all, f.Name)
		}
		m.advise(diag.GroupFieldUnknown, w.Span, fmt.Sprintf("%q has no field %q", m.out.Name, w.Text),
			near(w.Span, w.Text, all, "list fields of the struct, without the question mark"))
		return nil
	}
	m.uses(w.Span, f.Span)
	if why := alwaysPresent(f); why != "" {
		m.error(diag.GroupFieldSet, w.Span, fmt.Sprintf("the field %q %s", f.Name, why), "make it optional, or leave it out of the list").
			Offers("make it optional", diag.Step{Do: diag.Mark, At: f.Span}).
			Offers("leave it out of the list", diag.Step{Do: diag.Remove, At: w.Span}).
			WithRelated(f.Span, "declared here")
		return nil
	}
	if at, used := m.used[f]; used {
		m.error(diag.GroupFieldTwice, w.Span, fmt.Sprintf("the field %q is already in a list under present", f.Name), "keep it in one of them").
			Offers("remove it here", diag.Step{Do: diag.Remove, At: w.Span}).
			WithRelated(at, "listed here")
		return nil
	}
	m.used[f] = w.Span
	return f
}

// alwaysPresent says why a field is always set, or always written; "" if it is not.
func alwaysPresent(f *model.Field) string {
	switch row := lower.FieldOf(f); {
	case row.Absent == lower.AbsentDefault:
		return "has a default, so it is always set"
	case row.Absent == lower.AbsentRefused:
		return "is required, so it is always set"
	case row.MustSet:
		return "has write: required, so it is always written"
	}
	return ""
}
