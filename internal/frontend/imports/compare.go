package imports

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// A Drift is what differs between two imports.
type Drift struct {
	New, Gone, Changed, Docs, Renamed []string
	Unchanged                         int
}

// Compare lists the types and methods of two imports. A type with another name and the same shape
// is renamed, which changes nothing.
func Compare(was, now *Result) *Drift {
	d := &Drift{}
	before, after := declared(was.Spec), declared(now.Spec)
	var gone, added []*draft.Decl
	for _, x := range was.Spec.Types {
		if after[x.Name] == nil {
			gone = append(gone, x)
		}
	}
	for _, x := range now.Spec.Types {
		if before[x.Name] == nil {
			added = append(added, x)
		}
	}
	names := map[*draft.Decl]string{} // of renamed types, for the time of the comparison
	for _, x := range gone {
		i := slices.IndexFunc(added, func(y *draft.Decl) bool { return names[y] == "" && bare(was.Spec, x) == bare(now.Spec, y) })
		if i < 0 {
			d.Gone = append(d.Gone, "type "+x.Name)
			continue
		}
		names[added[i]] = added[i].Name
		d.Renamed = append(d.Renamed, "type "+x.Name+" is "+added[i].Name)
		after[x.Name] = added[i]
		added[i].Name = x.Name
	}
	for _, y := range added {
		if names[y] == "" {
			d.New = append(d.New, "type "+y.Name)
		}
	}
	for _, x := range was.Spec.Types {
		if y := after[x.Name]; y != nil {
			d.element("type "+x.Name, was.Spec.Render(x), now.Spec.Render(y))
		}
	}
	d.methods(was.Spec, now.Spec)
	for y, name := range names {
		y.Name = name
	}
	return d
}

func declared(s *draft.Spec) map[string]*draft.Decl {
	out := map[string]*draft.Decl{}
	for _, d := range s.Types {
		out[d.Name] = d
	}
	return out
}

// bare is a type as text, without what is for people and without its own name.
func bare(s *draft.Spec, d *draft.Decl) string {
	var b strings.Builder
	writeBare(&b, s.Render(d))
	return strings.ReplaceAll(b.String(), d.Name, "")
}

func writeBare(b *strings.Builder, n *syntax.Node) {
	b.WriteString("(" + n.Text)
	for _, p := range n.Pairs {
		if p.Key.Text != "doc" && p.Key.Text != "x-source" {
			b.WriteString(p.Key.Text + ":")
			writeBare(b, p.Value)
		}
	}
	for _, item := range n.Items {
		writeBare(b, item)
	}
	b.WriteByte(')')
}

func (d *Drift) element(name string, was, now *syntax.Node) {
	var a, b strings.Builder
	writeBare(&a, was)
	writeBare(&b, now)
	switch {
	case a.String() != b.String():
		d.Changed = append(d.Changed, name)
	case !equalDocs(was, now):
		d.Docs = append(d.Docs, name)
	default:
		d.Unchanged++
	}
}

// equalDocs reports whether two nodes are the same, apart from their places in the source.
func equalDocs(a, b *syntax.Node) bool {
	if a.Text != b.Text || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Pairs {
		if a.Pairs[i].Key.Text != b.Pairs[i].Key.Text || a.Pairs[i].Key.Text != "x-source" && !equalDocs(a.Pairs[i].Value, b.Pairs[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equalDocs(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

func (d *Drift) methods(was, now *draft.Spec) {
	find := func(s *draft.Spec, name string) *draft.Method {
		if i := slices.IndexFunc(s.Methods, func(m *draft.Method) bool { return m.Name == name }); i >= 0 {
			return s.Methods[i]
		}
		return nil
	}
	for _, m := range was.Methods {
		if y := find(now, m.Name); y != nil {
			d.element("method "+m.Name, was.Render(m), now.Render(y))
		} else {
			d.Gone = append(d.Gone, "method "+m.Name)
		}
	}
	for _, m := range now.Methods {
		if find(was, m.Name) == nil {
			d.New = append(d.New, "method "+m.Name)
		}
	}
}

// Edited are the elements of a spec that differ from those that an import made: types and methods
// by their names, others by their keys.
func Edited(made, now *syntax.Node) []string {
	var out []string
	compare := func(prefix string, a, b *syntax.Node) {
		in := func(n *syntax.Node, key string) *syntax.Node {
			for _, p := range n.Pairs {
				if p.Key.Text == key {
					return p.Value
				}
			}
			return nil
		}
		for _, p := range a.Pairs {
			other := in(b, p.Key.Text)
			switch {
			case prefix == "" && (p.Key.Text == "types" || p.Key.Text == "methods"):
			case other == nil:
				out = append(out, prefix+p.Key.Text+" is missing")
			case !equal(p.Value, other):
				out = append(out, prefix+p.Key.Text)
			}
		}
		for _, p := range b.Pairs {
			if in(a, p.Key.Text) == nil {
				out = append(out, prefix+p.Key.Text+" is not of the source")
			}
		}
	}
	compare("", made, now)
	for _, key := range []string{"types", "methods"} {
		var a, b syntax.Node
		for _, p := range made.Pairs {
			if p.Key.Text == key {
				a = *p.Value
			}
		}
		for _, p := range now.Pairs {
			if p.Key.Text == key {
				b = *p.Value
			}
		}
		compare(key+".", &a, &b)
	}
	return out
}
