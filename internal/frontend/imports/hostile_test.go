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
	hostile(t, []hostileCase{
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
	})
	if asked {
		t.Error("something was fetched")
	}
}

// A hostileCase is a schema, and the code of the error that it gives, or "".
type hostileCase struct{ name, schema, want string }

// TestHostileTexts has texts that are not quite JSON, and values and names beyond every size.
func TestHostileTexts(t *testing.T) {
	tier.Slow(t)
	hostile(t, []hostileCase{
		{"bom", "\ufeff" + def(`{"type":"string"}`), ""},
		{"utf-16", "{\x00}\x00", "import-json"},
		{"crlf", "{\r\n\"$defs\":{\r\n\"A\":{\"type\":\"string\"}}}\r\n", ""},
		{"cr-only", "{\r\"$defs\":{\r\"A\":{\"type\":\"string\"}}}\r", ""},
		{"yaml", "$defs:\n  A: {type: string}\n", "import-json"},
		{"comments", "// a schema\n" + def(`{"type":"string"}`), "import-json"},
		{"html", "<!DOCTYPE html><html></html>", "import-json"},
		{"twice-in-definition", def(`{"type":"string","type":"integer"}`), "import-json"},
		{"half-a-pair", def(`{"enum":["\ud83d"]}`), ""},
		{"nan", `{"$defs":{"A":{"type":"number","minimum":NaN}}}`, "import-json"},
		{"beyond-floats", def(`{"type":"number","minimum":-1e400,"maximum":1e400}`), ""},
		{"beyond-floats-const", def(`{"const":1e400}`), ""},
		{"beyond-floats-default", def(`{"type":"object","properties":{"a":{"type":"number","default":1e400}}}`), "number-too-large"},
		{"beyond-floats-enum", def(`{"enum":[1e400,-1e400,1]}`), ""},
		{"exponent", def(`{"type":"integer","minimum":1e9999999999,"multipleOf":1e-9999999999}`), ""},
		{"digits", def(`{"type":"integer","maximum":` + strings.Repeat("9", 100000) + `}`), ""},
		{"items-beyond", def(`{"type":"array","items":{},"minItems":1e300,"maxItems":1e300}`), ""},
		{"huge-enum", def(`{"enum":[` + values(20000) + `]}`), ""},
		{"huge-enum-of-clashes", def(`{"enum":[` + strings.TrimSuffix(strings.Repeat(`"a","A","a-","a_","-a",`, 1), ",") + `]}`), ""},
		{"patterns", def(`{"type":"object","patternProperties":{"(a*)*b":{"type":"string"},"(x+x+)+y":{"type":"integer"}}}`), ""},
		{"pattern-of-repeats", def(`{"type":"string","pattern":"((a{1000}){1000}){1000}"}`), ""},
		{"pattern-of-groups", def(`{"type":"string","pattern":"` + strings.Repeat("(", 5000) + strings.Repeat(")", 5000) + `"}`), ""},
		{"pattern-backreference", def(`{"type":"string","pattern":"^(.*)*\\1$"}`), ""},
		{"long-names", `{"$defs":{"` + strings.Repeat("A", 50000) + `":{"type":"object","properties":{"` + strings.Repeat("b", 50000) + `":{"type":"string"}}}}}`, "import-schema"},
		{"long-key-of-default", def(`{"type":"object","properties":{"a":{"type":"object","default":{"` + strings.Repeat("b", 5000) + `":1}}}}`), "import-schema"},
		{"long-value-with-doc", def(`{"oneOf":[{"const":"` + strings.Repeat("b", 5000) + `","description":"x"},{"const":"c"}]}`), "import-schema"},
		{"long-tag", def(`{"oneOf":[{"type":"object","properties":{"k":{"const":"` + strings.Repeat("b", 5000) + `"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"c"}},"required":["k"]}]}`), "import-schema"},
		{"pointer-into-itself", `{"$defs":{"A":{"$ref":"#/$defs/A/$ref"}}}`, "import-schema"},
		{"pointer-of-slashes", def(`{"$ref":"#` + strings.Repeat("/", 100000) + `"}`), "import-schema"},
		{"long-circle", circle(500), "import-schema"},
		{"network-path", def(`{"$ref":"//example.invalid/s.json"}`), "import-schema"},
		{"id-elsewhere", `{"$id":"https://example.invalid/s.json","$defs":{"A":{"$ref":"other.json"}}}`, "import-schema"},
		{"dynamic", def(`{"type":"object","properties":{"a":{"$dynamicRef":"https://example.invalid/#x"},"b":{"$recursiveRef":"#"}}}`), ""},
		{"registry-of-itself", `{"schemas":{"A":{"$ref":"A"}}}`, "import-schema"},
		{"registry-of-a-circle", `{"schemas":{"A":{"$ref":"B"},"B":{"$ref":"A"}}}`, "import-schema"},
		{"definitions-in-definitions", def(`{"$defs":{"A":{"$defs":{"A":{"type":"string"}},"$ref":"A"}},"$ref":"A"}`), "import-schema"},
		{"no-types", `{"title":"x"}`, "import-schema"},
	})
}

