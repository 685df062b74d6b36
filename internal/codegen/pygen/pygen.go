// Package pygen is the Python backend. It generates a package for Python 3.10 and later without
// dependencies: classes and aliases in types.py, the rows of the protocol and the bindings of the
// classes to them, typed readers and writers, and the runtime, which works from the rows: a
// copy, or that of a distribution. It does not interpret specs, and knows the name of no protocol.
package pygen

import (
	"fmt"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// New returns the backend.
func New() backend.Backend { return Backend{} }

// A Backend generates Python packages. The zero value has the default options.
type Backend struct {
	Package string // its name, as it is imported; "": that of the protocol
	Version string // "": that of the protocol
	License string
	Vectors bool // include the vectors, with a test that runs them
	Import  bool // the runtime, from its distribution, instead of a copy of it
	// NoConnections leaves out both ends of connections, and the rules of sessions.
	NoConnections bool
}

// Target is Python.
func (Backend) Target() backend.Target { return target() }

var target = sync.OnceValue(func() backend.Target {
	return backend.Target{
		Name: "py", Title: "Python", Makes: "a Python package",
		Dir:     "py",
		Example: "{dir: python, package: example_wire, version: 1.0.0, license: MIT}",
		Naming: &backend.Naming{
			Valid: isName, Rule: "an identifier that is not reserved and begins with a letter",
			Near: names.GoExported, Exact: exactNames(), Forms: nameForms(), Words: languageWords(), Escape: escaped,
			Note: attributeNote(),
		},
		OnRequest: true,
	}
})

// Configure reads the options.
func (b Backend) Configure(s *backend.Section) backend.Backend {
	b.Package = s.Word("package", "The name of the package, as programs import it. Default: that of the protocol, with underscores.", "the name of a package, such as example_wire", isPackage)
	b.Version = s.Word("version", "The version of the distribution. Default: that of the protocol.", "a version, such as 1.0.0", isVersion)
	b.License = s.Text("license", "The license of the distribution, as an SPDX expression: MIT.")
	b.Import = s.Choice("runtime", "Where the runtime of the package is. embed: in a copy within the package, which then needs nothing else. import: in the distribution "+imported+", which the package then requires, and which several packages share. Default: embed.", "embed", "import") == "import"
	b.Vectors = s.Bool("vectors", "Whether the package contains the vectors of the protocol, with a test that runs them.")
	b.NoConnections = !s.Unless("connections", "Whether the package has both ends of a connection, and the rules of sessions. Programs that do not use them do not load them. Default: true.")
	return b
}

// Plan chooses every exported name and reports clashes.
func (b Backend) Plan(p *model.Protocol, c backend.Common, r *diag.Report) (backend.Plan, error) {
	plan := newPlan(p, b, c, backend.NewNames(b.Target(), r))
	if b.Import && plan.pkg == imported {
		return nil, fmt.Errorf("runtime: import: a package that is called %s, as the runtime, cannot import it: name another package", imported)
	}
	return plan, nil
}

// Emit makes the files of the package.
func (p *plan) Emit() ([]backend.File, error) {
	out := &output{pkg: p.pkg, own: !p.opts.Import, head: "# " + backend.Head(p.proto)}
	types := p.emitTypes(out)
	p.emitCodecs(out)
	p.emitRows(out)
	p.emitBindings(out)
	p.emitJournal(out)
	p.emitConnection(out)
	p.emitSession(out)
	p.emitPackage(out, types, p.emitCalls(out))
	p.emitRuntime(out)
	return out.files, out.err
}
