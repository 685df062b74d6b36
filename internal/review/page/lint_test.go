package page_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const eslintConfig = `import js from "@eslint/js";

const globals = ["document", "addEventListener", "location", "history", "localStorage", "scrollTo", "scrollY"];

export default [
  {
    ...js.configs.recommended,
    languageOptions: { ecmaVersion: 2024, sourceType: "script", globals: Object.fromEntries(globals.map((g) => [g, "readonly"])) },
  },
];
`

// TestScriptLint runs eslint, with its recommended rules, on the script of the page.
func TestScriptLint(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile("assets/page.js")
	if err != nil {
		t.Fatal(err)
	}
	tools, err := filepath.Abs("../../../test/ts/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"page.js": string(text), "eslint.config.mjs": eslintConfig, "planted.js": "x = y;\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(tools, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	eslint := filepath.Join(tools, "eslint", "bin", "eslint.js")
	if out, err := run(t, dir, eslint, "--max-warnings", "0", "page.js"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := run(t, dir, eslint, "planted.js"); err == nil {
		t.Errorf("eslint does not see a mistake:\n%s", out)
	}
}

// run runs a program of Node in a folder.
func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("this test needs node (Node 20 or later): %v", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}
