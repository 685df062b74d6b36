package schemagen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	whole "github.com/wiregen/wiregen/internal/command/compile"
)

// languages returns the schema of the language under both drafts that it is written for.
func languages(t *testing.T) map[string][]backend.File {
	t.Helper()
	data := whole.Targets().LanguageSchema()
	const older, newer = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"
	if strings.Count(string(data), older) != 1 {
		t.Fatal("the draft is not named once")
	}
	return map[string][]backend.File{
		"draft-07": {{Name: schemagen.LanguageFile, Data: data}},
		"2020-12":  {{Name: schemagen.LanguageFile, Data: []byte(strings.Replace(string(data), older, newer, 1))}},
	}
}

// checkSpecs validates specs in YAML with every validator, under both drafts.
func checkSpecs(t *testing.T, specs []string, want []judgement) {
	t.Helper()
	var probes []probe
	for _, s := range specs {
		probes = append(probes, probe{schemagen.LanguageFile, jsonOf(t, s)})
	}
	for draft, files := range languages(t) {
		t.Run(draft, func(t *testing.T) { checkProbes(t, files, probes, want) })
	}
}

// jsonOf returns a YAML text as tools other than wiregen read it, its keys as text.
func jsonOf(t *testing.T, text string) string {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out, err := json.Marshal(plain(t, doc.Content[0]))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func plain(t *testing.T, n *yaml.Node) any {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			out[n.Content[i].Value] = plain(t, n.Content[i+1])
		}
		return out
	case yaml.SequenceNode:
		out := []any{}
		for _, item := range n.Content {
			out = append(out, plain(t, item))
		}
		return out
	default:
		var v any
		if err := n.Decode(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestLanguageAccepts: the specs of the repository are valid.
func TestLanguageAccepts(t *testing.T) {
	specs := []string{everyKey, `{wiregen: 1, protocol: {name: a, version: "1"}}`}
	files, err := filepath.Glob("../../../spec/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, string(data))
	}
	constructs, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(constructs) == 0 {
		t.Fatalf("no constructs: %v", err)
	}
	for _, name := range constructs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(data), "-- spec.yaml --\n")
		spec, _, ok := strings.Cut(rest, "\n-- ")
		if !ok {
			t.Fatalf("%s: no spec", name)
		}
		specs = append(specs, spec)
	}
	checkSpecs(t, specs, make([]judgement, len(specs)))
}

// everyKey is a spec with every key of the language.
const everyKey = `
wiregen: 1
protocol: {name: a, title: A, version: "1.1", versions: ["1.0", "1.1"], versioning: counter, doc: A protocol.}
roles: [client, agent]
dialect:
  shapes: members
  precedence: [request, notification, response]
  jsonrpc: {value: "2.0", read: required, write: true}
  id: {types: [string, int], null_on_error: true}
  order: [jsonrpc, id, method, params, result, error]
  params: {form: object}
  members: {}
  error: {identity: code, data: null}
  result_and_error: reject
  neither: reject
  notification_with_id: request
  bad_id: reject
  null_params: reject
  on_unknown_request: method_not_found
  batch: reject
  blank_lines: error
  framing: {kind: ndjson, max_bytes: 16777216}
  rate: none
  error_ranges: {}
defaults: {write_absent: null, patch: false, on_error: refuse, bad_items: skip, extra: ignore, unknown: keep, enums: closed}
methods:
  hello:
    from: client
    params: {version: string}
    result:
      version: string
    errors: [BUSY]
    doc: The handshake.
    since: "1.1"
    deprecated: {since: "1.1", use: stop}
    experimental: true
    gate: client.more
    sensitive: true
    log: {truncate: 200}
    unit: seconds
    hot: true
    go: Hello
    ts: Hello
    examples: [{params: {version: "1.1"}, result: {version: "1.1"}}]
  stop: {from: client, "params?": any, result: empty}
  event: {from: agent, notify: Event}
  request: {from: agent, params: Request, result: by_variant}
  nothing: {from: both, result: null}
negotiation: {method: hello, offer: params.version, chosen: result.version, optional: true, legacy: "1.0", doc: How.}
capabilities:
  client: {type: Caps, at: params.capabilities, since: "1.1", doc: What.}
envelope: {name: WireMessage, tag: type, content: payload, unknown: keep, doc: All., examples: []}
events:
  Begin: {since: {after: "1.0"}}
  Part: {payload: Part, was: [Piece]}
  Said:
    name: SaidEvent
    fields:
      a: string
    reserved: [b]
    examples: [{a: x}]
requests:
  Ask:
    result: Part
    id: payload.id
    on_failure: {type: text}
    fields:
      id: string
types:
  Alias: string | null
  Caps:
    doc: What it can do.
    reserved: [old]
    examples: [{a: 1}]
    fields:
      a: int = 0
      b?: {type: string | null, was: [c], default: x}
      "nothing?": null
      c: {const: 5, default: true}
      d: {enum: [a, "1", "true", "null"], open: true, reserved: [z]}
      e: {fields: {x: Caps}}
      f: {union: {tag: t}, variants: {a: Caps}}
  Part:
    union: {tag: type, content: body}
    unknown: {keep: true, name: Other}
    variants:
      text: {name: Text, fields: {text: string}, since: "1.1"}
      other: Caps
      third: {payload: Caps}
  Mood:
    enum:
      good: It is well.
      bad: {doc: It is not., since: "1.1", deprecated: {use: good}}
errors:
  BUSY: {code: -32000, doc: Not now.}
journal: {header: H, record: R, version: header.version, no_header: "1.0", doc: How.}
`

