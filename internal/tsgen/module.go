package tsgen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// head is the first line of every generated file that can hold a comment.
func (p *plan) head() string {
	return "// " + backend.Head(p.proto)
}

// typesView fills types.d.ts.
type typesView struct {
	Head           string
	Doc            []string
	Declarations   []declaration
	Messages       []declaration
	UnknownMessage declaration
	Ignores, Batch bool
	Maps           []declaration
}

func (p *plan) renderTypes(rd *renderer) {
	v := typesView{Head: p.head(), Messages: p.messageDecls(), Ignores: p.rows.Dialect.Ignores, Batch: p.rows.Dialect.Batch != nil, Maps: p.maps()}
	if p.hasMessages() {
		v.UnknownMessage = p.unknownMessageDecl()
	}
	for _, d := range p.proto.Decls {
		v.Declarations = append(v.Declarations, p.declarations(d)...)
	}
	v.Doc = append([]string{docText(p.title()) + " " + docText(p.proto.Version) + ".", ""}, docs(&model.Meta{Doc: p.proto.Doc})...)
	v.Doc = append(v.Doc, "", "@packageDocumentation")
	rd.module("types.d.ts", v)
}

// title is what people call the protocol.
func (p *plan) title() string { return cmp.Or(p.proto.Title, p.proto.Name) }

// A codeView fills the modules with guards, readers and writers.
type codeView struct {
	Head     string
	Types    []string
	Messages []string // those that have readers; none without methods

	Guards []guardView // of the types
	Shell  string      // the body of the guard of any message
	ID     string      // what holds of an id v
	Body   string      // all guards

	Rows    []row // of the types
	Data    []row // of errors
	Scalars []scalarWord

	// The messages, where there are methods.
	Calls   []callView
	Sides   []sideView
	Members string // further ones of every message, as the table has them
	Dialect *lower.Dialect
	Ignores bool // some are accepted and mean nothing
	Batch   *lower.Batch
}

// renderCode writes the guards, the readers and writers, and what they need.
func (p *plan) renderCode(rd *renderer) {
	v := codeView{
		Head: p.head(), Types: each(p.proto.Decls, func(d model.Decl) string { return p.types[d] }), Messages: p.messageTypes(),
		Rows: p.tableRows(), Data: p.errorDataRows(), Scalars: scalarWords(), Dialect: &p.rows.Dialect,
	}
	for _, d := range p.proto.Decls {
		v.Guards = append(v.Guards, p.guard(d))
	}
	runtime := []string{"error", "value", "scalar", "text", "quote", "union", "read", "write"}
	if p.hasMessages() {
		v.Calls, v.Shell, v.ID = p.callViews(), p.shellGuard(), p.idGuard()
		v.Sides = []sideView{v.side(p.sides[0], sides[0]), v.side(p.sides[1], sides[1])}
		v.Members, v.Ignores, v.Batch = p.furtherMembers(), v.Dialect.Ignores, v.Dialect.Batch
		runtime = append(runtime, "message")
	}
	if v.Ignores {
		runtime = append(runtime, "ignored")
	}
	v.Body = part("guards", v)
	for _, name := range []string{"guards.js", "guards.d.ts", "codec.js", "codec.d.ts", "table.js", "runtime/error.d.ts"} {
		rd.module(name, v)
	}
	for _, name := range runtime {
		rd.module("runtime/"+name+".js", v)
	}
}

// Guarded are the names of all that has a guard.
func (v codeView) Guarded() []string {
	out := slices.Concat(v.Types, v.Messages)
	if v.Ignores {
		out = append(out, "IgnoredMessage")
	}
	if v.Batch != nil {
		out = append(out, "Batch")
	}
	return out
}

// names are those under which some calls are read.
func (v codeView) names(of func(callView) bool) []string {
	var out []string
	for _, c := range v.Calls {
		if of(c) {
			out = append(append(out, c.Method), c.Was...)
		}
	}
	return out
}

// Requests are the names under which requests are read.
func (v codeView) Requests() []string {
	return v.names(func(c callView) bool { return !c.Notifies() })
}

// Notifications are the names under which notifications are read.
func (v codeView) Notifications() []string { return v.names(callView.Notifies) }

// Renames reports whether some method is read under older names.
func (v codeView) Renames() bool {
	return slices.ContainsFunc(v.Calls, func(c callView) bool { return len(c.Was) > 0 })
}

// Uses reports whether some guard calls a helper.
func (v codeView) Uses(helper string) bool { return calls(v.Body, helper) }

// calls reports whether code mentions helper as a name of its own.
func calls(code, helper string) bool {
	for _, before := range " (!" {
		for _, after := range "()," {
			if strings.Contains(code, string(before)+helper+string(after)) {
				return true
			}
		}
	}
	return false
}

// packageView fills index.js, package.json and README.md.
type packageView struct {
	Head        string
	Opts        Backend
	Version     string // of the protocol
	Doc         string
	Name        string // on npm
	Title       string
	Number      string // the version on npm
	Repository  string
	Example     string // a type for the README
	HasMessages bool
	HasSchema   bool
	OpenUnion   string
}

func (p *plan) renderPackage(rd *renderer) {
	v := packageView{
		Head: p.head(), Opts: p.opts, Version: p.proto.Version, Doc: markdown(p.proto.Doc), Name: cmp.Or(p.opts.Package, p.proto.Name), Title: p.title(),
		Number: cmp.Or(p.opts.Version, threeNumbers(p.proto.Version)), Repository: repositoryURL(p.opts.Repository),
		HasMessages: p.hasMessages(), HasSchema: p.given.Schema != nil,
	}
	for _, t := range p.rows.Types {
		if t.Union != nil && p.unknown[t.Union.Of] != "" && len(t.Union.Parts) == 0 {
			v.OpenUnion = cmp.Or(v.OpenUnion, p.types[t.Union.Of])
		}
	}
	if v.Example = v.OpenUnion; v.Example == "" && len(p.proto.Decls) > 0 {
		v.Example = p.types[p.proto.Decls[0]]
	}
	rd.module("index.js", v)
	rd.module("index.d.ts", v)
	rd.file("package.json", v)
	rd.file("README.md", v)
	if v.HasSchema {
		rd.made("schema.json", p.given.Schema)
	}
}

// repositoryURL is the form that npm keeps: git+https://….git.
func repositoryURL(url string) string {
	if !strings.HasPrefix(url, "https://") {
		return url
	}
	return "git+" + strings.TrimSuffix(strings.TrimSuffix(url, "/"), ".git") + ".git"
}

// threeNumbers pads or cuts a protocol's version to the three numbers that npm
// asks for: 1.10 is 1.10.0. What is no number counts as 0.
func threeNumbers(version string) string {
	parts := strings.FieldsFunc(version, func(r rune) bool { return r == '.' || r == '-' || r == '+' })
	out := []string{"0", "0", "0"}
	for i := range out {
		if i < len(parts) && strings.Trim(parts[i], "0123456789") == "" {
			out[i] = strings.TrimLeft(parts[i], "0")
		}
		if out[i] == "" {
			out[i] = "0"
		}
	}
	return strings.Join(out, ".")
}

// markdown makes text of a spec harmless in Markdown: no HTML, no fences.
func markdown(s string) string {
	s = strings.NewReplacer(`\/`, "/", `\@`, "@").Replace(docText(strings.TrimSpace(s)))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", "```", "'''").Replace(s)
}
