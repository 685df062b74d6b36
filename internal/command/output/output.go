// Package output writes generated files to disk. It compares files in memory with
// the disk, and on request makes the disk equal to them. It does not touch files that
// it did not write, or files outside of the output folders. To avoid incomplete
// folders, it first stages all files, then renames them, then removes old ones.
//
// Files are compared with their line ends as LF: a checkout that git turned
// into CRLF is up to date.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/parallel"
)

// A File is one file of a folder, named below it with forward slashes.
type File struct {
	Name string
	Data []byte
}

// A Batch has the files of one owner in one folder.
type Batch struct {
	Dir      string // the output folder, as the user named it
	Protocol string
	Target   string
	Files    []File
}

// An Action is what is done to a file.
type Action string

// The actions.
const (
	Create Action = "create"
	Update Action = "update"
	Remove Action = "remove"
)

// A Change is one file that differs on disk.
type Change struct {
	Path   string // for people: the folder as it was named, and the file
	Action Action
	dir    *dir
	name   string
	before []byte
	after  []byte
	// recased reports that the file is removed because the case of its name changes,
	// on a system where both names are one file.
	recased bool
}

// A Plan is everything that would change on disk.
type Plan struct {
	Changes []Change // folder by folder, by name
	// Kept are files that are no longer generated, and that may have been edited.
	Kept  []string
	cache Cache
	dirs  []*dir
}

// A Summary counts what a run generates, with the list of files of each folder.
type Summary struct {
	Files   int      `json:"files"`
	Folders []string `json:"folders"` // as the user named them, with forward slashes
}

// Summary is that of the whole plan, whether or not its files change.
func (p *Plan) Summary() Summary {
	var s Summary
	for _, d := range p.dirs {
		s.Files += len(d.files) + 1
		s.Folders = append(s.Folders, filepath.ToSlash(d.name))
	}
	return s
}

// A dir is one output folder with its files.
type dir struct {
	name   string          // as the user named it
	files  map[string]file // by name in lower case
	texts  texts           // that earlier runs are known to have written
	stored texts           // in the cache
	old    manifest
	next   manifest
}

type file struct {
	owner owner
	name  string
	data  []byte
	sum   string // the hash of data
}

