package output

import (
	"crypto/rand"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// temporaryName is the name of a staged text.
func temporaryName() string { return ".wiregen-" + rand.Text() + ".tmp" }

// isTemporary matches such names.
var isTemporary = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.wiregen-[A-Z2-7]{26}\.tmp$`) })

// abandoned is the age from which a staged text belongs to a killed run: other runs
// rename theirs within seconds.
const abandoned = time.Hour

// sweep removes staged texts of killed runs in the folders that d has files in.
func (d *dir) sweep() {
	root, err := os.OpenRoot(d.name)
	if err != nil {
		return // it does not exist yet, or writing will report the error
	}
	defer root.Close()
	folders := map[string]bool{".": true}
	for _, f := range d.files {
		folders[path.Dir(f.name)] = true
	}
	for _, e := range d.old.entries {
		folders[path.Dir(e.name)] = true
	}
	for name := range folders {
		sweep(root, filepath.FromSlash(name))
	}
}

// sweep removes the texts in a folder that were staged long ago. Errors are ignored,
// because the files are harmless.
func sweep(root *os.Root, folder string) {
	f, err := root.Open(folder)
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
		if !isTemporary().MatchString(name) {
			continue
		}
		name = filepath.Join(folder, name)
		if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > abandoned {
			_ = root.Remove(name)
		}
	}
}
