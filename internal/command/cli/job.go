package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/command/output"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// configName is the file that lists outputs.
const configName = "wiregen.yaml"

// usualSpecs are looked for when neither the command line nor a configuration
// names a spec.
var usualSpecs = [...]string{"wire.yaml", "spec/wire.yaml"}

var (
	errNoSpec       = errors.New("no spec: name one, or create wire.yaml or wiregen.yaml here (wiregen init creates both)")
	errSeveralSpecs = errors.New("wiregen.yaml lists several specs: name one of them")
)

// A job is one spec and its outputs.
type job struct {
	spec    string // path of the spec
	dir     string // the base of the folders of outputs
	outputs []compile.Output
	targets compile.Registry
	config  string          // the text of the configuration that outputs come from, or ""
	inputs  output.Sums     // of the files that were read
	edited  assemble.Edited // files whose text is not that on disk
}

// findJobs returns the jobs for the spec that args name, or for those of the
// configuration in the working directory.
func (env *environment) findJobs(args []string) ([]*job, error) {
	if len(args) == 1 {
		j, err := env.findJob(args[0])
		return []*job{j}, err
	}
	c, err := env.readConfig(".")
	if err != nil {
		return nil, err
	}
	if c != nil {
		var jobs []*job
		for _, e := range c.entries {
			if root := compile.Root(c.dir); root != "" && compile.Leaves(root, e.specPath(c.dir)) {
				return nil, fmt.Errorf("%s: the spec %q leads out of the repository: name it on the command line", configName, e.spec)
			}
			jobs = append(jobs, env.newJob(e.specPath(c.dir), c.dir, e.outputs, c.text))
		}
		return jobs, nil
	}
	for _, name := range usualSpecs {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			j, err := env.findJob(filepath.FromSlash(name))
			return []*job{j}, err
		}
	}
	return nil, errNoSpec
}

