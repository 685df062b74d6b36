package box_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/codegen/box"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/node"
	"github.com/wiregen/wiregen/test/specfuzz"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	messageCount = flag.Int("messages", tier.Count(100, 1_000), "how many messages of each protocol the box is asked about, half of them with a fault")
	specCount    = flag.Int("specs", tier.Count(2, 20), "how many random specs the box is made of, besides those of the repository")
	specSeed     = flag.Uint64("specs.seed", 1, "the seed of the first random spec")
	sessionCount = flag.Int("sessions", tier.Count(8, 50), "how many valid sessions of each protocol, and as many that break a rule, the box is asked about")
)

// specs are those whose messages the box is asked about, apart from the tests in a browser.
var specs = []string{
	"spec/wire.yaml", "examples/dap/dap.yaml", "examples/klp/klp.yaml", "examples/idebridge/idebridge.yaml", "examples/chess/chess.yaml", "testdata/everything.yaml",
}

// protocol compiles a spec, which may include files of its folder.
func protocol(t testing.TB, name string) *model.Protocol {
	t.Helper()
	name = filepath.Join("..", "..", "..", filepath.FromSlash(name))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, r := compile.Check(source.NewFile(filepath.Base(name), text), os.DirFS(filepath.Dir(name)))
	if !r.OK() {
		t.Fatalf("%s: %s", name, r.All()[0].Message)
	}
	return p
}

// protocols are those of specs, and of random specs with hostile names.
func protocols(t testing.TB) iter.Seq2[string, *model.Protocol] {
	return func(yield func(string, *model.Protocol) bool) {
		for _, spec := range specs {
			if !yield(spec, protocol(t, spec)) {
				return
			}
		}
		seed := *specSeed
		for n := 0; n < *specCount; seed++ {
			text := specfuzz.New(seed, specfuzz.Options{Hostile: 0.25}).YAML()
			p, r := compile.Check(source.NewFile("random.yaml", []byte(text)), nil)
			if !r.OK() || len(p.Methods) == 0 && p.Journal == nil {
				continue
			}
			n++
			if !yield(fmt.Sprintf("random %d", seed), p) {
				return
			}
		}
	}
}

// A said is what is said of a text.
type said struct {
	Recording  bool     `json:"recording"`
	Faults     []string `json:"faults"`
	Undeclared []string `json:"undeclared"`
}

// driver reads texts, one as JSON in a line, and says what the box makes of each.
const driver = `
const { createInterface } = require("node:readline");
(async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const out = { faults: [], undeclared: [] };
    const given = JSON.parse(line);
    const { isRecording } = await input.readAll(given.text ?? new Uint8Array(Buffer.from(given.bytes, "base64")), {
      side: 0, signal: { aborted: false }, progress() {},
      report: (f) => out.faults.push(f.line + ": " + (f.advice ? "advice: " : "") + (f.rule ? "[" + f.rule + " " + (f.other ?? 0) + "] " : "") + f.text + " @" + f.path),
      seen: (e) => out.undeclared.push(...e.undeclared.filter((x) => !x.isExtension).map(({ path }) => path)),
    });
    console.log(JSON.stringify({ recording: isRecording, ...out }));
  }
})();
`

// ask says what the box makes of texts.
func ask(t testing.TB, p *model.Protocol, texts []string) []said {
	t.Helper()
	script, err := box.Script(lower.New(p), "input")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "driver.cjs")
	if err := os.WriteFile(file, []byte("const input = "+script+driver), 0o666); err != nil {
		t.Fatal(err)
	}
	var in strings.Builder
	for _, text := range texts {
		given := map[string]any{"text": text}
		if !utf8.ValidString(text) {
			given = map[string]any{"bytes": []byte(text)}
		}
		line, err := json.Marshal(given)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command("node", file)
	cmd.Stdin, cmd.Stderr = strings.NewReader(in.String()), os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	var out []said
	lines := bufio.NewReader(pipe)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var s said
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := cmd.Wait(); err != nil || len(out) != len(texts) {
		t.Fatalf("%d of %d texts were read: %v", len(out), len(texts), err)
	}
	return out
}

