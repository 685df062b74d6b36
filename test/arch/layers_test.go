// Package arch enforces the import layering: a package imports only packages of
// lower layers, and the runtime of generated code only the standard library.
package arch

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/wiregen/wiregen/"

// layers are the packages of the compiler. A package that is missing here
// fails the test.
var layers = map[string]int{
	".": 0,

	"internal/diag":     1,
	"internal/markdown": 2,
	"internal/names":    0,
	"internal/pages":    0,
	"internal/parallel": 0,
	"internal/source":   0,

	"internal/protocol/catalog":   4,
	"internal/protocol/interp":    2,
	"internal/protocol/lower":     3,
	"internal/protocol/model":     1,
	"internal/protocol/modeljson": 4,
	"internal/protocol/pattern":   0,
	"internal/protocol/quick":     4,
	"internal/protocol/contain":   5,
	"internal/protocol/regular":   0,
	"internal/protocol/sample":    4,

	"internal/editor": 10,

	"internal/frontend/assemble":   7,
	"internal/frontend/check":      6,
	"internal/frontend/draft":      3,
	"internal/frontend/imports":    5,
	"internal/frontend/jsonschema": 4,
	"internal/frontend/metamodel":  4,
	"internal/frontend/prove":      4,
	"internal/frontend/layout":     3,
	"internal/frontend/lint":       5,
	"internal/frontend/rewrite":    4,
	"internal/frontend/syntax":     2,

	"internal/message/conform":  6,
	"internal/message/framing":  4,
	"internal/message/mock":     6,
	"internal/message/proxy":    7,
	"internal/message/sessions": 5,
	"internal/message/vectors":  5,
	"internal/message/verify":   6,
	"internal/message/view":     7,

	"internal/codegen/backend":   5,
	"internal/codegen/box":       8,
	"internal/codegen/docgen":    9,
	"internal/codegen/goapi":     6,
	"internal/codegen/gogen":     7,
	"internal/codegen/pygen":     7,
	"internal/codegen/schemagen": 6,
	"internal/codegen/tsapi":     6,
	"internal/codegen/pyapi":     6,
	"internal/codegen/tsgen":     7,
	"templates":                  4,

	"internal/review/accept":  7,
	"internal/review/compare": 6,
	"internal/review/matrix":  7,
	"internal/review/page":    8,
	"internal/review/report":  7,
	"internal/review/surface": 7,

	"internal/lsp":      11,
	"internal/lsp/wire": 0, // generated: the Language Server Protocol

	"internal/command/cli":     12,
	"internal/command/compile": 10,
	"internal/command/git":     0,
	"internal/command/output":  1,
	"cmd/wiregen":              13,
}

// free has packages that contain only tests or data.
var free = []string{
	"test/e2e", "test/arch", "test/gomod", "test/adversarial", "test/merges", "test/specfuzz", "test/toytarget",
	"test/chromium", "test/corpus", "test/dist", "test/evolution", "test/firsthour", "test/hooks", "test/hover", "test/imports", "test/lsp", "test/machines", "test/mend", "test/node", "test/overlay", "test/peers", "test/python", "test/rendered", "test/script", "test/secrets", "test/speed", "test/tier", "test/tsusers", "gen/", "spec", "examples/",
}

// sessions are the packages that may import the machine which checks sessions: it is
// part of the runtime, and the compiler uses the same for recordings.
var sessions = []string{"internal/protocol/lower", "internal/protocol/modeljson", "internal/message/verify", "internal/message/sessions", "internal/message/proxy", "internal/message/view", "internal/message/mock", "internal/review/compare", "internal/codegen/gogen", "internal/codegen/tsgen", "internal/codegen/docgen", "internal/command/cli"}

// forms are the packages that may import the codec: for its checks of the texts of scalars,
// such as base64, and for its grammar of heads, which need no generated code.
var forms = []string{"internal/protocol/quick", "internal/message/framing"}

// speaking are the packages that have an end of a connection which is generated: the language
// server, which is itself a user of wiregen, and the command that gives it the standard streams.
// Its package wire is the only one below internal that knows a protocol.
var speaking = []string{"internal/lsp", "internal/lsp/wire", "internal/command/cli"}

