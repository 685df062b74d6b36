package check_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// protocol compiles text, which must be without a fault.
func protocol(t *testing.T, name, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile(name, []byte(text)), &r), &r)
	if all := r.All(); len(all) > 0 || p == nil {
		t.Fatal(describe(all))
	}
	return p
}

func decl[T model.Decl](t *testing.T, p *model.Protocol, name string) T {
	t.Helper()
	for _, d := range p.Decls {
		if d.TypeName() == name {
			return d.(T)
		}
	}
	t.Fatalf("there is no %s", name)
	panic("unreachable")
}

// TestWireSpec compiles the protocol that the repository ships with.
func TestWireSpec(t *testing.T) {
	text, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	p := protocol(t, "spec/wire.yaml", string(text))
	if p.File != "wire.yaml" || len(p.Methods) != 8 || len(p.Envelope.Events.Variants) != 23 ||
		len(p.Envelope.Requests.Variants) != 4 || len(p.Errors) != 10 {
		t.Errorf("%s: %d methods, %d events, %d requests, %d errors", p.File, len(p.Methods),
			len(p.Envelope.Events.Variants), len(p.Envelope.Requests.Variants), len(p.Errors))
	}
	seen := map[string]bool{}
	for _, d := range p.Decls {
		if seen[d.TypeName()] {
			t.Errorf("%s is declared twice", d.TypeName())
		}
		seen[d.TypeName()] = true
	}
}

