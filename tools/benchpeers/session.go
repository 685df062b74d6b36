package main

import "fmt"

// The size of the protocol of a browser's debugger, which session imitates: most of
// its types are the params and results of methods.
const (
	sharedStructs = 420
	sharedEnums   = 180
	commands      = 650 // requests
	notifications = 240
	withParams    = 560 // of the commands
	withResult    = 400 // of the commands
)

// session makes a protocol of 890 methods and 1,800 types, those of params and
// results among them: small structs, and enums of a few words.
func session() *protocol {
	m := newMaker(1)
	p := &protocol{}
	var refs []string
	for i := range sharedStructs {
		name := fmt.Sprintf("Domain%dThing%d", i%58, i)
		doc := fmt.Sprintf("%s says what the %s is like.", name, m.word())
		p.structs = append(p.structs, structType{name, doc, m.fields(2+m.IntN(7), refs)})
		refs = append(refs, name)
		if len(p.enums) < sharedEnums {
			e := m.enum(fmt.Sprintf("Domain%dLevel%d", i%58, i))
			p.enums = append(p.enums, e)
			refs = append(refs, e.name)
		}
	}
	for i := range commands {
		c := method{name: fmt.Sprintf("Domain%d.do%s%d", i%58, title(m.word()), i), doc: fmt.Sprintf("Does what the %s asks for.", m.word())}
		if i < withParams {
			c.params = m.fields(1+m.IntN(5), refs)
		}
		if i >= commands-withResult {
			c.result = m.fields(1+m.IntN(4), refs)
		}
		p.methods = append(p.methods, c)
	}
	for i := range notifications {
		p.methods = append(p.methods, method{
			name:   fmt.Sprintf("Domain%d.%sChanged%d", i%58, m.word(), i),
			doc:    fmt.Sprintf("Tells that the %s is another one.", m.word()),
			notify: true, params: m.fields(1+m.IntN(5), refs),
		})
	}
	return p
}

// types counts the types of a protocol, with those of params and results.
func (p *protocol) types() int {
	n := len(p.structs) + len(p.enums)
	for _, m := range p.methods {
		if len(m.params) > 0 {
			n++
		}
		if len(m.result) > 0 {
			n++
		}
	}
	return n
}