// TestLanguageRefuses: each misspelled key is refused, at its place.
func TestLanguageRefuses(t *testing.T) {
	var specs []string
	var want []judgement
	for _, m := range []struct{ old, new, at string }{
		{"\nroles:", "\nrolls:", "rolls"},
		{"title: A,", "titel: A,", "protocol.titel"},
		{"versioning: counter", "versioning: kounter", "protocol.versioning"},
		{"version: \"1.1\"", "version: 1.1", "protocol.version"},
		{"wiregen: 1", "wiregen: 2", "wiregen"},
		{"shapes: members", "shape: members", "dialect.shape"},
		{"read: required", "reads: required", "dialect.jsonrpc.reads"},
		{"null_on_error", "null_on_errors", "dialect.id.null_on_errors"},
		{"types: [string, int]", "types: [string, integer]", "dialect.id.types[1]"},
		{"data: null", "data: keep", "dialect.error.data"},
		{"kind: ndjson", "kind: njson", "dialect.framing.kind"},
		{"max_bytes", "max_byte", "dialect.framing.max_byte"},
		{"write_absent", "write_abscent", "defaults.write_abscent"},
		{"extra: ignore", "extra: ignored", "defaults.extra"},
		{"notify: Event", "notifies: Event", "methods.event.notifies"},
		{"\"params?\"", "\"param?\"", "methods.stop[\"param?\"]"},
		{"errors: [BUSY]", "error: [BUSY]", "methods.hello.error"},
		{"result: {version: \"1.1\"}}", "answer: {version: \"1.1\"}}", "methods.hello.examples[0].answer"},
		{"truncate: 200", "truncated: 200, truncate: 1", "methods.hello.log.truncated"},
		{"experimental: true", "experimental: maybe", "methods.hello.experimental"},
		{"chosen:", "choosen: a, chosen:", "negotiation.choosen"},
		{"at: params.capabilities", "at: params.capabilities, in: x", "capabilities.client.in"},
		{"content: payload,", "content: payload, contents: x,", "envelope.contents"},
		{"on_failure", "on_fail", "requests.Ask.on_fail"},
		{"was: [Piece]", "were: [Piece]", "events.Part.were"},
		{"reserved: [b]", "reserve: [b]", "events.Said.reserve"},
		{"code: -32000", "code: -32000, codes: 1", "errors.BUSY.codes"},
		{"no_header", "no_headers", "journal.no_headers"},
		{"fields: {x: Caps}", "feilds: {x: Caps}", "types.Caps.fields.e.feilds"},
		{"was: [c]", "where: [c]", "types.Caps.fields[\"b?\"].where"},
		{"open: true", "opened: true", "types.Caps.fields.d.opened"},
		{"union: {tag: t}", "union: {tag: t, tags: t}", "types.Caps.fields.f.union.tags"},
		{"variants: {a: Caps}", "variant: {a: Caps}", "types.Caps.fields.f.variant"},
		{"keep: true, name: Other", "keep: true, names: Other", "types.Part.unknown.names"},
		{"name: Text,", "nam: Text,", "types.Part.variants.text.nam"},
		{"{payload: Caps}", "{payloads: Caps}", "types.Part.variants.third.payloads"},
		{"{doc: It is not.,", "{docs: It is not.,", "types.Mood.enum.bad.docs"},
		{"{after: \"1.0\"}", "{after: \"1.0\", before: x}", "events.Begin.since.before"},
		{"params: {version: string}", "params: {version: {typ: string}}", "methods.hello.params.version.typ"},
	} {
		specs, want = append(specs, edited(t, m.old, m.new)), append(want, judgement{m.at})
	}
	checkSpecs(t, specs, want)
}

// TestLanguageAcceptsQuotedNull: the compiler reads null and "null" alike, and
// an editor underlined the second.
func TestLanguageAcceptsQuotedNull(t *testing.T) {
	var specs []string
	for _, old := range []string{"data: null", "write_absent: null"} {
		specs = append(specs, edited(t, old, strings.Replace(old, "null", `"null"`, 1)))
	}
	checkSpecs(t, specs, make([]judgement, len(specs)))
}

func edited(t *testing.T, old, new string) string {
	t.Helper()
	if strings.Count(everyKey, old) == 0 {
		t.Fatalf("%q is not in the spec", old)
	}
	return strings.Replace(everyKey, old, new, 1)
}
