// Package editor answers what an editor asks about a spec: its findings, its outline, where a
// name is declared and used, what can be renamed. A place is a file and a byte offset. The
// package reads files through a function, and does not depend on the protocol of an editor.
package editor

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Options say what a snapshot is made of.
type Options struct {
	Spec   *source.File // as the editor has it
	Folder fs.FS        // the folder of the spec, with the texts of the editor; nil if there are no other files
	Pins   []string     // the targets for which a spec may pin names
	// Targets are those of the plans, in their order, and those for which names may be pinned.
	Targets []backend.Target
	// Plan reports clashes of names in the targets of the spec. It is called with a valid
	// model, and may be nil.
	Plan func(*model.Protocol, *diag.Report) ([]backend.Plan, error)
	// Lint reports warnings as well, but for the rules that are off.
	Lint bool
	Off  []string
	// Beside are files of the project that are not of the spec: its configuration, what is
	// accepted, what was decided, released versions.
	Beside []Beside
	// Released says that there are released versions, which may not be beside. Release says that
	// the spec is one itself: no rename changes it.
	Released, Release bool
	Last              *Snapshot // an older one of the same spec, or nil
}

// A Snapshot is a spec at a moment. It does not change, and may be used by several goroutines.
type Snapshot struct {
	options Options
	report  *diag.Report
	err     error
	plans   []backend.Plan
	read    assemble.Reading
	files   map[string]*document // by name
	order   []string             // the names of files, in the order in which they were read
	names   check.Names
	good    *Snapshot     // the newest one whose model is valid: itself, an older one, or nil
	indexed *Snapshot     // the newest one whose files could all be read; or nil
	index   func() *index // of indexed alone
	model   *model.Protocol

	assistant *assistant
}

// A document is a file with its tree.
type document struct {
	file   *source.File
	beside Kind
	tree   func() *syntax.Node // nil if the file is not YAML
	sketch func() *sketch
	last   *document // of an older snapshot, if it was YAML then

	released func() *Snapshot // of a released version
}

// Load reads a spec and checks it.
func Load(o Options) *Snapshot {
	s := &Snapshot{options: o, report: &diag.Report{}, files: map[string]*document{}}
	s.read = assemble.Read(o.Spec, o.Folder, o.Pins, s.report)
	for _, f := range s.read.Files {
		s.add(f, Part)
	}
	for _, b := range o.Beside {
		s.beside(b)
	}
	s.model = check.Record(s.read.Spec, s.report, &s.names)
	s.index = sync.OnceValue(func() *index { return newIndex(s.read, s.names.Uses, s.options.Beside) })
	if s.model != nil && s.report.OK() {
		s.plan()
	}
	s.inherit()
	s.assistant = s.newAssistant()
	s.options.Last = nil // which would keep all older ones
	return s
}

// plan reports what only a valid model can show.
func (s *Snapshot) plan() {
	if s.options.Plan != nil {
		s.plans, s.err = s.options.Plan(s.model, s.report)
	}
	if s.options.Lint && s.report.OK() {
		lint.Run(s.model, s.options.Off, s.report)
	}
}

// inherit takes from an older snapshot what this one cannot know.
func (s *Snapshot) inherit() {
	if s.model != nil {
		s.good = s
	} else if s.options.Last != nil {
		s.good = s.options.Last.good
	}
	if s.read.Spec != nil {
		s.indexed = s
	} else if s.options.Last != nil {
		s.indexed = s.options.Last.indexed
	}
	if s.options.Last == nil {
		return
	}
	if s.read.Spec == nil { // files may not have been reached
		for _, name := range s.options.Last.order {
			if s.files[name] == nil {
				s.files[name] = s.options.Last.files[name]
				s.order = append(s.order, name)
			}
		}
	}
	for name, d := range s.files {
		if s.read.Spec != nil && d.beside == Part {
			continue // all files of the spec are YAML
		}
		if old := s.options.Last.files[name]; old != nil && old != d && d.tree() == nil {
			if d.last = old; old.tree() == nil {
				d.last = old.last
			}
		}
	}
}

// add adds a file, once.
func (s *Snapshot) add(f *source.File, kind Kind) {
	if s.files[f.Name] != nil {
		return
	}
	s.files[f.Name] = &document{file: f, beside: kind, tree: sync.OnceValue(func() *syntax.Node { return syntax.Nodes(f) }), sketch: sync.OnceValue(func() *sketch { return newSketch(f.Text) })}
	s.order = append(s.order, f.Name)
}

// Files returns the names of all files of the project, those of the spec first.
func (s *Snapshot) Files() []string { return slices.Clone(s.order) }

// File returns a file by its name, or nil.
func (s *Snapshot) File(name string) *source.File {
	if d := s.files[name]; d != nil {
		return d.file
	}
	return nil
}

// Diagnostics returns the findings in the order of their places.
func (s *Snapshot) Diagnostics() []*diag.Diagnostic { return s.report.All() }

// Err returns the fault of the environment that kept a target from choosing its names, or nil.
func (s *Snapshot) Err() error { return s.err }

// Model returns the protocol of the newest snapshot that was valid; nil if none was. Fresh
// reports whether it is that of this one.
func (s *Snapshot) Model() (p *model.Protocol, fresh bool) {
	if s.good == nil {
		return nil, false
	}
	return s.good.model, s.good == s
}

// Plans returns the names in the targets of the model that Model returns.
func (s *Snapshot) Plans() []backend.Plan {
	if s.good == nil {
		return nil
	}
	return s.good.plans
}
