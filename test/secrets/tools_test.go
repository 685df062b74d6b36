package secrets

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

// TestTools has the command look at recordings of the messages.
func TestTools(t *testing.T) {
	t.Parallel()
	list := fromTemplates(seed, *count)
	report(t, runTools(t, buildTool(t), list), list)
}

// buildTool builds the command; overlay are flags of go build.
func buildTool(t *testing.T, overlay ...string) string {
	t.Helper()
	tier.Slow(t)
	tool := filepath.Join(t.TempDir(), "wiregen")
	args := append(append([]string{"build", "-o", tool, "-ldflags=-w"}, overlay...), "../../cmd/wiregen")
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return tool
}

// runTools returns what the command prints of messages, and of values of each type: each line is
// an output.
func runTools(t *testing.T, tool string, list []message) []output {
	t.Helper()
	const spec = "testdata/secrets.yaml"
	byType, unquotable := map[string][]string{}, map[string][]string{}
	for _, m := range list {
		byType[m.typ] = append(byType[m.typ], m.text)
		if !m.quotable {
			unquotable[m.typ] = append(unquotable[m.typ], m.text)
		}
	}
	var all []output
	add := func(kind, text string) {
		for line := range strings.Lines(text) {
			all = append(all, output{-1, kind, line})
		}
	}
	dir := t.TempDir()
	write := func(name string, lines []string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for typ, lines := range unquotable {
		file := write(typ+".jsonl", lines)
		of := []string{"--type", typ}
		if typ == "Message" {
			of = nil
		}
		for _, flags := range [][]string{{"--format", "text"}, {"--format", "json"}, {"--strict"}, {"--strict", "--format", "json"}} {
			stdout, stderr := run(t, nil, tool, append(append([]string{"verify", spec, file}, of...), flags...)...)
			add("verify "+strings.Join(flags, " "), stdout+stderr)
		}
	}
	stdout, stderr := run(t, nil, tool, "view", write("all.jsonl", byType["Message"]), spec)
	add("view", stdout+stderr)
	text := []byte(strings.Join(unquotable["Message"], "\n") + "\n")
	for _, role := range []string{"client", "agent"} {
		stdout, stderr = run(t, text, tool, "mock", spec, "--role", role, "--pace", "0")
		add("mock answers", stdout)
		add("mock faults", stderr)
		for _, flags := range [][]string{{"--format", "text"}, {"--format", "json"}, {"--strict"}} {
			_, stderr = run(t, text, tool, append([]string{"proxy", spec, "--role", role}, append(flags, "--", "cat")...)...)
			add("proxy "+strings.Join(flags, " "), stderr)
		}
	}
	return all
}

// run returns what a command prints. Its exit code does not matter.
func run(t *testing.T, stdin []byte, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	var out, faults bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &faults
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if out.Len()+faults.Len() == 0 {
		t.Errorf("%s prints nothing", strings.Join(args, " "))
	}
	return out.String(), faults.String()
}
