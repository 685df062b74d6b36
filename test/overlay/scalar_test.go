package overlay_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/overlay"
	"github.com/wiregen/wiregen/test/tier"
)

const root = "../.."

// An edit puts text before the first occurrence of a part of a file; without a part, at its end.
type edit struct{ before, text string }

// color is a scalar that the language does not have, as docs/architecture.md says how to add one.
var color = map[string][]edit{
	"internal/protocol/model/scalar.go": {
		{"\tURI       //", "\tColor\n"},
		{"\tURI: {\n", "\tColor: coded(\"color\", \"a color\", `^#[0-9a-f]{6}$`, []string{\"#000000\", \"#00ff7f\"}, []string{\"\", \"#00FF7F\", \"00ff7f\", \"#00ff7\"}),\n"},
	},
	"wirert/codec/scalar_row.go": {
		{"\n\t// OrNull is added", "\tColor      // a string of # and six digits\n"},
		{"}\n\nfunc integers(", "\tColor - scalarBase: textFormat(\"a color\", isColor[[]byte], isColor[string]),\n"},
		{"", `
// Color reads a color.
func (d *Decoder) Color() string { return d.formattedText(Color) }

// Color reads a color.
func (m *Members) Color(key string, v *string) { Member(m, key, v, (*Decoder).Color) }

// CheckColor reports whether s is a color.
func CheckColor(s string) error { return checkFormat(Color, s) }

// isColor reports whether text consists of # and six hexadecimal digits.
func isColor[T string | []byte](text T) bool {
	if len(text) != 7 || text[0] != '#' {
		return false
	}
	for i := 1; i < len(text); i++ {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
`},
	},
	"templates/ts/runtime/guard.js": {{"", `
/** @param {any} v */
export function color(v) {
  return typeof v === "string" && /^#[0-9a-f]{6}$/.test(v);
}
`}},
	"templates/ts/runtime/scalar.js": {
		{"flag, int64, matches", "color, "},
		{"\n/** What leads to no type", "export const colorText = [readScalar, \"a string\", text, colorFault];\n"},
		{"/** @param {Reader} r @param {Node} t @param {Value} v @param {number} _ @param {boolean} orNull */\nexport function readScalar",
			"/** @param {Value} v */\nfunction colorFault(v) {\n  return color(v) ? undefined : \"a color\";\n}\n\n"},
	},
}

// TestScalarRecipe adds a scalar in the files that docs/architecture.md lists for that, and reads
// texts with what is generated then. The list once had 4 of 11 files.
func TestScalarRecipe(t *testing.T) {
	needed, others := recipe(t)
	if edited := slices.Sorted(maps.Keys(color)); !slices.Equal(needed, edited) {
		t.Errorf("the recipe lists\n%q, and this test edits\n%q", needed, edited)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
	tier.Slow(t)
	files := map[string][]byte{}
	for name, edits := range color {
		files[name] = edited(t, name, edits)
	}
	m := gomod.New(t)
	file, err := overlay.Write(t.TempDir(), root, files)
	if err != nil {
		t.Fatal(err)
	}
	wiregen := filepath.Join(t.TempDir(), "wiregen")
	run(t, exec.Command("go", "build", "-overlay", file, "-o", wiregen, root+"/cmd/wiregen"))

	m.Write(t, "spec.yaml", []byte(strings.Replace(spec, "DEFAULT", "#123abc", 1)))
	m.Write(t, "wiregen.yaml", []byte("spec: spec.yaml\ngo: {dir: demo}\nts: {dir: ts}\nschema: {dir: schema}\n"))
	m.Write(t, "main.go", []byte(program))
	m.Write(t, "main.mjs", []byte(script))
	in := func(cmd *exec.Cmd) *exec.Cmd {
		cmd.Dir = m.Dir
		return cmd
	}
	run(t, in(exec.Command(wiregen, "generate")))

	want := "#000000 ok\n#00ff7f ok\n" + strings.Repeat("expected a color\n", 3)
	if got := run(t, m.Go("run", "-overlay", file, ".")); got != want {
		t.Errorf("Go says\n%s", got)
	}
	if got := run(t, m.Go("run", "-overlay", file, "-tags", "purego", ".")); got != want {
		t.Errorf("Go without unsafe says\n%s", got)
	}
	if got := run(t, in(exec.Command("node", "main.mjs"))); got != want {
		t.Errorf("TypeScript says\n%s", got)
	}
	if got := bySchema(t, filepath.Join(m.Dir, "schema")); got != want {
		t.Errorf("the schema says\n%s", got)
	}

	// The reference interpreter reads the values in a spec.
	m.Write(t, "spec.yaml", []byte(strings.Replace(spec, "DEFAULT", "00ff7f", 1)))
	out, err := in(exec.Command(wiregen, "check", "spec.yaml")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "expected a color") {
		t.Errorf("a default of the wrong form: %v\n%s", err, out)
	}
}

// recipe returns the files that the recipe for a scalar lists: those that it needs, and those
// that tell of it and test it.
func recipe(t *testing.T) (needed, others []string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### Files to change for a new scalar\n")
	section, _, _ = strings.Cut(section, "\n### ")
	first, rest, found := strings.Cut(section, "What tells of it and tests it:")
	second, _, ends := strings.Cut(rest, "A scalar that Go or TypeScript hold in another type")
	if !found || !ends {
		t.Fatal("the recipe has other parts")
	}
	return inTable(first), inTable(second)
}

// inTable returns the files in the first column of a table of Markdown.
func inTable(text string) []string {
	var out []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]+) \\|").FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(row[1], ", ") {
			out = append(out, strings.Trim(name, "`"))
		}
	}
	slices.Sort(out)
	return out
}

