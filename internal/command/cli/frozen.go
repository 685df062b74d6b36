package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/command/git"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// edited are the released versions that mean something else than they did in the commit of
// the old version: in the commit of the new version, or on the disk.
func (env *environment) edited(old, today version) ([]compare.Frozen, error) {
	if old.from == nil {
		return nil, nil
	}
	from := old.shelfIn()
	moved := filepath.Clean(beside(old.file)) != filepath.Clean(beside(today.file))
	var names []string
	var err error
	if moved {
		names, err = old.from.tree.Files(from)
	} else {
		names, err = old.from.tree.Changed(from, today.tree())
	}
	if err != nil {
		return nil, err
	}
	var out []compare.Frozen
	for _, name := range frozenSpecs(from, names, path.Base(old.from.path)) {
		x, err := env.frozen(name, old, today)
		if err != nil {
			return nil, err
		}
		if x != nil && !(moved && x.New == nil && x.NewAt.IsZero()) { // not all versions may be beside another spec
			out = append(out, *x)
		}
	}
	return out, nil
}

// frozen compares a released version, whose name is its path in the folder of them; nil if
// it means the same.
func (env *environment) frozen(name string, old, today version) (*compare.Frozen, error) {
	was, r, err := env.committed(old.beside(name), filepath.Join(beside(old.file), name))
	if errors.Is(err, errNewProtocol) { // it was released since
		return nil, nil
	}
	if err != nil || !r.OK() || was.proto.Name != today.proto.Name {
		return nil, err
	}
	x := &compare.Frozen{Name: path.Join(releasedDir, strings.TrimSuffix(name, "/"+path.Base(old.from.path))), Old: was.proto}
	file := filepath.Join(beside(today.file), name)
	var is version
	if today.from != nil {
		is, r, err = env.committed(today.beside(name), file)
	} else if _, err = os.Stat(file); err == nil {
		is, r, err = env.version(file, file)
	}
	switch {
	case errors.Is(err, errNewProtocol), errors.Is(err, fs.ErrNotExist):
		return x, nil
	case err != nil:
		return nil, err
	case !r.OK():
		x.NewAt = r.All()[0].Span
		return x, nil
	}
	if same, err := sameMeaning(was.proto, is.proto); same || err != nil {
		return nil, err
	}
	x.New = is.proto
	return x, nil
}

// shelfIn is the folder of released versions in the commit of a version.
func (v version) shelfIn() string {
	dir := path.Dir(v.from.path)
	if beside(v.file) == filepath.Dir(v.file) {
		return dir
	}
	return path.Join(dir, releasedDir)
}

// beside is a released version in the commit of a version.
func (v version) beside(name string) *commit {
	return &commit{v.from.tree, v.from.ref, path.Join(v.shelfIn(), name)}
}

// tree is the files of the commit of a version; nil for those of the disk.
func (v version) tree() *git.Tree {
	if v.from == nil {
		return nil
	}
	return v.from.tree
}

// frozenSpecs are the released specs, by their paths in the folder, to which some files in
// it belong. One of several files, in a separate folder, is called base.
func frozenSpecs(folder string, files []string, base string) []string {
	var out []string
	for _, file := range files {
		name := strings.TrimPrefix(file, folder+"/")
		if first, _, nested := strings.Cut(name, "/"); nested {
			name = path.Join(first, base)
		} else if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// sameMeaning reports whether two specs are the same but for their layout and comments.
func sameMeaning(a, b *model.Protocol) (bool, error) {
	var texts [2]bytes.Buffer
	for i, p := range []*model.Protocol{a, b} {
		if err := modeljson.WriteComparable(&texts[i], p); err != nil {
			return false, err
		}
	}
	return bytes.Equal(texts[0].Bytes(), texts[1].Bytes()), nil
}
