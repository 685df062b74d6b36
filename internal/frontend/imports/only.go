package imports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/jsonschema"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// only keeps the methods and types that the decisions want, and what they use. An entry may be a
// map from a type, or the params or the result of a method, to the fields that are wanted.
func (x *importer) only() {
	if len(x.Decisions.Only) == 0 {
		return
	}
	roots := map[any]bool{}
	for _, n := range x.Decisions.Only {
		if n.Kind == syntax.Map {
			for _, p := range n.Pairs {
				x.some(p, roots)
			}
			continue
		}
		if e := x.wanted(n); e != nil {
			roots[e] = true
		}
	}
	kept := map[*draft.Decl]bool{}
	var keep func(d *draft.Decl)
	keep = func(d *draft.Decl) {
		if !kept[d] {
			kept[d] = true
			jsonschema.Visit(d.Type, keep)
		}
	}
	x.spec.Methods = slices.DeleteFunc(x.spec.Methods, func(m *draft.Method) bool { return !roots[m] })
	for _, m := range x.spec.Methods {
		m.Progress = slices.DeleteFunc(m.Progress, func(p draft.Progress) bool {
			return !slices.ContainsFunc(x.spec.Methods, func(m *draft.Method) bool { return m.Name == p.Method })
		})
		for _, t := range m.Types() {
			jsonschema.Visit(*t, keep)
		}
	}
	for _, e := range x.spec.Errors {
		jsonschema.Visit(e.Data, keep)
	}
	for e := range roots {
		if d, ok := e.(*draft.Decl); ok {
			keep(d)
		}
	}
	x.spec.Types = slices.DeleteFunc(x.spec.Types, func(d *draft.Decl) bool { return !kept[d] })
	x.read.Questions = slices.DeleteFunc(x.read.Questions, func(q *draft.Question) bool {
		if q.At == draft.AtSpec {
			return false
		}
		e := x.named[q.At]
		if m, ok := e.(*draft.Method); ok {
			return !roots[m]
		}
		inside := false
		for d := range kept {
			inside = inside || q.Pointer == d.Pointer || strings.HasPrefix(q.Pointer, d.Pointer+"/")
		}
		return !inside
	})
}

// wanted is the method or the type that an entry names.
func (x *importer) wanted(n *syntax.Node) any {
	for _, m := range x.spec.Methods {
		if m.Name == n.Text {
			return m
		}
	}
	var known []string
	for _, d := range x.spec.Types {
		if d.Name == n.Text {
			return d
		}
		known = append(known, d.Name)
	}
	for _, m := range x.spec.Methods {
		known = append(known, m.Name)
	}
	x.stale.Add(diag.ImportDecision, n.Span, fmt.Sprintf("there is no method and no type %q", n.Text)).WithHelp(names.DidYouMean(n.Text, known, "remove it"))
	return nil
}

// some keeps some fields of a type, such as Thread or thread/start.result.
func (x *importer) some(p syntax.Pair, roots map[any]bool) {
	var d *draft.Decl
	name := p.Key.Text
	for _, m := range x.spec.Methods {
		for end, t := range map[string]*draft.Type{".params": m.Params, ".result": m.Result} {
			if name == m.Name+end && t != nil && t.Kind == draft.Ref {
				d = t.To.Resolved()
				roots[m] = true
			}
		}
	}
	if d == nil {
		found, _ := x.wanted(p.Key).(*draft.Decl)
		if found == nil {
			return
		}
		d = found.Resolved()
		roots[d] = true
	}
	var paths []string
	for _, item := range p.Value.Items {
		paths = append(paths, item.Text)
	}
	x.narrow(d, paths, p.Value)
}

// narrow keeps the fields of a struct that paths begin with, and below them those that they go
// on with.
func (x *importer) narrow(d *draft.Decl, paths []string, at *syntax.Node) {
	if d.Type.Kind != draft.Struct {
		x.stale.Add(diag.ImportDecision, at.Span, fmt.Sprintf("%q has no fields", d.Name)).WithHelp("name the whole type")
		return
	}
	below := map[string][]string{}
	for _, path := range paths {
		first, rest, more := strings.Cut(path, ".")
		if below[first] == nil {
			below[first] = []string{}
		}
		if more {
			below[first] = append(below[first], rest)
		}
		if !slices.ContainsFunc(d.Type.Fields, func(f *draft.Field) bool { return f.Name == first }) {
			x.stale.Add(diag.ImportDecision, at.Span, fmt.Sprintf("%q has no field %q", d.Name, first)).WithHelp("correct the list")
		}
	}
	d.Type.Fields = slices.DeleteFunc(d.Type.Fields, func(f *draft.Field) bool {
		if below[f.Name] == nil {
			x.lost(f)
			return true
		}
		return false
	})
	for _, f := range d.Type.Fields {
		if len(below[f.Name]) > 0 {
			if f.Type.Kind != draft.Ref {
				x.stale.Add(diag.ImportDecision, at.Span, fmt.Sprintf("%q has no fields", d.Name+"."+f.Name)).WithHelp("name the whole field")
				continue
			}
			x.narrow(f.Type.To.Resolved(), below[f.Name], at)
		}
	}
}
