package tsgen_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/tier"
)

// tsconfig is the configuration of a compiler that checks the files.
func tsconfig(files ...string) backend.File {
	list, err := json.Marshal(files)
	if err != nil {
		panic(err)
	}
	return backend.File{Name: "tsconfig.json", Data: []byte(strings.Replace(strictConfig, "FILES", string(list), 1))}
}

const strictConfig = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2022"],
    "types": [],
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "isolatedModules": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": false,
    "allowJs": true,
    "checkJs": true,
    "noEmit": true
  },
  "files": FILES
}
`

// compilers are the versions of TypeScript of which each checks a program: in make test the
// newest, since TestTypes has all of them check one that uses every construct.
func compilers() []string {
	if tier.Nightly() {
		return []string{"5.9", "6", "7"}
	}
	return []string{"7"}
}

// TestTypes checks a consumer of each module system with three compilers, and
// that each of them finds a planted mistake.
func TestTypes(t *testing.T) {
	bin := node.Modules(t)
	dir := consumer(t, "types.mts", "inputs.mts", "common.cjs")
	write(t, dir, tsconfig("types.mts", "inputs.mts", "common.cjs"))
	broken := consumer(t, "types.mts", "inputs.mts", "common.cjs")
	wrong := strings.Replace(string(read(t, "testdata/types.mts")), "return shape.radius", "return shape.side", 1)
	write(t, broken, tsconfig("types.mts", "inputs.mts", "common.cjs"), backend.File{Name: "types.mts", Data: []byte(wrong)})
	for _, version := range []string{"5.9", "6", "7"} {
		t.Run(version, func(t *testing.T) {
			tsc := filepath.Join(bin, "typescript-"+version, "bin", "tsc")
			out, err := run(t, dir, "node", tsc, "--version")
			if err != nil || !strings.HasPrefix(out, "Version "+version+".") {
				t.Fatalf("%v: want TypeScript %s, have %s", err, version, out)
			}
			if out, err := run(t, dir, "node", tsc, "-p", "."); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			if out, err := run(t, broken, "node", tsc, "-p", "."); err == nil || !strings.Contains(out, "types.mts(") {
				t.Errorf("the compiler does not see a mistake: %v\n%s", err, out)
			}
		})
	}
}

// TestPackage packs the package as it would be published, and has it looked at.
func TestPackage(t *testing.T) {
	bin := node.Modules(t)
	dir := consumer(t)
	opts := tsgen.Backend{Package: "@demo/wire", Version: "2.0.1", License: "MIT", Repository: "https://example.com/demo/wire"}
	given := backend.Common{Schema: func() ([]byte, error) { return []byte("{\"$id\": \"demo\"}\n"), nil }}
	pkg := filepath.Join(dir, "package")
	write(t, pkg, generateWith(t, "demo.yaml", read(t, "testdata/demo.yaml"), opts, given)...)
	if out, err := run(t, pkg, "npm", "pack", "--silent", "--offline", "--pack-destination", dir); err != nil {
		t.Fatalf("npm pack: %v\n%s", err, out)
	}
	tarball := filepath.Join(dir, "demo-wire-2.0.1.tgz")
	if out, err := run(t, dir, "tar", "-tf", tarball); err != nil || !strings.Contains(out, "package/schema.json") {
		t.Errorf("the package does not carry its schema: %v\n%s", err, out)
	}
	judge(t, bin, dir, tarball)
}

// TestInputsAcceptReadValues has compilers check, in packages with every construct, that
// whatever is read may be written: each type is assignable to the one that its writer takes.
func TestInputsAcceptReadValues(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	var b strings.Builder
	for _, spec := range []string{"testdata/demo.yaml", "testdata/protocol.yaml", "testdata/unions.yaml", "testdata/values.yaml", "../../../testdata/everything.yaml"} {
		name := strings.TrimSuffix(filepath.Base(spec), ".yaml")
		files := generate(t, name+".yaml", read(t, spec), tsgen.Backend{Package: name})
		write(t, filepath.Join(dir, "node_modules", name), files...)
		b.WriteString("import * as " + name + " from \"" + name + "\";\n")
		n := 0
		for _, line := range strings.Split(file(t, files, "codec.d.ts"), "\n") {
			of, input, ok := strings.Cut(strings.TrimPrefix(line, "export declare function write"), "(v: wire.")
			if !ok || of == line || strings.Contains(of, "<") {
				continue
			}
			input = strings.TrimSuffix(input, "): string;")
			b.WriteString("export const " + name + of + " = (v: " + name + "." + of + "): " + name + "." + input + " => v;\n")
			n++
		}
		if n == 0 {
			t.Errorf("%s: no writers", name)
		}
	}
	write(t, dir, backend.File{Name: "accept.mts", Data: []byte(b.String())}, tsconfig("accept.mts"))
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
}
