// Package schemagen is the JSON Schema backend. It generates schemas of draft 2020-12: a
// bundle of what a reader accepts, one of what a writer of this version writes, optionally one
// of strict reading, and a small file per method that refers to the bundles. It also generates
// the schema of the spec language. Schemas describe values; the text layer (UTF-8, one value,
// its depth, finite numbers) is checked before them and cannot be expressed in them.
package schemagen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// New returns the backend.
func New() backend.Backend { return Backend{} }

// A Backend generates JSON Schemas. The zero value has the default options.
type Backend struct {
	Strict        bool // also write the bundle of strict reading
	Generators    bool // also write the bundles from which tools make code
	Discriminator bool // its unions by a tag have the discriminator of OpenAPI
}

// Target is JSON Schema, whose definitions have the names of the spec.
func (Backend) Target() backend.Target {
	return backend.Target{
		Name: "schema", Title: "JSON Schema", Makes: "JSON Schemas",
		Dir: "schema", Example: "{dir: schema, strict: true, style: generators}",
	}
}

// Configure reads the options.
func (b Backend) Configure(s *backend.Section) backend.Backend {
	b.Strict = s.Bool("strict", "Whether there is also a schema of strict reading, which refuses what is not declared.")
	b.Generators = s.Choice("style", "generators: there are also schemas for generators of code.", "validators", "generators") == "generators"
	b.Discriminator = s.Bool("discriminator", "Whether unions with a tag among the fields have the discriminator of OpenAPI, in the schema for generators of code.")
	return b
}

// Plan chooses the names under $defs and those of the files of methods. They cannot
// clash, so it reports nothing.
func (b Backend) Plan(p *model.Protocol, c backend.Common, _ *diag.Report) (backend.Plan, error) {
	rows := c.Rows(p)
	return &plan{rows: rows, read: c.Schema, strict: b.Strict, generators: b.Generators, discriminator: b.Discriminator, defs: planDefs(rows), files: planMethodFiles(p)}, nil
}

type plan struct {
	rows   *lower.Program
	read   func() ([]byte, error) // the read bundle, which other targets also contain; or nil
	strict bool
	defs   *defNames
	files  map[*model.Method]string

	generators, discriminator bool
}

// Read is only the read bundle, for other targets.
func Read(rows *lower.Program) ([]byte, error) {
	b := &builder{rows: rows, defs: planDefs(rows), side: read}
	return render(b.bundle()), nil
}

// Emit writes the bundles and the files of methods.
func (p *plan) Emit() ([]backend.File, error) {
	sides := []side{read, write}
	if p.strict {
		sides = append(sides, strict)
	}
	var out []backend.File
	for _, s := range sides {
		text, err := p.bundle(s)
		if err != nil {
			return nil, err
		}
		out = append(out, backend.File{Name: bundleFile(p.rows.Protocol, s), Data: text})
	}
	if p.generators {
		for _, s := range []side{write, read} {
			out = append(out, backend.File{Name: generatorFile(p.rows.Protocol, s), Data: render(p.forGenerators(s))})
		}
	}
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		out = append(out, backend.File{Name: p.files[c.Of], Data: render(p.methodFile(c))})
	}
	return out, nil
}

// bundle is the text of a side's bundle.
func (p *plan) bundle(s side) ([]byte, error) {
	if s == read && p.read != nil {
		return p.read()
	}
	b := &builder{rows: p.rows, defs: p.defs, side: s}
	return render(b.bundle()), nil
}

// Names returns the places in the output of an element of the spec.
func (p *plan) Names(element any) []string {
	switch e := element.(type) {
	case model.Decl:
		return []string{bundleFile(p.rows.Protocol, read) + defsPointer(e.TypeName())}
	case *model.Method:
		return []string{p.files[e], bundleFile(p.rows.Protocol, read) + defsPointer(p.defs.message[e])}
	default:
		return nil
	}
}
