// Package imports makes a spec of a protocol that another format describes. It applies the
// decisions of people, gives a draft to the reader and the checker of specs, repairs what they
// refuse in ways that it reports, and proves that the spec accepts what the source accepts. It
// reads and writes no files.
package imports

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/jsonschema"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/metamodel"
	"github.com/wiregen/wiregen/internal/frontend/prove"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Options say how to import.
type Options struct {
	Faithful  bool       // readers refuse what the source refuses
	Decisions *Decisions // or nil
	// Free allows any value where a decision gives a type, for comparing a spec with its source.
	Free    bool
	Adopted bool         // the spec does not name places of the source
	Stale   *diag.Report // collects stale decisions, if they are not errors of the import
	// Read makes the tree of a spec, with pins for the targets.
	Read func(f *source.File, root *syntax.Node, r *diag.Report) *syntax.Spec
	// Check checks a spec for all targets.
	Check func(spec *syntax.Spec, r *diag.Report) *model.Protocol
}

// A Result is an imported spec.
type Result struct {
	Text      []byte // the spec as YAML, in the canonical layout
	Protocol  *model.Protocol
	Spec      *draft.Spec
	Questions []*draft.Question // those that no decision answers
	Answered  int               // how many decisions answer a question
	Notes     []*draft.Note
	Left      []string // definitions that are not in the spec
	Documents []prove.Document
}

// maxRounds bounds how often a spec is repaired.
const maxRounds = 40

// Run imports the files of a source. The result is nil if r has errors.
func Run(files []*source.File, o Options, r *diag.Report) *Result {
	read, docs := readSource(files, o.Faithful, r)
	if read == nil || !r.OK() {
		return nil
	}
	x := &importer{Options: o, report: r, read: read, spec: read.Spec, files: files, answered: map[*draft.Question]bool{}}
	if x.stale = o.Stale; x.stale == nil {
		x.stale = r
	}
	x.spec.Adopted = o.Adopted
	x.sections()
	x.spec.Settle()
	x.named = x.spec.Elements()
	for _, q := range read.Questions {
		if e := x.named[q.At]; e != nil {
			q.Was = e.Summary() // with the names that inline types have got
		}
	}
	if x.decide(); !r.OK() {
		return nil
	}
	x.gates()
	x.spec.Sections = x.top.Pairs
	p := x.settle()
	if p == nil {
		return nil
	}
	out := &Result{Protocol: p, Spec: x.spec, Notes: x.allNotes(), Left: read.Left, Documents: docs}
	out.Questions, out.Answered = x.unanswered()
	if out.Text = x.text(); out.Text == nil {
		return nil
	}
	return out
}

// readSource reads files in the format that they have, and as values, for the comparison with the
// spec.
func readSource(files []*source.File, faithful bool, r *diag.Report) (*draft.Source, []prove.Document) {
	var roots []*jsonschema.File
	for _, f := range files {
		root := syntax.ReadJSON(f, r)
		if root == nil {
			return nil, nil
		}
		if metamodel.Is(root) {
			if len(files) > 1 {
				r.Add(diag.ImportSchema, source.Span{File: f, End: 1}, "a file of this format is a whole source").WithHelp("import it by itself")
				return nil, nil
			}
			return metamodel.Read(root, faithful, r), []prove.Document{{Value: metamodel.Value(root), Format: prove.MetaModel}}
		}
		roots = append(roots, &jsonschema.File{Source: f, Root: root})
	}
	read := jsonschema.Read(roots, faithful, r)
	if read == nil {
		return nil, nil
	}
	var docs []prove.Document
	for _, f := range read.Files {
		docs = append(docs, prove.Document{Prefix: f.Prefix, Value: jsonschema.Value(f.Root)})
	}
	return &draft.Source{Spec: read.Spec, Questions: read.Questions, Title: read.Title, Roles: read.Roles, Left: read.Left, Notes: read.Notes}, docs
}

// gates takes the capabilities of methods out of a spec that does not say where peers tell them.
func (x *importer) gates() {
	if slices.ContainsFunc(x.top.Pairs, func(p syntax.Pair) bool { return p.Key.Text == "capabilities" }) {
		return
	}
	for _, m := range x.spec.Methods {
		if m.Gate != "" {
			m.Gate = ""
			x.note(m.Place, "its capability is not said in the spec, which has no capabilities")
		}
	}
}

