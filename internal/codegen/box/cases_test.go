package box_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/box"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

// small is a spec for what random recordings seldom have.
const small = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  First: int | bool
  Second: int | string
methods:
  first: {from: client, params: {text: string}, result: First}
  second: {from: agent, params: {text: string}, result: Second}
  counted: {from: both, params: {token: string}, result: {}, progress: {method: told, token: params.token, value: value, payload: int}}
  named: {from: both, params: {token: string}, result: {}, progress: {method: told, token: params.token, value: value, payload: string}}
  told: {from: both, notify: {token: string, value: any}}
`

// TestCases gives the box recordings for what is rare in random ones.
func TestCases(t *testing.T) {
	tier.Slow(t)
	p, r := compile.Check(source.NewFile("small.yaml", []byte(small)), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	const (
		first  = `{"jsonrpc":"2.0","id":"1","method":"first","params":{"text":"x"}}` + "\n"
		second = `{"jsonrpc":"2.0","id":"1","method":"second","params":{"text":"x"}}` + "\n"
	)
	for name, c := range map[string]struct {
		text   string
		faults int
	}{
		"a result that fits requests of both sides": {first + second + `{"jsonrpc":"2.0","id":"1","result":1}` + "\n" + `{"jsonrpc":"2.0","id":"1","result":true}` + "\n", 0},
		"duplicate keys": {`{"dir":"client","msg":5,"msg":` + strings.TrimSpace(first) + "}\n" +
			`{"dir":"agent","msg":{"jsonrpc":"2.0","id":"1","result":"x","result":1}}` + "\n", 0},
		"ends of lines": {strings.ReplaceAll(first+"\n"+`{"jsonrpc":"2.0","id":"1","result":1}`+"\n", "\n", "\r\n"), 1},
		"the newest of two tokens": {`{"jsonrpc":"2.0","id":"1","method":"counted","params":{"token":"t"}}` + "\n" +
			`{"jsonrpc":"2.0","id":"2","method":"named","params":{"token":"t"}}` + "\n" +
			`{"jsonrpc":"2.0","method":"told","params":{"token":"t","value":true}}` + "\n" +
			`{"jsonrpc":"2.0","method":"told","params":{"token":"t","value":1}}` + "\n" +
			`{"jsonrpc":"2.0","id":"1","result":{}}` + "\n" + `{"jsonrpc":"2.0","id":"2","result":{}}` + "\n", 1},
		"directions and times": {`{"dir":"nobody","msg":1}` + "\n" + `{"dir":"in","line":5}` + "\n" + `{"dir":"in","base64":"*"}` + "\n" +
			`{"dir":"out","time":"2026-02-30T12:00:00Z","msg":1}` + "\n" + `{"dir":"out","time":"2026-02-28T12:00:60Z","msg":1}` + "\n" +
			`{"dir":"out","time":-0,"line":"{"}` + "\n" + `{"dir":-0,"msg":1}` + "\n", 7},
	} {
		want := verified(t, p, c.text, verify.Options{})
		got := ask(t, p, []string{c.text})[0]
		if len(want) != c.faults || !got.Recording || strings.Join(got.Faults, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\ngot  %s\nwant %s", name, strings.Join(got.Faults, "\n     "), strings.Join(want, "\n     "))
		}
	}

	// Values that have several lines each have the numbers of the lines in which they begin.
	got := ask(t, p, []string{"{\n\"jsonrpc\": \"2.0\", \"id\": \"1\",\n\"method\": \"first\"\n}\n\n{\n\"id\": 5\n}\n"})[0]
	if !got.Recording || len(got.Faults) != 2 || !strings.HasPrefix(got.Faults[0], "1: params") || !strings.HasPrefix(got.Faults[1], "6: ") {
		t.Errorf("got %q", got.Faults)
	}
}

// TestNothing checks that there is no box for a protocol without messages.
func TestNothing(t *testing.T) {
	p, r := compile.Check(source.NewFile("types.yaml", []byte("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  T: {fields: {a: int}}\n")), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	if _, err := box.New(lower.New(p), func(any) string { return "" }); err != box.ErrNothing {
		t.Errorf("got %v", err)
	}
}

// TestJournalAlone gives the box lines of a journal of a protocol without messages.
func TestJournalAlone(t *testing.T) {
	p, r := compile.Check(source.NewFile("journal.yaml", []byte("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  Head: {fields: {type: {const: head}, v: string}}\n  Line: {fields: {at: int}}\njournal: {header: Head, version: header.v, record: Line, no_header: \"1\"}\n")), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	got := ask(t, p, []string{`{"at":1}`, `{"at":"1"}`, "{\"at\":1}\n{\"at\":false}\n"})
	for i, want := range []string{"", "1: at: expected an integer, found the string \"1\" @at", "2: at: expected an integer, found false @at"} {
		if strings.Join(got[i].Faults, "\n") != want {
			t.Errorf("%d: got %q, want %q", i, got[i].Faults, want)
		}
	}
}

// TestScript checks that nothing in the script ends it for HTML, and that it is the same every time.
func TestScript(t *testing.T) {
	text := box.ScriptOf([]tsgen.Module{{Name: "reading", Text: "const x = \"</script><!--<SCRIPT></Script >\";\n"}}, "reading")
	if strings.Contains(strings.ToLower(text), "<script") || strings.Contains(text, "<!--") || strings.Contains(strings.ToLower(text), "</script") {
		t.Error(text)
	}
	p := protocol(t, specs[0])
	var scripts []string
	for range 2 {
		b, err := box.New(lower.New(p), func(any) string { return "here" })
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, b.Script)
	}
	if scripts[0] != scripts[1] {
		t.Error("the script is not the same every time")
	}
	for _, word := range []string{"eval(", "new Function", "innerHTML", "import(", "fetch(", "/**"} {
		if strings.Contains(scripts[0], word) {
			t.Errorf("the script has %s", word)
		}
	}
}

// TestEntry checks that all that the readers of a page export is there, and all that the box
// takes from them. A constant of the runtime had another name, which only a rare recording showed.
func TestEntry(t *testing.T) {
	tier.Slow(t)
	for _, spec := range specs {
		script, err := box.Script(lower.New(protocol(t, spec)), tsgen.Entry)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "entry.cjs")
		const names = "\nfor (const [name, value] of Object.entries(reading)) console.log(name + (value === undefined ? \" is undefined\" : \"\"));\n"
		if err := os.WriteFile(file, []byte("const reading = "+script+names), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("node", file).CombinedOutput()
		if err != nil || strings.Contains(string(out), "undefined") || len(strings.Fields(string(out))) < 10 {
			t.Errorf("%s: %v\n%s", spec, err, out)
		}
	}
	text, err := os.ReadFile("assets/recording.cjs")
	if err != nil {
		t.Fatal(err)
	}
	exported, err := os.ReadFile("../tsgen/reading.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\breading\.(\w+)`).FindAllStringSubmatch(string(text), -1) {
		if m[1] != "cjs" && !strings.Contains(string(exported), `"`+m[1]+`"`) {
			t.Errorf("recording.cjs takes %s, which the readers do not export", m[1])
		}
	}
}