// TestTypes checks the modules of the box with the compiler of TypeScript, and that it sees a
// mistake.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	modules, err := filepath.Glob("assets/*.cjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		text, err := os.ReadFile(m)
		if err != nil {
			t.Fatal(err)
		}
		write(filepath.Base(m), string(text))
	}
	write("reading.d.cts", "declare const reading: any; export = reading;")
	write("spec.d.cts", "declare const spec: any; export = spec;")
	write("package.json", "{}")
	tsc := filepath.Join(node.Modules(t), "typescript-7", "bin", "tsc")
	check := func() ([]byte, error) {
		cmd := exec.Command("node", tsc, "--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--noUnusedParameters", "--target", "esnext", "--module", "nodenext", "--lib", "esnext,dom,dom.iterable", "--types", "", "box.cjs")
		cmd.Dir = dir
		return cmd.CombinedOutput()
	}
	if out, err := check(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	write("tokens.cjs", "/** @param {string} text */\nmodule.exports = (text) => text.size;\n")
	if out, err := check(); err == nil {
		t.Errorf("no mistake is seen: %s", out)
	}
}

// TestMessagesAgree gives messages, half of them with a fault, to the box: its first fault is
// that of the reference reader. What it calls undeclared is what strict readers refuse, apart
// from random specs: there they also count what is passed over, and more.
func TestMessagesAgree(t *testing.T) {
	tier.Slow(t)
	for spec, p := range protocols(t) {
		if len(p.Methods) == 0 {
			continue
		}
		t.Run(spec, func(t *testing.T) {
			reader, maker := interp.New(p), sample.New(p, 7)
			var texts []string
			for i := range *messageCount {
				text := maker.Message("Message")
				if i%2 == 1 {
					text = maker.Invalid("Message").Text
				}
				if strings.TrimSpace(text) == "" {
					continue
				}
				texts = append(texts, text)
			}
			faulty := 0
			for i, got := range ask(t, p, texts) {
				want := reader.Read("Message", []byte(texts[i]))
				if got.Recording {
					continue // a text of several values, which is not a message
				}
				first := ""
				for _, f := range slices.Backward(got.Faults) {
					if !strings.HasPrefix(f, "1: advice: ") { // readers give none
						first = f
					}
				}
				switch {
				case want.Err != nil:
					faulty++
					if _, words, _ := strings.Cut(first, ": "); words != want.Err.Error()+" @"+want.Err.Path {
						t.Errorf("%s\ngot  %s\nwant %s @%s", texts[i], first, want.Err.Error(), want.Err.Path)
					}
					continue
				case first != "":
					t.Errorf("%s\ngot %s", texts[i], first)
					continue
				}
				var undeclared []string
				for _, e := range want.Undeclared {
					undeclared = append(undeclared, e.Path)
				}
				if strings.Contains(strings.Join(undeclared, " "), "[…]") {
					continue // the box has the keys of the message, which is on the page
				}
				if strings.HasPrefix(spec, "random ") {
					continue
				}
				slices.Sort(undeclared)
				slices.Sort(got.Undeclared)
				if !slices.Equal(undeclared, got.Undeclared) {
					t.Errorf("%s\nundeclared: got %q, want %q", texts[i], got.Undeclared, undeclared)
				}
			}
			if faulty < len(texts)/5 {
				t.Errorf("only %d of %d messages have faults", faulty, len(texts))
			}
		})
	}
}

