package docgen_test

import (
	"cmp"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/docgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	shots      = flag.String("shots", "", "the folder that gets pictures of the pages of the browser's tests")
	randomSeed = flag.Uint64("docs.seed", 1, "the seed of the first of them")
	random     = flag.Int("docs.random", tier.Count(3, 40), "how many references of random specs with hostile texts are checked")
)

// load reads a spec of this repository.
func load(t testing.TB, name string) *model.Protocol {
	t.Helper()
	name = "../../../" + name
	f, err := compile.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(f, compile.Folder(name))
	if !r.OK() {
		t.Fatalf("%s: %v", name, r.All()[0].Message)
	}
	return p
}

// parsed is the protocol of a text.
func parsed(t testing.TB, text string) *model.Protocol {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if !r.OK() {
		t.Fatalf("%v\n%s", r.All()[0].Message, text)
	}
	return p
}

// made are the files of a reference.
func made(t testing.TB, p *model.Protocol, options ...docgen.Backend) map[string]string {
	t.Helper()
	r := &diag.Report{}
	batches, err := compile.Targets().Generate(p, []compile.Output{{Backend: cmp.Or(append(options, docgen.Backend{})...)}}, r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	out := map[string]string{}
	for _, f := range batches[0].Files {
		out[f.Name] = string(f.Data)
	}
	return out
}

// written writes the page of a protocol to a file, and returns its address.
func written(t testing.TB, p *model.Protocol) string {
	t.Helper()
	return save(t, made(t, p)["index.html"])
}

func save(t testing.TB, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	slashed := filepath.ToSlash(file)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// large is a spec of as many types as that of a large protocol.
func large(types int) string {
	var b strings.Builder
	b.WriteString("wiregen: 1\nprotocol: {name: large, version: \"2\", versions: [\"1\", \"2\"], versioning: integer}\nmethods:\n")
	for i := range types / 5 {
		fmt.Fprintf(&b, "  ns/method%d:\n    doc: Does what T%d says.\n    from: %s\n    params: T%d\n    result: T%d\n", i, i, []string{"client", "agent"}[i%2], i, (i+7)%types)
	}
	b.WriteString("types:\n")
	for i := range types {
		fmt.Fprintf(&b, "  T%d:\n    doc: The type with the number %d. It has several fields, which others use as well.\n    fields:\n", i, i)
		for j := range 8 {
			kind := []string{"string", "int", "bool", "string[]", "string | null", fmt.Sprintf("T%d", (i+j+1)%types), fmt.Sprintf("T%d[]", (i*7+j)%types), "map<string>"}[j]
			fmt.Fprintf(&b, "      field%d?:\n        type: %s\n        doc: What the field %d of the type %d means to those who read it.\n", j, kind, j, i)
		}
	}
	return b.String()
}
