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
	codec := func(read, write string, names []string) {
		m.exportEach(names, codecView{anyName, read, write}, "reader of values", "reader of texts", "writer")
	}
	codec("read", "write", p.declNames())
	codec("decodeMessage", "encodeMessage", p.messageTypes())
	names := slices.Concat(p.declNames(), p.messageTypes())
	if batch {
		codec("decodeBatch", "encodeBatch", []string{"Batch"})
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
	d.fillEach(names, "functions of a type")
	if data {
		d.fill("function of errors", nil)
	}
	out.declarations("codec", d)
}
