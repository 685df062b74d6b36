package imports_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/imports"
	"github.com/wiregen/wiregen/internal/frontend/prove"
	"github.com/wiregen/wiregen/internal/source"
)

const proved = `{"$defs":{
"Item":{"type":"object","properties":{"name":{"type":"string","maxLength":3},"size":{"type":"integer","minimum":0},"tags":{"type":"array","items":{"type":"string"}}},"required":["name"]},
"Shape":{"oneOf":[{"type":"object","properties":{"kind":{"const":"dot"},"at":{"type":"number"}},"required":["kind","at"]},{"type":"object","properties":{"kind":{"const":"line"}},"required":["kind"]}]},
"Level":{"type":"string","enum":["low","high"]},
"Maybe":{"type":"object","properties":{"level":{"$ref":"#/$defs/Level"},"note":{"type":["string","null"]}},"additionalProperties":{"type":"integer"}}}}`

// TestProofFindsFaults makes specs of schemas that differ in one point from the source with which
// they are compared: the comparison finds each.
func TestProofFindsFaults(t *testing.T) {
	for _, c := range []struct{ name, was, is string }{
		{"type", `"maxLength":3`, `"maxLength":3,"type":"integer"`},
		{"limit", `"maxLength":3`, `"maxLength":30`},
		{"limit-more", `"maxLength":3`, `"maxLength":2`},
		{"required", `"required":["name"]`, `"required":[]`},
		{"required-more", `"required":["name"]`, `"required":["name","size"]`},
		{"minimum", `"minimum":0`, `"minimum":1`},
		{"items", `"items":{"type":"string"}`, `"items":{"type":"boolean"}`},
		{"tag", `"const":"dot"`, `"const":"dots"`},
		{"field-of-variant", `"at":{"type":"number"}`, `"at":{"type":"string"}`},
		{"null", `["string","null"]`, `["string"]`},
		{"undeclared", `"additionalProperties":{"type":"integer"}`, `"additionalProperties":{"type":"string"}`},
		{"value", `"enum":["low","high"]`, `"enum":["low"]`},
		{"none", `"required":["name"]`, `"required":["name"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			schema := strings.Replace(proved, c.was, c.is, 1)
			if c.name == "type" {
				schema = strings.Replace(proved, `"name":{"type":"string","maxLength":3}`, `"name":{"type":"integer"}`, 1)
			}
			r := &diag.Report{}
			files := []*source.File{source.NewFile("schema.json", []byte(schema))}
			o := options()
			o.Faithful = true
			got := imports.Run(files, o, r)
			if got == nil {
				t.Fatal(text(r))
			}
			whole := imports.Run([]*source.File{source.NewFile("schema.json", []byte(proved))}, o, r)
			spec := prove.Spec{Protocol: got.Protocol, Draft: got.Spec, Notes: got.Notes}
			proof, err := prove.Run(whole.Documents, spec, spec, prove.Options{Values: 4000, Seed: 1, Now: time.Now, Limit: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if found := len(proof.Different) > 0; found != (c.name != "none") {
				t.Errorf("differences were found: %v (%+v)", found, proof)
			}
		})
	}
}

// TestProofReadsExamples compares a spec with the examples of its source, which may be values that
// are hard to make.
func TestProofReadsExamples(t *testing.T) {
	text := `{"$defs":{"Code":{"type":"string","pattern":"^[a-z]{3}-[0-9]{4}$","examples":["abc-1234","abc"]}}}`
	for _, c := range []struct {
		pattern string
		want    int
	}{{`^[a-z]{3}-[0-9]{4}$`, 0}, {`^[a-z]{3}-[0-9]{5}$`, 1}} {
		r := &diag.Report{}
		o := options()
		o.Faithful = true
		got := imports.Run([]*source.File{source.NewFile("schema.json", []byte(strings.Replace(text, `^[a-z]{3}-[0-9]{4}$`, c.pattern, 1)))}, o, r)
		whole := imports.Run([]*source.File{source.NewFile("schema.json", []byte(text))}, o, r)
		spec := prove.Spec{Protocol: got.Protocol, Draft: got.Spec, Notes: got.Notes}
		proof, err := prove.Run(whole.Documents, spec, spec, prove.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if proof.Examples != 2 || len(proof.Different) != c.want {
			t.Errorf("%s: %d examples, differences %v", c.pattern, proof.Examples, proof.Different)
		}
	}
}
