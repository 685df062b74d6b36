package output

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"

	"github.com/wiregen/wiregen/internal/parallel"
)

// Apply makes the disk equal to the plan. In every folder each new text is first
// staged in a temporary file; then all are renamed, and files that are no longer
// generated are removed. Most failures (a full disk, a folder without permission, a
// name that is too long) happen before the first rename. The lists of files are
// written first and last: in between they have the old and the new files, so that
// the next run knows all files of a run that was killed.
func (p *Plan) Apply() (err error) {
	s := newStage(map[*dir]*os.Root{})
	defer func() { err = errors.Join(err, s.close()) }()
	for _, d := range p.dirs {
		d.sweep()
		p.cache.write(d, d.texts)
	}
	if err := s.prepareAll(p.Changes); err != nil {
		return err
	}
	for _, step := range []func(Change) error{s.announce, s.replace, s.remove, s.list} {
		for _, c := range p.Changes {
			if err := step(c); err != nil {
				return fmt.Errorf("%s: %w", c.Path, err)
			}
		}
	}
	for _, d := range p.dirs {
		p.cache.write(d, d.others())
	}
	return nil
}

// A stage has the folders that are written to, and the staged texts.
type stage struct {
	roots   map[*dir]*os.Root
	waiting map[place]string // the names of the temporary files
}

// A place is where a staged text belongs.
type place struct {
	dir       *dir
	name      string
	announced bool // it is a list of files that holds while they are renamed
}

func newStage(roots map[*dir]*os.Root) *stage {
	return &stage{roots: roots, waiting: map[place]string{}}
}

// prepareAll writes the new text of each file beside it. The folders come first,
// and then all texts at once, which wait for the disk and not for each other.
func (s *stage) prepareAll(changes []Change) error {
	for _, c := range changes {
		if err := s.open(c); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	stages := make([]*stage, len(changes))
	errs := make([]error, len(changes))
	parallel.Do(len(changes), func(i int) {
		stages[i] = newStage(s.roots)
		errs[i] = stages[i].prepare(changes[i])
	})
	for _, one := range stages {
		maps.Copy(s.waiting, one.waiting)
	}
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%s: %w", changes[i].Path, err)
		}
	}
	return nil
}

// open opens the folder of a change, and makes the one that its file lies in.
func (s *stage) open(c Change) error {
	root, err := s.root(c.dir)
	if err != nil || c.Action == Remove {
		return err
	}
	return root.MkdirAll(filepath.Dir(filepath.FromSlash(c.name)), 0o777)
}

// prepare writes the new text of a file beside it, with its mode.
func (s *stage) prepare(c Change) error {
	if c.Action == Remove {
		return nil
	}
	root := s.roots[c.dir]
	if c.name == manifestName {
		listed := c.dir.old.with(c.dir.next)
		both := listed.bytes()
		if !same(both, c.before) {
			if err := s.write(root, c, both, true); err != nil {
				return err
			}
		}
		if same(both, c.after) {
			return nil
		}
	}
	return s.write(root, c, c.after, false)
}

func (s *stage) write(root *os.Root, c Change, text []byte, announced bool) error {
	name := filepath.FromSlash(c.name)
	mode, keep := fs.FileMode(0o666), false
	if info, err := root.Lstat(name); err == nil {
		mode, keep = info.Mode().Perm(), true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	temporary := filepath.Join(filepath.Dir(name), temporaryName())
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
	if err != nil {
		return err
	}
	s.waiting[place{c.dir, c.name, announced}] = temporary
	_, err = f.Write(text)
	if keep {
		err = errors.Join(err, f.Chmod(mode))
	}
	return errors.Join(err, f.Close())
}

func (s *stage) root(d *dir) (*os.Root, error) {
	if root, ok := s.roots[d]; ok {
		return root, nil
	}
	if err := os.MkdirAll(d.name, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(d.name)
	if err == nil {
		s.roots[d] = root
	}
	return root, err
}

// announce renames the list of old and new files to its place.
func (s *stage) announce(c Change) error { return s.rename(c, true) }

// replace renames a staged text to its place, unless it is a list of files.
// Where only the case of a name changes, and both are one file, the old one goes first.
func (s *stage) replace(c Change) error {
	switch {
	case c.name == manifestName:
		return nil
	case c.Action == Remove && c.recased:
		return s.unlink(c)
	}
	return s.rename(c, false)
}

// list renames the list of the new files to its place.
func (s *stage) list(c Change) error {
	if c.name != manifestName {
		return nil
	}
	return s.rename(c, false)
}

// rename renames a staged text to its place, if there is one.
func (s *stage) rename(c Change, announced bool) error {
	at := place{c.dir, c.name, announced}
	temporary, ok := s.waiting[at]
	if !ok {
		return nil
	}
	if err := s.roots[c.dir].Rename(temporary, filepath.FromSlash(c.name)); err != nil {
		return err
	}
	delete(s.waiting, at)
	return nil
}

// remove removes a file that is no longer generated.
func (s *stage) remove(c Change) error {
	if c.Action != Remove || c.recased {
		return nil
	}
	return s.unlink(c)
}

// unlink removes a file, and the folders that are then empty.
func (s *stage) unlink(c Change) error {
	root := s.roots[c.dir]
	if err := root.Remove(filepath.FromSlash(c.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(c.name); dir != "."; dir = path.Dir(dir) {
		if root.Remove(filepath.FromSlash(dir)) != nil {
			return nil // it is not empty
		}
	}
	return nil
}

// close removes the staged texts that remain after a failure.
func (s *stage) close() error {
	var err error
	for at, temporary := range s.waiting {
		err = errors.Join(err, s.roots[at.dir].Remove(temporary))
	}
	for _, root := range s.roots {
		err = errors.Join(err, root.Close())
	}
	return err
}
