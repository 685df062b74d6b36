package tsgen

import (
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
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

// emitCodec adds the module with the readers and writers of all types and messages.
func (p *plan) emitCodec(out *output, readers *readers, used pairsUsed) {
	m := &module{}
	batch, data := p.rows.Dialect.Batch != nil, p.rows.ErrorsHaveData()
	m.whole("guards", "table", "values", "scalars", "texts")
	if readers.any() {
		m.whole("readers")
	}
	asked := p.rows.Dialect.NamesOf(lower.RequestShape)
	answers := answersView{
		From: "answers", Writes: used.of[nil].Name(), ReadData: p.readData(),
		Method: property(asked.Method), Params: property(asked.Params), Exact: used.of[nil].exact(),
	}
	messages := "messages"
	if p.rows.Dialect.Named() {
		answers.From, messages = "named", "named"
	}
	if p.hasMessages() {
		m.whole(messages)
	}
	if p.hasMessages() && (answers.From == "answers" || p.answers()) {
		m.whole("answers")
	}
	if p.rows.HasProgress() {
		m.whole("progresses")
	}
	if p.hasExtensions() {
		m.whole("others")
	}
	if batch {
		m.whole("batches")
	}
	if data || p.answers() {
		m.whole("faults")
	}
	if p.hasGroups() {
		m.whole("groups")
	}
	if slices.ContainsFunc(p.rows.Types, func(t *lower.Type) bool { return t.Items == lower.ItemsSkipped }) {
		m.whole("tolerance")
	}
	exact := p.hasExact()
	if exact {
		m.whole("exact")
	}
	if p.rows.Tolerant() {
		m.link("./runtime/quote", "quoteDropped", "quoteIntegers")
	} else {
		m.link("./runtime/quote", "quoteIntegers")
	}
	m.link("./runtime/text", "fromText")
	m.links = append(m.links, link{word: "export", names: []string{"WireError"}, from: "./runtime/error"})

	text := textView{Name: "textAs", Tolerant: p.rows.Tolerant()}
	m.add("text as a type", text)
	if exact {
		m.add("text as a type", textView{"exactTextAs", true, text.Tolerant})
	}
	names := slices.Clone(p.messageTypes())
	if p.hasMessages() {
		m.add("text as a message", answers.Exact)
	}
	sets := map[pairs]bool{}
	for _, d := range p.proto.Decls {
		sets[used.of[d]] = true
	}
	if p.hasMessages() {
		sets[used.of[nil]] = true
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		m.add("pairs", set)
	}
	codec := func(v codecView, set pairs, names ...string) {
		v.Name, v.Writes = anyName, set.Name()
		m.exportEach(names, v, "reader of values", "reader of texts", "writer")
	}
	for _, d := range p.proto.Decls {
		v := codecView{Parse: "textAs", Read: "values.read", Write: "texts.write", Exact: used.of[d].exact()}
		if v.Exact {
			v.Parse = "exactTextAs"
		}
		if readers.made[d] {
			v.As = "values.readAs"
		}
		codec(v, used.of[d], p.types[d])
	}
	v := codecView{Parse: "textAsMessage", Read: messages + ".decodeMessage", Write: messages + ".encodeMessage", Exact: answers.Exact}
	if !p.rows.Dialect.Named() {
		v.Shell = "table.shell"
	}
	for _, name := range names {
		v.As, v.Told = "", ""
		if slices.Contains(readers.messages, name) {
			v.As = "values.readAs"
			v.Told = "messages.withRefusal"
		}
		codec(v, used.of[nil], name)
	}
	if batch {
		codec(codecView{Parse: "textAsMessage", Read: "batches.decodeBatch", Write: "batches.encodeBatch", Shell: "table.shell", Exact: answers.Exact}, used.of[nil], "Batch")
		names = append(names, "Batch")
	}
	if p.hasMessages() {
		m.export("refuse", answers)
		m.export("refuseUnknown", answers)
		if p.rows.Dialect.Extensions != nil {
			m.export("newExtension", nil)
		}
		for _, name := range p.resultFunctions() {
			m.export(name, answers)
		}
		if p.rows.HasProgress() {
			m.export("progressOf", answers)
		}
	}
	if data {
		m.export("readErrorData", answers)
	}
	if p.rows.MethodsHaveErrorData() {
		m.export("readErrorDataOf", answers)
	}
	if len(p.rows.Registrations) > 0 {
		m.export("readRegistration", answers)
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
	for _, t := range p.proto.Decls {
		d.fill("functions of a type", writtenView{p.types[t], p.inputOf(t)})
	}
	for _, name := range names {
		d.fill("functions of a message", writtenView{name, p.inputOfMessage(name)})
	}
	if p.hasMessages() {
		d.fill("functions of refusals", nil)
		if p.rows.Dialect.Extensions != nil {
			d.fill("maker of extensions", (&declarations{plan: p}).idMember("id"))
		}
		if p.answers() {
			d.fill("functions of results", (&declarations{plan: p}).resultsView())
		}
		if p.rows.HasProgress() {
			d.fill("functions of progress", (&declarations{plan: p}).resultsView())
		}
	}
	if data {
		d.fill("function of errors", nil)
	}
	if p.rows.MethodsHaveErrorData() {
		d.fill("function of error replies", nil)
	}
	if len(p.rows.Registrations) > 0 {
		d.fill("function of registrations", nil)
	}
	if p.answers() {
		d.links = append(d.links, link{word: "import type", names: []string{"ErrorName"}, from: "./protocol"})
		d.fill("maker of errors", p.errorMaker(data))
	}
	out.declarations("codec", d)
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

// resultFunctions are the functions for the results of methods.
func (p *plan) resultFunctions() []string {
	if !p.answers() {
		return nil
	}
	return []string{"reply", "fail", "newError", "isResultOf", "readResultOf", "writeResultOf"}
}

// whole links modules as a whole.
func (m *module) whole(names ...string) {
	for _, name := range names {
		m.links = append(m.links, link{word: "import", as: name, from: "./" + codecModules[name]})
	}
}
