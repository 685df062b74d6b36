package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

// compiled compiles the TypeScript of an example, whose imports are two folders above, into a
// folder of the test, and returns the folder.
func compiled(t *testing.T, example, project string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	tier.Generated(t, filepath.Join(root, "examples", example, "gen", "ts", "index.js"))
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "examples", example, "gen"), filepath.Join(dir, "gen")); err != nil {
		t.Fatal(err)
	}
	modules := node.Modules(t)
	out := filepath.Join(dir, project, "dist")
	cmd := exec.CommandContext(soon(t), "node", filepath.Join(modules, "typescript-7", "bin", "tsc"),
		"-p", filepath.Join(root, "examples", example, project), "--outDir", out, "--typeRoots", filepath.Join(modules, "@types"))
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

func TestIDEBridge(t *testing.T) {
	cli := filepath.Join(built(t, "./examples/idebridge/cli"), "cli")
	ide := filepath.Join(compiled(t, "idebridge", "ide"), "ide.mjs")
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(soon(t), "node", ide, cli)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if want := shown(t, "idebridge", "node examples/idebridge/ide/dist/ide.mjs"); err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}

	// The log has each message, but no token: the editor's is 32 digits, the wrong one a word.
	text, err := os.ReadFile(filepath.Join(dir, "bridge.log"))
	if err != nil {
		t.Fatal(err)
	}
	log := string(text)
	if token := regexp.MustCompile(`[0-9a-f]{32}|guessed`).FindString(log); token != "" {
		t.Errorf("the log has the token %s:\n%s", token, log)
	}
	if n := strings.Count(log, "message.auth=[redacted]"); n != 10 {
		t.Errorf("the log has %d messages with a token:\n%s", n, log)
	}
	if got := strings.Count(log, "A long text."); got == 0 || got > 20 {
		t.Errorf("the log has %d sentences of a long text:\n%s", got, log)
	}
}
