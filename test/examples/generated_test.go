package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/tier"
)

// TestConformGenerated compares the generated Go and the generated TypeScript of Kimi Wire with
// the reference reader through wiregen conform, in everything that it compares.
func TestConformGenerated(t *testing.T) {
	tier.Slow(t)
	wiregen := filepath.Join(built(t, "./cmd/wiregen"), "wiregen")
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	types := func(test, pattern, with string) string {
		all := regexp.MustCompile(pattern).FindAllStringSubmatch(read(test), -1)
		if len(all) < 50 {
			t.Fatalf("%s names %d types", test, len(all))
		}
		var b strings.Builder
		for _, m := range all {
			b.WriteString(strings.ReplaceAll(with, "X", m[1]) + ",\n")
		}
		return b.String()
	}
	m := gomod.New(t)
	m.Write(t, "main.go", []byte(strings.Replace(read("testdata/generated.go.txt"), "/*TYPES*/", types("../../gen/go/wire/vectors_test.go", `wiretest\.Of\(Decode(\w+),`, `"X": of(wire.DecodeX, wire.AppendX, wire.CheckX)`), 1)))
	pkg, err := filepath.Abs("../../gen/ts/index.js")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(t.TempDir(), "reader.mjs")
	text := strings.Replace(read("testdata/generated.mjs.txt"), "/*TYPES*/", types("../../gen/ts/vectors.test.js", `is: wire\.is(\w+),`, `["X", { parse: wire.parseX, write: wire.writeX }]`), 1)
	if err := os.WriteFile(script, []byte(strings.Replace(text, "/*PACKAGE*/", filepath.ToSlash(pkg), 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{m.Build(t), "node " + script} {
		cmd := exec.CommandContext(soon(t), wiregen, "conform", "../../spec/wire.yaml", "--words", "--bytes", "-n", "2000", "--timeout", "30s", "--cmd", program)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), " 0 disagree, 0 skipped\n") {
			t.Errorf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
	}
}
