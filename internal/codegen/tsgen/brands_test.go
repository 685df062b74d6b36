package tsgen_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

const brandsSpec = `wiregen: 1
protocol: {name: brands, version: "1"}
types:
  SessionID: {type: string, distinct: true}
  Name: {type: SessionID, distinct: true}
  Count: {type: int, distinct: true}
  Flag: {type: bool, distinct: true}
  Names: map<SessionID, Name>
  Target: SessionID | Count | Flag | SessionID[]
`

// TestBrands compiles uses of distinct names with three compilers: with brands they are
// apart, and keys of maps too; without them they are plain aliases.
func TestBrands(t *testing.T) {
	bin, dir := node.Modules(t), t.TempDir()
	write(t, dir, tsconfig("brands.mts"), backend.File{Name: "brands.mts", Data: read(t, "testdata/brands.mts")})
	check := func(version string) (string, error) {
		return run(t, dir, "node", filepath.Join(bin, "typescript-"+version, "bin", "tsc"), "-p", ".")
	}
	write(t, filepath.Join(dir, "node_modules", "brands"), generate(t, "brands.yaml", []byte(brandsSpec), tsgen.Backend{Brands: true})...)
	for _, version := range compilers() {
		if out, err := check(version); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	write(t, filepath.Join(dir, "node_modules", "brands"), generate(t, "brands.yaml", []byte(brandsSpec), tsgen.Backend{})...)
	out, err := check("5.9")
	if n := strings.Count(out, "Unused '@ts-expect-error'"); err == nil || n != 4 {
		t.Errorf("without brands: %v, %d uses compile that would not with them\n%s", err, n, out)
	}
}
