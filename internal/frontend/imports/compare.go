package imports

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// A Drift is what differs between two imports.
type Drift struct {
	New, Gone, Changed, Docs, Renamed []string
	Unchanged                         int
}

// OnlyNames reports whether nothing differs but the names of types.
func (d *Drift) OnlyNames() bool {
	return len(d.New)+len(d.Gone)+len(d.Changed)+len(d.Docs) == 0
}

// Compare lists the types, methods and errors of two imports. A type with another name and the
// same shape is renamed, which changes nothing. Neither do names that only generated code has.
func Compare(was, now *Result) *Drift {
	defer unnamed(was.Spec)()
	defer unnamed(now.Spec)()
	d := &Drift{}
	pairs := d.pair(was.Spec, now.Spec)
	for _, x := range was.Spec.Types {
		if y := pairs[x]; y.now != nil {
			d.element("type "+y.name, was.Spec.Render(x), now.Spec.Render(y.now))
		}
	}
	d.methods(was.Spec, now.Spec)
	d.errors(was.Spec, now.Spec)
	return d
}

// A pair is the name of a type, and what it is now; nil if it is gone.
type pair struct {
	name string
	now  *draft.Decl
}

// pair finds the type that each type is now. For the comparison it names those that have another
// name after their shapes.
func (d *Drift) pair(was, now *draft.Spec) map[*draft.Decl]pair {
	pairs := map[*draft.Decl]pair{}
	before, after := declared(was), declared(now)
	var gone, added []*draft.Decl
	for _, x := range was.Types {
		pairs[x] = pair{x.Name, after[x.Name]}
		if after[x.Name] == nil {
			gone = append(gone, x)
		}
	}
	for _, y := range now.Types {
		if before[y.Name] == nil {
			added = append(added, y)
		}
	}
	names := shapes(was, now, gone, added)
	for _, x := range gone {
		best := -1
		for i, y := range added {
			if x.Name == y.Name && (best < 0 || alike(names[x], names[y]) > alike(names[x], names[added[best]])) {
				best = i // of several with one shape, the one that is called most alike
			}
		}
		if best < 0 {
			d.Gone = append(d.Gone, "type "+names[x])
			continue
		}
		pairs[x] = pair{names[x], added[best]}
		d.Renamed = append(d.Renamed, "type "+names[x]+" is "+names[added[best]])
		added = slices.Delete(added, best, best+1)
	}
	for _, y := range added {
		d.New = append(d.New, "type "+names[y])
	}
	return pairs
}

// alike says how alike two names are: by the letters that they begin with in common, less the others.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return 3*n - len(a) - len(b)
}

// shapes names types after what they are: two have the same name if they differ only in the names
// of such types. It returns the names that they had.
func shapes(was, now *draft.Spec, gone, added []*draft.Decl) map[*draft.Decl]string {
	names := map[*draft.Decl]string{}
	for _, d := range slices.Concat(gone, added) {
		names[d], d.Name = d.Name, "?"
	}
	for known := 1; ; {
		class := map[string]string{}
		next := map[*draft.Decl]string{}
		look := func(s *draft.Spec, list []*draft.Decl) {
			for _, d := range list {
				text := bare(s.Render(d))
				if class[text] == "" {
					class[text] = "?" + strconv.Itoa(len(class))
				}
				next[d] = class[text]
			}
		}
		look(was, gone)
		look(now, added)
		for d, name := range next {
			d.Name = name
		}
		if len(class) <= known {
			return names
		}
		known = len(class)
	}
}

// unnamed takes the names away that only generated code has, and sets back what Compare changes
// when the result is called.
func unnamed(s *draft.Spec) (restore func()) {
	type kept struct {
		meta *draft.Meta
		pins map[string]string
	}
	var pins []kept
	names := map[*string]string{}
	tags := map[*draft.Variant][]*syntax.Node{}
	take := func(m *draft.Meta) {
		if len(m.Pins) > 0 {
			pins = append(pins, kept{m, m.Pins})
			m.Pins = nil
		}
	}
	for _, d := range s.Types {
		names[&d.Name] = d.Name
		take(&d.Meta)
	}
	s.Each(func(t *draft.Type, _ *draft.Decl) {
		for _, f := range t.Fields {
			take(&f.Meta)
		}
		for _, v := range t.Values {
			take(&v.Meta)
		}
		if t.Kind != draft.Union {
			return
		}
		for _, f := range t.Union.Common {
			take(&f.Meta)
		}
		for _, v := range t.Union.Variants {
			take(&v.Meta)
			names[&v.Name] = v.Name
			v.Name = ""
			if t.Union.By != draft.ByTag && t.Union.By != draft.ByExternal {
				tags[v] = v.Tags
				v.Tags = []*syntax.Node{{Kind: syntax.Scalar, Span: v.Span}}
			}
		}
	})
	for _, m := range s.Methods {
		take(&m.Meta)
	}
	for _, e := range s.Errors {
		take(&e.Meta)
	}
	return func() {
		for at, name := range names {
			*at = name
		}
		for v, own := range tags {
			v.Tags = own
		}
		for _, k := range pins {
			k.meta.Pins = k.pins
		}
	}
}

func declared(s *draft.Spec) map[string]*draft.Decl {
	out := map[string]*draft.Decl{}
	for _, d := range s.Types {
		out[d.Name] = d
	}
	return out
}

// bare is an element as text, without what is for people and its place in the source.
func bare(n *syntax.Node) string { return written(n, "doc", "x-source") }

// written is an element as text, without some keys. The order of keys does not count, but for that
// of variants, which may decide how a value is read.
func written(n *syntax.Node, but ...string) string {
	var b strings.Builder
	var write func(n *syntax.Node, of string)
	write = func(n *syntax.Node, of string) {
		b.WriteString("(" + strconv.Quote(n.Text))
		pairs := slices.Clone(n.Pairs)
		if !slices.Contains([]string{"fields", "common", "variants", "values"}, of) { // whose keys are names
			pairs = slices.DeleteFunc(pairs, func(p syntax.Pair) bool { return slices.Contains(but, p.Key.Text) })
		}
		if of != "variants" {
			slices.SortFunc(pairs, func(a, b syntax.Pair) int { return strings.Compare(a.Key.Text, b.Key.Text) })
		}
		for _, p := range pairs {
			b.WriteString(strconv.Quote(p.Key.Text) + ":")
			write(p.Value, p.Key.Text)
		}
		for _, item := range n.Items {
			write(item, "")
		}
		b.WriteByte(')')
	}
	write(n, "")
	return b.String()
}

func (d *Drift) element(name string, was, now *syntax.Node) {
	switch {
	case bare(was) != bare(now):
		d.Changed = append(d.Changed, name)
	case written(was, "x-source") != written(now, "x-source"):
		d.Docs = append(d.Docs, name)
	default:
		d.Unchanged++
	}
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

func (d *Drift) errors(was, now *draft.Spec) {
	find := func(s *draft.Spec, name string) *draft.Error {
		if i := slices.IndexFunc(s.Errors, func(e *draft.Error) bool { return e.Name == name }); i >= 0 {
			return s.Errors[i]
		}
		return nil
	}
	for _, e := range was.Errors {
		if y := find(now, e.Name); y != nil {
			d.element("error "+e.Name, was.Render(e), now.Render(y))
		} else {
			d.Gone = append(d.Gone, "error "+e.Name)
		}
	}
	for _, e := range now.Errors {
		if find(was, e.Name) == nil {
			d.New = append(d.New, "error "+e.Name)
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