// edited returns the text of a file after some edits.
func edited(t *testing.T, name string, edits []edit) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, e := range edits {
		at := len(text)
		if e.before != "" {
			at = strings.Index(text, e.before)
		}
		if at < 0 {
			t.Fatalf("%s has no %q", name, e.before)
		}
		text = text[:at] + e.text + text[at:]
	}
	return []byte(text)
}

// run returns what a command prints, which must succeed.
func run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// bySchema says of the texts what the schema of readers accepts.
func bySchema(t *testing.T, folder string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal("there is no schema")
	}
	schema, err := jsonschema.NewCompiler().Compile(names[0] + "#/$defs/Plain")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, text := range texts {
		value := map[string]any{"color": text, "may": text, "list": []any{text}}
		if err := schema.Validate(value); err == nil {
			out.WriteString(text + " ok\n")
		} else {
			out.WriteString("expected a color\n")
		}
	}
	return out.String()
}

var texts = []string{"#000000", "#00ff7f", "#00FF7F", "00ff7f", "#00ff7"}

// In spec, Plain has only a row of the table in Go, and Coded has code.
const spec = `wiregen: 1
protocol: {name: demo, version: "1.0"}
types:
  Plain:
    doc: It has colors.
    fields: {color: color, "may?": color, list: "color[]"}
  Coded:
    doc: It has further colors.
    fields: {color: color, map: "map<color>", named: 'color = "DEFAULT"', either: Either}
  Either: {doc: A color or a number., type: color | int}
`

// list is texts, as both languages write it.
func list() string {
	text, _ := json.Marshal(texts)
	return strings.Trim(string(text), "[]")
}

var program = `package main

import (
	"fmt"
	"strings"

	"example.test/out/demo"
)

func main() {
	for _, v := range []string{` + list() + `} {
		plain, err := demo.DecodePlain([]byte(strings.ReplaceAll(` + "`" + `{"color":"V","may":"V","list":["V"]}` + "`" + `, "V", v)))
		coded, err2 := demo.DecodeCoded([]byte(strings.ReplaceAll(` + "`" + `{"color":"V","map":{"a":"V"},"either":"V"}` + "`" + `, "V", v)))
		if (err == nil) != (err2 == nil) {
			fmt.Println("they differ:", err, err2)
		}
		if err != nil {
			_, words, _ := strings.Cut(err.Error(), ": ")
			words, _, _ = strings.Cut(words, ",")
			fmt.Println(words)
			if demo.CheckPlain(&demo.Plain{Color: v, List: []string{}}) == nil {
				fmt.Println("it may be written")
			}
			continue
		}
		if demo.CheckPlain(plain) != nil || demo.CheckCoded(coded) != nil || demo.DefaultCodedNamed != "#123abc" {
			fmt.Println("it may not be written")
		}
		if text := string(plain.AppendJSON(nil)); text != strings.ReplaceAll(` + "`" + `{"color":"V","may":"V","list":["V"]}` + "`" + `, "V", v) {
			fmt.Println("it is written as", text)
		}
		fmt.Println(plain.Color, "ok")
	}
}
`

var script = `import { readPlain, readCoded } from "./ts/codec.js";
import { isPlain } from "./ts/guards.js";
for (const v of [` + list() + `]) {
  const plain = { color: v, may: v, list: [v] };
  const got = readPlain(plain);
  const coded = readCoded({ color: v, map: { a: v }, either: v });
  if (got.ok !== isPlain(plain) || got.ok !== coded.ok) console.log("they differ");
  console.log(got.ok ? got.value.color + " ok" : "expected " + got.errors[0].expected);
}
`
