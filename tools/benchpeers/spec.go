package main

import (
	"fmt"
	"os"
	"strings"
)

// writeSpec writes a protocol as a spec of wiregen.
func writeSpec(file string, p *protocol) error {
	s := &specText{}
	s.line(0, "wiregen: 1")
	s.line(0, `protocol: {name: synthetic, version: "1.0"}`)
	s.line(0, "roles: [client, agent]")
	s.line(0, "types:")
	for _, t := range p.structs {
		s.line(1, "%s:", t.name)
		s.line(2, "doc: %s", t.doc)
		s.fields(2, "fields", t.fields)
	}
	for _, u := range p.unions {
		s.line(1, "%s:", u.name)
		s.line(2, "doc: %s", u.doc)
		s.line(2, "union: {tag: type}")
		s.line(2, "variants:")
		for _, v := range u.variants {
			s.line(3, "%s:", v.tag)
			s.line(4, "name: %s", v.body.name)
			s.line(4, "doc: %s", v.body.doc)
			s.fields(4, "fields", v.body.fields)
		}
	}
	for _, e := range p.enums {
		s.line(1, "%s: {doc: %s, enum: [%s]}", e.name, e.doc, strings.Join(e.values, ", "))
	}
	s.methods(p.methods)
	return os.WriteFile(file, []byte(s.String()), 0o666)
}

type specText struct{ strings.Builder }

func (s *specText) line(depth int, format string, args ...any) {
	s.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(s, format, args...)
	s.WriteByte('\n')
}

func (s *specText) fields(depth int, key string, fields []field) {
	s.line(depth, "%s:", key)
	for _, f := range fields {
		name := f.name
		if f.optional {
			name += "?"
		}
		typ := f.typ.scalar + f.typ.ref
		if f.typ.list {
			typ = `"` + typ + `[]"`
		}
		s.line(depth+1, `"%s": {type: %s, doc: "%s"}`, name, typ, f.doc)
	}
}

func (s *specText) methods(methods []method) {
	if len(methods) == 0 {
		return
	}
	s.line(0, "methods:")
	for _, m := range methods {
		s.line(1, "%s:", m.name)
		s.line(2, "doc: %s", m.doc)
		if m.notify {
			s.line(2, "from: agent")
			s.fields(2, "notify", m.params)
			continue
		}
		s.line(2, "from: client")
		if len(m.params) > 0 {
			s.fields(2, "params", m.params)
		}
		if len(m.result) > 0 {
			s.fields(2, "result", m.result)
		} else {
			s.line(2, "result: empty")
		}
	}
}
