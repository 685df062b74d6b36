package firsthour

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
)

const adopting = "../../docs/adopting.md"

// TestAdopting does what the page for those who have a protocol says: one way after the other
// for each kind of source, and with one of them what comes after.
func TestAdopting(t *testing.T) {
	tier.Slow(t)
	page := blocks(t, adopting)
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/wiregen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := headings(page), []string{
		"", "JSON Schema", "TypeScript", "zod", "TypeBox", "pydantic", "Rust", "Answers", "Week one: in shadow", "When the source changes", "At night", "When the spec is yours",
	}; strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("the headings with blocks are %q, and the test follows %q", got, want)
	}
	// begin is an empty folder, with programs in the first of the folders of the path.
	begin := func(t *testing.T, programs ...string) *adopter {
		path := append(programs, bin, os.Getenv("PATH"))
		env := append(os.Environ(), "PATH="+strings.Join(path, string(os.PathListSeparator)), "WIREGEN_CACHE=off", "PYTHONDONTWRITEBYTECODE=1")
		return &adopter{reader{t, machine{env}, t.TempDir()}}
	}
	// beside are the files beside the schema, which are the same for all.
	beside := func(a *adopter) {
		for _, b := range sections(t, page, "JSON Schema") {
			if b.file == "methods.json" || b.file == "tasks.decide.yaml" || b.file == "wiregen.yaml" {
				a.write(b.file, b.text)
			}
		}
	}
	// builds checks that the spec compiles to every target, and that nothing is left to do.
	builds := func(a *adopter) {
		a.run("wiregen check tasks.yaml\nwiregen generate\ntest -f gen/go/tasks/types.go\nwiregen import --check --decisions tasks.decide.yaml -o tasks.yaml")
	}
	t.Run("JSON Schema", func(t *testing.T) {
		python.Program(t)
		a := begin(t)
		a.follow(sections(t, page, "JSON Schema"))
		builds(a)
		a.follow(sections(t, page, "Week one: in shadow", "When the source changes"))
		builds(a)
		a.follow(sections(t, page, "When the spec is yours"))
	})
	for _, name := range []string{"TypeScript", "zod", "TypeBox"} {
		t.Run(name, func(t *testing.T) {
			modules := node.Modules(t)
			a := begin(t)
			if err := os.Symlink(modules, filepath.Join(a.dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			beside(a)
			a.follow(sections(t, page, name))
			builds(a)
			if name == "zod" {
				a.stranger("zod.ts", "tasks.ts", page, "zod")
			}
		})
	}
	t.Run("pydantic", func(t *testing.T) {
		tier.AtNight(t, "TestGolden in internal/frontend/imports, with the export of a stranger")
		a := begin(t, filepath.Dir(python.Tool(t, "", "python").Path))
		beside(a)
		a.follow(sections(t, page, "pydantic"))
		builds(a)
		a.stranger("pydantic.py", "tasks.py", page, "pydantic")
	})
	t.Run("Rust", func(t *testing.T) {
		tier.AtNight(t, "TestGolden in internal/frontend/imports, with an export of schemars")
		if _, err := exec.LookPath("cargo"); err != nil {
			tier.Missing(t, "cargo")
		}
		a := begin(t)
		beside(a)
		rust := sections(t, page, "Rust")
		for _, b := range rust {
			if b.file != "" {
				a.write(b.file, b.text)
			}
		}
		a.lock("testdata/Cargo.lock")
		a.follow(rust)
		builds(a)
	})
}

// stranger puts more than 20 types that somebody wrote who knows nothing of this page into the
// place of those of a section. It takes five commands until they are code in every language, and
// no answer.
func (a *adopter) stranger(from, to string, page []block, section string) {
	a.t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "stranger", from))
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(to, string(text))
	a.run("rm -r gen")
	export, _, _ := strings.Cut(sections(a.t, page, section)[2].text, "\n")
	a.run(strings.Join([]string{
		export,
		"wiregen import schema.json -o tasks.yaml",
		"wiregen check tasks.yaml",
		"wiregen generate",
		"wiregen vectors tasks.yaml >vectors.jsonl",
	}, "\n"))
	if n := strings.Count(a.run("cat tasks.yaml"), "x-source"); n < 20 {
		a.t.Errorf("the spec has %d types", n)
	}
}

// headings are those that have blocks below them.
func headings(page []block) (out []string) {
	for _, b := range page {
		if len(out) == 0 || out[len(out)-1] != b.section {
			out = append(out, b.section)
		}
	}
	return out
}

// An adopter does what the page says. It differs from a reader of the tutorial in this: a command
// may fail, if the page says with which code, and "…" in what is printed stands for anything.
type adopter struct{ reader }

func (a *adopter) follow(page []block) {
	a.t.Helper()
	for i, b := range page {
		switch {
		case b.language == "sh":
			got := a.run(exits(b.text))
			if i+1 < len(page) && page[i+1].language == "text" && !prints(page[i+1].text).MatchString(got) {
				a.t.Fatalf("line %d prints:\n%s\nbut the page says:\n%s", b.line, got, page[i+1].text)
			}
		case b.language == "text":
		default:
			a.reader.follow([]block{b})
		}
	}
}

var exit = regexp.MustCompile(`(?m)^(.*\S) +# exits with (\d+)$`)

// exits are commands that check the codes which they are said to exit with.
func exits(script string) string {
	return exit.ReplaceAllString(script, "code=0; $1 || code=$$?; test $$code = $2")
}

// prints is what a command prints.
func prints(text string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(text), "…", "(?s:.*)") + "$")
}

// lock writes the lock file of the crates. It lacks the lines that say where crates come from,
// which are those of cargo on this machine.
func (a *adopter) lock(name string) {
	a.t.Helper()
	lock, err := os.ReadFile(name)
	if err != nil {
		a.t.Fatal(err)
	}
	a.run("cargo generate-lockfile --quiet")
	made, err := os.ReadFile(filepath.Join(a.dir, "Cargo.lock"))
	if err != nil {
		a.t.Fatal(err)
	}
	source := regexp.MustCompile(`(?m)^source = .*\n`).Find(made)
	lock = bytes.ReplaceAll(lock, []byte("\nchecksum = "), fmt.Appendf(nil, "\n%schecksum = ", source))
	a.write("Cargo.lock", string(lock))
	a.run("cargo fetch --quiet --locked") // it fits Cargo.toml, and is not changed
}