// verified are the faults that verify reports of a recording.
func verified(t testing.TB, p *model.Protocol, text string, opt verify.Options) []string {
	t.Helper()
	var out []string
	v, err := verify.New(p, opt, func(f verify.Fault) {
		line := fmt.Sprintf("%d: ", f.Line)
		if f.Advice {
			line += "advice: "
		}
		if f.Rule != "" {
			line += fmt.Sprintf("[%s %d] ", f.Rule, f.Other)
		}
		out = append(out, line+f.Text()+" @"+f.Path)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return out
}

// recording spells a session as recordings do, in one of several ways.
func recording(lines []sessions.Line, way int) string {
	var b strings.Builder
	for _, l := range lines {
		switch way {
		case 0:
			line, _ := json.Marshal(l)
			b.Write(line)
		case 1: // without directions
			b.Write(l.Msg)
		case 2:
			dir := "out"
			if l.Side() == 1 {
				dir = "in"
			}
			line, _ := json.Marshal(map[string]any{"dir": dir, "line": string(l.Msg)})
			b.Write(line)
		default:
			line, _ := json.Marshal(map[string]any{"dir": l.Dir, "time": "2026-11-22T12:00:00.5+01:00", "base64": []byte(l.Msg)})
			b.Write(line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestRecordingsAgree gives recordings of sessions to the box, also ones with a broken rule
// and with messages that readers refuse: it reports what verify does.
func TestRecordingsAgree(t *testing.T) {
	tier.Slow(t)
	for spec, p := range protocols(t) {
		if len(p.Methods) == 0 {
			continue
		}
		t.Run(spec, func(t *testing.T) {
			m, maker := sessions.New(p, 3), sample.New(p, 5)
			var texts []string
			add := func(text string) {
				if strings.Count(text, "\n") > 1 {
					texts = append(texts, text)
				}
			}
			for n := range uint64(*sessionCount) {
				broken, _ := m.Invalid(n)
				add(recording(m.Session(n), int(n)%4))
				add(recording(broken.Lines, int(n+1)%4))
				mixed := ""
				for _, line := range strings.SplitAfter(recording(m.Session(n+1000), 1), "\n") {
					if bad := maker.Invalid("Message").Text; n%3 == 0 && !strings.ContainsAny(bad, "\r\n") {
						mixed += bad + "\n"
					}
					mixed += line
				}
				add(mixed)
			}
			faults := 0
			for i, got := range ask(t, p, texts) {
				want := verified(t, p, texts[i], verify.Options{})
				faults += len(want)
				if !got.Recording {
					t.Errorf("not a recording:\n%s", texts[i])
				} else if !slices.Equal(got.Faults, want) {
					t.Errorf("%s\ngot  %s\nwant %s", texts[i], strings.Join(got.Faults, "\n     "), strings.Join(want, "\n     "))
				}
			}
			if faults == 0 && len(texts) > 10 {
				t.Error("no recording has a fault")
			}
			t.Logf("%d recordings, %d faults", len(texts), faults)
		})
	}
}

// TestJournalsAgree gives journals to the box, with faults and without a header: it reports
// what verify does.
func TestJournalsAgree(t *testing.T) {
	for spec, p := range protocols(t) {
		if p.Journal == nil {
			continue
		}
		t.Run(spec, func(t *testing.T) {
			maker := sample.New(p, 11)
			line := func(t model.Type, bad bool) string {
				for {
					text := maker.Message(t.String())
					if bad {
						text = maker.Invalid(t.String()).Text
					}
					if !strings.ContainsAny(text, "\r\n") && strings.TrimSpace(text) != "" {
						return text + "\n"
					}
				}
			}
			var texts []string
			for i := range *sessionCount {
				text := ""
				if p.Journal.Header != nil && i%3 > 0 {
					text = line(p.Journal.Header, i%9 == 8)
				}
				for n := range 6 {
					text += line(p.Journal.Record, i%2 == 1 && n%3 == 2)
					if n == 3 && i%5 == 0 {
						text += "\n"
					}
				}
				texts = append(texts, text)
			}
			faults := 0
			for i, got := range ask(t, p, texts) {
				want := verified(t, p, texts[i], verify.Options{})
				if hasHeader := i%3 > 0 && i%9 != 8; !hasHeader && p.Journal.NoHeader == "" {
					want = verified(t, p, texts[i], verify.Options{Journal: true})
				}
				faults += len(want)
				if !slices.Equal(got.Faults, want) {
					t.Errorf("%s\ngot  %s\nwant %s", texts[i], strings.Join(got.Faults, "\n     "), strings.Join(want, "\n     "))
				}
			}
			if faults == 0 {
				t.Error("no journal has a fault")
			}
		})
	}
}

// TestAbsentResult gives the box answers without a result where messages may leave it out:
// it took them for any request, and verify reads them as results without members.
func TestAbsentResult(t *testing.T) {
	p := protocol(t, "examples/dap/dap.yaml")
	recording := func(command string) string {
		return `{"seq":1,"type":"request","command":"` + command + `"}` + "\n" +
			`{"seq":1,"type":"response","request_seq":1,"success":true,"command":"` + command + `"}` + "\n"
	}
	texts := []string{recording("threads"), recording("disconnect")}
	for i, got := range ask(t, p, texts) {
		if want := verified(t, p, texts[i], verify.Options{}); !slices.Equal(got.Faults, want) || (i == 0) != (len(want) > 0) {
			t.Errorf("%s\ngot  %q\nwant %q", texts[i], got.Faults, want)
		}
	}
}
