package corpus_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wiregen/wiregen/gen/go/wire"
	"github.com/wiregen/wiregen/test/corpus"
	npm "github.com/wiregen/wiregen/test/node"
)

const root = "../.."

// A reader answers cases.
type reader func(t *testing.T, cases []corpus.Case) []corpus.Answer

// TestGo checks the generated Go.
func TestGo(t *testing.T) {
	run(t, inGo(goPasses), cases(t), every, plantVerdict, plantNormal, plantUnfit)
}

// TestTypeScript checks the generated JavaScript, in Node.
func TestTypeScript(t *testing.T) {
	run(t, node("typescript.mjs", root+"/gen/ts/index.js"), cases(t), every, plantVerdict, plantNormal, plantUnfit)
}

// TestSchemaGo checks both schemas with a validator in Go.
func TestSchemaGo(t *testing.T) {
	run(t, validator(readSchema), cases(t), every, plantVerdict)
	run(t, validator(writeSchema), corpus.WriteCases(cases(t)), written, plantVerdict)
}

// TestSchemaNode checks both schemas with ajv, in Node.
func TestSchemaNode(t *testing.T) {
	npm.Modules(t)
	run(t, node("ajv.mjs", readSchema, root+"/test/ts"), cases(t), every, plantVerdict)
	run(t, node("ajv.mjs", writeSchema, root+"/test/ts"), corpus.WriteCases(cases(t)), written, plantVerdict)
}

// TestSameBytes compares what Go and TypeScript write, byte for byte.
func TestSameBytes(t *testing.T) {
	sameBytes(t, cases(t), inGo(goPasses), node("typescript.mjs", root+"/gen/ts/index.js"))
}

