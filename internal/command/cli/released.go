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
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/syntax"
)

// releasedDir is the folder, next to a spec, of its released versions: each is a file
// called like the version, or a folder of that name with a spec of several files.
const releasedDir = "released"

// releases are the released versions next to a spec, the oldest first.
func (env *environment) releases(spec string) ([]version, error) {
	return env.releasesIn(filepath.Join(filepath.Dir(spec), releasedDir), filepath.Base(spec))
}

// releasesIn are the released versions in a folder, in which a spec of several files is
// called base.
func (env *environment) releasesIn(dir, base string) ([]version, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		switch name := filepath.Join(dir, e.Name()); {
		case e.IsDir():
			files = append(files, filepath.Join(name, base))
		case strings.HasSuffix(e.Name(), ".yaml"):
			files = append(files, name)
		}
	}
	out := make([]version, len(files))
	errs := make([]error, len(files))
	parallel.Do(len(files), func(i int) { out[i], errs[i] = env.releasedSpec(files[i]) })
	if err := errors.Join(errs...); err != nil {
		return nil, err
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
// have ended. One is needed, too, if it accepts a finding against the latest release, which
// is r if that is what was compared.
func (a *acceptance) apply(r, latest *compare.Report) (accepted map[*compare.Finding]string, faults []error) {
	if a == nil {
		return nil, nil
	}
	accepted = a.list.Mark(r, a.now)
	if latest != r {
		a.list.Mark(latest, a.now)
	}
	return accepted, a.list.Faults(r.New, a.now)
}
