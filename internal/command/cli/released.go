package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// releasedDir is the folder, next to a spec, of its released versions: each is a file
// called like the version, or a folder of that name with a spec of several files.
const releasedDir = "released"

// A shelf is the released versions of the protocol of a spec. Each is read when it is
// needed first.
type shelf struct {
	env   *environment
	spec  version
	dir   string
	named bool                // the user has named it: it exists
	known map[string]*version // by file; nil for another protocol
}

// shelf is the folder of the released versions of a spec: one that the user has named, or
// the usual one beside it.
func (env *environment) shelf(spec version, folder string) *shelf {
	if folder != "" {
		return &shelf{env: env, spec: spec, dir: folder, named: true, known: map[string]*version{}}
	}
	return &shelf{env: env, spec: spec, dir: beside(spec.file), known: map[string]*version{}}
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
	return s.which(func(string) (bool, error) { return true, nil })
}

// before are the released versions before another one that may have some names or codes.
func (s *shelf) before(old *model.Protocol, words []string) ([]version, error) {
	if len(words) == 0 {
		return nil, nil
	}
	return s.which(func(name string) (bool, error) {
		if v := strings.TrimSuffix(name, ".yaml"); old.Versioning.Parse(v) == nil || !old.Versioning.Less(v, old.Version) {
			return false, nil
		}
		return mentions(filepath.Join(s.dir, name), words)
	})
}

// which are the released versions that are wanted, by the names of their files or folders.
func (s *shelf) which(wanted func(name string) (bool, error)) ([]version, error) {
	entries, err := os.ReadDir(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.named:
		return nil, noFolder(s.dir)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	var files, fresh []string
	said := map[string]string{} // the version that the name of a file says
	for _, e := range entries {
		file := filepath.Join(s.dir, e.Name())
		switch {
		case e.IsDir():
			file = filepath.Join(file, filepath.Base(s.spec.file))
		case !strings.HasSuffix(e.Name(), ".yaml"):
			continue
		}
		if ok, err := wanted(e.Name()); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		files = append(files, file)
		said[file] = strings.TrimSuffix(e.Name(), ".yaml")
		if _, known := s.known[file]; !known {
			fresh = append(fresh, file)
		}
	}
	all := make([]version, len(fresh))
	errs := make([]error, len(fresh))
	parallel.Do(len(fresh), func(i int) { all[i], errs[i] = s.env.releasedSpec(fresh[i]) })
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for i, v := range all {
		s.known[fresh[i]] = nil
		if v.proto.Name != s.spec.proto.Name {
			continue
		}
		if v.proto.Version != said[fresh[i]] {
			return nil, fmt.Errorf("%s says version %q: a released spec is named after its version, and is not changed", v.name, v.proto.Version)
		}
		s.known[fresh[i]] = &v
	}
	var out []version
	for _, file := range files {
		if v := s.known[file]; v != nil {
			out = append(out, *v)
		}
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

// mentions reports whether a file, or one in a folder, may have one of some names. Only
// those with other characters than ASCII or with quotes are written with escapes.
func mentions(at string, words []string) (bool, error) {
	found := slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsFunc(word, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"'\\`, r) })
	})
	err := filepath.WalkDir(at, func(file string, e fs.DirEntry, err error) error {
		if err != nil || found || e.IsDir() || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(file)
		found = slices.ContainsFunc(words, func(word string) bool { return hasWord(text, word) })
		return err
	})
	return found, err
}

// hasWord reports whether a text has a word that is not a part of a longer one.
func hasWord(text []byte, word string) bool {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRune(text[:at])
		after, _ := utf8.DecodeRune(text[at+len(word):])
		if !isLetter(before) && !isLetter(after) {
			return true
		}
	}
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

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
		return version{}, fmt.Errorf("%s has no version, so it is not a released spec", v.name)
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
