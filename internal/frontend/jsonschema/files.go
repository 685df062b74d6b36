// Package jsonschema reads JSON Schema of draft 7, 2019-09 and 2020-12 as a draft of a spec. It
// recognizes what generators write by what a schema contains, and not by the name of a
// generator or a protocol. It reads nothing but the files that it is given.
package jsonschema

import (
	"fmt"
	"path"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A Result is what a source says.
type Result struct {
	Spec      *draft.Spec
	Questions []*draft.Question
	Title     string // of the source, or ""
	Roles     []string
	Files     []*File // those with schemas
	// Left are the definitions that are not in the spec: messages of JSON-RPC itself, and
	// lists of all messages.
	Left []string

	reader *reader
}

// Notes are what the spec says otherwise than the source. Weaker types have more of them.
func (r *Result) Notes() []*draft.Note { return r.reader.notes }

// A File is a file with a schema, or with tables of methods.
type File struct {
	Source *source.File
	Root   *syntax.Node
	Prefix string // of pointers into it: "" for the first file
	old    bool   // draft 7: keywords beside $ref do not count
}

// A schema is a schema at a place.
type schema struct {
	n    *syntax.Node
	at   string // its pointer
	file *File
}

func (s schema) place() draft.Place { return draft.Place{Pointer: s.at, Span: s.n.Span} }

// get is the value of a keyword, or nil.
func (s schema) get(key string) *syntax.Node {
	if s.n == nil || s.n.Kind != syntax.Map {
		return nil
	}
	for _, p := range s.n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// sub is the schema under a keyword; ok is false if there is none.
func (s schema) sub(key string) (schema, bool) {
	n := s.get(key)
	if n == nil || !isSchema(n) {
		return schema{}, false
	}
	return schema{n, s.at + "/" + escape(key), s.file}, true
}

// list are the schemas in the list under a keyword.
func (s schema) list(key string) []schema {
	n := s.get(key)
	if n == nil || n.Kind != syntax.List {
		return nil
	}
	out := make([]schema, 0, len(n.Items))
	for i, item := range n.Items {
		out = append(out, schema{item, fmt.Sprintf("%s/%s/%d", s.at, escape(key), i), s.file})
	}
	return out
}

// A named is a schema in a map, with its key.
type named struct {
	key *syntax.Node
	schema
}

// each are the schemas in the map under a keyword.
func (s schema) each(key string) []named {
	n := s.get(key)
	if n == nil || n.Kind != syntax.Map {
		return nil
	}
	out := make([]named, 0, len(n.Pairs))
	for _, p := range n.Pairs {
		out = append(out, named{p.Key, schema{p.Value, s.at + "/" + escape(key) + "/" + escape(p.Key.Text), s.file}})
	}
	return out
}

// text is the string under a keyword, or "".
func (s schema) text(key string) string {
	if n := s.get(key); n != nil && n.Kind == syntax.Scalar && n.Quoted {
		return n.Text
	}
	return ""
}

// says reports whether the keyword is true.
func (s schema) says(key string) bool { return isWord(s.get(key), "true") }

func isWord(n *syntax.Node, word string) bool {
	return n != nil && n.Kind == syntax.Scalar && !n.Quoted && n.Text == word
}

func isSchema(n *syntax.Node) bool {
	return n.Kind == syntax.Map || isWord(n, "true") || isWord(n, "false")
}

func escape(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

// definitions are the keywords that have named schemas.
var definitions = []string{"$defs", "definitions"}

// A reader reads the files of one source.
type reader struct {
	report *diag.Report
	files  []*File
	decls  map[string]*draft.Decl // by pointer
	taken  map[string]bool        // names of declarations
	where  map[*draft.Decl]schema
	byID   map[string]schema // by $id and $anchor
	spec   *draft.Spec
	notes  []*draft.Note
	asked  []*draft.Question
	flats  map[string]*flat // of whole schemas, by pointer
	inner  []innerUnion
	// combining has what is put together at the moment, by the pointers of its schemas, and the
	// declaration of what contains itself.
	combining map[string]*draft.Decl
	opening   map[string]bool // the unions whose arms are read in the place of an arm
	open      int             // how deep the schema is that is read
	tables    tables
}

// Read reads the files of a source, of which the first has the schema. Readers of a faithful
// spec refuse what the source refuses. Faults are added to r.
func Read(files []*File, faithful bool, r *diag.Report) *Result {
	x := &reader{
		report: r, decls: map[string]*draft.Decl{}, taken: map[string]bool{}, where: map[*draft.Decl]schema{},
		byID: map[string]schema{}, combining: map[string]*draft.Decl{}, opening: map[string]bool{}, flats: map[string]*flat{}, spec: &draft.Spec{Faithful: faithful},
	}
	for _, word := range draft.ReservedTypes() {
		x.taken[word] = true
	}
	for _, f := range files {
		if f.Root.Kind != syntax.Map {
			r.Add(diag.ImportSchema, head(f.Root.Span), "a schema, or a table of methods, is an object").WithHelp("name a file with one")
			return nil
		}
		if x.table(f) {
			continue
		}
		if x.longKeys(f.Root); !r.OK() {
			return nil
		}
		bundled(f.Root)
		if len(x.files) > 0 {
			f.Prefix = path.Base(f.Source.Name)
		}
		f.old = strings.Contains(schema{n: f.Root}.text("$schema"), "draft-07") || strings.Contains(schema{n: f.Root}.text("$schema"), "draft-04") ||
			strings.Contains(schema{n: f.Root}.text("$schema"), "draft-06")
		x.files = append(x.files, f)
	}
	if len(x.files) == 0 {
		r.Add(diag.ImportSchema, head(files[0].Root.Span), "there is no schema in the files").WithHelp("name the file with the schema first")
		return nil
	}
	x.spec.Place = draft.Place{Span: head(x.files[0].Root.Span)}
	for _, f := range x.files {
		x.declareAll(f)
	}
	if len(x.spec.Types) == 0 {
		r.Add(diag.ImportSchema, x.spec.Span, "there is no type in this file").
			WithHelp(`put the schemas under $defs, each under its name: {"$defs": {"Task": {"type": "object", …}}}`)
		return nil
	}
	for _, d := range x.spec.Types {
		x.fill(d)
	}
	x.settleInner()
	out := &Result{Spec: x.spec, Title: x.root().text("title"), Files: x.files, reader: x}
	x.methods(out)
	out.Questions = x.asked
	return out
}

func (x *reader) root() schema {
	return schema{x.files[0].Root, x.files[0].Prefix + "#", x.files[0]}
}

// head is the first character of a span.
func head(s source.Span) source.Span {
	s.End = min(s.Start+1, s.End)
	return s
}

// declareAll declares the definitions of a file, and its root if that is a type.
func (x *reader) declareAll(f *File) {
	root := schema{f.Root, f.Prefix + "#", f}
	x.sound(root)
	x.identify(root, 0)
	for _, key := range definitions {
		x.declareIn(root, key)
	}
	if registers(root) {
		x.declareIn(root, registry)
	}
	if constrains(root) {
		name := root.text("title")
		if name == "" {
			name, _, _ = strings.Cut(path.Base(f.Source.Name), ".")
		}
		x.declare(root, name)
	}
}

// declareIn declares the schemas of a map of definitions. One without keywords of schemas is a
// map of definitions itself.
func (x *reader) declareIn(s schema, key string) {
	for _, d := range s.each(key) {
		if d.n.Kind == syntax.Map && len(d.n.Pairs) > 0 && isGroup(d.schema) {
			group := schema{s.get(key), s.at + "/" + escape(key), s.file}
			x.declareIn(group, d.key.Text)
			continue
		}
		x.declare(d.schema, d.key.Text)
	}
}

func isGroup(s schema) bool {
	for _, p := range s.n.Pairs {
		if keywords[p.Key.Text] != 0 || p.Value.Kind != syntax.Map || strings.HasPrefix(p.Key.Text, "x-") {
			return false
		}
	}
	return true
}

// declare declares the schema at a place under a name like the given one.
func (x *reader) declare(s schema, name string) *draft.Decl {
	if d := x.decls[s.at]; d != nil {
		return d
	}
	d := &draft.Decl{Place: s.place(), Name: draft.Unique(x.taken, draft.TypeName(name))}
	x.decls[s.at] = d
	x.where[d] = s
	x.spec.Types = append(x.spec.Types, d)
	return d
}

// identify collects the identifiers of schemas, so that references may use them.
func (x *reader) identify(s schema, depth int) {
	if s.n.Kind != syntax.Map || depth > 100 {
		return
	}
	if id := s.text("$id"); id != "" {
		x.byID[strings.TrimSuffix(id, "#")] = s
	}
	if anchor := s.text("$anchor"); anchor != "" {
		x.byID[s.file.Prefix+"#"+anchor] = s
	}
	for _, p := range s.n.Pairs {
		inner := schema{p.Value, s.at + "/" + escape(p.Key.Text), s.file}
		switch {
		case isValue(p.Key.Text):
		case p.Value.Kind == syntax.Map:
			x.identify(inner, depth+1)
		case p.Value.Kind == syntax.List:
			for i, item := range p.Value.Items {
				x.identify(schema{item, fmt.Sprintf("%s/%d", inner.at, i), s.file}, depth+1)
			}
		}
	}
}

// resolve follows a reference. It adds a diagnostic if it leads nowhere.
func (x *reader) resolve(s schema) (schema, bool) {
	n := s.get("$ref")
	ref := n.Text
	fail := func(why, help string) (schema, bool) {
		x.report.Add(diag.ImportSchema, n.Span, fmt.Sprintf("the reference %q %s", ref, why)).WithHelp(help)
		return schema{}, false
	}
	base, fragment, _ := strings.Cut(ref, "#")
	at := schema{s.file.Root, s.file.Prefix + "#", s.file}
	if base != "" {
		found, ok := x.file(base)
		if !ok {
			return fail("leads to another file, and nothing is read from there", "bundle the schema, or name that file on the command line as well")
		}
		at = found
	}
	if fragment == "" {
		return at, true
	}
	if !strings.HasPrefix(fragment, "/") {
		if found, ok := x.byID[at.file.Prefix+"#"+fragment]; ok {
			return found, true
		}
		return fail("has an unknown anchor", "correct it")
	}
	for _, step := range strings.Split(fragment[1:], "/") {
		step = unescape(step)
		var next *syntax.Node
		switch at.n.Kind {
		case syntax.Map:
			next = at.get(step)
		case syntax.List:
			for i, item := range at.n.Items {
				if fmt.Sprint(i) == step {
					next = item
				}
			}
		}
		if next == nil {
			return fail("leads nowhere", "correct it, or add what is missing")
		}
		at = schema{next, at.at + "/" + escape(step), at.file}
	}
	if !isSchema(at.n) {
		return fail("leads to something that is not a schema", "correct it")
	}
	return at, true
}

// file is the schema that a reference names before its fragment: one of the files, by its $id
// or its name.
func (x *reader) file(base string) (schema, bool) {
	if found, ok := x.byID[base]; ok {
		return found, true
	}
	for _, f := range x.files {
		root := schema{f.Root, f.Prefix + "#", f}
		if path.Base(f.Source.Name) == strings.TrimPrefix(base, "./") {
			return root, true
		}
		if id := root.text("$id"); id != "" && strings.HasSuffix(id, "/"+strings.TrimPrefix(base, "./")) {
			return root, true
		}
	}
	return schema{}, false
}

func unescape(step string) string {
	if strings.Contains(step, "%") {
		step = percent(step)
	}
	if !strings.Contains(step, "~") {
		return step
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
}
