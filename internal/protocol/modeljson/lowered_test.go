package modeljson_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	reflector "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/wirert/session"
)

var update = flag.Bool("update", false, "write the schema of the rows anew")

const loweredSchema = "docs/lowered.schema.json"

// TestLoweredSchema compares the published schema of the rows with their Go types, and
// validates the rows of every construct with it.
func TestLoweredSchema(t *testing.T) {
	want := reflectLowered(t)
	if *update {
		if err := os.WriteFile(loweredSchema, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(loweredSchema)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("the schema of the rows has changed (%v); if a reader of the rows before would misread the new ones, "+
			"raise LoweredVersion; then run: go test ./internal/protocol/modeljson -update", err)
	}
	c := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(want))
	if err == nil {
		err = c.AddResource("lowered.json", doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("lowered.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	members := map[string][]string{ // what only some of them have
		"journal":              {`"journal":{"header":{"type":1},"record":{"type":2},"version":["protocol_version"],"no_header":"1.0"`},
		"envelope":             {`"result":{"type":`, `"id":"payload.id"`},
		"dialect_params_array": {`"names":["what","speed","steps","why"]`},
		"enum_integer":         {`"names":["silent","loud","negative"]`},
		"distinct":             {`"distinct":true`},
	}
	for _, file := range files {
		var out bytes.Buffer
		if err := modeljson.WriteLowered(&out, lower.New(protocol(t, file))); err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer
		if err := json.Compact(&line, out.Bytes()); err != nil {
			t.Fatal(err)
		}
		for _, text := range members[strings.TrimSuffix(filepath.Base(file), ".txtar")] {
			if !strings.Contains(line.String(), text) {
				t.Errorf("%s: no %s in\n%s", file, text, &line)
			}
		}
		rows, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(rows); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// reflectLowered returns the schema of the rows, made from their Go types.
func reflectLowered(t *testing.T) []byte {
	t.Helper()
	r := reflector.Reflector{Anonymous: true, ExpandedStruct: true, Mapper: mapped}
	t.Chdir("../../..") // the comments are found by the paths of packages
	for _, dir := range []string{"internal/protocol/lower", "internal/protocol/modeljson", "wirert/session"} {
		if err := r.AddGoComments("github.com/wiregen/wiregen", dir); err != nil {
			t.Fatal(err)
		}
	}
	s := r.Reflect(&modeljson.Lowered{})
	meta := r.Reflect(&lower.Meta{}) // the form in which Remarks print
	for name, def := range meta.Definitions {
		s.Definitions[name] = def
	}
	meta.Version, meta.Definitions = "", nil
	s.Definitions["Meta"] = meta
	s.Title, s.ID = "The rows that wiregen model --lowered prints", "lowered.schema.json"
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// mapped returns the schema of types of the rows whose JSON is not that of their Go type.
func mapped(t reflect.Type) *reflector.Schema {
	switch t {
	case reflect.TypeFor[lower.JSON]():
		return &reflector.Schema{Description: "Any JSON value."}
	case reflect.TypeFor[lower.Remarks]():
		return &reflector.Schema{Ref: "#/$defs/Meta"}
	case reflect.TypeFor[model.Kinds]():
		kinds := &reflector.Schema{Type: "string"}
		for _, k := range model.AllKinds.List() {
			kinds.Enum = append(kinds.Enum, k.String())
		}
		return &reflector.Schema{Type: "array", Items: kinds}
	case reflect.TypeFor[lower.Ref]():
		place := &reflector.Schema{Type: "object", Required: []string{"type"}, Properties: reflector.NewProperties()}
		place.Properties.Set("type", &reflector.Schema{Type: "integer", Description: "The place of a type in types."})
		place.Properties.Set("or_null", &reflector.Schema{Type: "boolean", Description: "Null is also allowed."})
		place.Properties.Set("sensitive", &reflector.Schema{Type: "boolean", Description: "Errors quote nothing of the values there."})
		place.Properties.Set("log", &reflector.Schema{Type: "integer", Description: "How much logs show of the values there: that many characters of a text; -1: nothing; absent: all."})
		return &reflector.Schema{OneOf: []*reflector.Schema{{Type: "null"}, place}, Description: "A type where it is used; null for none."}
	}
	words := lower.Enums()[t.Name()]
	if words == nil || t.PkgPath() != reflect.TypeFor[lower.Form]().PkgPath() && t.PkgPath() != reflect.TypeFor[session.Side]().PkgPath() {
		return nil
	}
	s := &reflector.Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}
