package verify

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	quickSpecs = flag.Int("verify.specs", tier.Count(6, 60), "how many random specs recordings are made of")
	quickSeed  = flag.Uint64("verify.seed", 1, "the seed of the first random spec")
)

// TestQuick verifies recordings of many protocols with and without the program that reads
// plainly valid lines: all that is reported is the same, and so are the entries, of which
// each line has one at least. Without faults, few lines are
// left to the interpreter.
func TestQuick(t *testing.T) {
	tier.Slow(t)
	var files []string
	for _, pattern := range []string{"spec/wire.yaml", "testdata/everything.yaml", "examples/*/*.yaml", "testdata/specfuzz/*.yaml"} {
		found, err := filepath.Glob("../../../" + pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	lines, left := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		quickAgrees(t, filepath.Base(file), string(text), &lines, &left)
	}
	for i := range uint64(*quickSpecs) {
		seed := *quickSeed + i
		quickAgrees(t, fmt.Sprintf("the random spec %d", seed), specfuzz.New(seed, specfuzz.Options{Hostile: 0.25}).YAML(), &lines, &left)
	}
	t.Logf("of %d lines of valid sessions %d are left to the interpreter", lines, left)
	if left*10 > lines {
		t.Error("too many are left")
	}
}

func quickAgrees(t *testing.T, name, spec string, lines, left *int) {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(spec)), &r), &r)
	if p == nil {
		return
	}
	random := rand.New(rand.NewPCG(*quickSeed, 7))
	maker := sample.New(p, *quickSeed)
	if len(p.Methods) > 0 {
		compare(t, name, p, Options{}, mixedRecording(random, maker, "Message", 150))
		compare(t, name, p, Options{Strict: true}, mixedRecording(random, maker, "Message", 100))
		compare(t, name, p, Options{As: "Message"}, mixedRecording(random, maker, "Message", 50))
	}
	if m := sessions.New(p, *quickSeed); m != nil {
		for n := range uint64(15) {
			text := sessionRecording(t, m.Session(n), n%3)
			all, slow := compare(t, name, p, Options{}, text)
			*lines, *left = *lines+all, *left+slow
			if broken, ok := m.Invalid(n); ok {
				compare(t, name, p, Options{}, sessionRecording(t, broken.Lines, n%3))
			}
		}
	}
	if j := p.Journal; j != nil {
		if d, ok := j.Record.(model.Decl); ok {
			compare(t, name, p, Options{Journal: true}, mixedRecording(random, maker, d.TypeName(), 100))
		}
	}
	for i, d := range p.Decls {
		if i%5 == 0 || p.Envelope != nil && d == model.Decl(p.Envelope.Messages) {
			compare(t, name, p, Options{As: d.TypeName(), Strict: i%2 == 0}, mixedRecording(random, maker, d.TypeName(), 40))
		}
	}
}

// mixedRecording is a recording of valid and invalid messages, without an order.
func mixedRecording(r *rand.Rand, m *sample.Maker, typ string, n int) string {
	var out strings.Builder
	for range n {
		switch r.IntN(12) {
		case 0:
			out.WriteString(m.Invalid(typ).Text)
		case 1:
			out.WriteString(m.MultiFault(typ))
		case 2:
			out.WriteString("{\"dir\":\"out\",\"time\":12,\"msg\":" + m.Message(typ) + "}")
		case 3:
			text, _ := json.Marshal(m.Message(typ))
			out.WriteString(`{"dir":"in","time":"2026-11-22T12:00:00Z","line":` + string(text) + "}")
		case 4:
			text := m.Message(typ)
			at := r.IntN(len(text))
			out.WriteString(text[:at] + text[at+1:])
		default:
			out.WriteString(m.Message(typ))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// sessionRecording is a session as a recording: as it is, without directions, or with its
// messages as texts.
func sessionRecording(t *testing.T, lines []sessions.Line, form uint64) string {
	t.Helper()
	var out strings.Builder
	for _, l := range lines {
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		var parts struct {
			Dir  string          `json:"dir"`
			Time int64           `json:"time"`
			Msg  json.RawMessage `json:"msg"`
		}
		if err := json.Unmarshal(text, &parts); err != nil {
			t.Fatal(err)
		}
		switch form {
		case 1:
			text = parts.Msg
		case 2:
			inner, _ := json.Marshal(string(parts.Msg))
			text = fmt.Appendf(nil, `{"dir":%q,"time":%d,"line":%s}`, parts.Dir, parts.Time, inner)
		}
		out.Write(append(text, '\n'))
	}
	return out.String()
}

// compare verifies a recording with and without the program, and returns how many lines it
// has and how many the program left to the interpreter.
func compare(t *testing.T, name string, p *model.Protocol, opt Options, recording string) (lines, left int) {
	t.Helper()
	var reports [2]string
	for i := range reports {
		var out strings.Builder
		told := make(map[int]bool)
		opt.Each = func(e Entry) {
			call := 0
			if e.Call != nil {
				call = e.Call.Number
			}
			told[e.Line] = true
			fmt.Fprintf(&out, "%d%s %d %t %s %d: %d of %d, %q as %v: %s %t %q %v %s %d %d; %q %q\n", e.Line, e.Path, e.What, e.Valid, e.Text, e.Size,
				e.Side, e.Time, nameOf(e.Type), e.Error, e.ID, e.Response, e.Method, e.Row != nil, e.Is, call, len(e.Results), e.Tags, e.Unknown)
		}
		v, err := New(p, opt, func(f Fault) {
			text := f.Text()
			f.reading = nil
			fmt.Fprintf(&out, "%+v %s\n", f, text)
		})
		if err != nil {
			return 0, 0
		}
		if i == 0 {
			v.quick = nil
		}
		if err := v.Read(strings.NewReader(recording)); err != nil {
			t.Fatal(err)
		}
		result, err := json.MarshalIndent(v.Result(), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		out.Write(result)
		reports[i] = out.String()
		if lines, left = v.result.Lines, v.slow; len(told) < lines { // blank lines are not counted
			t.Errorf("%s, %+v: %d lines have entries, of %d", name, opt, len(told), lines)
		}
	}
	if d := cmp.Diff(strings.Split(reports[0], "\n"), strings.Split(reports[1], "\n")); d != "" {
		t.Errorf("%s, %+v: -without the program +with it:\n%.3000s\n%.3000s", name, opt, d, recording)
	}
	return lines, left
}
