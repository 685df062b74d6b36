package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// configName is the file that lists outputs.
const configName = "wiregen.yaml"

// usualSpecs are looked for when neither the command line nor a configuration
// names a spec.
var usualSpecs = [...]string{"wire.yaml", "spec/wire.yaml"}

var (
	errNoSpec       = errors.New("no spec: name one, or put wire.yaml or wiregen.yaml here (wiregen init makes both)")
	errSeveralSpecs = errors.New("wiregen.yaml lists several specs: name one of them")
)

// A job is one spec and what is to be made of it.
type job struct {
	spec    string // path of the spec
	dir     string // what the folders of outputs count from
	outputs []compile.Output
}

// findJobs tells what to work on: the spec that args name, or those of the
// configuration in the working directory.
func findJobs(args []string) ([]*job, error) {
	if len(args) == 1 {
		j, err := findJob(args[0])
		return []*job{j}, err
	}
	c, err := readConfig(".")
	if err != nil {
		return nil, err
	}
	if c != nil {
		var jobs []*job
		for _, e := range c.entries {
			j, err := e.job(c.dir, e.specPath(c.dir))
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, j)
		}
		return jobs, nil
	}
	for _, name := range usualSpecs {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			j, err := findJob(filepath.FromSlash(name))
			return []*job{j}, err
		}
	}
	return nil, errNoSpec
}

// findJob looks for the outputs of a spec: in a wiregen.yaml beside it, then
// in one of the working directory that names it.
func findJob(spec string) (*job, error) {
	beside := filepath.Dir(spec)
	if info, err := os.Stat(spec); err != nil || info.IsDir() {
		return newJob(spec, "", defaultOutputs(""))
	}
	for _, dir := range []string{beside, "."} {
		c, err := readConfig(dir)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		for _, e := range c.entries {
			if sameFile(e.specPath(dir), spec) || e.spec == "" && dir == beside {
				return e.job(dir, spec)
			}
		}
	}
	return newJob(spec, "", defaultOutputs(""))
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// An outputSetting is one target as the configuration has it. Dir is below
// the configuration's folder.
type outputSetting struct {
	target  string
	dir     string
	options backend.Options
}

// usualDir is where a target goes below the folder of all outputs.
func usualDir(target string) string {
	if target == "go" {
		return filepath.Join("go", "wire") // the last element names the package
	}
	return target
}

// defaultOutputs are all targets, below gen.
func defaultOutputs(dir string) []outputSetting {
	var out []outputSetting
	for _, name := range compile.TargetNames() {
		out = append(out, outputSetting{target: name, dir: filepath.Join(dir, "gen", usualDir(name))})
	}
	return out
}

// newJob makes a job of settings whose folders count from dir.
func newJob(spec, dir string, settings []outputSetting) (*job, error) {
	j := &job{spec: spec, dir: dir}
	for _, b := range compile.Targets() {
		i := slices.IndexFunc(settings, func(s outputSetting) bool { return s.target == b.Name() })
		if i < 0 {
			continue
		}
		s := settings[i]
		if s.dir == "" {
			s.dir = filepath.Join("gen", usualDir(s.target))
		}
		if !filepath.IsAbs(s.dir) {
			s.dir = filepath.Join(dir, s.dir)
		}
		j.outputs = append(j.outputs, compile.Output{Backend: b, Dir: s.dir, Options: s.options})
	}
	return j, nil
}

// override applies the command line.
func (j *job) override(flags *generateFlags) error {
	if err := j.choose(flags.targets); err != nil {
		return err
	}
	for i := range j.outputs {
		o := &j.outputs[i]
		if flags.out != "" {
			o.Dir = filepath.Join(flags.out, usualDir(o.Backend.Name()))
		}
		if o.Backend.Name() == "go" && o.Options.Package == "" {
			name, err := packageName(o.Dir)
			if err != nil {
				return err
			}
			o.Options.Package = name
		}
	}
	return nil
}

// choose keeps the targets that are asked for, and adds those that the
// configuration does not list.
func (j *job) choose(targets []string) error {
	if targets == nil {
		return nil
	}
	known := compile.TargetNames()
	if len(targets) == 0 {
		return fmt.Errorf("--target names no target: the targets are %s", strings.Join(known, ", "))
	}
	for _, t := range targets {
		if !slices.Contains(known, t) {
			return fmt.Errorf("there is no target %q: the targets are %s%s", t, strings.Join(known, ", "), didYouMean(t, known))
		}
	}
	var chosen []compile.Output
	for _, b := range compile.Targets() {
		if !slices.Contains(targets, b.Name()) {
			continue
		}
		o := compile.Output{Backend: b, Dir: filepath.Join(j.dir, "gen", usualDir(b.Name()))}
		for _, have := range j.outputs {
			if have.Backend.Name() == b.Name() {
				o = have
			}
		}
		chosen = append(chosen, o)
	}
	j.outputs = chosen
	return nil
}

// packageName is the Go package that a folder holds: its last path element.
func packageName(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := strings.ToLower(strings.NewReplacer("-", "", ".", "").Replace(filepath.Base(abs)))
	if !names.IsGoPackage(name) {
		return "", fmt.Errorf("the folder %q gives no Go package name: write go: {dir: %s, package: NAME} into %s", dir, filepath.ToSlash(dir), configName)
	}
	return name, nil
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
	f, err := loadSpec(j.spec)
	if err != nil {
		return nil, nil, err
	}
	p, r := compile.Check(f, compile.Folder(j.spec))
	return p, r, nil
}

// checkAll checks every spec, and whether its names can stand in its targets.
func checkAll(jobs []*job) (*diag.Report, error) {
	total := &diag.Report{}
	for _, j := range jobs {
		if err := j.override(&generateFlags{}); err != nil {
			return nil, err
		}
		p, r, err := j.check()
		if err != nil {
			return nil, err
		}
		if r.OK() {
			if _, err := compile.Plan(p, j.outputs, r); err != nil {
				return nil, err
			}
		}
		total.Merge(r)
	}
	return total, nil
}
