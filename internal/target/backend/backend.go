// Package backend is what every target implements: from a checked protocol to
// files in memory. A backend touches no disk and changes nothing in the model.
package backend

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
)

// A File is one generated file, named below its target's output folder with
// forward slashes.
type File struct {
	Name string
	Data []byte
}

// A Backend compiles a protocol for one target. It is a value with its options:
// Configure returns another one and changes nothing.
type Backend interface {
	// Target is what all others know of the target. It does not depend on options.
	Target() Target
	// Configure is the backend with the options that its section of wiregen.yaml
	// has, beside dir. What the section has wrong is reported there.
	Configure(s *Section) Backend
	// Plan picks every generated name and reports those that clash, at their
	// place in the spec. The plan is emitted only when the whole report is clean.
	Plan(p *model.Protocol, c Common, r *diag.Report) (Plan, error)
}

// A Target says how a target is called, what it makes, and how it names things.
type Target struct {
	Name    string // in wiregen.yaml, on the command line, and as the key of a pinned name: go
	Title   string // in texts for people: Go
	Makes   string // a Go package
	Dir     string // where the output goes below the folder of all outputs, with forward slashes: go/wire
	Example string // its section of wiregen.yaml, as the help shows it
	Naming  *Naming
}

// A Plan is a target's decided output, ready to be written.
type Plan interface {
	Emit() ([]File, error)
	// Names tells under which names of the output an element of the spec stands (a
	// type, field, variant, enum value, method or error code of the model), the
	// most important first; nil for none.
	Names(element any) []string
}

// Common is what every target is given, whatever its language. It takes what it
// has a use for.
type Common struct {
	Dir    string // the folder that the output goes to, as the user calls it; or ""
	Folder string // the last element of its path, never "."; or ""
	// Lowered is what the protocol means, made once for all targets; or nil.
	Lowered func() *lower.Program
	// Schema makes the read schema of the protocol, for a package to carry; or nil.
	Schema func() ([]byte, error)
	// Vectors makes the vectors of the protocol, for a package to ship with a test
	// that runs them.
	Vectors func() ([]byte, error)
}

// Rows is what p, the protocol that c was made for, means.
func (c Common) Rows(p *model.Protocol) *lower.Program {
	if c.Lowered == nil {
		return lower.New(p)
	}
	return c.Lowered()
}
