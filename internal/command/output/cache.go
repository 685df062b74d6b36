package output

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Cache stores the checksums of the inputs and outputs of earlier runs in a folder of the
// user. It may be missing, stale, damaged, or shared by users and machines, because all
// checksums are compared with the disk before they are used.
type Cache struct{ folder string }

// CacheVariable is the environment variable that names the folder of the cache,
// or is "off".
const CacheVariable = "WIREGEN_CACHE"

// UserCache returns the cache of the user who runs the process.
func UserCache() Cache {
	switch folder := os.Getenv(CacheVariable); folder {
	case "off":
		return Cache{}
	case "":
		if users, err := os.UserCacheDir(); err == nil {
			return Cache{filepath.Join(users, "wiregen")}
		}
		return Cache{}
	default:
		return Cache{folder}
	}
}

// A Run has the inputs and outputs of a run.
type Run struct {
	Tool    string  `json:"tool"`  // the sum of the program
	Files   Sums    `json:"files"` // of each file that was read or made
	Summary Summary `json:"summary"`
}

// Unchanged reports whether the run of a key would change nothing: the program and
// all files that it read and wrote are the same as in the last run. The summary is
// that of the last run, without changes.
func (c Cache) Unchanged(key string) (Summary, bool) {
	var r Run
	if !c.load("run", key, &r) || len(r.Files) == 0 || r.Tool != toolSum() {
		return Summary{}, false
	}
	return r.Summary, !r.Files.Changed()
}

// Sums are the checksums of files by their absolute paths.
type Sums map[string]string

// Add records the checksum of a file that is about to be read. The first one counts,
// so that a file that changes during a run is noticed.
func (s Sums) Add(name string) {
	full, err := filepath.Abs(name)
	if _, known := s[full]; err == nil && !known {
		s[full] = fileSum(full)
	}
}

// Changed reports whether a file differs from its checksum.
func (s Sums) Changed() bool {
	for name, sum := range s {
		if fileSum(name) != sum {
			return true
		}
	}
	return false
}

// Remember records the inputs of the run of a key, and the outputs of p.
func (c Cache) Remember(key string, inputs Sums, p *Plan) {
	tool := toolSum()
	if c.folder == "" || tool == "" {
		return
	}
	r := Run{tool, maps.Clone(inputs), p.Summary()}
	for _, d := range p.dirs {
		full, err := filepath.Abs(d.name)
		if err != nil {
			return
		}
		r.Files[filepath.Join(full, manifestName)] = hash(d.next.bytes())
		for _, f := range d.files {
			r.Files[filepath.Join(full, filepath.FromSlash(f.name))] = f.sum
		}
	}
	c.store("run", key, r)
}

// texts are the sums of the texts that were last written into a folder, by name.
type texts map[string][]string

func (c Cache) texts(dir string) texts {
	var t texts
	if full, err := filepath.Abs(dir); err == nil {
		c.load("folder", full, &t)
	}
	return t
}

// write records the texts of a folder, together with the old ones while the run may
// still be killed.
func (c Cache) write(d *dir, before texts) {
	full, err := filepath.Abs(d.name)
	if err != nil || c.folder == "" {
		return
	}
	t := texts{}
	for name, sums := range before {
		t[name] = slices.Clone(sums)
	}
	for _, f := range d.files {
		if !slices.Contains(t[f.name], f.sum) {
			t[f.name] = append(t[f.name], f.sum)
		}
	}
	if !maps.EqualFunc(t, d.stored, slices.Equal) {
		d.stored = t
		c.store("folder", full, t)
	}
}

// others are the texts of a folder that other runs wrote.
func (d *dir) others() texts {
	t := texts{}
	for name, sums := range d.texts {
		if d.next.lists(name) && d.files[strings.ToLower(name)].name != name {
			t[name] = sums
		}
	}
	return t
}

// name is the file of the cache for a key.
func (c Cache) name(kind, key string) string {
	return filepath.Join(c.folder, kind+"-"+hash([]byte(key))+".json")
}

func (c Cache) load(kind, key string, into any) bool {
	if c.folder == "" {
		return false
	}
	text, err := os.ReadFile(c.name(kind, key))
	return err == nil && json.Unmarshal(text, into) == nil
}

// store writes a value. Errors are ignored: the next run does more work.
func (c Cache) store(kind, key string, value any) {
	text, err := json.Marshal(value)
	if c.folder == "" || err != nil || os.MkdirAll(c.folder, 0o777) != nil {
		return
	}
	_ = Replace(c.name(kind, key), 0o600, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// fileSum is the sum of a file, or of the names in a folder, as they are on
// disk; "" when it cannot be read.
func fileSum(name string) string {
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	var text []byte
	switch {
	case info.IsDir():
		var list []os.DirEntry
		list, err = os.ReadDir(name)
		for _, e := range list {
			text = fmt.Appendf(text, "%q", e.Name())
		}
	case info.Mode().IsRegular():
		text, err = os.ReadFile(name)
	default:
		return ""
	}
	if err != nil {
		return ""
	}
	return hash(text)
}

// toolSum is the checksum of the running program: of its beginning, which contains
// the build ID of the Go linker, and of its size and age, in case it was built
// without one. It is "" if that cannot be read.
func toolSum() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	sum := sha256.New()
	if _, err := io.CopyN(sum, f, min(info.Size(), 64<<10)); err != nil {
		return ""
	}
	fmt.Fprint(sum, info.Size(), info.ModTime().UnixNano())
	return hex.EncodeToString(sum.Sum(nil))
}
