package imports_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// TestHostile imports schemas that are made to break an importer. Each gives a spec, or an error
// that names the place; none takes long, and nothing is fetched.
func TestHostile(t *testing.T) {
	tier.Slow(t)
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	def := func(text string) string { return `{"$defs":{"A":` + text + `}}` }
	for _, c := range []struct{ name, schema, want string }{
		{"not-json", `{"a":1,}`, "import-json"},
		{"two-values", `{} {}`, "import-json"},
		{"twice", `{"a":1,"a":2}`, "import-json"},
		{"not-utf8", "{\"a\":\"\xff\"}", "import-json"},
		{"number", `{"a":01}`, "import-json"},
		{"empty", ``, "import-json"},
		{"deep", strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000), "import-json"},
		{"list", `[1]`, "import-schema"},
		{"url", def(`{"$ref":"` + server.URL + `/x.json"}`), "import-schema"},
		{"url-in-property", def(`{"type":"object","properties":{"x":{"$ref":"https://example.invalid/s.json#/a"}}}`), "import-schema"},
		{"file", def(`{"$ref":"file:///etc/passwd"}`), "import-schema"},
		{"folder", def(`{"$ref":"../../secret.json"}`), "import-schema"},
		{"nowhere", def(`{"$ref":"#/$defs/B"}`), "import-schema"},
		{"not-a-schema", `{"x":3,"$defs":{"A":{"$ref":"#/x"}}}`, "import-schema"},
		{"itself", def(`{"$ref":"#/$defs/A"}`), "import-schema"},
		{"circle", `{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}`, "import-schema"},
		{"all-of-itself", def(`{"allOf":[{"$ref":"#/$defs/A"},{"type":"object","properties":{"a":{"type":"string"}}}]}`), "import-schema"},
		{"any-of-itself", def(`{"anyOf":[{"$ref":"#/$defs/A"},{"type":"string"}]}`), ""},
		{"only-itself", def(`{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}]}`), ""},
		{"endless", def(`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]}`), ""},
		{"nested", def(strings.Repeat(`{"type":"array","items":`, 300) + "{}" + strings.Repeat("}", 300)), "import-schema"},
		{"type", def(`{"type":"strnig"}`), "import-schema"},
		{"type-of-type", def(`{"type":{"a":1}}`), ""},
		{"pattern", def(`{"type":"string","pattern":"(a+)+$"}`), ""},
		{"pattern-invalid", def(`{"type":"string","pattern":"("}`), ""},
		{"meta-schema", `{"$schema":"` + server.URL + `/meta","$defs":{"A":{"type":"string"}}}`, ""},
		{"keywords-of-wrong-types", def(`{"type":"object","properties":[1],"required":"a","additionalProperties":7,"enum":{},"anyOf":{},"allOf":3,"items":"x","minimum":"1","pattern":5,"$defs":4}`), ""},
		{"names", `{"$defs":{"":{"type":"string"},"../x":{"type":"string"},"__proto__":{"type":"object","properties":{"__proto__":{},"constructor":{}}},"é":{"type":"string"},"any":{"type":"string"},"1":{"type":"string"}}}`, ""},
		{"texts", def(`{"description":"\u0000\u2028 */ ` + "`" + ` <script> \ud83d\ude00","type":"string"}`), ""},
		{"long-doc", def(`{"description":"` + strings.Repeat("x ", 20000) + `","type":"string"}`), ""},
		{"numbers", def(`{"type":"integer","minimum":-1e400,"maximum":1e308}`), ""},
		{"limits", def(`{"type":"string","minLength":9e99,"maxLength":-1}`), ""},
		{"wide", def(wide(1000)), ""},
		{"many-arms", def(`{"anyOf":[` + strings.Repeat(`{"type":"object","properties":{"a":{"type":"string"}}},`, 200) + `{"type":"string"}]}`), ""},
		{"doubling", doubling(14), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, proof, r := importAll([]*source.File{source.NewFile("schema.json", []byte(c.schema))}, nil, false, 60, 200*time.Millisecond)
			switch {
			case c.want == "" && got == nil:
				t.Errorf("it is refused: %.2000s", text(r))
			case c.want == "":
				for _, d := range proof.Different {
					t.Errorf("%s: %.300s\n\tsource: %.300s\n\tspec: %.300s", d.Type, d.Text, d.Source, d.Spec)
				}
				sameModel(t, got)
			case got != nil:
				t.Errorf("it is accepted:\n%s", got.Text)
			case r.All()[0].Code.ID != c.want || r.All()[0].Span.IsZero():
				t.Errorf("it is refused with %.2000s", text(r))
			}
		})
	}
	if asked {
		t.Error("something was fetched")
	}
}

// wide is an object with n properties.
func wide(n int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":{"type":"string"}`, i)
	}
	b.WriteString("}}")
	return b.String()
}

// doubling is a schema of n levels, each of which refers twice to the next one.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"D%d":{"allOf":[{"$ref":"#/$defs/D%d"},{"$ref":"#/$defs/D%d"}]},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"D%d":{"type":"object","properties":{"a":{"type":"string"}}}}}`, n)
	return b.String()
}
