// Package gogen is the Go backend. It generates one Go package that depends only on the
// standard library and the runtime, and optionally a copy of the runtime. A plan chooses every
// identifier of the package and reports collisions; emitting is a pure function of the plan.
// The package must not use the disk, change the model, or know the name of a protocol.
//
// Most output is written as templates of Go: see src. jennifer writes them, with the
// declarations that it builds and the head of the file with what it imports, and go/format
// lays all of it out.
package gogen

import (
	"fmt"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// defaultPackage is the name of the package where neither the options nor a
// folder give one.
const defaultPackage = "wire"

// A Backend generates Go. The zero value has the default options.
type Backend struct {
	Package string // or "": the folder names it
	Embed   bool   // copy the runtime below the package
	Vectors bool   // ship the vectors, with a test that runs them

	NoConnections bool // leave out both ends of a connection
	JSONv2        bool // methods for encoding/json/v2
}

// New returns the backend of the target go.
func New() backend.Backend { return Backend{} }

// Target is Go.
func (Backend) Target() backend.Target { return target() }

var target = sync.OnceValue(func() backend.Target {
	return backend.Target{
		Name: "go", Title: "Go", Makes: "a Go package",
		Dir:     "go/wire", // the last element names the package
		Example: "{dir: internal/wire, package: wire, runtime: import, vectors: true}",
		Naming: &backend.Naming{
			Valid: names.IsGoExported,
			Rule:  "an exported identifier: a capital letter with letters, digits and underscores behind it",
			Near:  names.GoExported, Exact: exactNames(), Forms: nameForms(), Note: namesNote,
		},
	}
})

// Configure reads the options.
func (b Backend) Configure(s *backend.Section) backend.Backend {
	b.Package = s.Word("package", "The name of the Go package. Default: that of the folder.", "the name of a Go package, such as wire", names.IsGoPackage)
	b.Embed = s.Choice("runtime", "Where the runtime of the package is. import: in the module of wiregen, which the module of the package must require. embed: in a copy below the package, for a module without requirements; its go.mod must exist. Default: import.", "import", "embed") == "embed"
	b.NoConnections = !s.Unless("connections", "Whether the package has both ends of a connection. Without them it reads, writes and checks messages, and compiles faster. Default: true.")
	b.JSONv2 = s.Bool("json_v2", "Whether the package has methods for encoding/json/v2, in a file that is compiled with GOEXPERIMENT=jsonv2. Without them that package calls the methods for encoding/json: it reads as fast, and allocates each value that it writes. Default: false.")
	b.Vectors = s.Bool("vectors", "Whether the package contains the vectors of the protocol, with a test that runs them.")
	return b
}

// Plan picks every Go name and reports names that collide.
func (b Backend) Plan(proto *model.Protocol, c backend.Common, r *diag.Report) (backend.Plan, error) {
	pkg, err := b.packageName(c)
	if err != nil {
		return nil, err
	}
	p := newPlan(proto, pkg, c, backend.NewNames(b.Target(), r))
	p.noConnections, p.jsonV2 = b.NoConnections, b.JSONv2
	if b.Embed {
		if p.embedIn, err = importPath(c); err != nil {
			return nil, fmt.Errorf("runtime: embed: %w", err)
		}
	}
	if b.Vectors {
		p.makeVectors = c.Vectors
	}
	return p, nil
}

// packageName returns the name of the package: the one that is configured,
// or that of the folder.
func (b Backend) packageName(c backend.Common) (string, error) {
	switch {
	case b.Package == "" && c.Folder == "":
		return defaultPackage, nil
	case b.Package == "":
		name := strings.ToLower(strings.NewReplacer("-", "", ".", "").Replace(c.Folder))
		if !names.IsGoPackage(name) {
			return "", fmt.Errorf("the folder %q gives no Go package name: write go: {dir: %[1]s, package: NAME} into wiregen.yaml", c.Dir)
		}
		return name, nil
	case !names.IsGoPackage(b.Package):
		return "", fmt.Errorf("%q cannot be the name of a Go package: use small letters and digits, and no word of Go", b.Package)
	}
	return b.Package, nil
}
