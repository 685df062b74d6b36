// Package compile runs the phases one after the other: a spec file in, the
// checked protocol or the files of every target out. It writes nothing, and
// knows of no flag and no configuration file.
package compile

import (
	"cmp"
	"io/fs"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/check"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/output"
	"github.com/wiregen/wiregen/internal/schemagen"
	"github.com/wiregen/wiregen/internal/source"
)

// Check reads a spec, with the files of its folder that it includes, and says
// all that is wrong with it. The protocol may be used only when the report is
// clean. Without a folder there are no other files.
func Check(f *source.File, folder fs.FS) (*model.Protocol, *diag.Report) {
	r := &diag.Report{}
	spec := assemble(f, folder, r)
	if spec == nil {
		return nil, r
	}
	return check.Check(spec, r), r
}

// An Output is one target that is asked for: where it goes, and its settings.
type Output struct {
	Backend backend.Backend
	Dir     string
	Options backend.Options
}

// Generate makes the files of every output, side by side. Every target picks
// its names first, so that all their faults come in one run; when there is
// one, no file is made.
func Generate(p *model.Protocol, outputs []Output, r *diag.Report) ([]output.Batch, error) {
	plans, err := Plan(p, withShared(p, outputs), r)
	if err != nil || !r.OK() {
		return nil, err
	}
	batches := make([]output.Batch, len(outputs))
	errs := make([]error, len(outputs))
	sideBySide(len(outputs), func(i int) {
		var files []backend.File
		files, errs[i] = plans[i].Emit()
		batches[i] = output.Batch{Dir: outputs[i].Dir, Protocol: p.Name, Target: outputs[i].Backend.Name()}
		for _, f := range files {
			batches[i].Files = append(batches[i].Files, output.File(f))
		}
	})
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	shared, err := language(outputs)
	return append(batches, shared...), err
}

// withShared hands a target that ships as a package what others on its floor
// make: the read schema and, where they are asked for, the vectors, which are
// made once for all.
func withShared(p *model.Protocol, outputs []Output) []Output {
	out := slices.Clone(outputs)
	var once func() ([]byte, error)
	for i := range out {
		o := &out[i].Options
		o.Schema = schemagen.Read
		if o.Vectors == nil {
			continue
		}
		if once == nil {
			vectors := o.Vectors
			once = sync.OnceValues(func() ([]byte, error) { return vectors(p) })
		}
		o.Vectors = func(*model.Protocol) ([]byte, error) { return once() }
	}
	return out
}

// language are the batches that lie beside the schemas of a protocol: the
// schema of the spec language, which the first line of a spec points at. It
// belongs to no protocol, so that two in one folder share it.
func language(outputs []Output) ([]output.Batch, error) {
	var out []output.Batch
	for _, o := range outputs {
		if o.Backend.Name() != schemagen.New().Name() {
			continue
		}
		text, err := schemagen.Language()
		if err != nil {
			return nil, err
		}
		file := output.File{Name: schemagen.LanguageFile, Data: text}
		out = append(out, output.Batch{Dir: o.Dir, Protocol: "wiregen", Target: "language", Files: []output.File{file}})
	}
	return out, nil
}

// Plan lets every output pick its names; what cannot stand together is added to r.
func Plan(p *model.Protocol, outputs []Output, r *diag.Report) ([]backend.Plan, error) {
	plans := make([]backend.Plan, len(outputs))
	reports := make([]diag.Report, len(outputs))
	errs := make([]error, len(outputs))
	sideBySide(len(outputs), func(i int) {
		plans[i], errs[i] = outputs[i].Backend.Plan(p, outputs[i].Options, &reports[i])
		if reports[i].OK() && errs[i] == nil {
			unusedPins(p, outputs[i].Backend.Name(), plans[i], &reports[i])
		}
	})
	for i := range reports {
		r.Merge(&reports[i])
	}
	return plans, cmp.Or(errs...)
}