// NewPlan compares batches with the disk. It changes nothing.
func NewPlan(batches []Batch, cache Cache) (*Plan, error) {
	p := &Plan{cache: cache}
	owners := map[*dir][]owner{}
	sums := sumsOf(batches, cache)
	for i, b := range batches {
		d, err := p.folder(b.Dir)
		if err != nil {
			return nil, err
		}
		o := owner{b.Protocol, b.Target}
		owners[d] = append(owners[d], o)
		if err := d.add(o, b.Files, sums[i]); err != nil {
			return nil, err
		}
	}
	for _, d := range p.dirs {
		if err := p.compare(d, owners[d]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// sumsOf are the hashes of all files, batch by batch; "" where there is no cache
// to hold them.
func sumsOf(batches []Batch, cache Cache) [][]string {
	sums := make([][]string, len(batches))
	var each []func()
	for i, b := range batches {
		sums[i] = make([]string, len(b.Files))
		for j, f := range b.Files {
			if cache.folder != "" {
				each = append(each, func() { sums[i][j] = hash(f.Data) })
			}
		}
	}
	parallel.Do(len(each), func(i int) { each[i]() })
	return sums
}

// folder is the dir of that name; two names of one folder give one dir.
func (p *Plan) folder(name string) (*dir, error) {
	for _, d := range p.dirs {
		if sameFolder(d.name, name) {
			return d, nil
		}
	}
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("the output folder %q is not a folder", name)
	}
	known := p.cache.texts(name)
	d := &dir{name: name, files: map[string]file{}, texts: known, stored: known}
	p.dirs = append(p.dirs, d)
	return d, nil
}

func sameFolder(a, b string) bool {
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	if errA == nil && errB == nil && absA == absB {
		return true
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

func (d *dir) add(o owner, files []File, sums []string) error {
	for i, f := range files {
		if err := checkName(f.Name); err != nil {
			return fmt.Errorf("%s: %w", o, err)
		}
		key := strings.ToLower(f.Name) // one file on many systems
		if other, ok := d.files[key]; ok {
			if other.owner == o && other.name == f.Name && bytes.Equal(other.data, f.Data) {
				continue // two runs of one owner agree
			}
			return fmt.Errorf("%s and %s both make %q in %q: give each a separate folder", other.owner, o, f.Name, d.name)
		}
		d.files[key] = file{o, f.Name, f.Data, sums[i]}
	}
	return nil
}

// maxName is the longest name of a file on common systems, in bytes.
const maxName = 255

// checkName refuses a name that leaves the folder, or has another meaning on another
// system.
func checkName(name string) error {
	switch {
	case !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name || name == ".":
		return fmt.Errorf("the path %q leaves the output folder", name)
	case strings.ContainsAny(name, "\\:\x00\r\n"):
		return fmt.Errorf("the path %q has a character that not every file system allows", name)
	case slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return len(part) > maxName }):
		return fmt.Errorf("the path %q has a name of more than %d bytes, the limit of file systems: shorten the name in the spec that it comes from", name, maxName)
	case name == manifestName:
		return fmt.Errorf("the path %q is that of the list of files", name)
	}
	return nil
}

// compare computes the changes in d.
func (p *Plan) compare(d *dir, owners []owner) error {
	root, err := os.OpenRoot(d.name)
	if errors.Is(err, fs.ErrNotExist) {
		root = nil
	} else if err != nil {
		return err
	} else {
		defer root.Close()
	}
	if d.old, err = readManifest(root, d.name); err != nil {
		return err
	}
	d.next = d.old.without(owners)
	files := d.sorted()
	texts := make([]found, len(files))
	parallel.Do(len(files), func(i int) { texts[i].text, texts[i].err = read(root, files[i].name) })
	for i, f := range files {
		if err := p.file(root, d, f, texts[i]); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for _, e := range d.old.entries {
		if slices.Contains(owners, e.owner) && !seen[e.name] {
			seen[e.name] = true
			p.stale(root, d, e)
		}
	}
	p.manifest(root, d)
	return nil
}

// A found is what is at the place of a file.
type found struct {
	text []byte
	err  error
}

// file compares one generated file.
func (p *Plan) file(root *os.Root, d *dir, f file, now found) error {
	name := f.name
	if other, ok := d.next.owner(name); ok {
		return fmt.Errorf("%q in %q belongs to %s: give %s a separate folder", name, d.name, other, f.owner)
	}
	d.next.add(entry{f.owner, name})
	before, err := now.text, now.err
	shown := d.path(name)
	was := d.old.recased(name)
	c := Change{Path: shown, dir: d, name: name, before: before, after: f.data}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Action = Create
	case err != nil:
		return fmt.Errorf("%s: %w", shown, err)
	case was != "" && oneFile(root, was, name):
		p.change(Change{Path: d.path(was), Action: Remove, dir: d, name: was, before: before, recased: true})
		c.Action, c.before = Create, nil
	case same(before, f.data):
		return nil
	case !(was == "" && d.old.lists(name)) && !ours(before, f.data):
		return fmt.Errorf("%s already exists, and wiregen did not write it: move it, or choose another folder", shown)
	default:
		c.Action = Update
	}
	p.change(c)
	return nil
}

// stale handles a file that was written earlier and is no longer generated. It is
// kept if it may have been edited, or is not a regular file any more.
func (p *Plan) stale(root *os.Root, d *dir, e entry) {
	now, made := d.files[strings.ToLower(e.name)]
	if made && (now.name == e.name || oneFile(root, now.name, e.name)) {
		return
	}
	before, err := read(root, e.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !d.wrote(e.name, before):
		if !made { // a list has one of the names that differ in case
			d.next.add(e)
		}
		p.Kept = append(p.Kept, d.path(e.name))
	default:
		p.change(Change{Path: d.path(e.name), Action: Remove, dir: d, name: e.name, before: before})
	}
}

// wrote reports whether a run wrote the text of a file: the cache has its checksum,
// or the cache does not have the file and its head says that it was generated.
func (d *dir) wrote(name string, text []byte) bool {
	if sums := d.texts[name]; len(sums) > 0 {
		return slices.Contains(sums, hash(text))
	}
	return marked(text)
}

// oneFile reports whether two names that differ in case are one file, as on
// case-insensitive systems.
func oneFile(root *os.Root, a, b string) bool {
	if root == nil {
		return false
	}
	infoA, errA := root.Lstat(filepath.FromSlash(a))
	infoB, errB := root.Lstat(filepath.FromSlash(b))
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// manifest compares the list of files; it is the last change of its folder.
func (p *Plan) manifest(root *os.Root, d *dir) {
	after := d.next.bytes()
	before, err := read(root, manifestName)
	c := Change{Path: d.path(manifestName), Action: Update, dir: d, name: manifestName, before: before, after: after}
	if err != nil {
		c.Action, c.before = Create, nil
	}
	if err != nil || !same(before, after) {
		p.change(c)
	}
}

func (d *dir) sorted() []file {
	return slices.SortedFunc(maps.Values(d.files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

func (p *Plan) change(c Change) { p.Changes = append(p.Changes, c) }

func (d *dir) path(name string) string {
	return filepath.ToSlash(filepath.Join(d.name, filepath.FromSlash(name)))
}

// read reads a regular file below root; root is nil if the folder does not exist.
func read(root *os.Root, name string) ([]byte, error) {
	if root == nil {
		return nil, fs.ErrNotExist
	}
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file: move it")
	}
	return root.ReadFile(filepath.FromSlash(name))
}

// ours reports whether the heads of a file and of its replacement say that wiregen
// generated them. It is called only if no list of files has the file.
func ours(before, after []byte) bool {
	return slices.ContainsFunc(heads(), func(head *regexp.Regexp) bool { return head.Match(lf(before)) && head.Match(after) })
}

// marked reports whether the head of a file says that wiregen generated it.
func marked(text []byte) bool {
	return slices.ContainsFunc(heads(), func(head *regexp.Regexp) bool { return head.Match(lf(text)) })
}

// heads are the beginnings of generated files: a comment in the first line of a
// source or in that of a page, behind its type, and one of the first members of a schema.
var heads = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\A// Code generated by wiregen from [^\n]+\. DO NOT EDIT\.\n`),
		regexp.MustCompile(`\A(?:<!doctype html>\n)?<!-- Code generated by wiregen from [^\n]+\. DO NOT EDIT\. -->\n`),
		regexp.MustCompile(`\A\{\n(?:  "\$(?:schema|id)": "[^"\n]*",\n)*  "\$comment": "Code generated by wiregen from [^\n]+\. DO NOT EDIT\."`),
	}
})

func same(a, b []byte) bool { return bytes.Equal(a, b) || bytes.Equal(lf(a), lf(b)) }

// lf is text with its line ends as LF: mostly text itself.
func lf(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}
