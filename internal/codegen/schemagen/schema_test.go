package schemagen_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// TestMetaSchema validates every file, and every place in it, with the meta-schema, and
// compiles it with both validators.
func TestMetaSchema(t *testing.T) {
	files := emit(t, demo(), schemagen.Backend{Strict: true})
	meta, err := jsonschema.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	var probes []probe
	for _, f := range files {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if err := meta.Validate(doc); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		for name := range doc.(map[string]any)["$defs"].(map[string]any) {
			probes = append(probes, probe{f.Name + "#/$defs/" + name, "{}"})
		}
	}
	for _, v := range validators {
		t.Run(v.name, func(t *testing.T) { v.run(t, files, probes) })
	}
	t.Logf("%d files, %d schemas", len(files), len(probes))
}

// TestOrder: types are in the order of the spec, then the messages.
func TestOrder(t *testing.T) {
	p := demo()
	bundle := fileNamed(t, emit(t, p, schemagen.Backend{}), "demo.read.schema.json")
	var want []string
	for _, d := range p.Decls {
		want = append(want, d.TypeName())
	}
	want = append(want, "SessionStartMessage", "StopMessage", "PingMessage", "EventMessage", "RequestMessage",
		"UnknownMessage", "Response", "ClientMessage", "AgentMessage", "Message")
	if got := defsOf(t, bundle); !slices.Equal(got, want) {
		t.Errorf("$defs: %q\nwant: %q", got, want)
	}
}

