package tsgen

import (
	"cmp"
	"strings"

	inmarkdown "github.com/wiregen/wiregen/internal/markdown"
)

// packageView fills package.json and README.md.
type packageView struct {
	Opts        Backend
	Version     string // of the protocol
	Doc         string
	Name        string // on npm
	Title       string
	Number      string // the version on npm
	Repository  string
	Example     string // a type for the README
	HasMessages bool
	Modules     []string // that can be imported by themselves, besides the types
	Named       bool     // shapes name the members of their messages
	HasSchema   bool
	OpenUnion   string
	Redacted    string // a type of which not everything may be printed; or ""
}

func (p *plan) emitPackage(out *output) {
	v := packageView{
		Opts: p.opts, Version: p.proto.Version, Doc: markdown(p.proto.Doc), Name: cmp.Or(p.opts.Package, p.proto.Name), Title: p.title(),
		Number: cmp.Or(p.opts.Version, threeNumbers(p.proto.Version)), Repository: repositoryURL(p.opts.Repository),
		Modules:     []string{"guards"},
		HasMessages: p.hasMessages(), Named: p.rows.Dialect.Named(), HasSchema: p.given.Schema != nil,
	}
	for _, t := range p.rows.Types {
		if t.Union != nil && p.unknown[t.Union.Of] != "" && len(t.Union.Parts) == 0 {
			v.OpenUnion = cmp.Or(v.OpenUnion, p.types[t.Union.Of])
		}
	}
	if v.Example = v.OpenUnion; v.Example == "" && len(p.proto.Decls) > 0 {
		v.Example = p.types[p.proto.Decls[0]]
	}
	parts := []string{"./guards", "./codec", "./unions", "./protocol"}
	if p.hasMessages() {
		parts = append(parts, "./session")
		v.Modules = append(v.Modules, "session", "connection", "node")
	}
	index, declared := whole(parts...), whole(append([]string{"./types"}, parts...)...)
	if hidden := p.redactions(); hidden != nil {
		v.Redacted = hidden.Example()
		index.links = append(index.links, link{word: "export", names: []string{"redacted"}, from: "./redacted"})
		declared.links = append(declared.links, link{word: "export", from: "./redacted"})
	}
	out.module("index", index)
	out.declarations("index", declared)
	out.file("package.json", v)
	out.file("README.md", v)
	if v.HasSchema {
		out.made("schema.json", p.given.Schema)
	}
}

// whole is a module that exports everything of others.
func whole(others ...string) *module {
	m := &module{}
	for _, from := range others {
		m.links = append(m.links, link{word: "export", from: from})
	}
	return m
}

// repositoryURL is the form that npm stores: git+https://….git.
func repositoryURL(url string) string {
	if !strings.HasPrefix(url, "https://") {
		return url
	}
	return "git+" + strings.TrimSuffix(strings.TrimSuffix(url, "/"), ".git") + ".git"
}

// threeNumbers pads or cuts a protocol's version to the three numbers that npm
// requires: 1.10 is 1.10.0. Parts that are not numbers become 0.
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

// markdown makes text of a spec harmless in Markdown.
func markdown(s string) string {
	return inmarkdown.Prose(strings.NewReplacer(`\/`, "/", `\@`, "@").Replace(docText(strings.TrimSpace(s))))
}
