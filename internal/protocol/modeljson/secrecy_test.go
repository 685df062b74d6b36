package modeljson_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

// secrets has a mark at each kind of element.
const secrets = `wiregen: 1
protocol: {name: demo, version: "1"}
errors:
  TOLD: {code: 1, data: Plain, sensitive: true}
types:
  Secret: {type: string, sensitive: true, doc: A <b>secret</b>.}
  Short: {type: string, log: {truncate: 40}}
  Secrets: {type: "Secret[]"}
  Plain: {fields: {a: string, b: "string[]"}}
  Job:
    fields:
      list: Secret[]
      words: string[]
      short: Short | null
      own: {type: string, sensitive: true, deprecated: {use: words}}
      "map?": map<Secret>
    extra: {type: Secret}
  Pair: {type: "[Secret, string]"}
  Around: {fields: {jobs: "map<Job[]>"}}
  Level: {doc: How high., enum: {low: The start., high: The end.}}
  Tagged: {union: {tag: t}, variants: {a: {fields: {x: int}, sensitive: true}, b: {fields: {y: int}}}}
methods:
  run: {from: client, params: Plain, result: Secrets, sensitive: true, doc: It runs.}
  see: {from: client, params: Plain, result: Secret}
`

// TestSecrecy: rows had neither what is sensitive nor the text of the spec.
func TestSecrecy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secrets.txtar")
	if err := os.WriteFile(file, []byte("-- spec.yaml --\n"+secrets), 0o600); err != nil {
		t.Fatal(err)
	}
	rows := lower.New(protocol(t, file))
	holds := map[string]bool{}
	for _, d := range rows.Protocol.Decls {
		holds[d.TypeName()] = rows.HoldsSecret(rows.Alone(d))
	}
	for name, want := range map[string]bool{"Secret": true, "Secrets": true, "Short": false, "Plain": false, "Job": true, "Pair": true, "Level": false, "Tagged": true, "Around": true} {
		if holds[name] != want {
			t.Errorf("%s holds something secret: %v", name, holds[name])
		}
	}
	var out bytes.Buffer
	if err := modeljson.WriteLowered(&out, rows); err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{
		"aliases.Secret.type":                                "sensitive -1", // it has no row of its own
		"aliases.Secret.remarks.doc":                         "A <b>secret</b>.",
		"aliases.Short.type":                                 "40",
		"types.Secrets":                                      "sensitive -1",
		"types.Plain":                                        "",
		"types.Plain.struct.fields.b.type":                   "", // of the row that Secret[] has as well
		"types.Job.struct.fields.list.type":                  "sensitive -1",
		"types.Job.struct.fields.short.type":                 "40",
		"types.Job.struct.fields.own.type":                   "sensitive -1",
		"types.Job.struct.fields.own.remarks.deprecated.use": "words",
		"types.Job.struct.fields.map.type":                   "sensitive -1",
		"types.Job.struct.extra_type":                        "sensitive -1",
		"types.Pair.tuple.items.0":                           "sensitive -1",
		"types.Pair.tuple.items.1":                           "",
		"types.Tagged":                                       "-1", // logs, not errors
		"types.Tagged.union.cases.0.type":                    "sensitive -1",
		"types.Tagged.union.cases.1.type":                    "",
		"types.Level.enum.remarks.1.doc":                     "The end.",
		"dialect":                                            "sensitive",
		"errors.TOLD.data":                                   "sensitive -1",
		"calls.run.params":                                   "sensitive -1",
		"calls.run.result":                                   "sensitive -1",
		"calls.run.remarks.doc":                              "It runs.",
		"calls.see.params":                                   "",
		"calls.see.result":                                   "sensitive -1",
	} {
		if got := said(at(t, doc, place)); got != want {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}
	if text := out.String(); !strings.Contains(text, "A <b>secret</b>.") {
		t.Error("texts are escaped for HTML")
	}
}

// at returns the value at a path of names and places.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for _, step := range strings.Split(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[step]
		case []any:
			i := slices.IndexFunc(in, func(x any) bool {
				row, _ := x.(map[string]any)
				return row["name"] == step || row["method"] == step
			})
			if n, err := strconv.Atoi(step); err == nil {
				i = n
			}
			v = in[i]
		}
	}
	return v
}

// said is a text, or what a row or a reference says of secrecy.
func said(v any) string {
	row, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprint(v)
	}
	var out []string
	if row["sensitive"] == true {
		out = append(out, "sensitive")
	}
	if log := row["log"]; log != nil {
		out = append(out, fmt.Sprint(log))
	}
	return strings.Join(out, " ")
}
