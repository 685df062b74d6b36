package output

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Apply makes the disk equal to the plan: in every folder each new text is
// staged beside its place; then all are renamed, then what is made no more is
// removed, and the lists of files come last. What can fail (a full disk, a
// folder that may not be written) mostly fails before the first rename.
func (p *Plan) Apply() (err error) {
	s := &stage{roots: map[*dir]*os.Root{}}
	defer func() { err = errors.Join(err, s.close()) }()
	for _, c := range p.Changes {
		if err := s.prepare(c); err != nil {
			return fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	for _, step := range []func(Change) error{s.replace, s.remove, s.list} {
		for _, c := range p.Changes {
			if err := step(c); err != nil {
				return fmt.Errorf("%s: %w", c.Path, err)
			}
		}
	}
	return nil
}

// A stage holds the folders that are written to, and the texts that wait
// beside their places.
type stage struct {
	roots   map[*dir]*os.Root
	waiting []waiting
}

type waiting struct {
	dir             *dir
	temporary, name string
}

// prepare writes the new text of a file beside it, with its mode.
func (s *stage) prepare(c Change) error {
	root, err := s.root(c.dir)
	if err != nil || c.Action == Remove {
		return err
	}
	name := filepath.FromSlash(c.name)
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	mode, keep := fs.FileMode(0o666), false
	if info, err := root.Lstat(name); err == nil {
		mode, keep = info.Mode().Perm(), true
	}
	temporary := filepath.Join(filepath.Dir(name), ".wiregen-"+rand.Text()+".tmp")
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
	if err != nil {
		return err
	}
	s.waiting = append(s.waiting, waiting{c.dir, temporary, c.name})
	_, err = f.Write(c.after)
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

// replace renames a staged text to its place, unless it is a list of files.
func (s *stage) replace(c Change) error {
	if c.Action == Remove || c.name == manifestName {
		return nil
	}
	return s.rename(c)
}

// list renames a list of files to its place.
func (s *stage) list(c Change) error {
	if c.name != manifestName {
		return nil
	}
	return s.rename(c)
}

func (s *stage) rename(c Change) error {
	i := slices.IndexFunc(s.waiting, func(w waiting) bool { return w.dir == c.dir && w.name == c.name })
	if err := s.roots[c.dir].Rename(s.waiting[i].temporary, filepath.FromSlash(c.name)); err != nil {
		return err
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return nil
}

// remove removes a file, and the folders that held nothing else.
func (s *stage) remove(c Change) error {
	if c.Action != Remove {
		return nil
	}
	root := s.roots[c.dir]
	if err := root.Remove(filepath.FromSlash(c.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(c.name); dir != "."; dir = path.Dir(dir) {
		if root.Remove(filepath.FromSlash(dir)) != nil {
			return nil // it holds something else
		}
	}
	return nil
}

// close removes the texts that still wait after a failure.
func (s *stage) close() error {
	var err error
	for _, w := range s.waiting {
		err = errors.Join(err, s.roots[w.dir].Remove(w.temporary))
	}
	for _, root := range s.roots {
		err = errors.Join(err, root.Close())
	}
	return err
}
