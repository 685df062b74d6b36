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
	"unicode"
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

// A manifest is the files of a folder. It is looked up for each file that is
// generated, by its name.
type manifest struct {
	entries []entry
	named   map[string][]entry // by the name without its case
}

// add adds an entry at the end.
func (m *manifest) add(e entry) {
	if m.named == nil {
		m.named = map[string][]entry{}
	}
	m.entries = append(m.entries, e)
	key := withoutCase(e.name)
	m.named[key] = append(m.named[key], e)
}

// called are the entries of a name, in any case.
func (m *manifest) called(name string) []entry { return m.named[withoutCase(name)] }

// withoutCase is the same for two names if and only if strings.EqualFold is
// true of them.
func withoutCase(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}

// hash is the sum of text with its line ends as LF.
func hash(text []byte) string {
	sum := sha256.Sum256(lf(text))
	return hex.EncodeToString(sum[:])
}

func readManifest(root *os.Root, dir string) (manifest, error) {
	text, err := read(root, manifestName)
	var m manifest
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w", filepath.ToSlash(filepath.Join(dir, manifestName)), err)
	}
	for i, line := range strings.Split(string(lf(text)), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, ok := parseEntry(line)
		if m.has(e) {
			continue // two branches added it
		}
		if !ok || checkName(e.name) != nil || m.contradicts(e) {
			place := fmt.Sprintf("%s:%d", filepath.ToSlash(filepath.Join(dir, manifestName)), i+1)
			return m, fmt.Errorf("%s: this line is not an entry of a list of generated files: restore the file from version control, or remove it and generate again", place)
		}
		m.add(e)
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

func (m *manifest) bytes() []byte {
	sorted := slices.Clone(m.entries)
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
func (m *manifest) without(owners []owner) manifest {
	var out manifest
	for _, e := range m.entries {
		if !slices.Contains(owners, e.owner) {
			out.add(e)
		}
	}
	return out
}

// with is m with the missing entries of other.
func (m *manifest) with(other manifest) manifest {
	var out manifest
	for _, e := range slices.Concat(m.entries, other.entries) {
		if !out.has(e) {
			out.add(e)
		}
	}
	return out
}

func (m *manifest) has(e entry) bool { return slices.Contains(m.called(e.name), e) }

// contradicts reports whether e is listed as the file of another owner. One
// owner may list a file under two names that differ in case: a run that was
// killed while it renamed the file leaves both.
func (m *manifest) contradicts(e entry) bool {
	o, ok := m.owner(e.name)
	return ok && o != e.owner
}

func (m *manifest) lists(name string) bool {
	_, ok := m.owner(name)
	return ok
}

// recased is the name that differs from name in case, and under which alone
// the file is listed; or "".
func (m *manifest) recased(name string) string {
	other := ""
	for _, e := range m.called(name) {
		if e.name == name {
			return ""
		}
		other = e.name
	}
	return other
}

// owner returns the owner of a file. Names that differ only in case are one file on
// many systems.
func (m *manifest) owner(name string) (owner, bool) {
	if found := m.called(name); len(found) > 0 {
		return found[0].owner, true
	}
	return owner{}, false
}
