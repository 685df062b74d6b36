package tsgen

import (
	"strings"
	"testing"
)

func TestNpmNames(t *testing.T) {
	for name, want := range map[string]bool{
		"wire": true, "@example/wire.js": true, "../evil": false, "@example": false, "@a/b/c": false, "Wire": false, ".wire": false,
		"node_modules": false, "wire\n": false, strings.Repeat("a", 215): false,
	} {
		if got := isNpmPackage(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	for version, want := range map[string]bool{"1.0.0-rc.1+5": true, "1.0": false, "v1.0.0": false, "1.0.01": false, "1.0.0-01": false} {
		if got := isSemver(version); got != want {
			t.Errorf("%q: %v", version, got)
		}
	}
}
