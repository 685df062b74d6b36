package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// specs returns all constructs, and the two specs with many of them in one.
func specs(t *testing.T) []*construct {
	t.Helper()
	all := toRead(t)
	for _, file := range []string{"../../spec/wire.yaml", "../../testdata/everything.yaml"} {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if ok, _ := filepath.Match(*only, name); !ok {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := &construct{name: name, protocol: compileSpec(t, name, text)}
		c.targets = emit(t, c, reading()...)
		all = append(all, c)
	}
	return all
}

// TestWrittenMessages makes messages as a writer of every type. The model, Go and
// TypeScript must read each, accept it for writing, and write it back, Go byte for
// byte; and the write schema must accept it.
func TestWrittenMessages(t *testing.T) {
	t.Parallel()
	all := specs(t)
	var list []made
	var questions []question
	var values []validation
	for _, c := range all {
		w := vectors.NewWriter(c.protocol, 7)
		c.types = readableTypes(c)
		for _, typ := range c.types {
			for range 10 {
				text, err := w.Next(typ)
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				q := made{question: question{c.name, typ, text}}
				list, questions = append(list, q), append(questions, q.question)
				values = append(values, validation{made: q, side: writeSide, text: text, valid: true})
			}
		}
	}
	inGo, inTS := ask(t, goReader(t, all), questions), ask(t, tsReader(t, all), questions)
	byModel := make(map[string]*interp.Reader)
	for _, c := range all {
		byModel[c.name] = interp.New(c.protocol)
	}
	say := func(q made, what string, answers ...any) {
		t.Errorf("%s.%s: %s\n\t%.600q\n\t%+v", q.Construct, q.Type, what, q.Text, answers)
	}
	for i, q := range list {
		want := answer{Written: q.Text, Second: q.Text}
		if m := modelAnswer(byModel[q.Construct], q.Type, q.Text); m != want {
			say(q, "the model does not write it so", m)
		}
		if inGo[i] != want {
			say(q, "Go does not write it so", inGo[i])
		}
		if ts := inTS[i]; ts.Error+ts.Check != "" || !sameValue(t, ts.Written, q.Text) {
			say(q, "TypeScript does not write it so", ts)
		}
	}
	validateAll(t, all, values, make(tallies), say)
	t.Logf("%d messages", len(list))
}

// TestMissed makes near misses of every type of every construct: each must be
// refused, at the path that it names. Null was a near miss for a struct that contains
// itself or null.
func TestMissed(t *testing.T) {
	t.Parallel()
	all := specs(t)
	all = append(all, &construct{name: "itself", protocol: compileSpec(t, "itself", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
types: {A: {fields: {"x?": {type: A | null, patch: true}}}}
`))})
	for _, c := range all {
		r, m := interp.New(c.protocol), sample.New(c.protocol, 1)
		for _, typ := range m.Types() {
			for range m.Edges(typ)/2 + 200 {
				bad := m.Invalid(typ)
				if got := r.Read(typ, []byte(bad.Text)); got.Err == nil || !isAt(got.Err.Error(), bad.Path) {
					t.Errorf("%s.%s: %s at %q: got %v\n%.500s", c.name, typ, bad.Fault, bad.Path, got.Err, bad.Text)
				}
			}
		}
	}
}

// TestNotWritten makes messages as writers of a spec that accepts much from older and
// newer peers: none has any of it.
func TestNotWritten(t *testing.T) {
	p := compileSpec(t, "spec", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
defaults: {write_absent: null}
dialect: {jsonrpc: {read: any}, params: {form: either}, error: {identity: data.kind}}
types:
  Level: {enum: {low: {was: [small]}, high: high}, open: true}
  Part: {union: {tag: type}, variants: {text: {was: [words], fields: {text: string}}}}
  Answer: {fields: {size: int = 5, "note?": string | null}}
errors:
  BUSY: {code: -32000, data: {seconds: int = 7}}
methods:
  ask:
    from: client
    params: {level: Level, "part?": {type: Part, null_is_absent: true, was: [piece]}, at: {type: timestamp, enforced: both}}
    result: Answer
`))
	w := vectors.NewWriter(p, 3)
	seen := make(map[string]bool)
	for range 2000 {
		text, err := w.Next("Message")
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{`"0.1"`, `"small"`, `"words"`, `"piece"`, `"part":null`, `"params":[`, `from_the_future`, `"result":{}`, `{"size":5}`, `{"kind":"BUSY"}`} {
			if strings.Contains(text, part) {
				t.Fatalf("%s is written in %s", part, text)
			}
		}
		for _, part := range []string{`"result":{"size":5,"note":null}`, `"data":{"kind":"BUSY","seconds":7}`, `"level":"high"`, `"part":{"type":"text"`, `"at":"2026-11-21T04:05:06Z"`} {
			seen[part] = seen[part] || strings.Contains(text, part)
		}
	}
	for part, ok := range seen {
		if !ok {
			t.Error(fmt.Sprint("nothing has ", part))
		}
	}
}
