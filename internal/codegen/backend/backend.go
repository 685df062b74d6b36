// Package backend defines the interface of targets, which compile a checked protocol to files
// in memory. A backend does not use the disk and does not change the model.
package backend

import (
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A File is one generated file, named below its target's output folder with
// forward slashes.
type File struct {
	Name string
	Data []byte
}

// A Backend compiles a protocol for one target. It is an immutable value that includes its
// options: Configure returns another one.
type Backend interface {
	// Target describes the target. It does not depend on options.
	Target() Target
	// Configure returns the backend with the options in its section of wiregen.yaml,
	// except dir. Faults in the section are reported there.
	Configure(s *Section) Backend
	// Plan chooses every generated name and reports clashes at their places in the
	// spec. The plan is emitted only if the whole report has no error.
	Plan(p *model.Protocol, c Common, r *diag.Report) (Plan, error)
}

// A Target has the name of a target, its output, and its rules for names.
type Target struct {
	Name    string // in wiregen.yaml, on the command line, and as the key of a pinned name: go
	Title   string // in texts for people: Go
	Makes   string // a Go package
	Dir     string // where the output goes below the folder of all outputs, with forward slashes: go/wire
	Example string // its section of wiregen.yaml, as the help shows it
	Naming  *Naming
	// OnRequest says that the target is generated only if it is listed, and not by default.
	OnRequest bool
}

// A Plan has the names of a target's output, and emits it.
type Plan interface {
	Emit() ([]File, error)
	// Names returns the names in the output of an element of the spec (a type, field,
	// variant, enum value, method or error code of the model), the most important
	// first; nil for none.
	Names(element any) []string
}

// Common is input that all targets share.
type Common struct {
	Dir    string // the output folder, as the user named it; or ""
	Folder string // the last element of its path, never "."; or ""
	// Above finds the nearest file with a name in the output folder or a parent. The error is
	// fs.ErrNotExist if there is none. Nil if there is no output folder.
	Above func(name string) (*Above, error)
	// Lowered has the rows of the protocol, made once for all targets. May be nil.
	Lowered func() *lower.Program
	// Schema makes the read schema of the protocol, for packages that include it. May be nil.
	Schema func() ([]byte, error)
	// Vectors makes the vectors of the protocol, for packages that include them and a test.
	Vectors func() ([]byte, error)
	// Plans are those of the other targets of the run, and of the others with their usual
	// options as far as names do not clash. It is for Emit: Plan must not call it. It may be
	// nil.
	Plans func() []Planned
}

// A Planned is a target with its plan.
type Planned struct {
	Target Target
	Plan   Plan
}

// An Above is a file that the place of the output depends on.
type Above struct {
	Name  string // for people
	Text  []byte
	Below string // the path from its folder to that of the output, with forward slashes
}

// Rows returns the rows of p, the protocol that c was made for.
func (c Common) Rows(p *model.Protocol) *lower.Program {
	if c.Lowered == nil {
		return lower.New(p)
	}
	return c.Lowered()
}