func sameBytes(t *testing.T, all []corpus.Case, inGo, inTS reader) {
	t.Helper()
	goes, scripts := inGo(t, all), inTS(t, all)
	compared := 0
	for i, c := range all {
		if goes[i].Passes == nil {
			continue
		}
		compared++
		if a, b := goes[i].Passes[0], scripts[i].Passes; len(b) == 0 || a != b[0] {
			t.Errorf("%s: Go writes %s\n\tTypeScript writes %v", c.Vector, a, b)
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// The kinds of vectors that a run must have some of. For an example
// of the documentation, the written form is not recorded.
var (
	every   = []string{"envelope", "rpc_out", "doc_example"}
	written = []string{"envelope", "rpc_out"}
)

// run runs a reader on all cases, and on planted ones, which must be caught. It returns the
// answers to the former.
func run(t *testing.T, read reader, all []corpus.Case, demanded []string, plants ...func([]corpus.Case) corpus.Case) []corpus.Answer {
	t.Helper()
	var planted []corpus.Case
	for _, plant := range plants {
		planted = append(planted, plant(all))
	}
	answers := read(t, slices.Concat(all, planted))
	if len(answers) != len(all)+len(planted) {
		t.Fatalf("%d answers to %d cases", len(answers), len(all)+len(planted))
	}
	faults, err := corpus.Judge(all, answers[:len(all)])
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
	for i, c := range planted {
		faults, err := corpus.Judge(planted[i:i+1], answers[len(all)+i:][:1])
		if err != nil || len(faults) != 1 {
			t.Errorf("the planted vector %s was not caught: %v", c.Text, err)
		}
	}
	kinds := make(map[string]int)
	for _, c := range all {
		kinds[c.Kind]++
	}
	for _, kind := range demanded {
		if kinds[kind] == 0 {
			t.Errorf("no %s was run", kind)
		}
	}
	fmt.Printf("%s: %d cases %v, %d planted ones caught\n", t.Name(), len(all), kinds, len(plants))
	return answers[:len(all)]
}

// plantVerdict inverts the verdict of a valid case.
func plantVerdict(all []corpus.Case) corpus.Case {
	c := all[0]
	c.Want.Accepted = false
	return c
}

// plantNormal expects another normal form.
func plantNormal(all []corpus.Case) corpus.Case {
	c := all[0]
	c.Want.Normal = json.RawMessage(`{"planted":true}`)
	return c
}

// plantUnfit expects that the value may not be written.
func plantUnfit(all []corpus.Case) corpus.Case {
	c := all[0]
	c.Want.Unfit = "payload is missing: expected a string"
	return c
}

// inGo reads and writes with generated Go.
func inGo(readers map[string]pass) reader {
	return func(t *testing.T, cases []corpus.Case) []corpus.Answer {
		t.Helper()
		var out []corpus.Answer
		for _, c := range cases {
			pass, ok := readers[c.Type]
			if !ok {
				t.Fatalf("there is not Go reader for the type %s", c.Type)
			}
			out = append(out, passes(pass, c.Text))
		}
		return out
	}
}

// A pass reads a text and writes what was read, unless that is unfit.
type pass func(text string) (written string, unfit, err error)

var goPasses = map[string]pass{
	"WireMessage":       codec(wire.DecodeWireMessage, wire.AppendWireMessage, wire.CheckWireMessage),
	"Event":             codec(wire.DecodeEvent, wire.AppendEvent, wire.CheckEvent),
	"Request":           codec(wire.DecodeRequest, wire.AppendRequest, wire.CheckRequest),
	"Message":           codec(wire.DecodeMessage, wire.AppendMessage, wire.CheckMessage),
	"InitializeResult":  codec(wire.DecodeInitializeResult, wire.AppendInitializeResult, wire.CheckInitializeResult),
	"PromptResult":      codec(wire.DecodePromptResult, wire.AppendPromptResult, wire.CheckPromptResult),
	"SteerResult":       codec(wire.DecodeSteerResult, wire.AppendSteerResult, wire.CheckSteerResult),
	"SetPlanModeResult": codec(wire.DecodeSetPlanModeResult, wire.AppendSetPlanModeResult, wire.CheckSetPlanModeResult),
	"ReplayResult":      codec(wire.DecodeReplayResult, wire.AppendReplayResult, wire.CheckReplayResult),
	"ApprovalResponse":  codec(wire.DecodeApprovalResponse, wire.AppendApprovalResponse, wire.CheckApprovalResponse),
	"ToolResult":        codec(wire.DecodeToolResult, wire.AppendToolResult, wire.CheckToolResult),
	"QuestionResponse":  codec(wire.DecodeQuestionResponse, wire.AppendQuestionResponse, wire.CheckQuestionResponse),
}

func codec[T any](decode func([]byte) (T, error), write func([]byte, T) []byte, check func(T) error) pass {
	return func(text string) (string, error, error) {
		v, err := decode([]byte(text))
		if err != nil {
			return "", nil, err
		}
		return string(write(nil, v)), check(v), nil
	}
}

func passes(p pass, text string) corpus.Answer {
	var out corpus.Answer
	for n := range corpus.Passes {
		written, unfit, err := p(text)
		switch {
		case err != nil:
			return corpus.Answer{Error: fmt.Sprintf("pass %d: %v", n+1, err)}
		case unfit != nil:
			return corpus.Answer{Unfit: unfit.Error()}
		}
		out.Passes = append(out.Passes, written)
		text = written
	}
	return out
}

// node runs one of the programs in testdata, which answers a case on each line.
func node(args ...string) reader {
	return func(t *testing.T, cases []corpus.Case) []corpus.Answer {
		t.Helper()
		var in, out, errs bytes.Buffer
		enc := json.NewEncoder(&in)
		for _, c := range cases {
			if err := enc.Encode(map[string]string{"type": c.Type, "text": c.Text}); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("node", append([]string{filepath.Join("testdata", args[0])}, absolute(t, args[1:])...)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, errs.Bytes())
		}
		var answers []corpus.Answer
		for lines := bufio.NewScanner(&out); lines.Scan(); {
			var a corpus.Answer
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				t.Fatalf("%s: %q: %v", args[0], lines.Text(), err)
			}
			answers = append(answers, a)
		}
		return answers
	}
}

func absolute(t *testing.T, paths []string) []string {
	t.Helper()
	var out []string
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, abs)
	}
	return out
}

const (
	readSchema  = root + "/gen/schema/kimi-wire.read.schema.json"
	writeSchema = root + "/gen/schema/kimi-wire.write.schema.json"
)

// validator validates with a JSON Schema.
func validator(name string) reader {
	return func(t *testing.T, cases []corpus.Case) []corpus.Answer {
		t.Helper()
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("schema.json", doc); err != nil {
			t.Fatal(err)
		}
		var out []corpus.Answer
		for _, c := range cases {
			schema, err := compiler.Compile("schema.json#/$defs/" + c.Type)
			if err != nil {
				t.Fatal(err)
			}
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(c.Text))
			if err == nil {
				err = schema.Validate(value)
			}
			answer := corpus.Answer{}
			if err != nil {
				answer.Error = err.Error()
			}
			out = append(out, answer)
		}
		return out
	}
}
