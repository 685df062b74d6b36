package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Ignored are those of the named files, which need not exist, that git ignores. A file that
// is committed is not ignored, whatever the patterns say. Without git there are none, and none
// outside of a repository: nothing says there that a file is not to be committed.
func Ignored(files []string) map[string]bool {
	ignored := map[string]bool{}
	for dir, below := range byFolder(files) {
		cmd := exec.Command("git", "-C", dir, "check-ignore", "-z", "--stdin")
		var in strings.Builder
		for name := range below {
			in.WriteString(name + "\x00")
		}
		cmd.Stdin = strings.NewReader(in.String())
		out, err := cmd.Output()
		if err != nil { // no file is ignored, or there is no answer
			continue
		}
		for _, name := range names(out) {
			ignored[below[name]] = true
		}
	}
	return ignored
}

// byFolder groups files by the lowest folder above each that exists, in which git can be
// run: below it, files by their names there.
func byFolder(files []string) map[string]map[string]string {
	folders := map[string]map[string]string{}
	for _, file := range files {
		dir := filepath.Dir(filepath.FromSlash(file))
		for !isFolder(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
		name, err := filepath.Rel(dir, filepath.FromSlash(file))
		if err != nil {
			continue
		}
		if folders[dir] == nil {
			folders[dir] = map[string]string{}
		}
		folders[dir][filepath.ToSlash(name)] = file
	}
	return folders
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
