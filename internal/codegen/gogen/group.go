package gogen

import (
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

var groupRules = [...]string{lower.AtLeastOne: "AtLeastOne", lower.AtMostOne: "AtMostOne", lower.ExactlyOne: "ExactlyOne"}

// groupRows adds the groups of a struct to its row.
func (p tables) groupRows(w *entryWriter, s *lower.Struct) {
	var rows []code
	for _, g := range s.Groups {
		var at []string
		for _, i := range g.At {
			at = append(at, strconv.Itoa(i))
		}
		rows = append(rows, src("{Rule: $1, Fields: []int{$2}}", rt(groupRules[g.Rule]), strings.Join(at, ", ")))
	}
	if len(rows) > 0 {
		w.add("Groups", onLines("[]"+rt("Group"), rows))
	}
}

// groupArgs returns, for the fields of a group, whether they are set.
func (p *plan) groupArgs(t *model.Struct, g *lower.Group) code {
	fields := p.fieldsOf(t)
	var out []code
	for _, i := range g.At {
		out = append(out, fields[i].isSet())
	}
	return list(out)
}

// readGroups emits the checks of the groups of a struct that was read.
func (p reader) readGroups(g *stmts, t *model.Struct) {
	for _, group := range p.object(t).Groups {
		g.put("d.Group($1, $2)", rt(groupRules[group.Rule]), p.groupArgs(t, &group))
	}
}

// checkGroups adds the checks of the groups of a struct.
func (p checker) checkGroups(list *checkList, t *model.Struct) {
	for i, group := range p.object(t).Groups {
		check := src("table.CheckGroup(type$1, $2, $3)", p.types[t], number(i), p.groupArgs(t, &group))
		list.add(src("c.Add($1)", check), check)
	}
}

// groupNotes are the groups of a struct as sentences.
func (p docs) groupNotes(t *model.Struct) []string {
	if p.isTuple(t) {
		return nil
	}
	fields := p.fieldsOf(t)
	row := p.object(t)
	return words.Sentences(backend.GroupRemarks(&row, func(i int) string { return fields[i].name }))
}
