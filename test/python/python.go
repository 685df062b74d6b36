// Package python finds the Python with which tests run generated packages.
package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

var found = sync.OnceValue(func() string {
	for _, name := range []string{"python3", "python"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.Command(program, "-c", "import sys; print(sys.version_info >= (3, 10))").Output()
		if err == nil && strings.TrimSpace(string(out)) == "True" {
			return program
		}
	}
	return ""
})

// Program returns the program of Python, which is not older than the oldest that generated
// packages are for. It ends a test for which there is none.
func Program(t testing.TB) string {
	t.Helper()
	program := found()
	if program == "" {
		tier.Missing(t, "Python 3.10 or later")
	}
	return program
}

// Command returns a command that runs Python in a folder.
func Command(t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(Program(t), append([]string{"-X", "utf8"}, args...)...)
	cmd.Dir = dir
	return cmd
}

// Tool returns a command that runs one of the tools in requirements.txt, which make nightly
// installs, in a folder. It ends a test for which they are missing.
func Tool(t testing.TB, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	at, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		program := filepath.Join(at, ".build", "python", "bin", name)
		if _, err := os.Stat(program); err == nil {
			cmd := exec.Command(program, args...)
			cmd.Dir = dir
			return cmd
		}
		up := filepath.Dir(at)
		if up == at {
			tier.Missing(t, ".build/python/bin/"+name)
		}
		at = up
	}
}
