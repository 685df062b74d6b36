package lsp

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// configName is the file that lists specs and outputs.
const configName = "wiregen.yaml"

// Outputs are the targets of a spec. Plan chooses the names of a protocol in them, and reports
// those that clash.
type Outputs struct {
	Targets []backend.Target
	Plan    func(*model.Protocol, *diag.Report) ([]backend.Plan, error)
}

// An Entry is a spec that a wiregen.yaml lists.
type Entry struct {
	Spec    string // its path
	Outputs Outputs
}

// A configuration is a wiregen.yaml.
type configuration struct {
	file    *source.File // nil if it cannot be read
	entries []Entry
	err     error // its faults
}

// outputs are those of a spec, or the usual ones.
func (c *configuration) outputs(spec string, usual Outputs) Outputs {
	i := slices.IndexFunc(c.entries, func(e Entry) bool { return e.Spec == spec })
	if i < 0 {
		return usual
	}
	return c.entries[i].Outputs
}

// configs has the last configuration of each path, so that one which did not change is not read
// anew with each key.
type configs struct {
	disk  Disk
	mu    sync.Mutex
	known map[string]*configuration
}

func (c *configs) read(v *view, name string) *configuration {
	f, err := v.file(c.disk, name)
	if err != nil {
		return &configuration{err: err}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.known[name]; known != nil && bytes.Equal(known.file.Text, f.Text) {
		return known
	}
	next := &configuration{file: f}
	next.entries, next.err = c.disk.Configure(f)
	c.known[name] = next
	return next
}

// The folders above a document in which specs are looked for, and the files of each that are
// looked at: a document may lie anywhere.
const (
	maxAbove = 30
	maxSpecs = 100
	headSize = 4 << 10 // where a spec has its first keys
)

// projects are those of the open documents, and of the configurations of the workspace.
func (s *server) projects(v *view) []*project {
	s.projectMu.Lock()
	defer s.projectMu.Unlock()
	if s.listed != nil && s.listedLayout >= v.layout {
		return s.listed
	}
	found := map[string]string{} // spec → configuration
	for _, dir := range v.folders {
		s.configured(v, dir, found)
	}
	for _, name := range slices.Sorted(keysOf(v.docs)) {
		s.around(v, v.docs[name], found)
	}
	list := []*project{}
	for _, spec := range slices.Sorted(keysOf(found)) {
		i := slices.IndexFunc(s.listed, func(p *project) bool { return p.spec == spec && p.config == found[spec] })
		if i >= 0 {
			list = append(list, s.listed[i])
		} else {
			list = append(list, &project{server: s, spec: spec, config: found[spec]})
		}
	}
	s.listed, s.listedLayout = list, v.layout
	return list
}

// configured adds the specs that the configuration of a folder lists, and reports whether there is
// one.
func (s *server) configured(v *view, dir string, found map[string]string) bool {
	name := path.Join(dir, configName)
	if v.docs[name] == nil {
		if _, err := fs.Stat(s.options.Disk.Folder(name), configName); err != nil {
			return false
		}
	}
	for _, e := range s.configs.read(v, name).entries {
		found[e.Spec] = name
	}
	return true
}

// around adds the specs that a document may be a part of: those of the nearest configuration above
// it, itself, or those of its folder and of the folders above it.
func (s *server) around(v *view, d *document, found map[string]string) {
	root := s.rootOf(v, d.path)
	var folders []string
	for dir := path.Dir(d.path); len(folders) < maxAbove; dir = path.Dir(dir) {
		folders = append(folders, dir)
		if dir == root || dir == path.Dir(dir) {
			break
		}
	}
	listed := slices.ContainsFunc(folders, func(dir string) bool { return s.configured(v, dir, found) })
	if isSpec(d.text.bytes) {
		if _, known := found[d.path]; !known {
			found[d.path] = ""
		}
		return
	}
	if listed || !isYAML(d.path) {
		return
	}
	for _, dir := range folders {
		for _, spec := range s.specsIn(v, dir) {
			if _, known := found[spec]; !known {
				found[spec] = ""
			}
		}
	}
}

// rootOf is the folder above which nothing belongs to a document: that of the workspace, or of the
// repository.
func (s *server) rootOf(v *view, file string) string {
	for _, dir := range v.folders {
		if strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/") {
			return dir
		}
	}
	if root := s.options.Disk.Root(path.Dir(file)); root != "" {
		return root
	}
	return path.Dir(file)
}

// specsIn are the files of a folder that look like specs.
func (s *server) specsIn(v *view, dir string) []string {
	folder := s.options.Disk.Folder(path.Join(dir, configName))
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil
	}
	var out []string
	looked := 0
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.Type()&fs.ModeType != 0 || !isYAML(name) {
			continue
		}
		if looked++; looked > maxSpecs {
			break
		}
		if d := v.docs[name]; d != nil && isSpec(d.text.bytes) || d == nil && isSpec(head(folder, e.Name())) {
			out = append(out, name)
		}
	}
	return out
}

// head is the begin of a file.
func head(folder fs.FS, name string) []byte {
	f, err := folder.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, headSize)
	n, _ := f.Read(text)
	return text[:n]
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}
