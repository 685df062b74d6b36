// Package pyapi reports the effect of changed Python declarations on code that uses them and is
// checked by a type checker: code that reads attributes, code that makes values, and code with a
// case for each member of a union that ends in assert_never.
//
// A difference is reported at the declaration that has it, and not at those that refer to it by
// name. Patterns that take attributes by their places are not looked at, as new fields may come
// between others.
package pyapi

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// Compare says what a change of declarations does to code that was written for the old ones.
// Renamed are the new names of old ones.
func Compare(old, today backend.Package, renamed map[string]string) []backend.Change {
	c := &comparer{old: newVersion(old), today: newVersion(today), renamed: renamed}
	var out []backend.Change
	taken := map[string]bool{}
	for _, was := range old.Declarations {
		name := c.now(was.Name)
		taken[name] = true
		is, ok := c.today.own[name]
		if !ok {
			out = append(out, backend.Change{Name: was.Name, Effect: backend.Fails, Why: "it is gone; code that names it fails", Was: oneLine(was.Text)})
			continue
		}
		if name != was.Name {
			out = append(out, backend.Change{Name: was.Name, Effect: backend.Fails, Why: "it is called " + name + " now; code that names it fails", Was: was.Name, Is: name})
		}
		if text := c.translated(was.Text); text != is {
			out = append(out, c.declaration(was.Name, parse(text), parse(is))...)
		}
	}
	for _, is := range today.Declarations {
		if !taken[is.Name] {
			out = append(out, backend.Change{Name: is.Name, Why: "it is new", Is: oneLine(is.Text)})
		}
	}
	return out
}

// A version is the declarations of one version of a package.
type version struct {
	own   map[string]string // their texts by their names
	other func(name string) string
}

func newVersion(p backend.Package) version {
	v := version{own: make(map[string]string, len(p.Declarations)), other: p.Other}
	for _, d := range p.Declarations {
		v.own[d.Name] = d.Text
	}
	return v
}

func (v version) text(name string) string {
	if text, ok := v.own[name]; ok || v.other == nil {
		return text
	}
	return v.other(name)
}

// A comparer compares two versions.
type comparer struct {
	old, today version
	renamed    map[string]string
}

func (c *comparer) now(name string) string {
	if to := c.renamed[name]; to != "" {
		return to
	}
	return name
}

// word matches a name, or a text, in which no name is meant.
var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\pL_][\pL\pN\pM_]*`) })

// translated is an old text with the new names of declarations.
func (c *comparer) translated(text string) string {
	if len(c.renamed) == 0 {
		return text
	}
	return word().ReplaceAllStringFunc(text, c.now)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// declaration compares what a declaration was and is.
func (c *comparer) declaration(name string, o, n shape) []backend.Change {
	whole := func(e backend.Effect, why string) []backend.Change {
		return []backend.Change{{Name: name, Effect: e, Why: why, Was: oneLine(o.text), Is: oneLine(n.text)}}
	}
	switch {
	case o.kind != n.kind:
		return whole(backend.Fails, "it is declared in another way; code that uses it fails")
	case o.kind == isFunction:
		out := c.function(o, n)
		for i := range out {
			out[i].Name = name
		}
		if len(out) == 0 {
			return whole(backend.Same, "calls go on")
		}
		return out
	case o.kind == isDistinct:
		return whole(backend.Fails, "code that makes one gives "+o.text+", and code that reads it meets "+n.text)
	case o.kind == isAlias:
		e, why := c.alias(o.text, n.text)
		return whole(e, why)
	}
	out := c.methods(name, o, n)
	for _, m := range o.names {
		if x := c.member(o, n, m); x.Why != "" {
			x.Name = name
			out = append(out, x)
		}
	}
	for _, m := range n.names {
		if slices.Contains(o.names, m) {
			continue
		}
		x := backend.Change{Name: name, Member: m, Why: "code need not know it", Is: n.shown(m)}
		if p, ok := n.params[m]; ok && !p.optional {
			x.Effect, x.Why = backend.Fails, "code that makes one lacks the argument "+m+", and raises a TypeError where nothing checks it"
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		return whole(backend.Same, sameForUsers)
	}
	return out
}

const sameForUsers = "its users see no difference"

// member compares an attribute, or a constant, that a class had.
func (c *comparer) member(o, n shape, m string) backend.Change {
	x := backend.Change{Member: m, Was: o.shown(m), Is: n.shown(m)}
	was, is := o.members[m], n.members[m]
	p, had := o.params[m]
	q, has := n.params[m]
	var whys []string
	add := func(e backend.Effect, why string) {
		x.Effect, whys = max(x.Effect, e), append(whys, why)
	}
	switch {
	case is == "":
		add(backend.Fails, "code that uses it fails")
	case o.constant(m) || n.constant(m):
		switch {
		case o.constant(m) != n.constant(m):
			add(backend.Fails, "code that sets it, or reads it from the class, fails")
		case !covered(kindOf(is), map[string]bool{kindOf(was): true}):
			add(backend.Fails, "code that reads it gets a value of type "+kindOf(is))
		case was != is:
			add(backend.Differs, "it has another value")
		}
	default:
		if more := c.missing(is, was, c.today, c.old); len(more) > 0 {
			add(backend.Fails, "code that reads it meets "+strings.Join(more, " | "))
		}
		var less []string
		if o.made {
			less = c.missing(was, is, c.old, c.today)
		}
		if len(less) == 0 && had && has {
			less = c.missing(p.typ, q.typ, c.old, c.today)
		}
		switch {
		case had && !has:
			add(backend.Fails, "code that makes one gives it")
		case has && !q.optional && (!had || p.optional):
			add(backend.Fails, "code that makes one lacks the argument "+m+", and raises a TypeError where nothing checks it")
		case len(less) > 0:
			add(backend.Fails, "code that makes one gives "+strings.Join(less, " | "))
		}
		if len(whys) == 0 && x.Was != x.Is {
			if had && has && p.optional && q.optional && p.value != q.value {
				add(backend.Differs, "code that leaves it out gives another value")
			} else {
				add(backend.Same, sameForUsers)
			}
		}
	}
	x.Why = strings.Join(whys, "; ")
	return x
}

// kindOf is the type of the value of a constant.
func kindOf(constant string) string {
	switch {
	case strings.Contains(constant, `"`):
		return "str"
	case strings.Contains(constant, "True") || strings.Contains(constant, "False"):
		return "bool"
	}
	return "int"
}

