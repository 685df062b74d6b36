package arch

import (
	"net/url"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
)

// link is a link to another file of the repository, or a picture.
var link = regexp.MustCompile(`\]\(([^()\s#]+)(?:#[^()\s]*)?\)`)

// code is text in which nothing is a link.
var code = regexp.MustCompile("`[^`\n]*`")

// TestLinksOfMarkdown checks that the links of committed pages lead to what is committed: the
// references of the examples were linked, and are made on request now.
func TestLinksOfMarkdown(t *testing.T) {
	committed := committedFiles(t)
	count := 0
	for file := range committed {
		if path.Ext(file) != ".md" || strings.Contains(file, "testdata/") {
			continue
		}
		text, err := os.ReadFile("../../" + file)
		if os.IsNotExist(err) {
			continue // it is about to be removed
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
			to, err := url.Parse(m[1])
			if err != nil || to.Scheme != "" {
				continue
			}
			count++
			if !committed[path.Join(path.Dir(file), to.Path)] {
				t.Errorf("%s links to %s, which is not committed", file, m[1])
			}
		}
	}
	if count < 100 {
		t.Errorf("%d links, too few", count)
	}
}

// committedFiles are the files that git has, and their folders.
func committedFiles(t *testing.T) map[string]bool {
	t.Helper()
	if _, err := os.Stat("../../.git"); err != nil {
		t.Skip("this is not a repository")
	}
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	files := map[string]bool{".": true}
	for _, name := range strings.Split(string(out), "\x00") {
		for ; name != "" && name != "."; name = path.Dir(name) {
			files[name] = true
		}
	}
	return files
}
