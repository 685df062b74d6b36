// Package surface reports the effect of the edits of a spec on code that uses the generated
// packages.
package surface

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// Add adds to a report the effect of the edits on code that uses the output of each target,
// given the declarations of both versions. A version whose names clash in a target has none.
func Add(r *compare.Report, old, today []backend.Surface) {
	if len(old) != len(today) {
		return
	}
	elements := sync.OnceValue(func() map[*model.Meta]string { return elementNames(r) })
	found := make([][]compare.CodeChange, len(today))
	parallel.Do(len(today), func(i int) { found[i] = changes(r, elements, old[i], today[i]) })
	for i := range today {
		target := today[i].Backend.Target()
		r.AddCode(compare.Target{Name: target.Name, Title: target.Title}, found[i])
	}
}

// Changes returns the changes of one target's declarations.
func Changes(r *compare.Report, old, today backend.Surface) []backend.Change {
	return today.Backend.Changes(old, today, renames(r, old, today))
}

// changes are the changes of one target's declarations, with the elements that they belong
// to.
func changes(r *compare.Report, elements func() map[*model.Meta]string, old, today backend.Surface) []compare.CodeChange {
	all := Changes(r, old, today)
	if len(all) == 0 {
		return nil
	}
	was, is, nameOf := newIndex(r.Old, old), newIndex(r.New, today), elements()
	var out []compare.CodeChange
	for _, c := range all {
		if c.Effect == backend.Same {
			continue
		}
		x := compare.CodeChange{Name: c.Name, Level: levels[c.Effect], Why: c.Why, Was: c.Was, Is: c.Is}
		if c.Member != "" {
			x.Name += "." + c.Member
		}
		for _, m := range slices.Concat(was.find(c), is.find(c), was.around(c), is.around(c), was.call(c), is.call(c), was.named(c), is.named(c)) {
			if name := nameOf[m]; name != "" && !slices.Contains(x.Elements, name) {
				x.Elements = append(x.Elements, name)
			}
		}
		out = append(out, x)
	}
	return out
}

var levels = [...]compare.Level{backend.Same: compare.OK, backend.Misses: compare.Loss, backend.Differs: compare.Danger, backend.Fails: compare.Break}

// elementNames are the names of elements, by what the model says of them.
func elementNames(r *compare.Report) map[*model.Meta]string {
	out := make(map[*model.Meta]string, 2*len(r.Elements))
	for _, x := range r.Elements {
		for _, m := range x.Of {
			if m != nil {
				out[m] = x.Name
			}
		}
	}
	return out
}

// renames are the new names of declarations for elements that have another name in a
// target, by their old ones.
func renames(r *compare.Report, old, today backend.Surface) map[string]string {
	have := make(map[string]bool, len(today.Declarations))
	for _, d := range today.Declarations {
		have[d.Name] = true
	}
	lost := false
	for _, d := range old.Declarations {
		lost = lost || !have[d.Name]
	}
	if !lost {
		return nil
	}
	was, is := newIndex(r.Old, old), newIndex(r.New, today)
	out := map[string]string{}
	for _, x := range r.Elements {
		if x.Of[0] == nil || x.Of[1] == nil {
			continue
		}
		a, b := was.of[x.Of[0]], is.of[x.Of[1]]
		for i := range min(len(a), len(b)) {
			same := was.types[a[i]] != nil && is.types[a[i]] != nil && was.types[a[i]].TypeName() == is.types[a[i]].TypeName()
			if a[i] != b[i] && !same { // a type that a variant has no more keeps its name
				out[a[i]] = b[i]
			}
		}
	}
	had := make(map[string]bool, len(old.Declarations))
	for _, d := range old.Declarations {
		had[d.Name] = true
	}
	for more := true; more; { // a name that something else keeps is not a new one
		more = false
		for from, to := range out {
			if had[to] && out[to] == "" {
				delete(out, from)
				more = true
			}
		}
	}
	return out
}

// An index finds the elements that declarations were made for.
type index struct {
	types   map[string]model.Decl    // by the name of a declaration
	names   map[string][]*model.Meta // by a name in the package
	of      map[*model.Meta][]string
	methods []*model.Meta
	users   map[*model.Meta][]*model.Meta         // of types that are declared where they are used: what uses them
	members map[model.Decl]map[string]*model.Meta // by a name within a declaration, or on the wire; nil for what is not of a type
}