// outside are the packages for access to files and processes, and disk those of the
// compiler that may import them.
var (
	outside = []string{"os", "os/exec", "net", "net/http", "syscall"}
	disk    = []string{"internal/command/cli", "internal/command/compile", "internal/command/git", "internal/command/output", "cmd/wiregen"}
)

// TestLayers checks every import of the compiler and of generated code.
func TestLayers(t *testing.T) {
	for pkg, imports := range list(t, ".", "./internal/...", "./cmd/...", "./templates/...", "./wirert/...", "./gen/...", "./spec/...") {
		for _, i := range imports {
			if fault := judge(pkg, i); fault != "" {
				t.Errorf("%s imports %s: %s", pkg, i, fault)
			}
		}
	}
}

// TestFoldersHaveNoCycles checks that the folders below internal depend on each other in
// one direction, as packages do. The folder of the front end and that of the protocol once
// imported each other, so that neither could be read first.
func TestFoldersHaveNoCycles(t *testing.T) {
	if cycle := cycleOf(folders(list(t, "./..."))); cycle != nil {
		t.Errorf("folders import each other: %s", strings.Join(cycle, " → "))
	}
}

// folders returns which folders directly below internal import which others.
func folders(pkgs map[string][]string) map[string]map[string]bool {
	folder := func(pkg string) string {
		parts := strings.SplitN(pkg, "/", 3)
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	out := map[string]map[string]bool{}
	for pkg, imports := range pkgs {
		from := folder(pkg)
		if !strings.HasPrefix(from, "internal/") {
			continue
		}
		if out[from] == nil {
			out[from] = map[string]bool{}
		}
		for _, i := range imports {
			path, ours := local(i)
			if to := folder(path); ours && strings.HasPrefix(path, "internal/") && to != from {
				out[from][to] = true
			}
		}
	}
	return out
}

// cycleOf returns a path that leads back to where it begins, or nil.
func cycleOf(graph map[string]map[string]bool) []string {
	done := map[string]bool{}
	var path []string
	var visit func(string) []string
	visit = func(node string) []string {
		if at := slices.Index(path, node); at >= 0 {
			return append(slices.Clone(path[at:]), node)
		}
		if done[node] {
			return nil
		}
		done[node] = true
		path = append(path, node)
		defer func() { path = path[:len(path)-1] }()
		for _, next := range slices.Sorted(maps.Keys(graph[node])) {
			if cycle := visit(next); cycle != nil {
				return cycle
			}
		}
		return nil
	}
	for _, node := range slices.Sorted(maps.Keys(graph)) {
		if cycle := visit(node); cycle != nil {
			return cycle
		}
	}
	return nil
}

// The test of folders itself: a planted cycle of three folders whose packages have none.
func TestCycleOf(t *testing.T) {
	pkgs := map[string][]string{
		"internal/a/one": {module + "internal/b/one"},
		"internal/b/one": {"strings", module + "internal/c"},
		"internal/c":     {},
		"internal/a/two": {module + "internal/a/one"},
	}
	if cycle := cycleOf(folders(pkgs)); cycle != nil {
		t.Errorf("found a cycle %q where there is none", cycle)
	}
	pkgs["internal/c"] = []string{module + "internal/a/three"}
	want := []string{"internal/a", "internal/b", "internal/c", "internal/a"}
	if cycle := cycleOf(folders(pkgs)); !slices.Equal(cycle, want) {
		t.Errorf("found %q, want %q", cycle, want)
	}
}

// TestEveryEntryIsUsed checks that each entry of the lists above is a package, and
// that the page about the architecture names every package with its layer.
func TestEveryEntryIsUsed(t *testing.T) {
	pkgs := list(t, "./...")
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for pkg, layer := range layers {
		if _, is := pkgs[pkg]; !is {
			t.Errorf("there is no package %s: remove it from this test", pkg)
		}
		line := regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%d  \S`, regexp.QuoteMeta(pkg), layer))
		if strings.HasPrefix(pkg, "internal/") && !line.Match(page) {
			t.Errorf("docs/architecture.md does not name %s on layer %d", pkg, layer)
		}
	}
	for _, pkg := range disk {
		if !slices.ContainsFunc(outside, func(o string) bool { return slices.Contains(pkgs[pkg], o) }) {
			t.Errorf("%s does not reach outside: remove it from this test", pkg)
		}
	}
	for _, f := range free {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(pkgs)), func(pkg string) bool { return within(pkg, f) }) {
			t.Errorf("there is no package %s: remove it from this test", f)
		}
		if strings.HasPrefix(f, "internal/") && !regexp.MustCompile(`(?m)^`+f+` +\S`).Match(page) {
			t.Errorf("docs/architecture.md does not name %s", f)
		}
	}
}

func judge(pkg, imported string) string {
	path, ours := local(imported)
	if pkg == "wirert" || strings.HasPrefix(pkg, "wirert/") {
		if ours && !strings.HasPrefix(path, "wirert") || strings.Contains(strings.Split(imported, "/")[0], ".") && !ours {
			return "the runtime of generated code imports the standard library only"
		}
		return ""
	}
	from, known := layers[pkg]
	switch {
	case isFree(pkg):
		return ""
	case slices.Contains(outside, imported) && !slices.Contains(disk, pkg) && pkg != "internal/lsp/wire":
		return "only " + strings.Join(disk, ", ") + " may reach outside"
	case !ours:
		return ""
	case !known:
		return "the package has no layer: give it one in this test and in docs/architecture.md"
	case path == "wirert/session" && slices.Contains(sessions, pkg), path == "wirert/codec" && slices.Contains(forms, pkg):
		return ""
	case slices.Contains(speaking, pkg) && strings.HasPrefix(path, "wirert"):
		return ""
	case isFree(path) || strings.HasPrefix(path, "wirert"):
		return "the compiler needs no generated code"
	case layers[path] >= from:
		return "that is not a lower layer"
	}
	return ""
}

// local returns the folder of a package of the module.
func local(pkg string) (folder string, ours bool) {
	if pkg+"/" == module {
		return ".", true
	}
	return strings.CutPrefix(pkg, module)
}

func isFree(pkg string) bool {
	return slices.ContainsFunc(free, func(f string) bool { return within(pkg, f) })
}

// within reports whether pkg is what an entry names, or lies in that folder.
func within(pkg, entry string) bool {
	return pkg == entry || strings.HasSuffix(entry, "/") && strings.HasPrefix(pkg, entry)
}

// list returns what each package imports, tests left out.
func list(t *testing.T, patterns ...string) map[string][]string {
	t.Helper()
	args := append([]string{"list", "-e", "-f", "{{.ImportPath}} {{join .Imports \" \"}}"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(line)
		folder, _ := local(words[0])
		imports[folder] = words[1:]
	}
	if len(imports) < len(layers) {
		t.Fatalf("go list named %d packages, fewer than there are", len(imports))
	}
	return imports
}

// The test itself: a planted fault of each kind is found.
func TestJudge(t *testing.T) {
	for _, c := range []struct{ pkg, imports, want string }{
		{"internal/protocol/model", module + "internal/frontend/syntax", "not a lower layer"},
		{"internal/protocol/model", module + "internal/frontend/check", "not a lower layer"},
		{"internal/frontend/check", module + "internal/protocol/model", ""},
		{"internal/frontend/check", "os", "may reach outside"},
		{"internal/command/output", "os", ""},
		{"internal/frontend/check", "strings", ""},
		{"internal/new", module + "internal/protocol/model", "no layer"},
		{"internal/codegen/gogen", module + "wirert", "needs no generated code"},
		{"wirert", "github.com/x/y", "standard library only"},
		{"wirert", module + "internal/names", "standard library only"},
		{"wirert", strings.TrimSuffix(module, "/"), "standard library only"},
		{".", module + "internal/names", "not a lower layer"},
		{"internal/codegen/gogen", strings.TrimSuffix(module, "/"), ""},
		{"wirert", "encoding/json", ""},
		{"internal/protocol/quick", module + "wirert/codec", ""},
		{"internal/protocol/model", module + "wirert/codec", "needs no generated code"},
		{"wirert", module + "wirert/internal/scan", ""},
	} {
		got := judge(c.pkg, c.imports)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s imports %s: %q, want %q", c.pkg, c.imports, got, c.want)
		}
	}
}

// TestNoNetwork checks that a program which only reads and writes messages does not
// contain the network: a package that is imported is linked as far as its init needs it,
// whether it is called or not.
func TestNoNetwork(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"gen/go/wire").Output()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(strings.Fields(string(out)), "net") {
		t.Error("generated code imports net")
	}
}
