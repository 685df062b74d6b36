package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A protocol is the description from which every contender's input is written.
type protocol struct {
	structs []structType
	unions  []unionType
	enums   []enumType
	methods []method
}

type structType struct {
	name, doc string
	fields    []field
}

type field struct {
	name, doc string
	typ       fieldType
	optional  bool
}

// A fieldType is a scalar or a declared type, or a list of either.
type fieldType struct {
	scalar string // string, int, float or bool; "" for a declared type
	ref    string
	list   bool
}

// The variants of a unionType are distinguished by the key type.
type unionType struct {
	name, doc string
	variants  []variant
}

type variant struct {
	tag  string
	body structType
}

type enumType struct {
	name, doc string
	values    []string
}

// A method is a request that has an answer, or a notification.
type method struct {
	name, doc      string
	notify         bool
	params, result []field // none for nothing
}

var words = strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu")

// A maker makes up protocols; equal seeds make equal ones.
type maker struct{ *rand.Rand }

func newMaker(seed int) maker { return maker{rand.New(rand.NewPCG(uint64(seed), 1))} }

func (m maker) word() string { return words[m.IntN(len(words))] }

var scalars = []string{"string", "int", "float", "bool", "string"}

// fields makes n fields. The last one refers to one of refs, if there are any;
// others are scalars, and every fourth is a list.
func (m maker) fields(n int, refs []string) []field {
	out := make([]field, n)
	for i := range out {
		f := &out[i]
		f.name = fmt.Sprintf("%s_%d", m.word(), i)
		f.doc = fmt.Sprintf("The %s of it, counted in %s.", m.word(), m.word())
		f.typ.scalar = scalars[m.IntN(len(scalars))]
		f.typ.list = i%4 == 3
		if i == n-1 && len(refs) > 0 {
			f.typ.scalar, f.typ.ref = "", refs[m.IntN(len(refs))]
		}
		f.optional = m.IntN(3) == 0
	}
	return out
}

// enum makes an enum whose values no other one has: some generators make one
// type of two that are alike.
func (m maker) enum(name string) enumType {
	e := enumType{name: name, doc: fmt.Sprintf("%s says how much %s there is.", name, m.word())}
	for _, word := range []string{"low", "middle", "high"} {
		e.values = append(e.values, fmt.Sprintf("%s_%s_of_%s", word, m.word(), strings.ToLower(name)))
	}
	return e
}

// models makes n structs of eight fields, n/10 unions of five variants and
// n/10 enums. A struct refers to earlier types only, so each has a finite value.
func models(n int) *protocol {
	m := newMaker(n)
	p := &protocol{}
	var refs []string
	for i := range n {
		name := fmt.Sprintf("Thing%d", i)
		doc := fmt.Sprintf("%s says what the %s is like.", name, m.word())
		p.structs = append(p.structs, structType{name, doc, m.fields(8, refs)})
		refs = append(refs, name)
		if i%10 != 0 || len(p.enums) == n/10 {
			continue
		}
		e := m.enum(fmt.Sprintf("Level%d", i/10))
		p.enums = append(p.enums, e)
		u := unionType{name: fmt.Sprintf("Choice%d", i/10), doc: fmt.Sprintf("One of several forms of %s.", m.word())}
		for _, tag := range words[:5] {
			body := structType{name: u.name + title(tag), doc: fmt.Sprintf("The form with %s.", tag), fields: m.fields(3, nil)}
			u.variants = append(u.variants, variant{tag, body})
		}
		p.unions = append(p.unions, u)
		refs = append(refs, e.name, u.name)
	}
	return p
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// names returns the declared types, by what they are.
func (p *protocol) names() map[string][]string {
	out := map[string][]string{}
	for _, s := range p.structs {
		out["structs"] = append(out["structs"], s.name)
	}
	for _, u := range p.unions {
		out["unions"] = append(out["unions"], u.name)
		for _, v := range u.variants {
			out["variants"] = append(out["variants"], v.body.name)
		}
	}
	for _, e := range p.enums {
		out["enums"] = append(out["enums"], e.name)
	}
	return out
}
