package gogen_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func TestNamesThatCannotStandTogether(t *testing.T) {
	for _, tt := range []struct{ name, spec, code, message string }{
		{"two fields", `
types:
  User:
    doc: Somebody.
    fields:
      user_id: string
      userId: string
`, "target-name-duplicate", `field "userId" of "User" would be "UserID" in Go, which is taken by field "user_id" of "User"`},
		{"a type and the constant of a value", `
types:
  Mood:
    doc: How it feels.
    enum: [good, bad]
  MoodGood:
    doc: Something else.
    fields:
      x: int
`, "target-name-duplicate", `"MoodGood"`},
		{"a type and the function of another", `
types:
  User:
    doc: Somebody.
    fields:
      x: int
  DecodeUser:
    doc: Something else.
    fields:
      x: int
`, "target-name-duplicate", `"DecodeUser"`},
		{"a type and the tags of a union", `
types:
  Part:
    doc: A piece.
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
  PartTypes:
    doc: Something else.
    fields:
      x: int
`, "target-name-duplicate", `"PartTypes"`},
		{"the constructor of an error and a function", `
methods:
  run: {from: client, doc: Runs., result: empty}
errors:
  SESSION: {code: -32000, doc: There is no session.}
`, "target-name-reserved", `error "SESSION" would be "NewSession" in Go, which the generated package reserves: checks the messages of a session`},
		{"the constructor of an error and a type", `
types:
  NewBusy: {doc: Something else., fields: {x: int}}
methods:
  run: {from: client, doc: Runs., params: {x: NewBusy}, result: empty}
errors:
  BUSY: {code: -32000, doc: A job runs.}
`, "target-name-duplicate", `error "BUSY" would be "NewBusy" in Go, which is taken by type "NewBusy"`},
		{"two methods", `
methods:
  session/start: {from: client, doc: One., result: empty}
  session_start: {from: client, doc: Two., result: empty}
`, "target-name-duplicate", `method "session_start" would be`},
		{"a type of the package's own", `
methods:
  ping: {doc: Asks., from: client, result: empty}
types:
  Response:
    doc: An answer.
    fields:
      x: int
`, "target-name-reserved", `type "Response" would be "Response" in Go, which the generated package reserves: a response`},
		{"a type and a function for one side", `
methods:
  ping: {doc: Asks., from: client, result: empty}
types:
  DecodeClientMessage:
    doc: Something.
    fields:
      x: int
`, "target-name-reserved", `"DecodeClientMessage"`},
		{"a role and a function of the package's own", `
roles: [decoder, agent]
methods:
  ping: {doc: Asks., from: decoder, result: empty}
`, "target-name-reserved", `role "decoder" would be "NewDecoder" in Go, which the generated package reserves: returns a decoder of a stream of messages`},
		{"a field and a method of encoding/json/v2", `
types:
  User:
    doc: Somebody.
    fields:
      unmarshal_json_from: string
`, "target-name-reserved", `field "unmarshal_json_from" of "User" would be "UnmarshalJSONFrom" in Go`},
		{"a field and a method of every struct", `
types:
  User:
    doc: Somebody.
    fields:
      append_json: string
`, "target-name-reserved", `field "append_json" of "User" would be "AppendJSON" in Go`},
		{"a field and the method of the tag", `
types:
  Part:
    doc: A piece.
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {part_type: string}}
`, "target-name-reserved", `field "part_type" of "TextPart" would be "PartType" in Go`},
		{"a pinned name that is none", `
types:
  User:
    doc: Somebody.
    fields:
      name: {type: string, go: full-name}
`, "target-name-invalid", `the Go name "full-name" pinned for field "name" of "User" is not an exported identifier`},
		{"a pinned name that is taken", `
types:
  User:
    doc: Somebody.
    fields:
      x: int
  Person:
    doc: Somebody else.
    go: User
    fields:
      x: int
`, "target-name-duplicate", `type "Person" would be "User" in Go, which is taken by type "User"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := plan(t, head+tt.spec)
			if len(faults) != 1 {
				for _, d := range faults {
					t.Log(d.Code.ID, d.Message)
				}
				t.Fatalf("%d faults, want 1", len(faults))
			}
			d := faults[0]
			if d.Code.ID != tt.code || !strings.Contains(d.Message, tt.message) {
				t.Errorf("got %s: %s\nwant %s: %s", d.Code.ID, d.Message, tt.code, tt.message)
			}
			if d.Span.IsZero() || d.Help == "" {
				t.Errorf("a fault needs a place and a way out: %+v", d)
			}
		})
	}
}

func TestPackageNames(t *testing.T) {
	proto := compile(t, head+"types:\n  Mood: {doc: How it feels., enum: [good]}\n")
	for _, name := range []string{"func", "error", "my-wire", "Wire", "main", "a/b"} {
		var r diag.Report
		if _, err := (gogen.Backend{Package: name}).Plan(proto, backend.Common{}, &r); err == nil {
			t.Errorf("%q was accepted as the name of a package", name)
		}
	}
}

// allParts returns a spec with all parts that names are reserved for, without its types.
func allParts(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/parts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return "\n" + string(data)
}

// namedParts is a spec whose shapes name their members, without its types.
const namedParts = `
dialect:
  shapes:
    tag: type
    request: {is: a, members: {"m?": int}}
    response: {is: b, members: {"m?": int}}
    notification: {is: c, members: {"m?": int}}
methods:
  hello: {doc: Opens., from: client, result: string}
types:
`

// TestReserved compares the published list with the names that are generated: a type
// of an exact name is refused, whatever else the spec holds.
func TestReserved(t *testing.T) {
	exact := 0
	for _, n := range gogen.New().Target().Naming.Exact {
		if n.Why == "" {
			t.Errorf("%q: no reason", n.Name)
		}
		exact++
		parts := allParts(t)
		if n.For == backend.NamedShapes || n.For == backend.ShapeMembers {
			parts = namedParts
		}
		_, faults := plan(t, head+parts+"  "+n.Name+": {doc: Something., enum: [good]}\n")
		if len(faults) == 0 || faults[0].Code != diag.TargetNameReserved {
			t.Errorf("a type called %q: %v", n.Name, faults)
		}
	}
	if exact < 20 {
		t.Errorf("only %d exact names were tried", exact)
	}
}

// TestNames compares the names that are reported for an element with those that are
// generated for it.
func TestNames(t *testing.T) {
	const spec = head + `envelope: {name: Frame, tag: type, content: payload}
types:
  Mood: {doc: How it feels., enum: [calm]}
  User: {doc: Somebody., fields: {user_id: string}}
events:
  Moods: {doc: Feelings., payload: "Mood[]"}
errors:
  BUSY: {code: -32000, doc: Something runs.}
methods:
  session/start: {from: client, doc: Starts., result: empty}
  event: {from: agent, doc: Carries an event., notify: Event}
`
	proto := compile(t, spec)
	var r diag.Report
	p, err := gogen.New().Plan(proto, backend.Common{}, &r)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	ask := func(e any) {
		for _, n := range p.Names(e) {
			got[n] = true
		}
	}
	for _, d := range proto.Decls {
		ask(d)
		switch d := d.(type) {
		case *model.Enum:
			ask(d.Values[0])
		case *model.Struct:
			for _, f := range d.Fields {
				ask(f)
			}
		}
	}
	ask(proto.Methods[0])
	ask(proto.Errors[len(proto.Errors)-1])
	ask(proto.Envelope.Events.Variants[0])
	for _, want := range []string{"Mood", "MoodCalm", "User", "DecodeUser", "UserID", "SessionStartMessage", "MethodSessionStart",
		"Event", "IsEvent", "UnknownEvent", "EventValue", "MoodsEvent", "EventTypeMoods"} {
		if !got[want] {
			t.Errorf("nothing is called %q", want)
		}
	}
	files, err := p.Emit()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		all.Write(f.Data)
	}
	for name := range got {
		if !strings.Contains(all.String(), name) {
			t.Errorf("%q is in no file", name)
		}
	}
	if names := p.Names(new(model.Field)); names != nil {
		t.Errorf("a field of another spec is called %v", names)
	}
}
