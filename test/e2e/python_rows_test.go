package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/specfuzz"
)

// TestPythonRuntime reads made messages with the Python runtime, whose classes are made from the
// rows. Whatever the reference interpreter reads or refuses, with its words, so must it.
func TestPythonRuntime(t *testing.T) {
	t.Parallel()
	all := append(siblings(t), loadSpecs(t)...)
	for _, file := range []string{"../../spec/wire.yaml", "../../testdata/everything.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		all = append(all, &construct{name: name, protocol: compileSpec(t, name, text)})
	}
	comparePython(t, all, *agree)
}

// TestPythonRandom does the same for random specs.
func TestPythonRandom(t *testing.T) {
	t.Parallel()
	var all []*construct
	for _, seed := range fuzzSeeds(t) {
		text := specfuzz.New(seed, specfuzz.Options{Hostile: *fuzzHostile}).YAML()
		if p, _ := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil); p != nil {
			all = append(all, &construct{name: fmt.Sprintf("s%d", seed), protocol: p})
		}
	}
	comparePython(t, all, *fuzzMessages*len(all))
}

// comparePython compares the Python runtime with the reference interpreter on n made messages.
func comparePython(t *testing.T, all []*construct, n int) {
	t.Helper()
	dir := t.TempDir()
	for _, c := range all {
		c.types = readableTypes(c)
		var rows strings.Builder
		if err := modeljson.WriteLowered(&rows, lower.New(c.protocol)); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, c.name+".json"), rows.String())
	}
	list := makeMessages(all, n)
	askModel(all, list)
	differ := 0
	say := func(q made, what string, answers ...any) {
		if differ++; differ <= 10 {
			t.Errorf("%s.%s: %s\n\t%.600q\n\t%+v", q.Construct, q.Type, what, q.Text, answers)
		}
	}
	read := answersOf(list, func() *exec.Cmd {
		return python.Command(t, "", "../../internal/codegen/pygen/testdata/agree.py", dir)
	}, "Python", say)
	for i, q := range list {
		p, m := read[i], q.model
		switch {
		case p == nil || strings.Count(m.Dropped, "\n") > 100:
		case strings.HasPrefix(q.Type, progressHead):
			same := p.Written == m.Written || p.Written == "unfit" || json.Valid([]byte(m.Written)) && sameValue(t, m.Written, p.Written)
			if p.Error != m.Error || p.Dropped != m.Dropped || !same {
				say(q, "Python and the model disagree on progress", *p, m)
			}
		case p.Error != m.Error || p.Check != m.Check || p.Dropped != m.Dropped || p.Answer != m.Answer:
			say(q, "Python and the model disagree", *p, m)
		case m.Error == "" && m.Check == "" && (p.Second != p.Written || !sameValue(t, m.Written, p.Written)):
			say(q, "Python and the model write different values", *p, m)
		}
	}
	t.Logf("%d messages, %d disagreements", len(list), differ)
}

// TestPythonUnits runs the tests of the Python runtime that need no other reader.
func TestPythonUnits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, spec := range map[string]string{"results": resultsSpec, "units": unitsSpec} {
		var rows strings.Builder
		if err := modeljson.WriteLowered(&rows, lower.New(compileSpec(t, name, []byte(spec)))); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name+".json"), rows.String())
	}
	var want, texts strings.Builder
	p := compileSpec(t, "results", []byte(resultsSpec))
	reader := interp.New(p)
	for _, text := range resultTexts {
		texts.WriteString(text + "\n")
		for _, m := range p.Methods {
			if !m.ByVariant {
				want.WriteString(resultOf(reader, m, text) + "\n")
			}
		}
	}
	writeFile(t, filepath.Join(dir, "texts"), texts.String())
	writeFile(t, filepath.Join(dir, "results"), want.String())
	cmd := python.Command(t, "", "../../internal/codegen/pygen/testdata/runtime_test.py")
	cmd.Env = append(os.Environ(), "WIREGEN_ROWS="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// unitsSpec has what runtime_test.py looks at.
const unitsSpec = `wiregen: 1
protocol: {name: demo, version: "2"}
envelope: {name: Envelope, tag: type, content: payload}
journal: {header: JournalHeader, record: JournalRecord, version: header.protocol_version}
types:
  JournalRecord: {doc: Other lines., fields: {at: int, text: string}}
  JournalHeader: {doc: The first line., fields: {protocol_version: string}}
  Login:
    doc: Secrets.
    fields:
      user: string
      password: {type: string, sensitive: true}
      note?: {type: string, log: {truncate: 3}}
      keep?: any
      tags: "string[] = []"
      blob?: bytes
      big?: {type: int64}
  Patch: {doc: A change., fields: {"name?": {type: "string | null", patch: true}, "size?": int}}
  Part: {doc: A part., union: {tag: kind}, variants: {text: {name: TextPart, fields: {text: string}}, dot: {name: Dot, fields: {}}}}
  Deep: {doc: A tree., fields: {"next?": Deep, "more": "Deep[] = []"}}
requests:
  Confirm: {doc: Yes or no., result: {yes: bool}, fields: {text: string}}
methods:
  login: {doc: Logs in., from: client, params: Login, result: "null"}
  said: {doc: Said., from: agent, notify: {text: string}}
  ask: {doc: Asks., from: agent, params: Request, result: by_variant}
errors:
  Busy: {doc: Later., code: -32001, data: {wait: int}, message: "Wait a little."}
`
