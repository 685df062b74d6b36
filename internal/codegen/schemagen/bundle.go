package schemagen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// draft is the dialect of JSON Schema that every file is written in.
const draft = "https://json-schema.org/draft/2020-12/schema"

// bundleFile is the name of a side's bundle.
func bundleFile(p *model.Protocol, s side) string {
	return p.Name + "." + string(s) + ".schema.json"
}

// file begins a schema file. Its $id is its name, relative to where the file is
// found, and all files are in one folder, so that references work on a disk, on any
// server, and in validators that know schemas only by their $id.
func file(p *model.Protocol, id string) *schema { return fileOf(p, id, draft) }

func fileOf(p *model.Protocol, id, draft string) *schema {
	return new(schema).
		with("$schema", text(draft)).
		with("$id", text(id)).
		with("$comment", text(backend.Head(p)))
}

// bundle is a side's file: every type under $defs, and the messages after them.
func (b *builder) bundle() *schema {
	p := b.rows.Protocol
	s, within := file(p, bundleFile(p, b.side)), "$defs"
	if b.simple {
		s, within = fileOf(p, generatorFile(p, b.side), generatorDraft), "definitions"
	} else {
		s.with("title", text(titleOf(p)+": "+b.side.title()))
	}
	if d := description(&model.Meta{Doc: p.Doc}); d != "" {
		s.with("description", text(d))
	}
	defs := make(object, 0, len(p.Decls)+len(p.Methods)+6) // 6: the messages of no method
	b.asRead = new([]string)
	for _, d := range p.Decls {
		defs.add(d.TypeName(), b.decl(d))
	}
	root := ""
	switch {
	case len(p.Methods) > 0:
		b.messages(&defs)
		root = b.defs.any
	case p.Envelope != nil:
		root = p.Envelope.Name
	}
	if root != "" && !b.simple { // tools make all definitions only of a file that is not a schema itself
		s.with("$ref", text(b.pointer(root)))
	}
	b.readers(&defs)
	return s.members(within, defs)
}

// readers adds the read schemas of types that the schemas of a writer refer to.
func (b *builder) readers(defs *object) {
	decls := map[string]model.Decl{}
	for _, d := range b.rows.Protocol.Decls {
		decls[d.TypeName()] = d
	}
	r := b.reader()
	for i := 0; i < len(*b.asRead); i++ {
		name := (*b.asRead)[i]
		defs.add(readName(name), r.decl(decls[name]))
	}
}

// titleOf is the title of the protocol and its version.
func titleOf(p *model.Protocol) string {
	name := p.Title
	if name == "" {
		name = p.Name
	}
	if p.Version == "" {
		return name
	}
	return name + " " + p.Version
}

// messages adds the JSON-RPC messages: one per method, the response, the call
// of an undeclared method, and what each side and what both may send.
func (b *builder) messages(defs *object) {
	for i := range b.rows.Calls {
		c := &b.rows.Calls[i]
		defs.add(b.defs.message[c.Of], b.call(c))
	}
	if !b.side.closed() || b.rows.Dialect.Extensions != nil {
		defs.add(b.defs.unknown, b.undeclared())
	}
	defs.add(b.defs.response, b.response())
	for i, role := range b.rows.Protocol.Roles {
		doc := "A message that the " + role + " sends."
		defs.add(b.defs.role[i], b.dispatch(b.defs.role[i], doc, [...]lower.From{lower.FromClient, lower.FromAgent}[i]))
	}
	defs.add(b.defs.any, b.dispatch(b.defs.any, "A message of either side.", lower.FromBoth))
	if b.rows.Dialect.Batch != nil {
		defs.add(b.defs.batch, b.batch())
	}
}
