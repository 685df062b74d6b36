package tsgen

import "slices"

// A codecView is the reader and writer of one type, message or batch.
type codecView struct{ Name, Read, Write string }

// emitCodec adds the module with the readers and writers of all types and messages.
func (p *plan) emitCodec(out *output) {
	m := &module{links: []link{{word: "import", as: "guards", from: "./guards"}}}
	batch, data := p.rows.Dialect.Batch != nil, p.hasErrorData()
	if batch {
		m.link("./runtime/batch", "decodeBatch", "encodeBatch")
	}
	if p.hasMessages() {
		m.link("./runtime/message", "decodeMessage", "encodeMessage")
	}
	m.link("./runtime/quote", "quoteIntegers")
	m.link("./runtime/read", "read")
	m.link("./runtime/text", "fromText")
	m.link("./runtime/write", "write")
	if data {
		m.link("./table", "errorData", "types")
	} else {
		m.link("./table", "types")
	}
	m.links = append(m.links, link{word: "export", names: []string{"WireError"}, from: "./runtime/error"})

	m.add("parse", nil)
	codec := func(read, write string, names ...string) {
		for _, name := range names {
			v := codecView{name, read, write}
			m.export("reader of values", v)
			m.export("reader of texts", v)
			m.export("writer", v)
		}
	}
	codec("read", "write", p.declNames()...)
	codec("decodeMessage", "encodeMessage", p.messageTypes()...)
	names := slices.Concat(p.declNames(), p.messageTypes())
	if batch {
		codec("decodeBatch", "encodeBatch", "Batch")
		names = append(names, "Batch")
	}
	if data {
		m.export("readErrorData", nil)
	}
	out.module("codec", m)

	d := &module{links: []link{
		{word: "import type", names: []string{"ReadResult"}, from: "./runtime/error"},
		typesLink,
		{word: "export", names: []string{"WireError"}, from: "./runtime/error"},
		{word: "export type", names: []string{"ReadError", "ReadResult"}, from: "./runtime/error"},
	}}
	d.fill("codec.d.ts.tmpl", struct {
		Names []string
		Data  bool
	}{names, data})
	out.declarations("codec", d)
}
