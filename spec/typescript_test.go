package spec_test

import (
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/spec"
	"github.com/wiregen/wiregen/test/evolution"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/test/tsusers"
)

// TestTypeScriptUsers holds what changes of the spec do to users of the TypeScript
// declarations against the TypeScript compiler: the 18 reviewed ones, the steps between the
// released versions, and the changes that came without a new version.
func TestTypeScriptUsers(t *testing.T) {
	tier.Slow(t)
	var pairs []tsusers.Pair
	today := compileWire(t)
	for _, c := range evolution.ReviewedChanges(t, string(spec.Wire)) {
		pairs = append(pairs, tsusers.Pair{Name: c.Name, Old: today, Today: compileText(t, "wire.yaml", c.New)})
	}
	files := released(t)
	for i, version := range today.Versions[1:] {
		if files[version] != nil {
			pairs = append(pairs, tsusers.Pair{Name: version, Old: files[today.Versions[i]], Today: files[version]})
		}
	}
	dirs, err := filepath.Glob("../testdata/unbumped/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("there are no changes without a new version", err)
	}
	for _, dir := range dirs {
		pairs = append(pairs, tsusers.Pair{Name: filepath.Base(dir), Old: unbumped(t, dir, "old"), Today: unbumped(t, dir, "new")})
	}
	tsusers.Agree(t, pairs)
}
