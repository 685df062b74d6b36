package output

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// manifestName is the list of the files that wiregen wrote into a folder.
const manifestName = ".wiregen.manifest"

const manifestHead = "# Written by wiregen: the files of this folder that it made, and may remove. Do not edit.\n"

// An owner of a file is one protocol for one target. Two owners in one folder do not
// remove each other's files.
type owner struct{ protocol, target string }

func (o owner) String() string { return o.protocol + " for " + o.target }

// An entry is a line of the manifest: protocol, target, path. It does not depend on
// the content of a file, so that branches which change the same files merge.
type entry struct {
	owner owner
	name  string
}

type manifest []entry

// hash is the sum of text with its line ends as LF.
func hash(text []byte) string {
	sum := sha256.Sum256(lf(text))
	return hex.EncodeToString(sum[:])
}

func readManifest(root *os.Root, dir string) (manifest, error) {
	text, err := read(root, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(filepath.Join(dir, manifestName)), err)
	}
	var m manifest
	for i, line := range strings.Split(string(lf(text)), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, ok := parseEntry(line)
		if slices.Contains(m, e) {
			continue // two branches added it
		}
		if !ok || checkName(e.name) != nil || m.contradicts(e) {
			place := fmt.Sprintf("%s:%d", filepath.ToSlash(filepath.Join(dir, manifestName)), i+1)
			return nil, fmt.Errorf("%s: this line is not an entry of a list of generated files: restore the file from version control, or remove it and generate again", place)
		}
		m = append(m, e)
	}
	return m, nil
}

func parseEntry(line string) (entry, bool) {
	parts := strings.SplitN(line, " ", 3)
	if len(parts) < 3 {
		return entry{}, false
	}
	// Up to version 0.9 the path was followed by a checksum.
	name := formerSum().ReplaceAllString(parts[2], "")
	return entry{owner{parts[0], parts[1]}, name}, true
}

var formerSum = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` [0-9a-f]{64}$`) })

func (m manifest) bytes() []byte {
	sorted := slices.Clone(m)
	slices.SortFunc(sorted, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.owner.protocol, b.owner.protocol), cmp.Compare(a.owner.target, b.owner.target), cmp.Compare(a.name, b.name))
	})
	var b strings.Builder
	b.WriteString(manifestHead)
	for _, e := range sorted {
		fmt.Fprintf(&b, "%s %s %s\n", e.owner.protocol, e.owner.target, e.name)
	}
	return []byte(b.String())
}

// without is m without the entries of owners.
func (m manifest) without(owners []owner) manifest {
	var out manifest
	for _, e := range m {
		if !slices.Contains(owners, e.owner) {
			out = append(out, e)
		}
	}
	return out
}

// with is m with the missing entries of other.
func (m manifest) with(other manifest) manifest {
	out := slices.Clone(m)
	for _, e := range other {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// contradicts reports whether e is listed as the file of another owner. One
// owner may list a file under two names that differ in case: a run that was
// killed while it renamed the file leaves both.
func (m manifest) contradicts(e entry) bool {
	o, ok := m.owner(e.name)
	return ok && o != e.owner
}

func (m manifest) lists(name string) bool {
	_, ok := m.owner(name)
	return ok
}

// recased is the name that differs from name in case, and under which alone
// the file is listed; or "".
func (m manifest) recased(name string) string {
	other := ""
	for _, e := range m {
		switch {
		case e.name == name:
			return ""
		case strings.EqualFold(e.name, name):
			other = e.name
		}
	}
	return other
}

// owner returns the owner of a file. Names that differ only in case are one file on
// many systems.
func (m manifest) owner(name string) (owner, bool) {
	for _, e := range m {
		if strings.EqualFold(e.name, name) {
			return e.owner, true
		}
	}
	return owner{}, false
}
