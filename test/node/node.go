// Package node runs programs of Node for tests of packages of this module.
package node

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

// Run runs a program of Node in a folder with some files, and with the packages of test/ts.
// The arguments begin with the file of the program. It returns what the program says.
func Run(t testing.TB, files map[string]string, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(Modules(t), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("this test needs node (Node 20 or later): %v", err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Modules returns the folder of the npm packages that tests use, which make test installs. The
// quick tier leaves the test out: compilers, linters and bundlers of JavaScript are slow.
func Modules(t testing.TB) string {
	t.Helper()
	tier.Slow(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		found := filepath.Join(dir, "test", "ts", "node_modules")
		if _, err := os.Stat(found); err == nil {
			return found
		}
		up := filepath.Dir(dir)
		if up == dir {
			tier.Missing(t, "test/ts/node_modules")
		}
		dir = up
	}
}

// Lint runs eslint, with its recommended rules, on a script of a page, which uses some names
// that browsers have; and on a script with a mistake.
func Lint(t testing.TB, script string, names ...string) {
	t.Helper()
	const eslint = "node_modules/eslint/bin/eslint.js"
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	files := map[string]string{
		"page.js": script, "planted.js": "x = y;\n",
		"eslint.config.mjs": `import js from "@eslint/js";

const globals = Object.fromEntries([` + strings.Join(quoted, ", ") + `].map((g) => [g, "readonly"]));

export default [{ ...js.configs.recommended, languageOptions: { ecmaVersion: 2024, sourceType: "script", globals } }];
`}
	if out, err := Run(t, files, eslint, "--max-warnings", "0", "page.js"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := Run(t, files, eslint, "planted.js"); err == nil {
		t.Errorf("eslint does not see a mistake:\n%s", out)
	}
}
