// Package backend is what every target implements: from a checked protocol to
// files in memory. A backend touches no disk and changes nothing in the model.
package backend

import (
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
)

// A File is one generated file, named below its target's output folder with
// forward slashes.
type File struct {
	Name string
	Data []byte
}

// A Backend compiles a protocol for one target. Plan picks identifiers and
// reports clashes, at their place in the spec; Emit runs only when the whole
// report is clean.
type Backend interface {
	// Name is the target's name on the command line: go, ts, schema.
	Name() string
	// Plan picks every generated name and reports what cannot stand together.
	Plan(p *model.Protocol, opts Options, r *diag.Report) (Plan, error)
}

// A Plan is a target's decided output, ready to be written.
type Plan interface {
	Emit() ([]File, error)
}

// Options are a target's settings from wiregen.yaml and the command line. A
// target ignores what is not its own.
type Options struct {
	Package    string // Go package name, or npm package name
	Version    string // npm package version
	License    string
	Repository string
	Strict     bool // schema: also write the strict bundle
	// Schema makes the read schema, which the npm package carries as
	// schema.json; nil for a package without it.
	Schema func(*model.Protocol) ([]byte, error)
	// Vectors makes the vectors that a package ships, with a test that runs
	// them; nil for a package without.
	Vectors func(*model.Protocol) ([]byte, error)
}
