package tsgen

import (
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A codecView is the reader and writer of one type, message or batch.
type codecView struct {
	Name, Parse, Read, Write, Writes string
	As                               string // the function that reads with a reader; "" for a guard
	Shell                            string // what the writer of messages needs of the dialect; or ""
	Told                             string // the function for what else its result tells; or ""
	Exact                            bool   // the exact values of numbers count
}

// A writtenView declares the functions of a type, whose writer takes another one.
type writtenView struct{ Name, Input string }

// An answersView fills the functions that answer messages and read what they preserve.
type answersView struct {
	From           string // the module that has them
	Writes         string // the pairs of functions that write results
	ReadData       string // the function that reads the data of errors
	Method, Params string // members of a request, as JavaScript accesses them
	Exact          bool   // the exact values of numbers count
}

// The modules that the codec and connections use as a whole, by the names that they have there. A name
// of a single function could be that of a type's: read with the type Struct behind it.
var codecModules = map[string]string{
	"codec": "codec", "guards": "guards", "readers": "readers", "table": "table", "values": "runtime/read", "scalars": "runtime/scalar", "texts": "runtime/write",
	"messages": "runtime/message", "named": "runtime/named", "faults": "runtime/fault", "groups": "runtime/group", "tolerance": "runtime/tolerate", "batches": "runtime/batch", "answers": "runtime/answer",
	"progresses": "runtime/progress", "exact": "runtime/exact", "others": "runtime/extension",
}

// A textView is the function that reads a text as any type.
type textView struct {
	Name            string
	Exact, Tolerant bool
}

// codecs emit the module with the readers and writers of all types and messages.
type codecs struct {
	*plan
	readers   *readers
	used      pairsUsed
	messages  string // the module of the runtime that reads and writes messages
	answering answersView
}

// emitCodec adds the module with the readers and writers of all types and messages.
func (p *plan) emitCodec(out *output, readers *readers, used pairsUsed) {
	asked := p.rows.Dialect.NamesOf(lower.RequestShape)
	e := &codecs{p, readers, used, "messages", answersView{
		From: "answers", Writes: used.of[nil].Name(), ReadData: p.readData(),
		Method: property(asked.Method), Params: property(asked.Params), Exact: used.of[nil].exact(),
	}}
	if p.rows.Dialect.Named() {
		e.messages, e.answering.From = "named", "named"
	}
	out.module("codec", e.module())
	out.declarations("codec", e.declared())
}

// module is the module.
func (e *codecs) module() *module {
	m := &module{}
	m.whole(e.imported()...)
	if e.rows.Tolerant() {
		m.link("./runtime/quote", "quoteDropped", "quoteIntegers")
	} else {
		m.link("./runtime/quote", "quoteIntegers")
	}
	m.link("./runtime/text", "fromText")
	m.links = append(m.links, link{word: "export", names: []string{"WireError"}, from: "./runtime/error"})
	e.shared(m)
	for _, d := range e.proto.Decls {
		e.codecOfType(m, d)
	}
	e.codecsOfMessages(m)
	for _, part := range e.further() {
		if part.has {
			for _, name := range part.functions {
				m.export(name, part.view)
			}
		}
	}
	return m
}

// imported are the modules that the module uses as a whole.
func (e *codecs) imported() []string {
	skipsItems := func(t *lower.Type) bool { return t.Items == lower.ItemsSkipped }
	names := []string{"guards", "table", "values", "scalars", "texts"}
	for _, x := range []struct {
		has  bool
		name string
	}{
		{e.readers.any(), "readers"},
		{e.hasMessages(), e.messages},
		{e.hasMessages() && (!e.rows.Dialect.Named() || e.answers()), "answers"},
		{e.rows.HasProgress(), "progresses"},
		{e.hasExtensions(), "others"},
		{e.hasBatch(), "batches"},
		{e.rows.ErrorsHaveData() || e.answers(), "faults"},
		{e.hasGroups(), "groups"},
		{slices.ContainsFunc(e.rows.Types, skipsItems), "tolerance"},
		{e.hasExact(), "exact"},
	} {
		if x.has {
			names = append(names, x.name)
		}
	}
	return names
}

func (e *codecs) hasBatch() bool { return e.rows.Dialect.Batch != nil }

// shared adds what the codecs of several types share: what reads texts, and the pairs of
// functions that write values.
func (e *codecs) shared(m *module) {
	m.add("text as a type", textView{Name: "textAs", Tolerant: e.rows.Tolerant()})
	if e.hasExact() {
		m.add("text as a type", textView{"exactTextAs", true, e.rows.Tolerant()})
	}
	sets := map[pairs]bool{}
	for _, d := range e.proto.Decls {
		sets[e.used.of[d]] = true
	}
	if e.hasMessages() {
		m.add("text as a message", e.answering.Exact)
		sets[e.used.of[nil]] = true
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		m.add("pairs", set)
	}
}

// codec adds the reader and the writer of a type, messages or a batch.
func (v codecView) codec(m *module, set pairs, name string) {
	v.Name, v.Writes = name, set.Name()
	for _, template := range []string{"reader of values", "reader of texts", "writer"} {
		m.export(template, v)
	}
}

func (e *codecs) codecOfType(m *module, d model.Decl) {
	v := codecView{Parse: "textAs", Read: "values.read", Write: "texts.write", Exact: e.used.of[d].exact()}
	if v.Exact {
		v.Parse = "exactTextAs"
	}
	if e.readers.made[d] {
		v.As = "values.readAs"
	}
	v.codec(m, e.used.of[d], e.types[d])
}

func (e *codecs) codecsOfMessages(m *module) {
	v := codecView{Parse: "textAsMessage", Read: e.messages + ".decodeMessage", Write: e.messages + ".encodeMessage", Exact: e.answering.Exact}
	if !e.rows.Dialect.Named() {
		v.Shell = "table.shell"
	}
	for _, name := range e.messageTypes() {
		v.As, v.Told = "", ""
		if slices.Contains(e.readers.messages, name) {
			v.As, v.Told = "values.readAs", "messages.withRefusal"
		}
		v.codec(m, e.used.of[nil], name)
	}
	if e.hasBatch() {
		v := codecView{Parse: "textAsMessage", Read: "batches.decodeBatch", Write: "batches.encodeBatch", Shell: "table.shell", Exact: e.answering.Exact}
		v.codec(m, e.used.of[nil], "Batch")
	}
}

// A codecPart is what the module has of something that not every protocol has.
type codecPart struct {
	has       bool
	functions []string // the templates of its functions, which have their names
	view      any
	declares  string // the template that declares them
	declared  any    // its view
}

// further are the parts of the module beside the codecs.
func (e *codecs) further() []codecPart {
	d := &declarations{plan: e.plan}
	results := []string{"reply", "fail", "newError", "isResultOf", "readResultOf", "writeResultOf"}
	return []codecPart{
		{e.hasMessages(), []string{"refuse", "refuseUnknown"}, e.answering, "functions of refusals", nil},
		{e.hasMessages() && e.rows.Dialect.Extensions != nil, []string{"newExtension"}, nil, "maker of extensions", d.idMember("id")},
		{e.answers(), results, e.answering, "functions of results", d.resultsView()},
		{e.rows.HasProgress(), []string{"progressOf"}, e.answering, "functions of progress", d.resultsView()},
		{e.rows.ErrorsHaveData(), []string{"readErrorData"}, e.answering, "function of errors", nil},
		{e.rows.MethodsHaveErrorData(), []string{"readErrorDataOf"}, e.answering, "function of error replies", nil},
		{len(e.rows.Registrations) > 0, []string{"readRegistration"}, e.answering, "function of registrations", nil},
	}
}

// declared are the declarations of the module.
func (e *codecs) declared() *module {
	results := []string{"ReadResult"}
	if e.hasMessages() {
		results = []string{"MessageResult", "ReadError", "ReadResult", "Refused"}
	}
	exported := []string{"ReadError", "ReadResult"}
	if e.hasMessages() {
		exported = results
	}
	if e.rows.Tolerant() {
		exported = append([]string{"Dropped"}, exported...)
	}
	m := &module{links: []link{
		{word: "import type", names: results, from: "./runtime/error"},
		typesLink,
		{word: "export", names: []string{"WireError"}, from: "./runtime/error"},
		{word: "export type", names: exported, from: "./runtime/error"},
	}}
	for _, d := range e.proto.Decls {
		m.fill("functions of a type", writtenView{e.types[d], e.inputOf(d)})
	}
	names := e.messageTypes()
	if e.hasBatch() {
		names = append(slices.Clone(names), "Batch")
	}
	for _, name := range names {
		m.fill("functions of a message", writtenView{name, e.inputOfMessage(name)})
	}
	for _, part := range e.further() {
		if part.has {
			m.fill(part.declares, part.declared)
		}
	}
	if e.answers() {
		m.links = append(m.links, link{word: "import type", names: []string{"ErrorName"}, from: "./protocol"})
		m.fill("maker of errors", e.errorMaker(e.rows.ErrorsHaveData()))
	}
	return m
}

// hasExact reports whether some number is an integer whose exact value counts.
func (p *plan) hasExact() bool {
	return slices.ContainsFunc(p.rows.Types, func(t *lower.Type) bool { return t.Scalar != nil && t.Scalar.Kind.Wide() })
}

// readData is the function that reads the data of errors.
func (p *plan) readData() string {
	if p.rows.Dialect.ErrorIdentity == lower.ByDataKind {
		return "readKindData"
	}
	return "readData"
}

// A resultsView declares the functions of results: the members of a request that its
// answer is made from, and its result as it is written.
type resultsView struct {
	ID, IDType, Method, Params string
	FailedMethod               bool // an error response has the method, too
	Result                     string
}

func (e *declarations) resultsView() resultsView {
	n := e.rows.Dialect.NamesOf(lower.RequestShape)
	id := e.idMember(n.ID)
	return resultsView{id.Key, id.Type, key(n.Method), key(n.Params), e.rows.Dialect.NamesOf(lower.ResponseShape).Method != "", e.writtenResult()}
}

// answers reports whether some method has an answer.
func (p *plan) answers() bool {
	return slices.ContainsFunc(p.rows.Calls, func(c lower.Call) bool { return c.Answer != lower.AnswerNone })
}

// whole links modules as a whole.
func (m *module) whole(names ...string) {
	for _, name := range names {
		m.links = append(m.links, link{word: "import", as: name, from: "./" + codecModules[name]})
	}
}
