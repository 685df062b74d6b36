package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
)

// head is the first line of every generated file that can hold a comment.
func (p *plan) head() string {
	return "// " + backend.Head(p.proto)
}

// typesView fills types.d.ts.
type typesView struct {
	Head         string
	Doc          []string
	Declarations []declaration
	Messages     []declaration
	Maps         []declaration
}

func (p *plan) renderTypes(rd *renderer) {
	v := typesView{Head: p.head(), Messages: p.messageDecls(), Maps: p.maps()}
	for _, d := range p.proto.Decls {
		v.Declarations = append(v.Declarations, p.declarations(d)...)
	}
	title := p.proto.Title
	if title == "" {
		title = p.proto.Name
	}
	v.Doc = append([]string{docText(title) + " " + docText(p.proto.Version) + ".", ""}, docs(&model.Meta{Doc: p.proto.Doc})...)
	v.Doc = append(v.Doc, "", "@packageDocumentation")
	rd.module("types.d.ts", v)
}

// guardsView fills guards.js and its declarations.
type guardsView struct {
	Head    string
	Guards  []guardView
	HasDeep bool
	Uses    map[string]bool // helpers that are called
	ID      string
	Null    bool
	Shell   string
	Ignores bool
	Reads   bool // a guard asks the reader
}

// helpers of the guards, in the order in which they stand in the template.
var helpers = []string{
	"odd", "get", "text", "flag", "integer", "present", "nothing", "object", "list", "map", "shallow", "only", "shell", "id", "undeclared", "outcome",
	"unique", "int32", "uint32", "natural", "int64", "uint64", "base64", "uuid", "sized", "matches", "keyed", "closed",
}

func (p *plan) renderGuards(rd *renderer) {
	v := guardsView{Head: p.head(), Uses: map[string]bool{}, ID: p.idGuard(), Shell: p.shellGuard(), Ignores: p.ignores(), Null: p.proto.Dialect.ID.NullOnError}
	for _, d := range p.proto.Decls {
		v.Guards = append(v.Guards, p.guard(d))
	}
	messages := p.messageGuards()
	v.Guards = append(v.Guards, messages...)
	for _, g := range v.Guards {
		v.HasDeep = v.HasDeep || g.Deep
		v.Reads = v.Reads || calls(g.Body, "isNormal")
		for _, h := range helpers {
			if calls(g.Body, h) {
				v.Uses[h] = true
			}
		}
	}
	for _, h := range helpers {
		if len(messages) > 0 && calls(v.Shell, h) {
			v.Uses[h] = true
		}
	}
	if v.Uses["int32"] || v.Uses["uint32"] || v.Uses["natural"] {
		v.Uses["integer"] = true
	}
	if len(messages) > 0 {
		for _, h := range []string{"odd", "integer", "shell", "id", "undeclared", "outcome"} {
			v.Uses[h] = true
		}
	}
	rd.module("guards.js", v)
	rd.module("guards.d.ts", v)
}

// calls reports whether code mentions helper as a name of its own.
func calls(code, helper string) bool {
	for at := 0; ; {
		i := strings.Index(code[at:], helper)
		if i < 0 {
			return false
		}
		at += i
		before, after := byte(' '), byte(' ')
		if at > 0 {
			before = code[at-1]
		}
		if at += len(helper); at < len(code) {
			after = code[at]
		}
		if strings.IndexByte(" (!", before) >= 0 && strings.IndexByte("(),", after) >= 0 {
			return true
		}
	}
}

// codecView fills codec.js, its declarations and table.js.
type codecView struct {
	Head     string
	Types    []string
	Messages []string
	Rows     []row
	Methods  []string
	Dialect  string
	Data     []row // of errors
	Ignores  bool
	Renames  bool // some method is read under older names
	Batch    bool
	Scalars  []scalarWord
}

func (p *plan) renderCodec(rd *renderer) {
	v := codecView{
		Head: p.head(), Messages: p.messageTypes(), Methods: p.methodRows(), Dialect: p.dialect(), Data: p.errorDataRows(),
		Ignores: p.ignores(), Renames: p.renames(), Batch: p.hasBatch(), Scalars: scalarWords(),
	}
	for _, d := range p.proto.Decls {
		v.Types = append(v.Types, p.types[d])
	}
	v.Rows = append(p.tableRows(), p.messageRows()...)
	rd.module("codec.js", v)
	rd.module("codec.d.ts", v)
	rd.module("table.js", v)
	rd.module("runtime/error.d.ts", v)
	runtime := []string{"error", "value", "scalar", "text", "quote", "union", "read", "write"}
	if len(v.Messages) > 0 {
		runtime = append(runtime, "message")
	}
	if v.Ignores {
		runtime = append(runtime, "ignored")
	}
	for _, name := range runtime {
		rd.module("runtime/"+name+".js", v)
	}
}

// packageView fills index.js, package.json and README.md.
type packageView struct {
	Head        string
	Name        string // npm package
	Title       string
	Doc         string
	Protocol    string
	Version     string
	Package     string // package.json, but for its fixed parts
	Example     string // a type for the README
	HasMessages bool
	HasSchema   bool
	HasVectors  bool
	OpenUnion   string
}

func (p *plan) renderPackage(rd *renderer) {
	v := packageView{
		Head: p.head(), Name: p.opts.Package, Title: p.proto.Title, Protocol: p.proto.Name, Version: p.proto.Version,
		Doc: markdown(p.proto.Doc), HasMessages: len(p.proto.Methods) > 0,
		HasSchema: p.given.Schema != nil, HasVectors: p.opts.Vectors,
	}
	if v.Name == "" {
		v.Name = p.proto.Name
	}
	if v.Title == "" {
		v.Title = v.Protocol
	}
	for _, d := range p.proto.Decls {
		if u, ok := d.(*model.Union); ok && p.unknown[u] != "" && v.OpenUnion == "" && len(u.Parts) == 0 {
			v.OpenUnion = p.types[u]
		}
		if v.Example == "" {
			v.Example = p.types[d]
		}
	}
	if v.OpenUnion != "" {
		v.Example = v.OpenUnion
	}
	v.Package = p.packageFields(v.Name)
	v.Title = markdown(v.Title)
	rd.module("index.js", v)
	rd.module("index.d.ts", v)
	rd.file("package.json", v)
	rd.file("README.md", v)
	if v.HasSchema && rd.err == nil {
		var schema []byte
		schema, rd.err = p.given.Schema()
		rd.files = append(rd.files, backend.File{Name: "schema.json", Data: schema})
	}
}

// packageFields are the members of package.json that depend on the spec or the options.
func (p *plan) packageFields(name string) string {
	var b strings.Builder
	member := func(k, v string) { fmt.Fprintf(&b, "  %s: %s,\n", quote(k), model.Quote(v)) }
	member("name", name)
	version := p.opts.Version
	if version == "" {
		version = threeNumbers(p.proto.Version)
	}
	member("version", version)
	if p.opts.Version == "" {
		b.WriteString("  \"private\": true,\n")
	}
	title := p.proto.Title
	if title == "" {
		title = p.proto.Name
	}
	member("description", fmt.Sprintf("%s %s: types, guards, readers and writers", title, p.proto.Version))
	if p.opts.License != "" {
		member("license", p.opts.License)
	}
	if p.opts.Repository != "" {
		fmt.Fprintf(&b, "  \"repository\": { \"type\": \"git\", \"url\": %s },\n", model.Quote(repositoryURL(p.opts.Repository)))
	}
	return b.String()
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
