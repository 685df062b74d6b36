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

// temporaryName is the name of a text that waits to be renamed.
func temporaryName() string { return ".wiregen-" + rand.Text() + ".tmp" }

// isTemporary finds such names.
var isTemporary = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.wiregen-[A-Z2-7]{26}\.tmp$`) })

// abandoned is the age at which a staged text is one of a run that was killed:
// others rename theirs within seconds.
const abandoned = time.Hour

// sweep removes what killed runs left in the folders that d has files in.
func (d *dir) sweep() {
	root, err := os.OpenRoot(d.name)
	if err != nil {
		return // it is not there yet, or whoever writes will say what is wrong
	}
	defer root.Close()
	folders := map[string]bool{".": true}
	for _, f := range d.files {
		folders[path.Dir(f.name)] = true
	}
	for _, e := range d.old {
		folders[path.Dir(e.name)] = true
	}
	for name := range folders {
		sweep(root, filepath.FromSlash(name))
	}
}

// sweep removes the texts in a folder that were staged long ago. What cannot be
// removed stays: it harms nobody.
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
