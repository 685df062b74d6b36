package tsgen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A codecView is the reader and writer of one type, message or batch.
type codecView struct {
	Name                  string
	FromText, Read, Write string // the functions that read texts and values, and write values
	Forms                 string // the constant with the forms of its values
	As                    string // the function that reads with a reader; "" for a guard
	Shell                 string // what the writer of messages needs of the dialect; or ""
	Told                  string // the function for what else its result tells; or ""
	Exact                 bool   // the exact values of numbers count
}

// A writtenView declares the functions of a type, whose writer takes another one.
type writtenView struct{ Name, Input string }

// An answersView fills the functions that answer messages and read what they preserve.
type answersView struct {
	From           string // the module that has them
	Forms          string // the constant with the forms of results
	ReadData       string // the function that reads the data of errors
	Method, Params string // members of a request, as JavaScript accesses them
	Exact          bool   // the exact values of numbers count
	Registration   string // the function that reads the options of a registration
}

// The modules that the codec and connections use as a whole, by the names that they have there. A name
// of a single function could be that of a type's: read with the type Struct behind it.
var codecModules = map[string]string{
	"codec": "codec", "guards": "guards", "readers": "readers", "table": "table", "values": "runtime/read", "scalars": "runtime/scalar", "texts": "runtime/write",
	"messages": "runtime/message", "named": "runtime/named", "faults": "runtime/fault", "groups": "runtime/group", "batches": "runtime/batch", "answers": "runtime/answer",
	"progresses": "runtime/progress", "exact": "runtime/exact", "others": "runtime/extension",
	"secrets": "runtime/secret",
}

// A textView is the function that reads the texts of types, messages or batches.
type textView struct {
	Name            string
	ByTable         string // the function that reads values by the table
	Exact, Tolerant bool
	Refuses         bool // its result tells why a message is refused
}

// messageForms is the constant with the forms of messages.
const messageForms = "messageForms"

// codecs emit the module with the readers and writers of all types and messages.
type codecs struct {
	*plan
	readers   *readers
	used      formsUsed
	messages  string // the module of the runtime that reads and writes messages
	answering answersView
}

// emitCodec adds the module with the readers and writers of all types and messages.
func (p *plan) emitCodec(out *output, readers *readers, used formsUsed) {
	asked := p.rows.Dialect.NamesOf(lower.RequestShape)
	e := &codecs{p, readers, used, "messages", answersView{
		From: "answers", Forms: messageForms, ReadData: p.readData(),
		Method: property(asked.Method), Params: property(asked.Params), Exact: used.of[nil].exact(), Registration: p.yielded("Registration"),
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
	m.link("./runtime/weight", "weighing")
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
	used := e.used.of[nil]
	for _, forms := range e.used.of {
		used |= forms
	}
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
		{e.hasExact(), "exact"},
		{used&formOfReader("readSecret") != 0, "secrets"},
	} {
		if x.has {
			names = append(names, x.name)
		}
	}
	return names
}

func (e *codecs) hasBatch() bool { return e.rows.Dialect.Batch != nil }

// shared adds what the codecs of several types share: what reads texts, and the forms of
// values.
func (e *codecs) shared(m *module) {
	object, array := e.rows.Burden()
	m.add("burden", struct {
		Object, Array int
		Most          int64
	}{object, array, e.rows.Dialect.MaxWeight})
	text := textView{Name: "valueFromText", ByTable: "values.read", Tolerant: e.rows.Tolerant()}
	m.add("from a text", text)
	if e.hasExact() {
		text.Name, text.Exact = "exactValueFromText", true
		m.add("from a text", text)
	}
	var used formSet
	for _, d := range e.proto.Decls {
		used |= e.used.of[d]
	}
	if e.hasMessages() {
		text.Exact, text.Refuses = e.answering.Exact, true
		text.Name, text.ByTable = "messageFromText", e.messages+".decodeMessage"
		m.add("from a text", text)
		used |= e.used.of[nil]
	}
	if e.hasBatch() {
		text.Name, text.ByTable = "batchFromText", "batches.decodeBatch"
		m.add("from a text", text)
	}
	m.add("forms", used.list())
	if e.hasMessages() {
		m.add("forms of a type", e.used.of[nil].constant(messageForms))
	}
}

// constant declares a constant with the forms of a type.
func (s formSet) constant(name string) string {
	e := listed(backend.Atoms(each(s.list(), form.Name)))
	e.Before, e.After = "const "+name+" = /* @__PURE__ */ new Map(", ");"
	return inModules.Lay(e, "", "")
}

// codec adds the reader and the writer of a type, messages or a batch.
func (v codecView) codec(m *module, name string) {
	v.Name = name
	for _, template := range []string{"reader of values", "reader of texts", "writer"} {
		m.export(template, v)
	}
}

func (e *codecs) codecOfType(m *module, d model.Decl) {
	name, used := e.types[d], e.used.of[d]
	v := codecView{FromText: "valueFromText", Read: "values.read", Write: "texts.write", Forms: "formsOf" + name, Exact: used.exact()}
	if v.Exact {
		v.FromText = "exactValueFromText"
	}
	if e.readers.made[d] && !model.Hidden(d) {
		v.As = "values.readAs"
	}
	m.add("forms of a type", used.constant(v.Forms))
	v.codec(m, name)
}

func (e *codecs) codecsOfMessages(m *module) {
	v := codecView{
		FromText: "messageFromText", Read: e.messages + ".decodeMessage", Write: e.messages + ".encodeMessage",
		Forms: messageForms, Exact: e.answering.Exact,
	}
	if !e.rows.Dialect.Named() {
		v.Shell = "table.shell"
	}
	for _, name := range e.messageTypes() {
		v.As, v.Told = "", ""
		if slices.Contains(e.readers.messages, name) {
			v.As, v.Told = "values.readAs", "messages.withRefusal"
		}
		v.codec(m, name)
	}
	if e.hasBatch() {
		v := codecView{
			FromText: "batchFromText", Read: "batches.decodeBatch", Write: "batches.encodeBatch",
			Forms: messageForms, Shell: "table.shell", Exact: e.answering.Exact,
		}
		v.codec(m, "Batch")
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
		{len(e.rows.Registrations) > 0, []string{"readRegistration"}, e.answering, "function of registrations", e.yielded("Registration")},
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
