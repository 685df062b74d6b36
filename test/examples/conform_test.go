package examples

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

var updateDocs = flag.Bool("update-docs", false, "write the parts of docs/conform.md")

// conform runs wiregen conform on the spec of the readers of examples/conform, in a folder with
// their files.
func conform(t *testing.T, wiregen, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(soon(t), wiregen, append([]string{"conform", "jobs.yaml", "--timeout", "30s"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// interpreted skips a test without the program that runs a reader.
func interpreted(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		tier.Missing(t, program)
	}
}

// agrees has a reader that must agree on all messages.
func agrees(t *testing.T, command string) {
	t.Helper()
	wiregen := filepath.Join(built(t, "./cmd/wiregen"), "wiregen")
	for _, seed := range []string{"1", "2"} {
		out, err := conform(t, wiregen, "../../examples/conform", "-n", "2000", "--seed", seed, "--cmd", command)
		if err != nil || !strings.Contains(out, " 2000 random ") || !strings.Contains(out, " agree, 0 disagree, 0 skipped\n") {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

func TestConformPython(t *testing.T) {
	tier.Slow(t)
	interpreted(t, "python3")
	agrees(t, "python3 reader.py")
}

func TestConformJavaScript(t *testing.T) {
	tier.Slow(t)
	agrees(t, "node reader.mjs")
}

func TestConformGo(t *testing.T) {
	tier.Slow(t)
	agrees(t, filepath.Join(built(t, "./examples/conform/go"), "go"))
}

// TestConformRust has the reader in Rust, with the crates of a lock file. serde_json refuses
// halves of surrogate pairs, as the page says, and there is no other disagreement.
func TestConformRust(t *testing.T) {
	tier.AtNight(t, "TestConformPython")
	interpreted(t, "cargo")
	wiregen := filepath.Join(built(t, "./cmd/wiregen"), "wiregen")
	out, err := conform(t, wiregen, "../../examples/conform", "-n", "20000", "--cmd", rustReader(t))
	if err == nil || strings.Count(out, "\n  message   ") != 2 || strings.Count(out, "hex escape") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}

// rustReader builds the reader in Rust, and returns its program. The lock file lacks the lines
// that say where crates come from, which are those of cargo on this machine.
func rustReader(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "src"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Cargo.toml", "src/main.rs"} {
		text, err := os.ReadFile(filepath.Join("../../examples/conform/rust", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cargo := func(args ...string) {
		t.Helper()
		cmd := exec.Command("cargo", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	name := filepath.Join(dir, "Cargo.lock")
	cargo("generate-lockfile", "--quiet")
	made, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile("testdata/Cargo.lock")
	if err != nil {
		t.Fatal(err)
	}
	source := regexp.MustCompile(`(?m)^source = .*\n`).Find(made)
	lock = bytes.ReplaceAll(lock, []byte("\nchecksum = "), append(append([]byte("\n"), source...), "checksum = "...))
	if err := os.WriteFile(name, lock, 0o600); err != nil {
		t.Fatal(err)
	}
	cargo("build", "--locked", "--quiet", "--target-dir", "target")
	return filepath.Join(dir, "target", "debug", "reader")
}

// faults are edits of the reader in Python that people make, by the part of the page that shows
// what is reported.
var faults = map[string]struct{ old, now string }{
	"closed": {
		"def state(v): return string(v)  # whatever it is: a newer server has more states\n",
		"def state(v): return v in (\"queued\", \"running\", \"done\")\n",
	},
	"null": {
		"    if \"note\" in v: job[\"note\"] = field(v, \"note\", string)\n",
		"    job[\"note\"] = v.get(\"note\")\n",
	},
}

// TestConformPage checks that docs/conform.md has the readers as they are, and what is reported
// of those with a fault.
func TestConformPage(t *testing.T) {
	tier.Slow(t)
	interpreted(t, "python3")
	const page = "../../docs/conform.md"
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	block := func(language, text string) string { return "```" + language + "\n" + text + "```" }
	reader := read("../../examples/conform/reader.py")
	parts := map[string]string{
		"spec":       block("yaml", read("../../examples/conform/jobs.yaml")),
		"python":     block("python", reader),
		"javascript": block("js", read("../../examples/conform/reader.mjs")),
		"go":         block("go", read("../../examples/conform/go/main.go")),
		"rust":       block("rust", read("../../examples/conform/rust/src/main.rs")),
	}
	wiregen := filepath.Join(built(t, "./cmd/wiregen"), "wiregen")
	report := func(reader string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"jobs.yaml": read("../../examples/conform/jobs.yaml"), "reader.py": reader} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, _ := conform(t, wiregen, dir, "--cmd", "python3 reader.py")
		return block("", "$ wiregen conform jobs.yaml --cmd 'python3 reader.py'\n"+out)
	}
	parts["right"] = report(reader)
	for name, f := range faults {
		if strings.Count(reader, f.old) != 1 {
			t.Fatalf("reader.py does not have %q", f.old)
		}
		parts[name] = block("diff", "-"+f.old+"+"+f.now) + "\n\n" + report(strings.Replace(reader, f.old, f.now, 1))
	}
	was := read(page)
	now := was
	for name, text := range parts {
		mark := regexp.MustCompile(fmt.Sprintf(`(?s)<!-- conform:%s -->\n.*?<!-- /conform:%[1]s -->`, name))
		if !mark.MatchString(now) {
			t.Errorf("%s has no part %s", page, name)
		}
		now = mark.ReplaceAllLiteralString(now, fmt.Sprintf("<!-- conform:%s -->\n%s\n<!-- /conform:%[1]s -->", name, text))
	}
	if *updateDocs {
		if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if now != was {
		t.Error("docs/conform.md is stale; run: go test ./test/examples -run ConformPage -update-docs")
	}
}