// alias compares the types that an alias stands for.
func (c *comparer) alias(was, is string) (backend.Effect, string) {
	more, less := c.missing(is, was, c.today, c.old), c.missing(was, is, c.old, c.today)
	switch {
	case len(less) > 0:
		why := "code that gives " + strings.Join(less, " | ") + " fails"
		if len(more) > 0 {
			why += "; code that reads it meets " + strings.Join(more, " | ")
		}
		return backend.Fails, why
	case len(more) == 0:
		return backend.Same, "it means the same"
	case slices.ContainsFunc(slices.Concat(more, arms(was)), isOpen):
		return backend.Fails, "code that reads it meets " + strings.Join(more, " | ")
	}
	return backend.Misses, "code with a case for each has none for " + strings.Join(more, " | ")
}

// isOpen reports whether an arm of a union is not one that a case is written for.
func isOpen(arm string) bool {
	name, _, _ := strings.Cut(arm, "[")
	return name != "Literal" && strings.ToLower(name) == name || arm == "Any"
}

// missing are the arms of a type of one version that a type of the other does not have.
func (c *comparer) missing(t, of string, in, there version) []string {
	known := map[string]bool{}
	all := map[string]bool{}
	for _, arm := range arms(of) {
		known[arm] = true
		there.expand(arm, all)
	}
	var out []string
	for _, arm := range arms(t) {
		if known[arm] {
			continue
		}
		deep := map[string]bool{}
		in.expand(arm, deep)
		for _, x := range slices.Sorted(maps.Keys(deep)) {
			if !covered(c.now(x), all) && !covered(x, all) && !c.coveredAlike(x, all, in, there) {
				out = append(out, arm)
				break
			}
		}
	}
	return out
}

// coveredAlike reports whether a list, a map or a tuple is one of some types because its parts are
// theirs, called in another way, or Any. Lists and maps can be changed: their parts must be the same.
func (c *comparer) coveredAlike(arm string, by map[string]bool, in, there version) bool {
	name, parts, ok := strings.Cut(strings.TrimSuffix(arm, "]"), "[")
	if !ok || name == "Literal" {
		return false
	}
	was := split(parts, ", ")
	for other := range by {
		of, rest, ok := strings.Cut(strings.TrimSuffix(other, "]"), "[")
		is := split(rest, ", ")
		if !ok || of != name || len(is) != len(was) {
			continue
		}
		same := true
		for i := range is {
			if is[i] != "Any" && was[i] != "Any" {
				same = same && len(c.missing(was[i], is[i], in, there)) == 0 && (name == "tuple" || len(c.missing(is[i], was[i], there, in)) == 0)
			}
		}
		if same {
			return true
		}
	}
	return false
}

// expand adds the arms that an arm stands for, if it is an alias.
func (v version) expand(arm string, into map[string]bool) {
	if into[arm] {
		return
	}
	into[arm] = true
	if d := parse(v.text(arm)); d.kind == isAlias {
		for _, x := range arms(d.text) {
			v.expand(x, into)
		}
		delete(into, arm)
	}
}

// covered reports whether a type is one of some others. A bool is an int.
func covered(arm string, by map[string]bool) bool {
	switch {
	case by[arm] || by["Any"] || arm == "Any":
		return true
	case arm == "int" || strings.HasPrefix(arm, "Literal[") && strings.Trim(arm[8:len(arm)-1], "-0123456789") == "":
		return by["int"] || by["float"]
	case strings.HasPrefix(arm, `Literal["`):
		return by["str"]
	case arm == "bool" || strings.HasPrefix(arm, "Literal["):
		return by["bool"] || by["int"] || by["float"]
	}
	return false
}
