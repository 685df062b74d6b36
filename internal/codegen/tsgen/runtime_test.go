package tsgen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

const eslintConfig = `import js from "@eslint/js";

export default [
  {
    ...js.configs.recommended,
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: { AbortController: "readonly", clearTimeout: "readonly", MessageChannel: "readonly", performance: "readonly", setTimeout: "readonly", TextDecoder: "readonly", TextEncoder: "readonly", structuredClone: "readonly" } },
    rules: { ...js.configs.recommended.rules, "no-unused-vars": ["error", { ignoreRestSiblings: true }] },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { exports: "readonly", module: "readonly", require: "readonly" } },
  },
  { files: ["**/{guards,table}.{js,cjs}"], rules: { "no-control-regex": "off", "no-useless-escape": "off" } }, // patterns are the spec's
];
`

const runtimeConfig = `{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024", "dom"],
    "types": [],
    "module": "nodenext",
    "strict": true,
    "noImplicitReturns": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "allowJs": true,
    "checkJs": true,
    "noEmit": true
  },
  "include": ["*.js"]
}
`

// TestGeneratedLint runs eslint on the modules of some packages: a helper that
// is not imported, or imported and not called, is a fault there.
func TestGeneratedLint(t *testing.T) {
	dir := t.TempDir()
	for _, spec := range []string{"testdata/demo.yaml", "testdata/protocol.yaml", "testdata/unions.yaml", "testdata/values.yaml", "../../../testdata/everything.yaml"} {
		name := strings.TrimSuffix(filepath.Base(spec), ".yaml")
		write(t, filepath.Join(dir, name), generate(t, name+".yaml", read(t, spec), tsgen.Backend{})...)
	}
	lint(t, dir)
}

// runtimeFolder returns a copy of the runtime in the templates, without the declarations
// of its public part, which would be used instead of the module.
func runtimeFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	modules, err := filepath.Glob("../../../templates/ts/runtime/*.js")
	if err != nil || len(modules) == 0 {
		t.Fatalf("no runtime: %v", err)
	}
	for _, name := range modules {
		write(t, dir, backend.File{Name: filepath.Base(name), Data: read(t, name)})
	}
	return dir
}

// TestRuntimeTypes has the types of the runtime's comments checked, which only the runtime sees:
// by one version of TypeScript.
func TestRuntimeTypes(t *testing.T) {
	dir := runtimeFolder(t)
	write(t, dir, backend.File{Name: "package.json", Data: []byte(`{"type": "module", "private": true}`)},
		backend.File{Name: "tsconfig.json", Data: []byte(runtimeConfig)})
	if out, err := run(t, dir, "node", filepath.Join(node.Modules(t), "typescript-7", "bin", "tsc"), "-p", "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRuntimeLint runs eslint, with its recommended rules, on the runtime.
func TestRuntimeLint(t *testing.T) {
	lint(t, runtimeFolder(t))
}

// lint runs eslint on the modules below a folder, and on one with a mistake.
func lint(t *testing.T, dir string) {
	t.Helper()
	write(t, dir, backend.File{Name: "package.json", Data: []byte(`{"type": "module", "private": true}`)},
		backend.File{Name: "eslint.config.js", Data: []byte(eslintConfig)})
	if err := os.Symlink(node.Modules(t), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	eslint := filepath.Join(node.Modules(t), "eslint", "bin", "eslint.js")
	if out, err := run(t, dir, "node", eslint, "--max-warnings", "0", "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	write(t, dir, backend.File{Name: "planted.js", Data: []byte("export function f(a) {\n  return b;\n}\n")})
	if out, err := run(t, dir, "node", eslint, "planted.js"); err == nil {
		t.Errorf("eslint does not see a mistake:\n%s", out)
	}
}
