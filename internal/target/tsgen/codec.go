package tsgen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A codecView is the reader and writer of one type, message or batch.
type codecView struct{ Name, Parse, Read, Write string }

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
	m.link("./runtime/quote", "quoteDropped", "quoteIntegers")
	m.link("./runtime/read", "read")
	if p.hasMessages() {
		m.link("./runtime/answer", "refuseMessage", "refuseMethod")
		if p.answers() {
			m.link("./runtime/answer", "failTo", "isResult", "readResult", "replyTo", "writeResult")
		}
	}
	m.link("./runtime/text", "fromText")
	m.link("./runtime/write", "write")
	m.link("./table", "types")
	if data || p.answers() {
		m.link("./table", "faults")
	}
	if data {
		m.link("./runtime/fault", "readData")
	}
	if p.answers() {
		m.link("./runtime/fault", "makeError")
	}
	m.links = append(m.links, link{word: "export", names: []string{"WireError"}, from: "./runtime/error"})

	m.add("parse", nil)
	messages := slices.Clone(p.messageTypes())
	if p.hasMessages() {
		m.add("parse of messages", nil)
	}
	codec := func(parse, read, write string, names []string) {
		m.exportEach(names, codecView{anyName, parse, read, write}, "reader of values", "reader of texts", "writer")
	}
	codec("parse", "read", "write", p.declNames())
	codec("parseWhole", "decodeMessage", "encodeMessage", messages)
	if batch {
		codec("parseWhole", "decodeBatch", "encodeBatch", []string{"Batch"})
		messages = append(messages, "Batch")
	}
	if p.hasMessages() {
		m.export("refuse", nil)
		m.export("refuseUnknown", nil)
		for _, name := range p.resultFunctions() {
			m.export(name, nil)
		}
	}
	if data {
		m.export("readErrorData", nil)
	}
	out.module("codec", m)

	results, errors := []string{"ReadResult"}, []string{"ReadError", "ReadResult"}
	if p.hasMessages() {
		results, errors = []string{"MessageResult", "ReadError", "ReadResult", "Refused"}, []string{"MessageResult", "ReadError", "ReadResult", "Refused"}
	}
	if p.rows.Tolerant() {
		errors = append([]string{"Dropped"}, errors...)
	}
	d := &module{links: []link{
		{word: "import type", names: results, from: "./runtime/error"},
		typesLink,
		{word: "export", names: []string{"WireError"}, from: "./runtime/error"},
		{word: "export type", names: errors, from: "./runtime/error"},
	}}
	d.fillEach(p.declNames(), "functions of a type")
	d.fillEach(messages, "functions of a message")
	if p.hasMessages() {
		d.fill("functions of refusals", nil)
		if p.answers() {
			d.fill("functions of results", (&declarations{p}).idMember().Type)
		}
	}
	if data {
		d.fill("function of errors", nil)
	}
	if p.answers() {
		d.links = append(d.links, link{word: "import type", names: []string{"ErrorName"}, from: "./protocol"})
		d.fill("maker of errors", data)
	}
	out.declarations("codec", d)
}

// answers reports whether some method has an answer.
func (p *plan) answers() bool {
	return slices.ContainsFunc(p.rows.Calls, func(c lower.Call) bool { return c.Answer != lower.AnswerNone })
}

// resultFunctions are the functions for the results of methods.
func (p *plan) resultFunctions() []string {
	if !p.answers() {
		return nil
	}
	return []string{"reply", "fail", "newError", "isResultOf", "readResultOf", "writeResultOf"}
}
