package e2e

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/test/tier"
)

// A planted fault is one that an emitter might make: another text in one of
// the files of testdata/planted.yaml.
type planted struct{ what, target, file, old, new string }

func plantedFaults() []planted {
	return []planted{
		{"a required key is not asked for", "go", "table.go", `{Name: "at", Type: codec.Int}`, `{Name: "at", Type: codec.Int, Optional: true}`},
		{"null is taken for an integer", "go", "types_codec.go", `m.Int("at", &v.At)`, "if m.Begin(`at`) {\nif !d.Null() {\nv.At = d.Int()\n}\n}"},
		{"a default is another", "go", "types.go", "DefaultMarkSize int64 = 12", "DefaultMarkSize int64 = 13"},
		{"an older name is forgotten by both readers", "go", "table.go", `FormerNames: []string{"refs"}, `, ""},
		{"a range is too wide", "go", "table.go", "Elem: codec.Uint32", "Elem: codec.Int"},
		{"an enum value is missing", "go", "table.go", `Values: []string{"red", "green"}`, `Values: []string{"red"}`},
		{"keys are written in another order", "go", "types_codec.go", "dst = append(dst, `,\"note\":`...)", "dst = append(dst, `,\"nota\":`...)"},
		{"null is left out", "go", "types_codec.go", `dst = append(dst, "null"...)
	}
	dst = codec.PutOptionalInt`, `dst = append(dst, "0"...)
	}
	dst = codec.PutOptionalInt`},
		{"a tag is wrong", "go", "table.go", `Tag: "type", Values: []string{"text"}`, `Tag: "type", Values: []string{"test"}`},
		{"unknown tags are refused", "go", "table.go", "KeepUnknown: true, ", ""},
		{"fields are checked in another order", "go", "table.go", `{Name: "at", Type: codec.Int},
			{Name: "color", Type: typeColor},`, `{Name: "color", Type: typeColor},
			{Name: "at", Type: codec.Int},`},
		{"an optional key is asked for", "go", "table.go", `{Name: "label", Type: codec.String, Optional: true}`, `{Name: "label", Type: codec.String}`},

		{"a required key is optional", "ts", "table.js", `["at", int]`, `["at", int, { optional: true }]`},
		{"a guard takes fractions", "ts", "guards.js", "integer(v.at) &&", "Number.isFinite(v.at) &&"},
		{"a default is another", "ts", "table.js", "default: 12", "default: 21"},
		{"an older name is forgotten", "ts", "table.js", `, { was: ["refs"] }`, ""},
		{"an older tag is forgotten", "ts", "table.js", `was: /* @__PURE__ */ new Map([["form", "shape"]])`, `was: new Map()`},
		{"a literal is another", "ts", "table.js", `[readConst, "mark"]`, `[readConst, "marc"]`},
		{"unknown tags are refused", "ts", "table.js", "  other: kept,\n", ""},
		{"null is refused", "ts", "table.js", `{ pick: nullOr, of: string }`, `string`},
		{"a range is too wide", "ts", "table.js", `[readMap, uint32]`, `[readMap, uint32.slice(0, 3)]`},
		{"a guard forgets an enum", "ts", "guards.js", "isColor(v.color) &&", ""},

		{"a required key is not asked for", "schema", "planted.read.schema.json", `"required": ["at", "color"`, `"required": ["color"`},
		{"an enum value is missing", "schema", "planted.read.schema.json", `["red", "green"]`, `["green"]`},
		{"an integer has no bounds", "schema", "planted.read.schema.json", `"maximum": 4294967295`, `"maximum": 9007199254740991`},
		{"an enum value may not be written", "schema", "planted.write.schema.json", `["red", "green"]`, `["red"]`},
		{"a key may not be written as null", "schema", "planted.write.schema.json", `"type": ["string", "null"]`, `"type": "string"`},
		{"another literal may be written", "schema", "planted.write.schema.json", `"const": "mark"`, `"const": "marc"`},
		{"a literal is another", "schema", "planted.read.schema.json", `"const": "mark"`, `"const": "marc"`},
	}
}

// plantedWeights are faults of weights, where the spec has a low maximum.
func plantedWeights() []planted {
	return []planted{
		{"more weight is accepted", "go", "table.go", "MaxWeight: 65536", "MaxWeight: 98304"},
		{"more weight is accepted", "ts", "codec.js", "const burden = [240, 0, 65536];", "const burden = [240, 0, 98304];"},
		{"no text seems to be heavy", "ts", "codec.js", "const burden = [240, 0, 65536];", "const burden = [240, 0, Infinity];"},
		{"items weigh nothing", "ts", "runtime/read.js", "  spend(r, v.length * ITEM);\n", ""},
		{"entries weigh less", "ts", "runtime/weight.js", "const ENTRY = 64;", "const ENTRY = 32;"},
	}
}

// TestPlantedFaults plants one fault after the other into what the targets
// make, and demands that the readers then disagree. A fault whose text is no
// longer found has to be planted anew.
func TestPlantedFaults(t *testing.T) {
	t.Parallel()
	plant(t, plantedSpec(t), plantedFaults())
}

// TestPlantedWeights is TestPlantedFaults for weights: its messages are long.
func TestPlantedWeights(t *testing.T) {
	if !tier.Nightly() {
		t.Skip("make nightly runs it")
	}
	spec := bytes.Replace(plantedSpec(t), []byte("\ntypes:\n"), []byte("\ndialect:\n  framing: {max_weight: 65536}\n\ntypes:\n"), 1)
	plant(t, spec, plantedWeights())
}

func plantedSpec(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../testdata/planted.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func plant(t *testing.T, text []byte, faults []planted) {
	t.Helper()
	sound := &construct{name: "sound", protocol: compileSpec(t, "planted", text)}
	sound.targets = emit(t, sound, reading()...)
	all := []*construct{sound}
	for i, f := range faults {
		c := &construct{name: fmt.Sprintf("fault%d", i), protocol: sound.protocol, targets: make(map[string][]backend.File)}
		for target, files := range sound.targets {
			for _, file := range files {
				if target == f.target && file.Name == f.file {
					changed := bytes.Replace(file.Data, []byte(f.old), []byte(f.new), 1)
					if bytes.Equal(changed, file.Data) {
						t.Errorf("%s: %s: there is no %q in %s", f.target, f.what, f.old, f.file)
					}
					file.Data = changed
				}
				c.targets[target] = append(c.targets[target], file)
			}
		}
		all = append(all, c)
	}
	caught := make(map[string]int)
	askAll(t, all, 2500*len(all), func(q made, what string, answers ...any) {
		caught[q.Construct]++
		if q.Construct == sound.name {
			t.Errorf("%s: %s\n\t%s\n\t%+v", q.Type, what, q.Text, answers)
		}
	})
	for i, f := range faults {
		if caught[fmt.Sprintf("fault%d", i)] == 0 {
			t.Errorf("%s: %s: no reader noticed", f.target, f.what)
		}
	}
	t.Logf("%d faults planted", len(faults))
}