// An importer imports one source.
type importer struct {
	Options
	report  *diag.Report
	read    *draft.Source
	spec    *draft.Spec
	notes   []*draft.Note
	files   []*source.File
	written *draft.Written
	top     syntax.Node // the sections of the spec, as a map

	named    map[string]draft.Element // before decisions
	weakened map[*draft.Type]bool     // in this round
	stale    *diag.Report             // what is reported about decisions
	answered map[*draft.Question]bool
}

func (x *importer) allNotes() []*draft.Note { return slices.Concat(x.read.Notes(), x.notes) }

// sections adds the top-level keys of the spec that are not types or methods.
func (x *importer) sections() {
	at := x.spec.Span
	word := func(text string) *syntax.Node { return &syntax.Node{Kind: syntax.Scalar, Span: at, Text: text} }
	quoted := func(text string) *syntax.Node {
		return &syntax.Node{Kind: syntax.Scalar, Span: at, Text: text, Quoted: true}
	}
	mapping := func(pairs ...syntax.Pair) *syntax.Node {
		return &syntax.Node{Kind: syntax.Map, Span: at, Pairs: pairs}
	}
	add := func(key string, value *syntax.Node) {
		x.top.Pairs = append(x.top.Pairs, syntax.Pair{Key: word(key), Value: value})
	}
	name := names.Kebab(x.read.Title)
	if name == "" {
		base, _, _ := strings.Cut(x.files[0].Name[strings.LastIndexByte(x.files[0].Name, '/')+1:], ".")
		name = names.Kebab(base)
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "imported"
	}
	protocol := mapping(syntax.Pair{Key: word("name"), Value: word(name)}, syntax.Pair{Key: word("version"), Value: quoted(cmp.Or(x.read.Version, "1"))})
	if len(x.read.Versions) > 1 {
		versions := &syntax.Node{Kind: syntax.List, Span: at, Flow: true}
		for _, v := range x.read.Versions {
			versions.Items = append(versions.Items, quoted(v))
		}
		protocol.Pairs = append(protocol.Pairs, syntax.Pair{Key: word("versions"), Value: versions})
	}
	add("protocol", protocol)
	if len(x.read.Roles) > 0 {
		roles := &syntax.Node{Kind: syntax.List, Span: at, Flow: true}
		for _, role := range x.read.Roles {
			roles.Items = append(roles.Items, word(role))
		}
		add("roles", roles)
	}
	open := []syntax.Pair{{Key: word("unknown"), Value: word("keep")}, {Key: word("enums"), Value: word("open")}, {Key: word("bad_items"), Value: word("skip")}}
	if x.Faithful {
		open = []syntax.Pair{{Key: word("unknown"), Value: word("reject")}}
	}
	add("defaults", mapping(open...))
}

// settle repairs the spec until it is valid. It returns nil, and reports why, if it cannot.
func (x *importer) settle() *model.Protocol {
	var r *diag.Report
	for range maxRounds {
		x.spec.Settle()
		x.weakened = map[*draft.Type]bool{}
		x.written = x.spec.Node()
		r = &diag.Report{}
		tree := x.Read(x.files[0], x.written.Root, r)
		var p *model.Protocol
		if r.OK() && tree != nil {
			p = x.Check(tree, r)
		}
		if r.OK() && p != nil {
			return p
		}
		changed := false
		for _, d := range r.All() {
			if d.Severity == diag.Error && x.repair(d) {
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	x.report.Merge(r)
	return nil
}

// text is the spec as YAML. It is nil, and an error is reported, if YAML does not have it: its keys
// have a greatest length, and values become keys.
func (x *importer) text() []byte {
	var r diag.Report
	f := source.NewFile("spec.yaml", layout.Print(x.written.Root))
	out := layout.Format(f, &r)
	if out == nil {
		x.report.Add(diag.ImportSchema, x.spec.Span, "the spec of this source cannot be written: "+r.All()[0].Message).WithHelp("shorten the names and values of the schema")
	}
	return out
}