func newIndex(p *model.Protocol, s backend.Surface) *index {
	x := &index{types: map[string]model.Decl{}, names: map[string][]*model.Meta{}, of: map[*model.Meta][]string{}, users: map[*model.Meta][]*model.Meta{}, members: map[model.Decl]map[string]*model.Meta{nil: {}}}
	for _, d := range s.Declarations {
		if d.Of != nil {
			x.types[d.Name] = d.Of
		}
	}
	for _, d := range s.Types {
		x.add(d.Info(), nil, s.Plan.Names(d))
	}
	for _, m := range p.Methods {
		x.add(&m.Meta, x.members[nil], s.Plan.Names(m), m.Name)
		x.methods = append(x.methods, &m.Meta)
		x.uses(&m.Meta, m.Params, m.Result, m.ErrorData)
	}
	for _, e := range p.Errors {
		x.add(&e.Meta, x.members[nil], s.Plan.Names(e), e.Name)
		x.uses(&e.Meta, e.Data)
	}
	if e := p.Envelope; e != nil {
		for _, u := range []*model.Union{e.Events, e.Requests} {
			if u == nil {
				continue
			}
			for _, v := range u.Variants { // tables have them by their tags
				x.add(&v.Meta, x.members[nil], nil, v.Tag)
			}
		}
	}
	for _, d := range s.Types {
		within := map[string]*model.Meta{}
		x.members[d] = within
		switch d := d.(type) {
		case *model.Struct:
			for _, f := range d.Fields {
				x.add(&f.Meta, within, s.Plan.Names(f), f.Name)
				x.uses(&f.Meta, f.Type)
			}
		case *model.Enum:
			for _, v := range d.Values {
				x.add(&v.Meta, within, s.Plan.Names(v), v.Value)
			}
		case *model.Union:
			for _, v := range d.Variants {
				x.add(&v.Meta, within, s.Plan.Names(v), v.Tag)
				x.uses(&v.Meta, v.Type, v.Result)
			}
		}
	}
	return x
}

// add adds an element under its names in the package, and to what it is a part of, there
// also under more names.
func (x *index) add(m *model.Meta, whole map[string]*model.Meta, names []string, more ...string) {
	x.of[m] = names
	for _, n := range names {
		x.names[n] = append(x.names[n], m)
	}
	if whole == nil {
		return
	}
	for _, n := range slices.Concat(names, more) {
		if whole[n] == nil {
			whole[n] = m
		}
		if _, last, ok := strings.Cut(n, "."); ok && whole[last] == nil { // a constant of a class
			whole[last] = m
		}
	}
}

// uses notes who uses types that are declared where they are used.
func (x *index) uses(user *model.Meta, types ...model.Type) {
	for _, t := range types {
		if t == nil {
			continue
		}
		for _, d := range model.Named(t) {
			if m := d.Info(); m.Inline || m.Derived {
				x.users[m] = append(x.users[m], user)
			}
		}
	}
}

// find is what the model says of the elements that the part of a declaration which changed
// may belong to, the likeliest first.
func (x *index) find(c backend.Change) []*model.Meta {
	if c.Member == "" {
		return nil
	}
	if m := x.members[x.types[c.Name]][unquoted(c.Member)]; m != nil {
		return []*model.Meta{m}
	}
	if x.types[c.Name] != nil {
		return nil // fields of other types may have the name
	}
	return slices.Clone(x.names[c.Member])
}

// around is what the model says of the elements that the whole declaration may belong to.
func (x *index) around(c backend.Change) []*model.Meta {
	out := slices.Clone(x.names[c.Name])
	if of := x.types[c.Name]; of != nil {
		out = append(out, of.Info())
	}
	return x.withUsers(out)
}

// withUsers adds to some elements those that declare them where they use them.
func (x *index) withUsers(list []*model.Meta) []*model.Meta {
	for i := 0; i < len(list); i++ { // it grows
		for _, user := range x.users[list[i]] {
			if !slices.Contains(list, user) {
				list = append(list, user)
			}
		}
	}
	return list
}

// call is the method that a declaration with its own name is for: its name goes on from
// one of the method's, or its part is the end of one. There is none for the declaration of a type.
func (x *index) call(c backend.Change) []*model.Meta {
	if x.types[c.Name] != nil || x.names[c.Name] != nil {
		return nil
	}
	var longest, shortest *model.Meta
	least, most := 0, 0
	for _, m := range x.methods {
		for _, name := range x.of[m] {
			if strings.HasPrefix(c.Name, name) && len(name) > most {
				longest, most = m, len(name)
			}
			if c.Member != "" && strings.HasSuffix(name, c.Member) && (shortest == nil || len(name) < least) {
				shortest, least = m, len(name)
			}
		}
	}
	switch {
	case longest != nil:
		return []*model.Meta{longest}
	case shortest != nil:
		return []*model.Meta{shortest}
	}
	return nil
}

// named is what the model says of the types that the texts of a change name: one of them may
// have been edited.
func (x *index) named(c backend.Change) []*model.Meta {
	var out []*model.Meta
	for _, word := range strings.FieldsFunc(c.Was+" "+c.Is, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if of := x.types[word]; of != nil {
			out = append(out, of.Info())
		}
	}
	return x.withUsers(out)
}

// unquoted is the text of a literal, or the name of another member.
func unquoted(member string) string {
	if text, err := strconv.Unquote(member); err == nil {
		return text
	}
	return member
}
