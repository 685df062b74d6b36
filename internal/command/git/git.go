// Package git reads files of a commit through the installed git.
package git

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ErrNoFile says that a commit does not have a file.
var ErrNoFile = errors.New("the commit does not have the file")

// A Tree is the files of a commit, seen from a folder of the work tree.
type Tree struct {
	dir    string // on the disk
	commit string
	prefix string // of dir in the repository, with a slash at its end; "" for the root
	names  []string
}

// Open finds a commit, such as a branch or HEAD, in the repository that has a folder.
func Open(dir, ref string) (*Tree, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is not installed, and a commit cannot be read without it")
	}
	if strings.HasPrefix(ref, "-") {
		return nil, fmt.Errorf("%q is not the name of a commit", ref)
	}
	prefix, err := run(dir, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, fmt.Errorf("%q is not in a git repository: %w", filepath.ToSlash(dir), err)
	}
	commit, err := run(dir, "rev-parse", "--verify", "--quiet", ref+"^{commit}")
	if err != nil {
		return nil, missing(dir, ref)
	}
	return &Tree{dir: dir, commit: strings.TrimSpace(string(commit)), prefix: strings.TrimSpace(string(prefix))}, nil
}

// missing says why there is no commit.
func missing(dir, ref string) error {
	shallow, err := run(dir, "rev-parse", "--is-shallow-repository")
	if err == nil && strings.TrimSpace(string(shallow)) == "true" {
		return fmt.Errorf("git has no commit %q, because the clone is shallow: fetch more of it (in GitHub Actions: actions/checkout with fetch-depth: 0)", ref)
	}
	return fmt.Errorf("git has no commit %q", ref)
}

func run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); line != "" {
			return nil, errors.New(line)
		}
		return nil, err
	}
	return out, nil
}

// Read returns the content of a file below the folder, or beside it.
func (t *Tree) Read(name string) ([]byte, error) {
	full := path.Join(t.prefix, name)
	if strings.HasPrefix(full, "../") {
		return nil, fmt.Errorf("%q is outside of the repository", name)
	}
	if !t.has(full) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNoFile}
	}
	return run(t.dir, "cat-file", "blob", t.commit+":"+full)
}

// has reports whether the commit has a file.
func (t *Tree) has(full string) bool {
	kind, err := run(t.dir, "cat-file", "-t", t.commit+":"+full)
	return err == nil && strings.TrimSpace(string(kind)) == "blob"
}

// list reads the names of all files below the folder, once.
func (t *Tree) list() error {
	if t.names != nil {
		return nil
	}
	var err error
	t.names, err = t.Files(".")
	return err
}

// Files returns the names of the files in a folder of the commit.
func (t *Tree) Files(folder string) ([]string, error) {
	out, err := run(t.dir, "ls-tree", "-r", "-z", "--name-only", t.commit, "--", folder)
	if err != nil {
		return nil, err
	}
	return names(out), nil
}

// Changed returns the names of the files in a folder that are not the same in the commit and
// in another one, or, if that is nil, in the work tree.
func (t *Tree) Changed(folder string, other *Tree) ([]string, error) {
	args := []string{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative", t.commit}
	if other != nil {
		args = append(args, other.commit)
	}
	out, err := run(t.dir, append(args, "--", folder)...)
	if err != nil {
		return nil, err
	}
	return names(out), nil
}

// names are those that git has ended with a zero byte each.
func names(out []byte) []string {
	list := []string{}
	for _, name := range strings.Split(string(out), "\x00") {
		if name != "" {
			list = append(list, name)
		}
	}
	return list
}

// Folder returns a folder of the commit, below the folder of the tree, as a file system.
func (t *Tree) Folder(name string) fs.FS { return folder{t, filepath.ToSlash(name)} }

type folder struct {
	tree *Tree
	at   string
}

// Open opens a file, or a folder for its list.
func (d folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	full := path.Join(d.at, name)
	text, err := d.tree.Read(full)
	if err == nil {
		return &file{info: info{path.Base(name), int64(len(text)), false}, Reader: bytes.NewReader(text)}, nil
	}
	if !errors.Is(err, ErrNoFile) {
		return nil, err
	}
	if err := d.tree.list(); err != nil {
		return nil, err
	}
	entries := d.entries(full)
	if entries == nil && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &list{info: info{path.Base(name), 0, true}, entries: entries}, nil
}

// entries are what a folder of the commit has.
func (d folder) entries(full string) []fs.DirEntry {
	var out []fs.DirEntry
	seen := map[string]bool{}
	for _, name := range d.tree.names {
		rest := name
		if full != "." {
			var ok bool
			if rest, ok = strings.CutPrefix(name, full+"/"); !ok {
				continue
			}
		}
		first, _, below := strings.Cut(rest, "/")
		if !seen[first] {
			seen[first] = true
			out = append(out, fs.FileInfoToDirEntry(info{first, 0, below}))
		}
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return out
}

// An info describes a file of a commit.
type info struct {
	name string
	size int64
	dir  bool
}

func (i info) Name() string     { return i.name }
func (i info) Size() int64      { return i.size }
func (info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool      { return i.dir }
func (info) Sys() any           { return nil }
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// A file is an open file.
type file struct {
	info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Size() int64                { return f.info.size }
func (*file) Close() error                 { return nil }

// A list is an open folder.
type list struct {
	info
	entries []fs.DirEntry
}

func (l *list) Stat() (fs.FileInfo, error) { return l.info, nil }
func (l *list) Close() error               { return nil }
func (l *list) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: l.name, Err: errors.New("is a folder")}
}

// ReadDir returns the next n entries, or all that are left.
func (l *list) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		out := l.entries
		l.entries = nil
		return out, nil
	}
	n = min(n, len(l.entries))
	if n == 0 {
		return nil, io.EOF
	}
	out := l.entries[:n]
	l.entries = l.entries[n:]
	return out, nil
}
