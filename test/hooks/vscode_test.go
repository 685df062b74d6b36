package hooks_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
)

const extension = "../../editors/vscode"

type manifest struct {
	Name, Main, Icon string
	Engines          map[string]string
	DevDependencies  map[string]string
	Contributes      struct {
		Commands      []struct{ Command string }
		Configuration struct {
			Properties map[string]struct {
				Type    string
				Default any
			}
		}
		Grammars []struct{ ScopeName, Path string }
	}
}

// TestExtension checks the manifest of the extension: its settings are those of the page, its files
// are there, and its packages are locked.
func TestExtension(t *testing.T) {
	var m manifest
	text, err := os.ReadFile(extension + "/package.json")
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `(wiregen\\.[a-zA-Z.]+)` \\| `?([^|`]*)`? \\|").FindAllStringSubmatch(string(page), -1)
	if len(rows) != len(m.Contributes.Configuration.Properties)-1 { // the page has no row for wiregen.path
		t.Errorf("the page has %d settings", len(rows))
	}
	for _, row := range rows {
		p, ok := m.Contributes.Configuration.Properties[row[1]]
		value, _ := json.Marshal(p.Default)
		if !ok || string(value) != row[2] {
			t.Errorf("the page says that %s is %s, the extension %s", row[1], row[2], value)
		}
	}
	source, err := os.ReadFile(extension + "/src/extension.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range m.Contributes.Commands {
		if !strings.Contains(string(source), fmt.Sprintf("registerCommand(%q", c.Command)) {
			t.Errorf("nothing runs the command %s", c.Command)
		}
	}
	icon, err := os.Open(filepath.Join(extension, m.Icon))
	if err != nil {
		t.Fatal(err)
	}
	defer icon.Close()
	if size, err := png.DecodeConfig(icon); err != nil || size.Width != size.Height || size.Width < 128 {
		t.Errorf("the icon is %dx%d, %v", size.Width, size.Height, err)
	}
	lock, err := os.ReadFile(extension + "/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var locked struct {
		Packages map[string]struct{ Version, Integrity string }
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		t.Fatal(err)
	}
	for name, version := range m.DevDependencies {
		if got := locked.Packages["node_modules/"+name]; got.Version != version || got.Integrity == "" {
			t.Errorf("%s is locked as %q, not %s", name, got.Version, version)
		}
	}
	if types := m.DevDependencies["@types/vscode"]; m.Engines["vscode"] != "^"+types {
		t.Errorf("the extension runs in %s, and is checked with %s", m.Engines["vscode"], types)
	}
}

// TestExtensionHighlights matches the patterns of the grammar with types of specs and with other texts.
func TestExtensionHighlights(t *testing.T) {
	tier.Slow(t)
	out, err := exec.Command("node", "-e", `
const { scalar, list, map } = require("../../editors/vscode/syntaxes/types.tmLanguage.json").repository;
const found = ({ match }, text) => new RegExp(match).test(text);
for (const text of ["string", "int[]", "bytes[][]", "int = 3", "string | null", "\"uuid | null\"", " float"]) if (!found(scalar, text)) console.log("not a scalar:", text);
for (const text of ["a string of text", "integer", "any of them", "object is what it is", "stringy"]) if (found(scalar, text)) console.log("a scalar:", text);
for (const text of ["Note[]", "map<string>[]"]) if (!found(list, text)) console.log("no list:", text);
if (found(list, "see []")) console.log("a list");
if (!found(map, "map<Note>") || found(map, "a map < b")) console.log("map");
`).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestExtensionIsPacked type-checks the extension and packs it.
func TestExtensionIsPacked(t *testing.T) {
	tier.AtNight(t, "TestExtension")
	cmd := exec.Command("make", "-s", "-C", "../..", "vsix")
	cmd.Env = append(os.Environ(), "MAKEFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	archive, err := zip.OpenReader("../../.build/wiregen.vsix")
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	sizes := map[string]int{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		sizes[f.Name] = len(data)
	}
	for _, name := range []string{"extension.vsixmanifest", "extension/package.json", "extension/dist/extension.js", "extension/icon.png", "extension/syntaxes/types.tmLanguage.json", "extension/LICENSE.txt"} {
		if sizes[name] == 0 {
			t.Errorf("the extension has no %s: %v", name, sizes)
		}
	}
	if len(sizes) > 9 || sizes["extension/dist/extension.js"] > 1<<20 {
		t.Errorf("the extension has more than it needs: %v", sizes)
	}
}
