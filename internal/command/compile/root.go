package compile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Root returns the folder of the repository that a folder is in; "" if it is in none. What a
// repository holds may come from people who must not read or write other files of the machine
// that checks it out: a pull request.
func Root(folder string) string {
	at, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		up := filepath.Dir(at)
		if up == at {
			return ""
		}
		at = up
	}
}

// Leaves reports whether a path leads out of the folder root, by its text or by links. Its last
// parts need not exist.
func Leaves(root, path string) bool {
	rel, ok := below(root, path)
	return !ok || !filepath.IsLocal(rel)
}

// InGit reports whether a path leads into the files of git.
func InGit(path string) bool {
	at, err := filepath.Abs(path)
	return err != nil || slices.ContainsFunc(strings.Split(filepath.ToSlash(resolved(at)), "/"), func(part string) bool { return strings.EqualFold(part, ".git") })
}

// below is a path as seen from a folder, both without links.
func below(root, path string) (rel string, ok bool) {
	root, err := filepath.Abs(root)
	if err != nil {
		return "", false
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", false
	}
	rel, err = filepath.Rel(resolved(root), resolved(path))
	return rel, err == nil
}

// resolved is a path without links, as far as it exists.
func resolved(path string) string {
	if full, err := filepath.EvalSymlinks(path); err == nil {
		return full
	}
	up := filepath.Dir(path)
	if up == path {
		return path
	}
	return filepath.Join(resolved(up), filepath.Base(path))
}

// leadsOut reports whether a file is within a repository by its name, and outside of it by
// links.
func leadsOut(name string) (root string, is bool) {
	if root = Root(filepath.Dir(name)); root == "" {
		return "", false
	}
	return root, Leaves(root, name)
}
