package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// TestUnbumped checks the pairs of testdata/unbumped: both specs have the same version, the
// newer one is part of the released spec of that version, the older one is part of the newer
// one, and what the released spec has beyond its number is in the newer spec of one pair alone.
func TestUnbumped(t *testing.T) {
	dirs, err := filepath.Glob("../testdata/unbumped/*")
	if err != nil || len(dirs) != 5 {
		t.Fatalf("Kimi Wire changed five times without a new version, but the pairs are %q (%v)", dirs, err)
	}
	files := released(t)
	added := make(map[string]string) // what a pair adds → the pair
	for _, dir := range dirs {
		name := filepath.Base(dir)
		older, newer := unbumped(t, dir, "old"), unbumped(t, dir, "new")
		version := newer.Version
		if older.Version != version {
			t.Errorf("%s: version %s became %s", name, older.Version, version)
		}
		before, after := factsOf(t, older), factsOf(t, newer)
		within := factsOf(t, files[version])
		for path, value := range before {
			if got, ok := after[path]; !ok || got != value {
				t.Errorf("%s: %s is %q in old.yaml and %q in new.yaml", name, path, value, got)
			}
		}
		n := len(added)
		for path, value := range after {
			if got, ok := within[path]; !ok || got != value {
				t.Errorf("%s: %s is %q in new.yaml and %q in released/%s.yaml", name, path, value, got, version)
			}
			if _, ok := before[path]; !ok {
				key := version + " " + path
				if other := added[key]; other != "" {
					t.Errorf("%s: %s is added in %s as well", name, path, other)
				}
				added[key] = name
			}
		}
		if len(added) == n {
			t.Errorf("%s: new.yaml adds nothing to old.yaml", name)
		}
	}
	for version, p := range files {
		for path, value := range factsOf(t, p) {
			element, ok := strings.CutSuffix(path, " since")
			if !ok || !unnumbered(version, element, value) {
				continue
			}
			if added[version+" "+path] == "" {
				t.Errorf("%s came without a new version in %s, but no pair adds it", element, version)
			}
		}
	}
}

// unnumbered reports whether an element of a released spec came after the number: most say
// so themselves, and hooks came three days after 1.7.
func unnumbered(version, element, since string) bool {
	return since == version+"+" || version == "1.7" && strings.Contains(strings.ToLower(element), "hook")
}

func unbumped(t *testing.T, dir, name string) *model.Protocol {
	t.Helper()
	file := filepath.Join(dir, name+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := compileText(t, file, text)
	for _, f := range findings(p) {
		t.Errorf("%s: %s", file, f)
	}
	return p
}
