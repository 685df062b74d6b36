package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/node"
)

// The two sides of a protocol, as in the names of their schemas.
const (
	readSide  = "read"
	writeSide = "write"
)

// A validation is a value of one side for both validators.
type validation struct {
	made
	side  string
	text  string // what is validated
	valid bool   // what they must say

	compiles bool // checks only whether the schema compiles
}

// schemas are the schemas of one construct's types, on both sides, compiled by
// santhosh-tekuri/jsonschema when they are first used.
type schemas struct {
	compiler *jsonschema.Compiler
	name     string
	types    map[string]*jsonschema.Schema // by side and type
	ids      map[string]string             // by file
}

func newSchemas(c *construct) (*schemas, error) {
	s := &schemas{
		compiler: jsonschema.NewCompiler(), name: c.protocol.Name,
		types: make(map[string]*jsonschema.Schema), ids: make(map[string]string),
	}
	for _, f := range c.targets["schema"] {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.name, f.Name, err)
		}
		id, _ := doc.(map[string]any)["$id"].(string)
		if err := s.compiler.AddResource(id, doc); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.name, f.Name, err)
		}
		s.ids[f.Name] = id
	}
	return s, nil
}

// file returns the bundle of a side.
func (s *schemas) file(side string) string { return s.name + "." + side + ".schema.json" }

// of returns the schema of a type on one side.
func (s *schemas) of(side, typ string) (*jsonschema.Schema, error) {
	key := side + " " + typ
	if s.types[key] == nil {
		compiled, err := s.compiler.Compile(s.ids[s.file(side)] + "#/$defs/" + typ)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.name, key, err)
		}
		s.types[key] = compiled
	}
	return s.types[key], nil
}

// must is like of, for a schema that is known to compile.
func (s *schemas) must(t *testing.T, side, typ string) *jsonschema.Schema {
	t.Helper()
	schema, err := s.of(side, typ)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// validate validates a text with its integers as they are, and all other numbers as
// doubles.
func (s *schemas) validate(t *testing.T, side, typ, text string) error {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return fmt.Errorf("encoding/json: %w", err)
	}
	return s.must(t, side, typ).Validate(rounded(v))
}

// rounded is v with the nearest doubles for numbers that are not integers: readers see no
// others.
func rounded(v any) any {
	switch v := v.(type) {
	case json.Number:
		if _, ok := model.ExactInteger(v.String()); !ok {
			f, _ := v.Float64()
			return f
		}
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}

// ajv runs ajv, in Node, and returns the error of each value, or "".
func ajv(t *testing.T, all []*construct, list []validation) []string {
	t.Helper()
	root := filepath.Dir(node.Modules(t))
	dir := t.TempDir()
	protocols := make(map[string]string)
	for _, c := range all {
		writeFiles(t, filepath.Join(dir, c.name), c.targets["schema"])
		protocols[c.name] = c.protocol.Name
	}
	var in, out, errs bytes.Buffer
	e := json.NewEncoder(&in)
	for _, v := range list {
		q := map[string]string{"construct": v.Construct, "schema": protocols[v.Construct] + "." + v.side + ".schema.json", "type": v.Type}
		if !v.compiles {
			q["text"] = v.text
		}
		if err := e.Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	// The code of ajv for a struct of many fields takes much stack, 1,000 levels deep.
	cmd := exec.Command("node", "--stack-size=6000", "testdata/ajv.mjs", dir, root)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("ajv: %v\n%.2000s", err, errs.String())
	}
	var answers []string
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var wrong string
		if err := json.Unmarshal(lines.Bytes(), &wrong); err != nil {
			t.Fatalf("%v: %q", err, lines.Text())
		}
		answers = append(answers, wrong)
	}
	if len(answers) != len(list) {
		t.Fatalf("%d values, %d answers of ajv", len(list), len(answers))
	}
	return answers
}

// tooHeavy is what an error says of a message that weighs more than the protocol allows.
const tooHeavy = "expected a weight of at most "

// isBeyondSchemas reports whether an error is of what no schema says: the text, ids that
// occur twice in a batch, the weight of all values.
func isBeyondSchemas(err string) bool {
	return isTextFault(err) || strings.Contains(err, "expected a unique id") || strings.Contains(err, tooHeavy)
}

// isTextFault reports whether an error is of the text layer, which is checked
// before every schema.
func isTextFault(err string) bool {
	for _, head := range []string{"expected one JSON value", "expected UTF-8", "expected a finite number", "expected at most 1000 levels"} {
		if strings.HasPrefix(err, head) {
			return true
		}
	}
	return false
}
