package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wiregen/wiregen/internal/command/git"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/review/accept"
	"github.com/wiregen/wiregen/internal/source"
)

// A moved is that a configuration names another spec than it did in a commit.
type moved struct {
	was, is string // was is a path of the commit
}

// reviewed is the spec that is compared if none is named. If the old version is that of a
// commit, the configuration of the commit says it: the one of the working directory is part of
// what is reviewed.
func (env *environment) reviewed(old string) (string, *moved, error) {
	ref, inGit := strings.CutPrefix(old, "git:")
	if !inGit || strings.Contains(ref, ":") {
		own, err := env.onlySpec()
		return own, nil, err
	}
	tree, err := git.Open(".", ref)
	if err != nil {
		return "", nil, err
	}
	was, err := env.specOf(tree, ref)
	if err != nil {
		return "", nil, err
	}
	if was == "" { // a new protocol
		own, err := env.onlySpec()
		return own, nil, err
	}
	_, err = os.Lstat(was)
	gone := errors.Is(err, fs.ErrNotExist)
	jobs, err := env.findJobs(nil)
	if gone && errors.Is(err, errNoSpec) {
		return "", nil, fmt.Errorf("the spec %q of %s is gone, and no other one is here: name the new spec, or keep it until nobody uses the protocol", filepath.ToSlash(was), ref)
	}
	if err != nil {
		return "", nil, err
	}
	var is []string
	for _, j := range jobs {
		if filepath.Clean(j.spec) == filepath.Clean(was) {
			return was, nil, nil
		}
		is = append(is, filepath.ToSlash(j.spec))
	}
	m := &moved{filepath.ToSlash(was), strings.Join(is, ", ")}
	switch {
	case !gone:
		return was, m, nil
	case len(jobs) > 1:
		return "", nil, errSeveralSpecs
	}
	return jobs[0].spec, m, nil
}

// specOf is the spec that the configuration of a commit names, or the usual one of the
// commit; "" if there is none.
func (env *environment) specOf(tree *git.Tree, ref string) (string, error) {
	text, err := tree.Read(configName)
	if err == nil {
		c, err := env.configOf(source.NewFile(ref+":"+configName, text), ".")
		switch {
		case err != nil:
			return "", err
		case len(c.entries) != 1:
			return "", fmt.Errorf("%s of %s lists several specs: name one of them", configName, ref)
		}
		return c.entries[0].specPath("."), nil
	}
	if !errors.Is(err, git.ErrNoFile) {
		return "", err
	}
	for _, name := range usualSpecs {
		if _, err := tree.Read(name); err == nil {
			return filepath.FromSlash(name), nil
		} else if !errors.Is(err, git.ErrNoFile) {
			return "", err
		}
	}
	return "", nil
}

// since notes which entries the commit of the old version does not have: a change that
// accepts its own findings says so.
func (a *acceptance) since(old version) {
	if a == nil || old.from == nil {
		return
	}
	var before *accept.List
	if tree, err := git.Open(nearest(filepath.Dir(a.file)), old.from.ref); err == nil {
		if text, err := tree.Read(filepath.Base(a.file)); err == nil {
			r := &diag.Report{}
			f := source.NewFile(a.file, text)
			if root := syntax.ReadNodes(f, r); r.OK() {
				before, _ = accept.Read(f, root) // one with errors accepts nothing
			}
		}
	}
	a.list.Since(before)
}
