package schemagen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/node"
)

// emit returns the schema output of a protocol.
func emit(t *testing.T, p *model.Protocol, b schemagen.Backend) []backend.File {
	t.Helper()
	var r diag.Report
	plan, err := b.Plan(p, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatalf("plan: %v, %d findings", err, len(r.All()))
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A probe is one value for one schema: a file name and a fragment.
type probe struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
}

// A judgement is where a validator found faults, in order; none is valid.
type judgement []string

// validators are those that every schema is tested with.
var validators = []struct {
	name string
	run  func(*testing.T, []backend.File, []probe) []judgement
}{
	{"go", validateInGo},
	{"ajv", validateInNode},
}

const root = "file:///schemas/"

// validateInGo validates with santhosh-tekuri/jsonschema. Compiling a schema also
// validates it with the meta-schema.
func validateInGo(t *testing.T, files []backend.File, probes []probe) []judgement {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, f := range files {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if err := c.AddResource(root+f.Name, doc); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	out := make([]judgement, len(probes))
	for i, p := range probes {
		s, err := c.Compile(root + p.Schema)
		if err != nil {
			t.Fatal(err)
		}
		value := parse(t, p.Text)
		var invalid *jsonschema.ValidationError
		if err := s.Validate(value); errors.As(err, &invalid) {
			var paths [][]string
			leaves(invalid, &paths)
			out[i] = places(paths, value)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// parse is the text layer, as far as tests need it: numbers that are not integers become
// doubles.
func parse(t *testing.T, text string) any {
	t.Helper()
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return rounded(value)
}

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

// leaves collects the faults that do not merely repeat those of their parts.
// Alternatives (of kinds) are one fault, at their value.
func leaves(e *jsonschema.ValidationError, out *[][]string) {
	_, anyOf := e.ErrorKind.(*kind.AnyOf)
	_, oneOf := e.ErrorKind.(*kind.OneOf)
	if len(e.Causes) > 0 && !anyOf && !oneOf {
		for _, cause := range e.Causes {
			leaves(cause, out)
		}
		return
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			*out = append(*out, append(slices.Clone(e.InstanceLocation), name))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			*out = append(*out, append(slices.Clone(e.InstanceLocation), name))
		}
	default:
		*out = append(*out, e.InstanceLocation)
	}
}

// places writes paths as the readers of wiregen do, sorted.
func places(paths [][]string, value any) judgement {
	out := judgement{}
	for _, p := range paths {
		out = append(out, place(p, value))
	}
	slices.Sort(out)
	return out
}

// place is the path of a value, with the keys as the reference reader shows them.
func place(path []string, value any) string {
	out := ""
	for _, step := range path {
		switch v := value.(type) {
		case []any:
			out += "[" + step + "]"
			i, _ := strconv.Atoi(step)
			value = v[i]
		case map[string]any:
			out = interp.Inside(out, step)
			value = v[step]
		}
	}
	return out
}

// validateInNode validates with ajv in strict mode; a complaint about a schema
// fails the test.
func validateInNode(t *testing.T, files []backend.File, probes []probe) []judgement {
	t.Helper()
	type file struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	var in struct {
		Files []file  `json:"files"`
		Cases []probe `json:"cases"`
	}
	for _, f := range files {
		in.Files = append(in.Files, file{f.Name, string(f.Data)})
	}
	in.Cases = probes
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("node", "testdata/ajv.mjs", filepath.Dir(node.Modules(t)))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	var got struct {
		Results    []*[][]string `json:"results"`
		Complaints []string      `json:"complaints"`
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Complaints {
		t.Errorf("ajv: %s", c)
	}
	out := make([]judgement, len(probes))
	for i, r := range got.Results {
		if r != nil {
			out[i] = places(*r, parse(t, probes[i].Text))
		}
	}
	return out
}