// defsOf returns the names under $defs, in the order of the text.
func defsOf(t *testing.T, data []byte) []string {
	t.Helper()
	_, defs, ok := bytes.Cut(data, []byte("\n  \"$defs\": {\n"))
	if !ok {
		t.Fatal("no $defs")
	}
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^    "(\w+)": `).FindAllSubmatch(defs, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

func fileNamed(t *testing.T, files []backend.File, name string) []byte {
	t.Helper()
	for _, f := range files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no file %s", name)
	return nil
}

func TestSameBytes(t *testing.T) {
	first, second := emit(t, demo(), schemagen.Backend{Strict: true}), emit(t, demo(), schemagen.Backend{Strict: true})
	if len(first) != 3+5 || len(first) != len(second) {
		t.Fatalf("%d and %d files", len(first), len(second))
	}
	for i, f := range first {
		if f.Name != second[i].Name || !bytes.Equal(f.Data, second[i].Data) {
			t.Errorf("%s differs from one run to the next", f.Name)
		}
		if !bytes.HasSuffix(f.Data, []byte("}\n")) || bytes.ContainsAny(f.Data, "\r\t") {
			t.Errorf("%s has strange white space", f.Name)
		}
	}
	if n := len(emit(t, demo(), schemagen.Backend{})); n != 2+5 {
		t.Errorf("%d files without the strict bundle", n)
	}
}

// TestReadOnce: the read bundle that is made for several targets is used, not
// made again.
func TestReadOnce(t *testing.T) {
	made := 0
	given := backend.Common{Schema: func() ([]byte, error) {
		made++
		return []byte("the bundle"), nil
	}}
	p, err := schemagen.New().Plan(demo(), given, new(diag.Report))
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Emit()
	if err != nil || made != 1 || string(files[0].Data) != "the bundle" || !strings.HasSuffix(files[0].Name, ".read.schema.json") {
		t.Errorf("%s has %d bytes, made %d times: %v", files[0].Name, len(files[0].Data), made, err)
	}
}

// TestMethodFileNames: names that differ on the wire have files that differ
// without regard to case, in letters that every file system accepts.
func TestMethodFileNames(t *testing.T) {
	p := demo()
	p.Methods = nil
	for _, name := range []string{"a/b", "A/B", "a.b", "$/progress", "con", "größe", "../up", "read", ""} {
		p.Methods = append(p.Methods, &model.Method{Name: name, Result: empty})
	}
	seen := map[string]bool{}
	for _, f := range emit(t, p, schemagen.Backend{}) {
		if !regexp.MustCompile(`^demo\.[A-Za-z0-9._-]+\.json$`).MatchString(f.Name) || seen[strings.ToLower(f.Name)] {
			t.Errorf("file name %q", f.Name)
		}
		seen[strings.ToLower(f.Name)] = true
	}
	for _, name := range []string{"demo.method.a.b.schema.json", "demo.method.a.b-2.schema.json", "demo.method.a.b-3.schema.json", "demo.method.-.progress.schema.json"} {
		if !seen[name] {
			t.Errorf("no file %s", name)
		}
	}
}

// TestTakenNames: a type keeps its name; a message with the same name gets another.
func TestTakenNames(t *testing.T) {
	p := demo()
	p.Decls = append(p.Decls, structOf("Message", field("text", str)), structOf("PingMessage"))
	files := emit(t, p, schemagen.Backend{})
	probes, want := lines("demo.read.schema.json#/$defs/Message", `{"text":"x"}`)
	ps, ws := lines("demo.read.schema.json", `
{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":1,"text":"x"} !! error`)
	checkProbes(t, files, append(probes, ps...), append(want, ws...))
	defs := defsOf(t, fileNamed(t, files, "demo.read.schema.json"))
	for _, name := range []string{"Message", "PingMessage", "JSONRPCMessage", "JSONRPCPingMessage"} {
		if !slices.Contains(defs, name) {
			t.Errorf("no %s among %q", name, defs)
		}
	}
}

// TestHostileText: text of the spec comes back as it was written, and never
// breaks the file.
func TestHostileText(t *testing.T) {
	hostile := "*/ </script> ${x} `y` \\ \" ' <b> & \u2028 \u2029 \u202e \x00 \x07 \x1b[31m \U0001f600 {\"a\":1} end"
	p := demo()
	p.Doc, p.Title = hostile, hostile
	s := structOf(hostile, withDefault("a", str, text(hostile)))
	s.Doc = hostile
	s.Deprecated = &model.Deprecated{Use: hostile}
	s.Examples = []model.Example{{Value: model.Value{Kind: model.ObjectValue, Members: []model.Member{{Key: hostile, Value: *text(hostile)}}}}}
	p.Decls = append(p.Decls, s)
	files := emit(t, p, schemagen.Backend{})
	data := fileNamed(t, files, "demo.read.schema.json")
	var doc struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	var got struct {
		Description string
		Properties  map[string]struct{ Default string }
		Examples    []map[string]string
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(doc.Defs[hostile], &got); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(got.Description, hostile) || got.Properties["a"].Default != hostile || got.Examples[0][hostile] != hostile {
		t.Errorf("came back as %+q", got)
	}
	if !utf8.Valid(data) || bytes.ContainsAny(data, "\x00\x07\x1b") {
		t.Error("the file has unescaped control characters")
	}
	probes := []probe{{"demo.read.schema.json", `{"jsonrpc":"2.0","id":1,"method":"ping"}`}}
	checkProbes(t, files, probes, []judgement{nil})
}

// TestAnnotations: the facts of an element are where tools look for them.
func TestAnnotations(t *testing.T) {
	p := demo()
	s := structOf("Said", withDefault("wait", null(float), &model.Value{Kind: model.NullValue}))
	s.Doc, s.Since = "What is said.\n", model.Since{Version: "1.0", After: true}
	s.Fields[0].Meta = model.Meta{Doc: "How long.", Since: model.Since{Version: "1.1"}, Unit: "seconds", Gate: "client.waits",
		Experimental: true, Sensitive: true, Deprecated: &model.Deprecated{Since: "1.1", Use: "delay"}}
	s.Examples = []model.Example{{Value: model.Value{Kind: model.ObjectValue}}}
	e := enumOf("Told", false, "a", "b")
	e.Values[0].Doc = "The first.\nOf two."
	p.Decls = []model.Decl{s, e}
	p.Methods, p.Envelope = nil, nil
	want := `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "demo.read.schema.json",
  "$comment": "Code generated by wiregen from wire.yaml. DO NOT EDIT.",
  "title": "Demo 1.1: what a reader accepts",
  "description": "Everything.",
  "$defs": {
    "Said": {
      "$comment": "added after 1.0 (unreleased version)",
      "title": "Said",
      "description": "What is said.",
      "type": "object",
      "properties": {
        "wait": {
          "$comment": "since 1.1; experimental; only sent when client.waits was negotiated; unit: seconds; sensitive",
          "description": "How long.\n\nDeprecated since 1.1; use delay.",
          "deprecated": true,
          "type": ["number", "null"],
          "default": null
        }
      },
      "examples": [{}]
    },
    "Told": {"title": "Told", "description": "- \"a\": The first. Of two.", "type": "string", "enum": ["a", "b"]}
  }
}
`
	if got := string(fileNamed(t, emit(t, p, schemagen.Backend{}), "demo.read.schema.json")); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestNames: what a person who looks for an element is pointed to.
func TestNames(t *testing.T) {
	p := demo()
	plan, err := schemagen.New().Plan(p, backend.Common{}, new(diag.Report))
	if err != nil {
		t.Fatal(err)
	}
	named := plan.(interface{ Names(element any) []string })
	if got := named.Names(p.Decls[0]); !slices.Equal(got, []string{"demo.read.schema.json#/$defs/Scalars"}) {
		t.Errorf("names of a type: %q", got)
	}
	if got := named.Names(p.Methods[1]); !slices.Equal(got, []string{"demo.method.stop.schema.json", "demo.read.schema.json#/$defs/StopMessage"}) {
		t.Errorf("names of a method: %q", got)
	}
	if got := named.Names(&model.Field{}); got != nil {
		t.Errorf("names of a field: %q", got)
	}
}
