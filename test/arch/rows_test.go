package arch

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// flags are the members of the model whose meaning depends on others, or on the
// reader, the writer or the defaults of the spec. Only package lower combines them,
// into rows.
var flags = map[string][]string{
	"Field":     {"Optional", "Default", "WriteNull", "Patch", "NullIsAbsent", "OmitDefault", "WriteRequired", "Required"},
	"Union":     {"Tagging", "TagKind", "KeepUnknown", "Default", "Foreign", "ForeignTags", "Outer"},
	"Variant":   {"Tags", "ProvenDisjoint"},
	"Struct":    {"Tag", "Extra"},
	"StructTag": {"Key", "Value", "Outer", "Optional", "Stored"},
	"Enum":      {"Open", "Fallback"},
	"Item":      {"Optional"},
	"Tuple":     {"Least"},
	"Limits":    {"Enforced", "Read", "Write"},
	"Method":    {"Notify", "ParamsOptional", "ByVariant", "Positions"},
	"Dialect": {
		"Shapes", "Precedence", "JSONRPC", "ID", "Order", "Error", "ResultAndError", "Neither", "NotificationWithID", "BadID",
		"OnUnknownRequest", "Batch", "BlankLines", "Framing",
	},
}

// onFlags are the packages and files that may read them. All others but the model itself ask rows.
var onFlags = map[string]string{
	"internal/protocol/lower":     "it makes the rows",
	"internal/protocol/interp":    "it holds the meaning a second time, independently of the rows",
	"internal/protocol/modeljson": "it prints the model as it is",

	"internal/frontend/check/conform.go":      "what is written in a default is compared with what its type declares",
	"internal/frontend/check/dialect.go":      "it makes the dialect",
	"internal/frontend/check/error.go":        "it makes the errors of a dialect",
	"internal/frontend/check/framing.go":      "it makes the framing",
	"internal/frontend/check/gate.go":         "it resolves gates among the values of enums",
	"internal/frontend/check/method.go":       "it makes methods",
	"internal/frontend/check/mixin.go":        "it makes one struct of several",
	"internal/frontend/check/params.go":       "it makes the params that may be an array",
	"internal/frontend/check/pattern.go":      "it refuses limits while it makes them",
	"internal/frontend/check/presence.go":     "it makes the presence of a field",
	"internal/frontend/check/progress.go":     "it resolves the notifications of progress",
	"internal/frontend/check/registration.go": "it makes methods",
	"internal/frontend/check/replace.go":      "it makes one field of two declarations",
	"internal/frontend/check/shapes.go":       "it makes the shapes of messages",
	"internal/frontend/check/tuple.go":        "it makes tuples",
	"internal/frontend/check/union.go":        "it makes unions",
	"internal/frontend/check/union_nested.go": "it makes the tags that structs carry",
	"internal/frontend/check/union_tags.go":   "it makes tags",
}

// TestRowsAreUsed finds the flags of the model that packages read instead of the rows.
// Presence, tags and dispatch were computed again in eight places, each of which was
// right only for the specs that its author thought of.
func TestRowsAreUsed(t *testing.T) {
	w := newTyped(t)
	asked := map[string]bool{} // the keys of onFlags that read some
	for pkg := range layers {
		if pkg == "internal/protocol/model" || pkg == "." { // the root has data only
			continue
		}
		for _, r := range w.reads(pkg, w.files(pkg)) {
			switch {
			case onFlags[pkg] != "":
				asked[pkg] = true
			case onFlags[r.file] != "":
				asked[r.file] = true
			default:
				t.Errorf("%s:%d reads model.%s: ask a row of package lower", r.file, r.line, r.flag)
			}
		}
	}
	for key := range onFlags {
		if !asked[key] {
			t.Errorf("%s reads no flags, or is not there: remove it from onFlags", key)
		}
	}
}

// TestReadsOfFlags plants one read of each kind among writes.
func TestReadsOfFlags(t *testing.T) {
	w := newTyped(t)
	file, err := parser.ParseFile(w.set, "planted.go", `package planted

import "github.com/wiregen/wiregen/internal/protocol/model"

type held struct{ *model.Field }

func f(x *model.Field, h held, d model.Dialect) bool {
	*x = model.Field{Optional: true, Default: x.Default}
	x.Patch = x.Required() && h.WriteNull
	return d.BadID == "ignore"
}
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range w.reads("planted", []*ast.File{file}) {
		got = append(got, r.flag)
	}
	if want := []string{"Field.Default", "Field.Required", "Field.WriteNull", "Dialect.BadID"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A typed checks the types in the source of a package.
type typed struct {
	t        *testing.T
	set      *token.FileSet
	importer types.Importer
	sources  map[string][]string // of each package of this module
	flags    map[types.Object]string
}

func newTyped(t *testing.T) *typed {
	t.Helper()
	w := &typed{t: t, set: token.NewFileSet(), sources: map[string][]string{}, flags: map[types.Object]string{}}
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}\t{{join .GoFiles \"\t\"}}", "./internal/...", "./cmd/...", "./templates/...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[words[0]] = words[1]
		if pkg, ours := strings.CutPrefix(words[0], module); ours {
			for _, name := range words[2:] {
				w.sources[pkg] = append(w.sources[pkg], pkg+"/"+name)
			}
		}
	}
	w.importer = importer.ForCompiler(w.set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	model, err := w.importer.Import(module + "internal/protocol/model")
	if err != nil {
		t.Fatal(err)
	}
	for name, members := range flags {
		of := model.Scope().Lookup(name)
		for _, member := range members {
			if of == nil {
				t.Fatalf("there is no model.%s: remove it from this test", name)
			}
			flag, _, _ := types.LookupFieldOrMethod(of.Type(), true, model, member)
			if flag == nil {
				t.Fatalf("there is no model.%s.%s: remove it from this test", name, member)
			}
			w.flags[flag] = name + "." + member
		}
	}
	return w
}

// files returns the source of a package, tests left out.
func (w *typed) files(pkg string) []*ast.File {
	w.t.Helper()
	if len(w.sources[pkg]) == 0 {
		w.t.Fatalf("there is no package %s: remove it from this test", pkg)
	}
	var out []*ast.File
	for _, name := range w.sources[pkg] {
		file, err := parser.ParseFile(w.set, "../../"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, file)
	}
	return out
}

// A read is a place that reads a flag.
type read struct {
	file string
	line int
	flag string
}

// reads returns the places of a package that read flags. Setting one is not reading it.
func (w *typed) reads(pkg string, files []*ast.File) []read {
	w.t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: w.importer}).Check(module+pkg, w.set, files, info); err != nil {
		w.t.Fatal(err)
	}
	var out []read
	for _, file := range files {
		set := map[ast.Node]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					if s, ok := left.(*ast.SelectorExpr); ok {
						set[s.Sel] = true
					}
				}
			case *ast.KeyValueExpr:
				set[n.Key] = true
			case *ast.Ident:
				if flag := w.flags[info.Uses[n]]; flag != "" && !set[n] {
					at := w.set.Position(n.Pos())
					out = append(out, read{strings.TrimPrefix(at.Filename, "../../"), at.Line, flag})
				}
			}
			return true
		})
	}
	return out
}
