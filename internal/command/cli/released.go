package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/syntax"
)

// releasedDir is the folder, next to a spec, of its released versions: each is a file
// called like the version, or a folder of that name with a spec of several files.
const releasedDir = "released"

// A shelf is the released versions of the protocol of a spec. It is read when they are
// needed first.
type shelf struct {
	env   *environment
	spec  version
	dir   string
	named bool // the user has named it: it exists
	list  []version
	err   error
	read  bool
}

// shelf is the folder of the released versions of a spec: one that the user has named, or
// the usual one beside it.
func (env *environment) shelf(spec version, folder string) *shelf {
	if folder != "" {
		return &shelf{env: env, spec: spec, dir: folder, named: true}
	}
	return &shelf{env: env, spec: spec, dir: beside(spec.file)}
}

// beside is the folder of released specs for a spec. A released one is in it itself.
func beside(spec string) string {
	dir := filepath.Dir(spec)
	if full, err := filepath.Abs(dir); err == nil && filepath.Base(full) == releasedDir {
		return dir
	}
	return filepath.Join(dir, releasedDir)
}

// exists reports whether there is a folder.
func (s *shelf) exists() bool {
	info, err := os.Stat(s.dir)
	return err == nil && info.IsDir()
}

// versions are the released versions, the oldest first. Specs of other protocols in the
// folder are passed over.
func (s *shelf) versions() ([]version, error) {
	if !s.read {
		s.list, s.err = s.load()
		s.read = true
	}
	return s.list, s.err
}

func (s *shelf) load() ([]version, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		if s.named {
			err = noFolder(s.dir)
		} else {
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	var files, names []string
	for _, e := range entries {
		switch name := filepath.Join(s.dir, e.Name()); {
		case e.IsDir():
			files, names = append(files, filepath.Join(name, filepath.Base(s.spec.file))), append(names, e.Name())
		case strings.HasSuffix(e.Name(), ".yaml"):
			files, names = append(files, name), append(names, strings.TrimSuffix(e.Name(), ".yaml"))
		}
	}
	all := make([]version, len(files))
	errs := make([]error, len(files))
	parallel.Do(len(files), func(i int) { all[i], errs[i] = s.env.releasedSpec(files[i]) })
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var out []version
	for i, v := range all {
		if v.proto.Name != s.spec.proto.Name {
			continue
		}
		if v.proto.Version != names[i] {
			return nil, fmt.Errorf("%s says version %q: a released spec is called like its version, and is not changed", v.name, v.proto.Version)
		}
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(a, b version) int {
		switch less := a.proto.Versioning.Less; {
		case a.proto.Version == b.proto.Version:
			return strings.Compare(a.name, b.name)
		case less(a.proto.Version, b.proto.Version):
			return -1
		}
		return 1
	})
	return out, nil
}

func noFolder(dir string) error {
	return fmt.Errorf("there is no folder %q with a spec for each released version: make it, or name another one with --released", filepath.ToSlash(dir))
}

// releasedSpec reads a released version, which has no errors and a version.
func (env *environment) releasedSpec(file string) (version, error) {
	v, r, err := env.version(file, file)
	switch {
	case err != nil:
		return version{}, err
	case !r.OK():
		return version{}, fmt.Errorf("%s has errors:\n%w", v.name, faultsOf(r))
	case v.proto.Versioning.Parse(v.proto.Version) == nil:
		return version{}, fmt.Errorf("%s has no version, so that it is not a released one", v.name)
	}
	return v, nil
}

// acceptance is what a team accepts, and the time that counts for its ends.
type acceptance struct {
	file string
	list *accept.List
	now  time.Time
}

// acceptance reads what is accepted: the named file, or the usual one next to the spec;
// nil if there is none.
func (env *environment) acceptance(name, spec, now string) (*acceptance, error) {
	out := &acceptance{file: name, now: time.Now()}
	if now != "" {
		var err error
		if out.now, err = time.Parse(time.DateOnly, now); err != nil {
			return nil, fmt.Errorf("--now: %q is not a day such as 2026-12-31", now)
		}
	}
	if name == "" {
		out.file = filepath.Join(filepath.Dir(spec), accept.FileName)
		if _, err := os.Lstat(out.file); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	f, err := compile.Load(out.file)
	if err != nil {
		return nil, err
	}
	r := &diag.Report{}
	root := syntax.ReadNodes(f, r)
	if !r.OK() {
		return nil, faultsOf(r)
	}
	out.list, err = accept.Read(f, root)
	return out, err
}

// apply finds what is accepted in a comparison, and the entries that are not needed or
// have ended. One is needed, too, if it accepts a finding against the latest release.
func (a *acceptance) apply(r *compare.Report, latest *model.Protocol) (accepted map[*compare.Finding]string, faults []error) {
	if a == nil {
		return nil, nil
	}
	accepted = a.list.Mark(r, a.now)
	if latest != nil && latest != r.Old {
		a.list.Mark(compare.Compare(latest, r.New), a.now)
	}
	return accepted, a.list.Faults(r.New, a.now)
}
