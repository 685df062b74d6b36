// Package tsgen is the TypeScript backend. It generates an npm package that needs no compile
// step: declarations (.d.ts, .d.cts), modules (.js, .cjs), package.json and a README; an
// option omits the CommonJS files. A plan chooses the names; an emitter per module executes
// the templates in templates/ts; the runtime next to them is copied. The package does not
// interpret specs, write .ts files, or know the name of a protocol.
package tsgen

import (
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// New returns the backend.
func New() backend.Backend { return Backend{} }

// A Backend generates npm packages. The zero value has the default options.
type Backend struct {
	Package    string // its name on npm; "": that of the protocol
	Version    string // "": that of the protocol, and the package is private
	License    string
	Repository string
	Vectors    bool // include the vectors, with a test that runs them
	Brands     bool // distinct names of scalars are brands, not plain aliases
	NoCommonJS bool // ES modules only
}

// Target is TypeScript.
func (Backend) Target() backend.Target { return target() }

var target = sync.OnceValue(func() backend.Target {
	return backend.Target{
		Name: "ts", Title: "TypeScript", Makes: "an npm package",
		Dir:     "ts",
		Example: `{dir: web/wire, package: "@example/wire", version: 1.0.0, license: MIT, repository: "github:example/wire", brands: true}`,
		Naming: &backend.Naming{
			Valid: isName,
			Rule:  "an identifier of letters, digits, _ and $ that is not a reserved word",
			Near:  names.GoExported, Exact: exactNames(), Forms: nameForms(), Words: languageWords(),
		},
	}
})

// Configure reads the options.
func (b Backend) Configure(s *backend.Section) backend.Backend {
	b.Package = s.Word("package", "The name of the npm package. Default: that of the protocol.", "the name of an npm package, such as wire or @example/wire", isNpmPackage)
	b.Version = s.Word("version", "The version of the npm package. Without it the package is private, and has the version of the protocol.", "a semantic version, such as 1.0.0", isSemver)
	b.License = s.Text("license", "The license of the npm package: MIT.")
	b.Repository = s.Word("repository", "Where the sources of the npm package are.", "a URL, or github:owner/name", isReference)
	b.Vectors = s.Bool("vectors", "Whether the package contains the vectors of the protocol, with a test that runs them.")
	b.Brands = s.Bool("brands", "Whether distinct names of scalars are brands, to which other strings and numbers cannot be assigned.")
	b.NoCommonJS = !s.Unless("cjs", "Whether the package also has CommonJS modules, for programs that call require in a Node before 20.19 or 22.12, and their declarations, for programs that TypeScript compiles to CommonJS. Without them it has about half as many files. Default: true.")
	return b
}

// Plan chooses every exported name and reports clashes.
func (b Backend) Plan(p *model.Protocol, c backend.Common, r *diag.Report) (backend.Plan, error) {
	return newPlan(p, b, c, backend.NewNames(b.Target(), r)), nil
}

// Emit makes the files of the package.
func (p *plan) Emit() ([]backend.File, error) {
	out := &output{head: "// " + backend.Head(p.proto) + "\n", noCommonJS: p.opts.NoCommonJS}
	p.emitTypes(out, p.proto.Decls)
	p.emitGuards(out)
	p.emitCodec(out, p.emitReaders(out), p.emitTable(out))
	p.emitRuntime(out)
	p.emitUnions(out)
	p.emitProtocol(out)
	p.emitSession(out)
	p.emitRedacted(out)
	p.emitConnection(out)
	p.emitPackage(out)
	p.emitVectors(out)
	return out.files, out.err
}

// Names are the exported names of an element of the spec, the most important first.
func (p *plan) Names(element any) []string {
	switch e := element.(type) {
	case *model.Variant:
		if p.envelopes[e] == "" {
			return nil
		}
		return []string{p.envelopes[e]}
	case model.Decl:
		name := p.types[e]
		names := append([]string{name}, functionsOf(name)...)
		if in := p.in.types[e]; in != "" {
			names = append(names, in)
		}
		if s, ok := e.(*model.Struct); ok && s.ExtraType != nil {
			names = append(names, "extraOf"+name)
		}
		if p.extensionsOf(e) != nil {
			names = append(names, "isExtension"+name)
		}
		return names
	case *model.Method:
		return []string{p.methods[e]}
	case *model.ErrorCode:
		return []string{"ErrorCodes" + property(e.Name)}
	case *model.Field:
		return []string{e.Name}
	default:
		return nil
	}
}