func def(text string) string { return `{"$defs":{"A":` + text + `}}` }

func hostile(t *testing.T, cases []hostileCase) {
	for _, c := range cases {
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
}

// TestHostileModels imports metaModels that are made to break an importer.
func TestHostileModels(t *testing.T) {
	tier.Slow(t)
	model := func(structures, aliases string) string {
		return `{"metaData":{"version":"1.0.0"},"requests":[],"notifications":[],"enumerations":[],"structures":[` + structures + `],"typeAliases":[` + aliases + `]}`
	}
	alias := func(is string) string { return model("", `{"name":"A","type":`+is+`}`) }
	const str, self = `{"kind":"base","name":"string"}`, `{"kind":"reference","name":"A"}`
	var chain, twice strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&chain, `{"name":"S%d","properties":[{"name":"p%d","type":%s}]`, i, i, str)
		if i > 0 {
			fmt.Fprintf(&chain, `,"extends":[{"kind":"reference","name":"S%d"}]`, i-1)
		}
		chain.WriteString("},")
	}
	for i := range 6 {
		fmt.Fprintf(&twice, `{"name":"D%d","type":{"kind":"or","items":[{"kind":"array","element":{"kind":"reference","name":"D%d"}},{"kind":"reference","name":"D%d"}]}},`, i, i+1, i+1)
	}
	for _, c := range []struct{ name, model, want string }{
		{"circle", model(`{"name":"A","properties":[],"extends":[{"kind":"reference","name":"B"}]},{"name":"B","properties":[],"mixins":[`+self+`]}`, ""), "import-schema"},
		{"alias-of-itself", alias(self), "import-schema"},
		{"only-itself", alias(`{"kind":"or","items":[` + self + `,` + self + `]}`), ""},
		{"itself-in-a-union", alias(`{"kind":"or","items":[` + self + `,` + str + `]}`), ""},
		{"endless", model(`{"name":"A","properties":[{"name":"a","type":`+self+`}]}`, ""), ""},
		{"tuple-of-itself", alias(`{"kind":"tuple","items":[` + self + `,` + self + `]}`), ""},
		{"nested", alias(strings.Repeat(`{"kind":"array","element":`, 300) + str + strings.Repeat("}", 300)), "import-schema"},
		{"nowhere", alias(`{"kind":"reference","name":"B"}`), "import-schema"},
		{"kind", alias(`{"kind":"orr","items":[]}`), "import-schema"},
		{"base", alias(`{"kind":"base","name":"str"}`), "import-schema"},
		{"empty-union", alias(`{"kind":"or","items":[]}`), "import-schema"},
		{"no-type", model("", `{"name":"A"}`), "import-schema"},
		{"declared-twice", model(`{"name":"A","properties":[]}`, `{"name":"A","type":`+str+`}`), "import-schema"},
		{"property-twice", model(`{"name":"A","properties":[{"name":"a","type":`+str+`},{"name":"a","type":`+str+`}]}`, ""), "import-schema"},
		{"extends-no-structure", model(`{"name":"A","properties":[],"extends":[`+str+`]}`, ""), "import-schema"},
		{"large", model(strings.TrimSuffix(chain.String(), ","), ""), "import-schema"},
		{"doubling", model("", twice.String()+`{"name":"D6","type":`+str+`}`), ""},
		{"names", model(`{"name":"__proto__","properties":[{"name":"__proto__","type":`+str+`}]},{"name":"../x","properties":[]},{"name":"é","properties":[]},{"name":"string","properties":[]}`, ""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			got, proof, r := importAll([]*source.File{source.NewFile("any.json", []byte(c.model))}, nil, false, 60, time.Second)
			switch {
			case c.want == "" && got == nil:
				t.Errorf("it is refused: %.2000s", text(r))
			case c.want == "":
				for _, d := range proof.Different {
					t.Errorf("%s: %.300s\n\tsource: %.300s\n\tspec: %.300s", d.Type, d.Text, d.Source, d.Spec)
				}
				sameModel(t, got)
			case got != nil:
				t.Errorf("it is accepted:\n%.2000s", got.Text)
			case r.All()[0].Code.ID != c.want || r.All()[0].Span.IsZero():
				t.Errorf("it is refused with %.2000s", text(r))
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
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

// values are n texts.
func values(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"v%d"`, i)
	}
	return b.String()
}

// circle are n definitions, of which each is the next one, and the last one the first.
func circle(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"D%d":{"$ref":"#/$defs/D%d"}`, i, (i+1)%n)
	}
	return `{"$defs":{` + b.String()[1:] + `}}`
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