// TestPresence checks the table of presence, row by row.
func TestPresence(t *testing.T) {
	p := protocol(t, "p.yaml", `wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {write_absent: null}
types:
  T:
    fields:
      a: int
      b: int | null
      c?: int
      d?: int | null
      e: int = 5
      f: int | null = null
      g: {const: x, default: true}
`)
	var got []string
	for _, f := range decl[*model.Struct](t, p, "T").Fields {
		value := "nil"
		if f.Default != nil {
			value = f.Default.JSON()
		}
		got = append(got, fmt.Sprintf("%s %s optional=%v default=%s null=%v required=%v", f.Name, f.Type, f.Optional, value, f.WriteNull, f.Required()))
	}
	want := []string{
		"a int optional=false default=nil null=false required=true",
		"b int | null optional=false default=nil null=false required=true",
		"c int optional=true default=nil null=false required=false",
		"d int | null optional=true default=nil null=true required=false",
		"e int optional=false default=5 null=false required=false",
		"f int | null optional=false default=null null=false required=false",
		`g {const: "x"} optional=false default="x" null=false required=false`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestEnvelope checks what an event, a request and their unions become.
func TestEnvelope(t *testing.T) {
	p := protocol(t, "p.yaml", `wiregen: 1
protocol: {name: demo, version: "1"}
envelope: {name: Message, tag: type, content: payload, unknown: reject}
types:
  Part:
    union: {tag: kind}
    unknown: {keep: true, name: OtherPart}
    variants: {text: {name: Text, fields: {text: string}}}
  Shared: {fields: {x: int}}
events:
  Said: {fields: {text: string}}
  Part: {payload: Part}
  One: {payload: Shared, was: [Eins]}
  Two: {payload: Shared}
requests:
  Ask: {fields: {id: string}, id: payload.id, result: {yes: bool, "why?": string}, on_failure: {why: "no answer"}}
`)
	e := p.Envelope
	var got []string
	for _, v := range e.Messages.Variants {
		got = append(got, fmt.Sprintf("%s %s %v", v.Tag, v.Type, v.OwnPayload))
	}
	want := []string{"Said Said true", "Part Part false", "One Shared false", "Two Shared false", "Ask Ask true"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ask := e.Requests.Variant("Ask")
	if ask.Result.String() != "AskResult" || ask.ID != "payload.id" || ask.OnFailure.JSON() != `{"why":"no answer"}` {
		t.Errorf("the request is %+v", ask)
	}
	if e.Events.Variant("Eins") != e.Events.Variant("One") || e.Events.KeepUnknown || e.Messages.TagKey != "type" ||
		!slices.Equal(e.Events.ForeignTags(), []string{"Ask"}) {
		t.Errorf("the events are %+v", e.Events)
	}
	part := decl[*model.Union](t, p, "Part")
	text := decl[*model.Struct](t, p, "Text")
	if !part.KeepUnknown || part.UnknownName != "OtherPart" || text.Tag == nil || text.Tag.Union != part || text.Tag.Key != "kind" {
		t.Errorf("the union is %+v, its variant %+v", part, text)
	}
}

// TestNamesOfInlineTypes checks the names of types that the spec does not name.
func TestNamesOfInlineTypes(t *testing.T) {
	p := protocol(t, "p.yaml", `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Snapshot:
    fields:
      status: {enum: [on, off], default: off}
      server: {fields: {mcp_url: {fields: {x: int}}}}
      limits: (int | string)[] = []
  Shape: {union: {tag: type}, variants: {big_circle: {fields: {}}}}
  Text: string | string[]
methods:
  set_plan_mode:
    from: client
    params: {on: string}
    result: {mode: "int | string"}
    # Of these three the first two were not types at all, and the tuple was any.
    progress:
      - {method: step, token: params.on, value: value, payload: "int | string"}
      - {name: partly_done, method: step, token: params.on, value: value, payload: "[int, int]"}
  step: {from: agent, notify: {on: string, value: any}}
journal: {header: "Snapshot | Text", record: "[int, string]"}
`)
	var got []string
	for _, d := range p.Decls {
		got = append(got, d.TypeName())
	}
	want := []string{
		"Snapshot", "SnapshotStatus", "SnapshotServer", "SnapshotServerMCPURL", "SnapshotLimits", "Shape", "ShapeBigCircle",
		"Text", "SetPlanModeParams", "SetPlanModeResult", "SetPlanModeResultMode", "StepParams", "SetPlanModeProgress", "SetPlanModePartlyDoneProgress",
		"JournalHeader", "JournalRecord",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestErrors checks the order of JSON-RPC's own errors and declared ones.
func TestErrors(t *testing.T) {
	p := protocol(t, "p.yaml", `wiregen: 1
protocol: {name: demo, version: "1"}
errors:
  BUSY: {code: -32000}
  BROKEN: {code: -32603, doc: It broke.}
`)
	var got []string
	for _, e := range p.Errors {
		got = append(got, fmt.Sprintf("%s %d %v", e.Name, e.Code, e.Standard))
	}
	want := []string{
		"PARSE_ERROR -32700 true", "INVALID_REQUEST -32600 true", "METHOD_NOT_FOUND -32601 true", "INVALID_PARAMS -32602 true",
		"BUSY -32000 false", "BROKEN -32603 true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWitness checks the value that the report shows for variants that overlap.
func TestWitness(t *testing.T) {
	for types, want := range map[string]string{
		"A: int | float": `both accept 1`,
		"P: {fields: {x: int}}\n  Q: {fields: {\"y?\": int}}\n  A: P | Q":          `both accept {"x":1}`,
		"P: {fields: {x: int}}\n  Q: {fields: {y: \"string[]\"}}\n  A: P | Q":      `both accept {"x":1,"y":[]}`,
		"P: {fields: {k: {const: p}}}\n  Q: {fields: {k: {const: q}}}\n  A: P | Q": `"P" and "Q" may both be an object`,
		"P: {union: {tag: t}, variants: {p: {fields: {x: int}}}}\n  A: P | object": `both accept {"t":"p","x":1}`,
		// A key that the first type rejects was reported as accepted.
		"P: {extra: reject, fields: {x: int}}\n  Q: {fields: {x: int, y: int}}\n  A: P | Q":                          `"P" and "Q" may both be an object`,
		"L: {union: {tag: t}, variants: {more: {fields: {l: L}}, end: {fields: {}}}}\n  Q: {fields: {}}\n  A: L | Q": `both accept {"t":"end"}`,
		"E: {enum: [red]}\n  A: string | E":                                                           `both accept "red"`,
		"P: {fields: {p: \"P[]\"}}\n  A: P | map<any[]>":                                              `both accept {"p":[]}`,
		"P: {fields: {x: int}}\n  A: string | P\n  B: A | map<int>":                                   `both accept {"x":1}`,
		"P: {union: {tag: t, content: c}, variants: {p: {payload: int}}}\n  A: P | map<int | string>": `both accept {"t":"p","c":1}`,
	} {
		r, _ := compile("p.yaml", "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  "+types+"\n")
		all := r.All()
		if len(all) != 1 || all[0].Code != diag.UnionKindOverlap || !strings.HasSuffix(all[0].Message, want) {
			t.Errorf("%s: got %s", types, describe(all))
		}
	}
}

// TestLarge bounds the memory and the number of passes for a large spec with
// a long chain of types.
func TestLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n")
	const n = 10_000
	for i := range n {
		fmt.Fprintf(&b, "  T%d:\n    doc: A type.\n    fields:\n", i)
		for f := range 7 {
			fmt.Fprintf(&b, "      field_%d?: string | null\n", f)
		}
		fmt.Fprintf(&b, "      next: T%d\n", i+1)
	}
	fmt.Fprintf(&b, "  T%d: {fields: {}}\n", n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := protocol(t, "p.yaml", b.String())
	runtime.ReadMemStats(&after)
	if mb := (after.Sys - before.Sys) >> 20; mb > 400 {
		t.Errorf("it took %d MB", mb)
	}
	if len(p.Decls) != n+1 {
		t.Errorf("%d types", len(p.Decls))
	}
}

// BenchmarkWireSpec is the front end's part of one run.
func BenchmarkWireSpec(b *testing.B) {
	text, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var r diag.Report
		check.Check(syntax.Parse(source.NewFile("wire.yaml", text), &r), &r)
	}
}

// FuzzSpec checks that no spec causes a panic, and that every diagnostic has a place.
func FuzzSpec(f *testing.F) {
	for _, code := range diag.Codes() {
		f.Add(code.Wrong)
		f.Add(code.Right)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r diag.Report
		file := source.NewFile("fuzz.yaml", []byte(text))
		p := check.Check(syntax.Parse(file, &r, "go", "ts"), &r)
		all := r.All()
		if p == nil && len(all) == 0 {
			t.Fatal("there is neither a model nor a diagnostic")
		}
		for _, d := range all {
			s := d.Span
			if s.File != file || s.Start < 0 || s.End < s.Start || s.End > len(text) {
				t.Errorf("%s is at [%d, %d) of %d bytes", d.Code.ID, s.Start, s.End, len(text))
			}
			if d.Message == "" || strings.HasSuffix(d.Message, ".") {
				t.Errorf("%s has the message %q", d.Code.ID, d.Message)
			}
		}
	})
}