// findJob looks for the outputs of a spec: in a wiregen.yaml next to it, then in one
// in the working directory that names it.
func (env *environment) findJob(spec string) (*job, error) {
	beside := filepath.Dir(spec)
	if info, err := os.Stat(spec); err != nil || info.IsDir() {
		return env.newJob(spec, "", nil, ""), nil
	}
	for _, dir := range []string{beside, "."} {
		c, err := env.readConfig(dir)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		for _, e := range c.entries {
			if sameFile(e.specPath(dir), spec) || e.spec == "" && dir == beside {
				return env.newJob(spec, dir, e.outputs, c.text), nil
			}
		}
	}
	return env.newJob(spec, "", nil, ""), nil
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// usualDir is the default folder of a target below the folder of all outputs.
func usualDir(b backend.Backend) string { return filepath.FromSlash(b.Target().Dir) }

// newJob makes a job with outputs whose folders are relative to dir; without outputs,
// with all targets that are made unasked.
func (env *environment) newJob(spec, dir string, outputs []compile.Output, config string) *job {
	j := &job{spec: spec, dir: dir, targets: env.targets, config: config, inputs: output.Sums{}}
	if len(outputs) == 0 {
		for _, b := range env.targets.Unasked() {
			outputs = append(outputs, compile.Output{Backend: b})
		}
	}
	for _, o := range outputs {
		if o.Dir == "" {
			o.Dir = filepath.Join("gen", usualDir(o.Backend))
		}
		if !filepath.IsAbs(o.Dir) {
			o.Dir = filepath.Join(dir, o.Dir)
		}
		o.Read = j.inputs.Add
		j.outputs = append(j.outputs, o)
	}
	return j
}

// override applies the command line.
func (j *job) override(flags *generateFlags) error {
	if err := j.choose(flags.targets); err != nil {
		return err
	}
	for i := range j.outputs {
		if o := &j.outputs[i]; flags.out != "" {
			o.Dir = filepath.Join(flags.out, usualDir(o.Backend))
		}
	}
	return nil
}

// contained refuses folders of outputs that lead out of the repository, or, if there is none,
// out of the folder of the configuration that names them, and those of git. Only a
// command line names others.
func (j *job) contained(flags *generateFlags) error {
	root := compile.Root(cmp.Or(j.dir, "."))
	if flags.out != "" || root == "" && j.config == "" {
		return nil
	}
	where := "the repository"
	if root == "" {
		root, where = cmp.Or(j.dir, "."), "the folder of "+configName
	}
	for _, o := range j.outputs {
		dir := filepath.ToSlash(o.Dir)
		switch {
		case compile.Leaves(root, o.Dir):
			return fmt.Errorf("the folder %q of the target %s leads out of %s: name the folder on the command line, with --out", dir, o.Backend.Target().Name, where)
		case compile.InGit(o.Dir):
			return fmt.Errorf("the folder %q of the target %s is of git: choose another one", dir, o.Backend.Target().Name)
		}
	}
	return nil
}

// choose keeps the requested targets, and adds those that the configuration does not
// list.
func (j *job) choose(targets []string) error {
	if targets == nil {
		return nil
	}
	known := j.targets.Names()
	if len(targets) == 0 {
		return fmt.Errorf("--target is empty: the targets are %s", strings.Join(known, ", "))
	}
	for _, t := range targets {
		if !slices.Contains(known, t) {
			return fmt.Errorf("unknown target %q: the targets are %s%s", t, strings.Join(known, ", "), didYouMean(t, known))
		}
	}
	var chosen []compile.Output
	for _, b := range j.targets {
		if !slices.Contains(targets, b.Target().Name) {
			continue
		}
		o := compile.Output{Backend: b, Dir: filepath.Join(j.dir, "gen", usualDir(b)), Read: j.inputs.Add}
		for _, have := range j.outputs {
			if have.Backend.Target().Name == b.Target().Name {
				o = have
			}
		}
		chosen = append(chosen, o)
	}
	j.outputs = chosen
	return nil
}

// readOnce refuses args that name the standard input more than once: nothing would be
// left of it for the second.
func readOnce(args []string) error {
	if first := slices.Index(args, "-"); first >= 0 && slices.Contains(args[first+1:], "-") {
		return errors.New("- is the standard input, which can be read only once: name a file instead of the other -")
	}
	return nil
}

// loadSpec reads a spec; "-" is the standard input.
func loadSpec(name string) (*source.File, error) {
	if name == "-" {
		return compile.Read(name, os.Stdin)
	}
	return compile.Load(name)
}

// check loads and checks the spec of a job.
func (j *job) check() (*model.Protocol, *diag.Report, error) {
	j.inputs.Add(j.spec)
	f, err := loadSpec(j.spec)
	if err != nil {
		return nil, nil, err
	}
	if text, ok := j.edited[""]; ok {
		f = source.NewFile(f.Name, text)
	}
	p, r := j.targets.Check(f, j.edited.In(tracked{compile.Folder(j.spec), j}))
	return p, r, nil
}

// read are the files that a job has read.
func (j *job) read() []string {
	out := slices.Collect(maps.Keys(j.inputs))
	if j.config != "" {
		out = append(out, filepath.Join(j.dir, configName))
	}
	return out
}

// A tracked records the files that are read in addition to a spec.
type tracked struct {
	fs.FS
	job *job
}

// Open opens a file, and records it.
func (t tracked) Open(name string) (fs.File, error) {
	t.job.inputs.Add(filepath.Join(filepath.Dir(t.job.spec), filepath.FromSlash(name)))
	return t.FS.Open(name)
}

// reportAll is what find says of each job.
func reportAll(jobs []*job, find func(*job) (*diag.Report, error)) (*diag.Report, error) {
	total := &diag.Report{}
	for _, j := range jobs {
		r, err := find(j)
		if err != nil {
			return nil, err
		}
		total.Merge(r)
	}
	return total, nil
}

// errorsOf checks the spec of a job, and its names in its targets.
func errorsOf(j *job) (*diag.Report, error) {
	p, r, err := j.check()
	if err != nil {
		return nil, err
	}
	if r.OK() {
		if _, err := compile.Plan(p, j.outputs, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}
