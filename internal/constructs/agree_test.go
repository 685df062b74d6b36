package constructs

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/internal/meaning"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/sample"
)

var agree = flag.Int("agree", 10_000, "how many made messages every reader is asked about, for each set of specs")

// TestAgree makes messages and near misses of every type of a protocol and of
// every construct, and asks four readers about each: generated Go, generated
// TypeScript, the read schema, and the reader that knows only the model. All
// must give the same verdict; the three that say why, the same path and words;
// and what is written must be the same bytes, or the same value where content
// is kept unread.
func TestAgree(t *testing.T) {
	text, err := os.ReadFile("../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	wire := &construct{name: "wire", protocol: compileSpec(t, "wire", text)}
	wire.targets = emit(t, wire, every()...)
	t.Run("wire", func(t *testing.T) { agreeOn(t, []*construct{wire}) })
	t.Run("constructs", func(t *testing.T) { agreeOn(t, load(t)) })
}

// A made is a question with what its maker says of it.
type made struct {
	question
	miss  bool
	path  string // of the fault of a miss
	wreck bool   // with several faults: nothing is said of it
}

func agreeOn(t *testing.T, all []*construct) {
	differ := 0
	saw := askAll(t, all, *agree, func(q made, what string, answers ...any) {
		if differ++; differ <= 10 {
			t.Errorf("%s.%s: %s\n\t%.600s\n\t%+v", q.Construct, q.Type, what, q.Text, answers)
		}
	})
	t.Logf("%d messages: Go, TypeScript and the model saw %d valid and %d invalid ones, the read schema %d in all; %d disagreements",
		saw.all, saw.valid, saw.all-saw.valid, saw.validated, differ)
	if saw.valid == 0 || saw.valid == saw.all || saw.validated == 0 {
		t.Error("a reader saw none, or all were alike")
	}
}

// counts are how many messages the readers saw.
type counts struct{ all, valid, validated int }

// askAll asks every reader about n made messages, and says where they disagree.
func askAll(t *testing.T, all []*construct, n int, say func(q made, what string, answers ...any)) counts {
	t.Helper()
	byModel, schemas := make(map[string]*meaning.Reader), make(map[string]*readSchemas)
	for _, c := range all {
		c.types = readableTypes(c)
		byModel[c.name], schemas[c.name] = meaning.New(c.protocol), newReadSchemas(t, c)
	}
	list := makeMessages(all, n)
	var questions []question
	for _, q := range list {
		questions = append(questions, q.question)
	}
	inGo, inTS := ask(t, goReader(t, all), questions), ask(t, tsReader(t, all), questions)
	if len(inGo) != len(list) || len(inTS) != len(list) {
		t.Fatalf("%d messages, %d answers of Go, %d of TypeScript", len(list), len(inGo), len(inTS))
	}
	saw := counts{all: len(list)}
	for i, q := range list {
		g, ts, m := inGo[i], inTS[i], modelAnswer(byModel[q.Construct], q.Type, q.Text)
		if m.Error == "" {
			saw.valid++
		}
		switch {
		case !q.wreck && q.miss == (m.Error == ""):
			say(q, "the maker and the model disagree", m)
		case q.miss && !strings.HasPrefix(m.Error, at(q.path)):
			say(q, "the model finds the fault elsewhere, not at "+q.path, m)
		case g != m:
			say(q, "Go and the model disagree", g, m)
		case ts.Error != m.Error || !sameFault(ts.Check, m.Check):
			say(q, "TypeScript and the model disagree", ts, m)
		case m.Error == "" && m.Check == "" && (ts.Second != ts.Written || !sameValue(t, m.Written, ts.Written)):
			say(q, "TypeScript and the model write different values", ts, m)
		}
		if !isTextFault(m.Error) {
			saw.validated++
			if err := schemas[q.Construct].validate(t, q.Type, q.Text); (err == nil) != (m.Error == "") {
				say(q, "the read schema and the model disagree", err, m)
			}
		}
	}
	return saw
}

// at is how an error at a path begins.
func at(path string) string {
	if path == "" {
		return "expected "
	}
	return path + ": expected "
}

// isTextFault tells whether an error is of the text layer, which stands before
// every schema.
func isTextFault(err string) bool {
	return slices.ContainsFunc([]string{"expected one JSON value", "expected UTF-8", "expected a finite number", "expected at most 1000 levels"},
		func(s string) bool { return strings.HasPrefix(err, s) })
}

// readableTypes are the types that every target calls as the spec does.
func readableTypes(c *construct) []string {
	var out []string
	for _, d := range c.protocol.Decls {
		m := d.Info()
		if m.GoName == "" && m.TSName == "" && names.GoName(d.TypeName()) == d.TypeName() {
			out = append(out, d.TypeName())
		}
	}
	if len(c.protocol.Methods) > 0 {
		out = append(out, "Message")
	}
	return out
}

// makeMessages are n messages of all types in turn: of ten, seven good ones,
// two near misses, and one with several faults.
func makeMessages(all []*construct, n int) []made {
	var out []made
	makers := make(map[string]*sample.Maker)
	for _, c := range all {
		makers[c.name] = sample.New(c.protocol, 2026)
	}
	for round := 0; len(out) < n; round++ {
		for _, c := range all {
			for _, typ := range c.types {
				q := made{question: question{Construct: c.name, Type: typ}}
				switch m := makers[c.name]; round % 10 {
				case 3, 6:
					miss := m.Miss(typ)
					q.miss, q.Text, q.path = true, miss.Text, miss.Path
				case 9:
					q.wreck, q.Text = true, m.Wreck(typ)
				default:
					q.Text = m.Message(typ)
				}
				// The questions travel as JSON, which cannot hold other bytes.
				if strings.ToValidUTF8(q.Text, "?") == q.Text {
					out = append(out, q)
				}
			}
		}
	}
	return out[:n]
}

// readSchemas are the read schemas of one construct's types.
type readSchemas struct {
	compiler *jsonschema.Compiler
	types    map[string]*jsonschema.Schema
	id       string
}

func newReadSchemas(t *testing.T, c *construct) *readSchemas {
	t.Helper()
	s := &readSchemas{compiler: jsonschema.NewCompiler(), types: make(map[string]*jsonschema.Schema)}
	for _, f := range c.targets["schema"] {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(f.Data)))
		if err != nil {
			t.Fatalf("%s: %s: %v", c.name, f.Name, err)
		}
		id, _ := doc.(map[string]any)["$id"].(string)
		if err := s.compiler.AddResource(id, doc); err != nil {
			t.Fatalf("%s: %s: %v", c.name, f.Name, err)
		}
		if f.Name == c.protocol.Name+".read.schema.json" {
			s.id = id
		}
	}
	return s
}

// validate feeds the validator what encoding/json makes of the text: doubles.
func (s *readSchemas) validate(t *testing.T, typ, text string) error {
	t.Helper()
	if s.types[typ] == nil {
		compiled, err := s.compiler.Compile(s.id + "#/$defs/" + typ)
		if err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		s.types[typ] = compiled
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return fmt.Errorf("encoding/json: %w", err)
	}
	return s.types[typ].Validate(v)
}
