// Package compile runs the phases of the compiler, from a spec file to the checked
// protocol or the files of every target. It writes nothing and does not depend on
// flags or configuration files.
package compile

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Check checks a spec for all targets.
func Check(f *source.File, folder fs.FS) (*model.Protocol, *diag.Report) {
	return Targets().Check(f, folder)
}

// Check reads a spec, with the files in its folder that it includes, and reports all
// its faults. The protocol may be used only if the report has no error. Without a
// folder there are no other files.
func (t Registry) Check(f *source.File, folder fs.FS) (*model.Protocol, *diag.Report) {
	r := &diag.Report{}
	return assemble.Check(f, folder, t.Pins(), r), r
}

// An Output is one requested target, with its options and its folder.
type Output struct {
	Backend backend.Backend
	Dir     string
	// Read is called with the path of each other file than those of the spec that the
	// output depends on, before it is read, and of each that it is looked for as. It may
	// be nil. Plan calls it for one file at a time.
	Read func(path string)
}

// Generate makes the files of every output concurrently. Every target first chooses
// its names, so that all their faults are reported in one run; if there is one, no
// file is made.
func (t Registry) Generate(p *model.Protocol, outputs []Output, r *diag.Report) ([]output.Batch, error) {
	plans, err := t.plan(p, outputs, r)
	if err != nil || !r.OK() {
		return nil, err
	}
	batches := make([]output.Batch, len(outputs))
	errs := make([]error, len(outputs))
	var shared []output.Batch
	parallel.Do(len(outputs)+1, func(i int) {
		if i == len(outputs) {
			shared = t.Language(outputs)
			return
		}
		var files []backend.File
		files, errs[i] = plans[i].Emit()
		batches[i] = output.Batch{Dir: outputs[i].Dir, Protocol: p.Name, Target: outputs[i].Backend.Target().Name}
		for _, f := range files {
			batches[i].Files = append(batches[i].Files, output.File(f))
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	return append(batches, shared...), nil
}

// Language returns the batches with the schema of the spec language, which is written
// next to the schemas of a protocol and named in the first line of a spec.
func (t Registry) Language(outputs []Output) []output.Batch {
	return ForEditors(outputs, "language", schemagen.LanguageFile, t.LanguageSchema)
}

// ForEditors returns the batches with a file that is written next to the schemas of a
// protocol. It belongs to no protocol, so protocols in the same folder share it. Its text
// is made only if there are schemas.
func ForEditors(outputs []Output, target, name string, text func() []byte) []output.Batch {
	data := sync.OnceValue(text)
	var out []output.Batch
	for _, o := range outputs {
		if _, schemas := o.Backend.(schemagen.Backend); schemas {
			file := output.File{Name: name, Data: data()}
			out = append(out, output.Batch{Dir: o.Dir, Protocol: "wiregen", Target: target, Files: []output.File{file}})
		}
	}
	return out
}

// Plan lets every output choose its names, and adds clashes to r. Files that several
// targets may contain are made once, on first use.
func Plan(p *model.Protocol, outputs []Output, r *diag.Report) ([]backend.Plan, error) {
	return Targets().plan(p, outputs, r)
}

func (t Registry) plan(p *model.Protocol, outputs []Output, r *diag.Report) ([]backend.Plan, error) {
	plans := make([]backend.Plan, len(outputs))
	rows := sync.OnceValue(func() *lower.Program { return lower.New(p) })
	common := backend.Common{
		Lowered: rows,
		Schema:  sync.OnceValues(func() ([]byte, error) { return schemagen.Read(rows()) }),
		Vectors: sync.OnceValues(func() ([]byte, error) { return vectors.JSONL(p) }),
	}
	common.Plans = sync.OnceValue(func() []backend.Planned { return t.plans(p, outputs, plans, common) })
	reports := make([]diag.Report, len(outputs))
	var reading sync.Mutex
	errs := make([]error, len(outputs))
	parallel.Do(len(outputs), func(i int) {
		c := common
		if c.Dir = filepath.ToSlash(outputs[i].Dir); c.Dir != "" {
			var full string
			full, errs[i] = filepath.Abs(c.Dir)
			c.Folder = filepath.Base(full)
			c.Above = func(name string) (*backend.Above, error) {
				return readAbove(full, name, func(path string) {
					if outputs[i].Read != nil {
						reading.Lock()
						defer reading.Unlock()
						outputs[i].Read(path)
					}
				})
			}
		}
		if errs[i] == nil {
			plans[i], errs[i] = outputs[i].Backend.Plan(p, c, &reports[i])
		}
	})
	for i := range reports {
		r.Merge(&reports[i])
	}
	return plans, cmp.Or(errs...)
}

// plans are the plans of every target that outputs have or that is made unasked: those of outputs,
// and others with the usual options.
func (t Registry) plans(p *model.Protocol, outputs []Output, plans []backend.Plan, c backend.Common) []backend.Planned {
	var out []backend.Planned
	for _, b := range t {
		target := b.Target()
		at := slices.IndexFunc(outputs, func(o Output) bool { return o.Backend.Target().Name == target.Name })
		switch {
		case at >= 0:
			out = append(out, backend.Planned{Target: target, Plan: plans[at]})
			continue
		case target.OnRequest:
			continue
		}
		var r diag.Report
		if plan, err := b.Plan(p, c, &r); err == nil && r.OK() {
			out = append(out, backend.Planned{Target: target, Plan: plan})
		}
	}
	return out
}
