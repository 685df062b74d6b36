package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/command/cli"
)

// Every wiregen.yaml of this repository fits the schema, and unknown keys do not.
func TestConfigSchema(t *testing.T) {
	var out, faults bytes.Buffer
	if code := cli.Main([]string{"schema", "--config"}, &out, &faults); code != 0 {
		t.Fatalf("exit code %d: %s", code, faults.String())
	}
	doc, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(text string) bool {
		t.Helper()
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v) == nil
	}
	files, err := filepath.Glob("../../../examples/*/wiregen.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, name := range append(files, "../../../wiregen.yaml") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !valid(string(text)) {
			t.Errorf("%s does not fit the schema", name)
		}
	}
	for text, want := range map[string]bool{
		"specs: [{spec: a.yaml, ts: {brands: true}}]": true,
		"ts: {cjs: false}":                            true,
		"ts: {cjs: esm}":                              false,
		"specs: []":                                   false,
		"specs: [{sepc: a.yaml}]":                     false,
		"go: {dir: a, pakage: wire}":                  false,
		"go: {vectors: sometimes}":                    false,
		"schema: {style: validators}":                 true,
		"schema: {style: documentation}":              false,
		"python: {dir: a}":                            false,
	} {
		if valid(text) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
}
