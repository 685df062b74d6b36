// Package compile runs the phases one after the other: a spec file in, the
// checked protocol or the files of every target out. It writes nothing, and
// knows of no flag and no configuration file.
package compile

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/check"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
	"github.com/wiregen/wiregen/internal/target/backend"
	"github.com/wiregen/wiregen/internal/target/schemagen"
)

// Check is the check of a spec for all targets there are.
func Check(f *source.File, folder fs.FS) (*model.Protocol, *diag.Report) {
	return Targets().Check(f, folder)
}

// Check reads a spec, with the files of its folder that it includes, and says
// all that is wrong with it. The protocol may be used only when the report is
// clean. Without a folder there are no other files.
func (t Registry) Check(f *source.File, folder fs.FS) (*model.Protocol, *diag.Report) {
	r := &diag.Report{}
	spec := assemble(f, folder, targetNames(t.pinnable()), r)
	if spec == nil {
		return nil, r
	}
	return check.Check(spec, r), r
}

// An Output is one target that is asked for, with its options, and where it goes.
type Output struct {
	Backend backend.Backend
	Dir     string
}

// Generate makes the files of every output, side by side. Every target picks
// its names first, so that all their faults come in one run; when there is
// one, no file is made.
func (t Registry) Generate(p *model.Protocol, outputs []Output, r *diag.Report) ([]output.Batch, error) {
	plans, err := Plan(p, outputs, r)
	if err != nil || !r.OK() {
		return nil, err
	}
	batches := make([]output.Batch, len(outputs))
	errs := make([]error, len(outputs)+1)
	var shared []output.Batch
	parallel.Do(len(outputs)+1, func(i int) {
		if i == len(outputs) {
			shared, errs[i] = t.language(outputs)
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

// language are the batches that lie beside the schemas of a protocol: the
// schema of the spec language, which the first line of a spec points at. It
// belongs to no protocol, so that two in one folder share it.
func (t Registry) language(outputs []Output) ([]output.Batch, error) {
	var out []output.Batch
	for _, o := range outputs {
		if _, schemas := o.Backend.(schemagen.Backend); !schemas {
			continue
		}
		text, err := t.LanguageSchema()
		if err != nil {
			return nil, err
		}
		file := output.File{Name: schemagen.LanguageFile, Data: text}
		out = append(out, output.Batch{Dir: o.Dir, Protocol: "wiregen", Target: "language", Files: []output.File{file}})
	}
	return out, nil
}

// Plan lets every output pick its names; what cannot stand together is added to r.
// What several targets may want is made once for all of them, when it is wanted.
func Plan(p *model.Protocol, outputs []Output, r *diag.Report) ([]backend.Plan, error) {
	rows := sync.OnceValue(func() *lower.Program { return lower.New(p) })
	common := backend.Common{
		Lowered: rows,
		Schema:  sync.OnceValues(func() ([]byte, error) { return schemagen.Read(rows()) }),
		Vectors: sync.OnceValues(func() ([]byte, error) { return vectors.JSONL(p) }),
	}
	plans := make([]backend.Plan, len(outputs))
	reports := make([]diag.Report, len(outputs))
	errs := make([]error, len(outputs))
	parallel.Do(len(outputs), func(i int) {
		c := common
		if c.Dir = filepath.ToSlash(outputs[i].Dir); c.Dir != "" {
			var full string
			full, errs[i] = filepath.Abs(c.Dir)
			c.Folder = filepath.Base(full)
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
