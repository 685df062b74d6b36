package connections

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/proxy"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/templates"
	"github.com/wiregen/wiregen/test/python"
	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/codec"
	machine "github.com/wiregen/wiregen/wirert/session"
)

// What is read in place of a message.
const (
	cut     = "truncated"
	skipped = "too large"
	ends    = "ends"
)

// A headForm is an input with heads, and what must be read from it: messages, or words in
// their place.
type headForm struct {
	Form   string   `json:"form"`
	Input  string   `json:"input"`
	Answer []string `json:"answer"`
}

// largest is the maximum length of a message in the table.
const largest = 100

const headedSpec = `wiregen: 1
protocol: {name: headed, version: "1"}
dialect: {framing: {kind: content-length, max_bytes: 100}}
methods:
  say: {from: client, params: {text: string}, result: empty}
`

// TestContentLength reads each form of docs/content-length.md in Go, TypeScript and Python and in the
// proxy, whole and byte by byte.
func TestContentLength(t *testing.T) {
	forms := headForms(t)
	inputs := make([]string, len(forms))
	for i, f := range forms {
		inputs[i] = filled(f.Input)
	}
	node, py := headsInNode(t, inputs), headsInPython(t, inputs)
	for i, f := range forms {
		input := inputs[i]
		want := make([]string, len(f.Answer))
		for j := range want {
			want[j] = filled(f.Answer[j])
		}
		for name, got := range map[string][]string{
			"Go":                       headsInGo(strings.NewReader(input)),
			"Go, byte by byte":         headsInGo(iotest.OneByteReader(strings.NewReader(input))),
			"TypeScript":               node[i][0],
			"TypeScript, byte by byte": node[i][1],
			"Python":                   py[i][0],
			"Python, byte by byte":     py[i][1],
			"proxy":                    headsInProxy(t, input, len(input)),
			"proxy, byte by byte":      headsInProxy(t, input, 1),
		} {
			if !slices.Equal(got, want) {
				t.Errorf("%s, %s: %.200q, must be %.200q", f.Form, name, got, want)
			}
		}
	}
}

// TestContentLengthRandom reads heads that are put together at random, which all readers must
// read alike.
func TestContentLengthRandom(t *testing.T) {
	parts := []string{
		"Content-Length: 1\r\n\r\n7", "Content-Length: 2\n\n[]", "Content-Length: 1", "Content-Length:", "content-length", "X: y\r\n", "X-", ":", " ", "\t",
		"\r\n", "\n", "\r", "0", "1", "7", "-", "+", "é", "\u00a0", "\x00", `"`, "(", "~", "Content-Length: 101\r\n\r\n" + strings.Repeat(" ", 100) + "7",
		"Content-Length: 99999999999\r\n\r\n", "X: " + strings.Repeat("x", 3000) + "\n",
	}
	chance := rand.New(rand.NewPCG(1, 2))
	inputs := make([]string, tier.Count(2_000, 50_000))
	for i := range inputs {
		for range 1 + chance.IntN(9) {
			inputs[i] += parts[chance.IntN(len(parts))]
		}
	}
	node, py := headsInNode(t, inputs), headsInPython(t, inputs)
	compared := 0
	for i, input := range inputs {
		got := headsInGo(iotest.HalfReader(strings.NewReader(input)))
		if !slices.Equal(got, node[i][0]) || !slices.Equal(got, node[i][1]) {
			t.Errorf("%.300q: Go %.200q, TypeScript %.200q", input, got, node[i])
		}
		if !slices.Equal(got, py[i][0]) || !slices.Equal(got, py[i][1]) {
			t.Errorf("%.300q: Go %.200q, Python %.200q", input, got, py[i])
		}
		// The proxy looks for a head behind other text in a line, and records a text that is not
		// JSON as it does a fault.
		if printed.MatchString(input) || slices.ContainsFunc(got, func(s string) bool { return s != cut && s != skipped && s != ends && !json.Valid([]byte(s)) }) {
			continue
		}
		if proxied := headsInProxy(t, input, 1+chance.IntN(20)); !slices.Equal(got, proxied) {
			t.Errorf("%.300q: Go %.200q, proxy %.200q", input, got, proxied)
		}
		compared++
	}
	if compared < len(inputs)/4 {
		t.Errorf("the proxy was compared %d times", compared)
	}
}

var printed = regexp.MustCompile(`(?i)[^-\n]content-length:`)

// TestContentLengthTable has the rows of the table in the docs, and no others, in the data.
func TestContentLengthTable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "content-length.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "|---|---|---|\n")
	var want strings.Builder
	for _, f := range headForms(t) {
		fmt.Fprintf(&want, "| %s | %s | %s |\n", f.Form, inputCell(f.Input), answerCell(f.Answer))
	}
	rows := strings.SplitAfter(table, "\n")
	for row := range strings.SplitAfterSeq(want.String(), "\n") {
		if !slices.Contains(rows, row) {
			t.Errorf("the docs lack %s", row)
		}
	}
	if table != want.String() {
		t.Errorf("the rows of the docs must be\n%s", want.String())
	}
}

func headForms(t *testing.T) (forms []headForm) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "content-length.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &forms); err != nil {
		t.Fatal(err)
	}
	if len(forms) < 60 {
		t.Fatalf("%d forms", len(forms))
	}
	return forms
}

// inputCell shows bytes in a table.
func inputCell(input string) string {
	if input == "" {
		return ""
	}
	quoted := strconv.QuoteToASCII(input)
	return "`" + strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`) + "`"
}

// answerCell shows what is read.
func answerCell(answer []string) string {
	if len(answer) == 0 {
		return "nothing"
	}
	out := make([]string, len(answer))
	for i, a := range answer {
		switch a {
		case cut, skipped, ends:
			out[i] = a
		case "":
			out[i] = "an empty message"
		default:
			out[i] = "`" + a + "`"
		}
	}
	return strings.Join(out, ", ")
}

var many = regexp.MustCompile(`<(\d+) ([^>]+)>`)

// filled has each <N TEXT> as N times that text.
func filled(text string) string {
	return many.ReplaceAllStringFunc(text, func(s string) string {
		m := many.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1])
		return strings.Repeat(m[2], n)
	})
}

// headsInGo reads messages with the codec.
func headsInGo(r io.Reader) (got []string) {
	frames := codec.NewFrames(r, &codec.Dialect{Framing: codec.Framing{Kind: codec.ContentLength, MaxBytes: largest}}, codec.Lines)
	for {
		switch text, err := frames.Next(); {
		case err == nil:
			got = append(got, string(text))
		case err == io.EOF:
			return got
		case errors.Is(err, codec.ErrTruncated):
			return append(got, cut)
		case frames.Ended():
			return append(got, ends)
		case errors.Is(err, codec.ErrTooLarge):
			got = append(got, skipped)
		}
	}
}

const headScript = `import { readFileSync } from "node:fs";
import { decoder } from "./framing.js";
const words = { truncated: "truncated", too_large: "too large", framing: "ends" };
const shown = (frames) => frames.map((f) => (f instanceof Uint8Array ? new TextDecoder().decode(f) : words[f.fault]));
const inputs = JSON.parse(readFileSync(0, "utf8")).map((text) => new TextEncoder().encode(text));
const read = (chunks) => {
  const frames = decoder({ kind: "content-length", maxBytes: 100 });
  return shown([...chunks.flatMap((chunk) => frames.push(chunk)), ...frames.end()]);
};
console.log(JSON.stringify(inputs.map((all) => [read([all]), read([...all].map((b) => Uint8Array.of(b)))])));
`

// headsInNode reads messages with the runtime of TypeScript.
func headsInNode(t *testing.T, inputs []string) [][2][]string {
	t.Helper()
	dir := t.TempDir()
	copyRuntime(t, templates.TS, "ts/runtime", dir)
	for name, text := range map[string]string{"package.json": `{"type": "module"}`, "heads.js": headScript} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(soon(t), "node", "heads.js")
	cmd.Dir = dir
	return headsIn(t, cmd, inputs)
}

const headProgram = `
import json, sys
from runtime.framing import FrameFault, Splitter
words = {"truncated": "truncated", "too_large": "too large", "framing": "ends"}
def read(chunks):
    frames = Splitter({"kind": "content-length", "max_bytes": 100})
    got = [one for chunk in chunks for one in frames.feed(chunk)] + frames.end()
    return [words[one.fault] if isinstance(one, FrameFault) else one.decode("utf-8", "replace") for one in got]
inputs = [text.encode() for text in json.load(sys.stdin)]
print(json.dumps([[read([all]), read([bytes([b]) for b in all])] for all in inputs]))
`

// headsInPython reads messages with the runtime of Python.
func headsInPython(t *testing.T, inputs []string) [][2][]string {
	t.Helper()
	dir := t.TempDir()
	copyRuntime(t, templates.Py, "py/runtime", filepath.Join(dir, "runtime"))
	return headsIn(t, python.Command(t, dir, "-c", headProgram), inputs)
}

func copyRuntime(t *testing.T, from fs.FS, folder, dir string) {
	t.Helper()
	runtime, err := fs.Sub(from, folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, runtime); err != nil {
		t.Fatal(err)
	}
}

// headsIn gives the inputs to a program, and returns what it reads in each: as a whole, and byte
// by byte.
func headsIn(t *testing.T, cmd *exec.Cmd, inputs []string) (got [][2][]string) {
	t.Helper()
	in, _ := json.Marshal(inputs)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(inputs) {
		t.Fatalf("%v: %s", err, out)
	}
	return got
}

// headsInProxy reads messages in pieces of a size as the proxy records them. Where a
// connection ends, the proxy looks for the next head, which is not asked for here.
func headsInProxy(t *testing.T, input string, size int) (got []string) {
	t.Helper()
	var report diag.Report
	p := check.Check(syntax.Parse(source.NewFile("headed.yaml", []byte(headedSpec)), &report), &report)
	if p == nil {
		t.Fatal(report.All())
	}
	over := false
	c, err := proxy.New(p, proxy.Options{
		Report: func(proxy.Finding) {},
		Crash:  func(v any) { t.Error(v) },
		Record: func(line []byte) {
			if !over {
				got = append(got, recorded(t, line))
				over = got[len(got)-1] == ends
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := c.Stream(machine.First)
	for len(input) > 0 {
		n, _ := s.Write([]byte(input[:min(size, len(input))]))
		input = input[n:]
	}
	s.Close()
	if _, ok := c.Close(time.Minute); !ok {
		t.Fatal("the check takes too long")
	}
	return got
}

// recorded is what a line of a recording says.
func recorded(t *testing.T, line []byte) string {
	t.Helper()
	var entry struct {
		Msg  json.RawMessage `json:"msg"`
		Line string          `json:"line"`
	}
	if err := json.Unmarshal(line, &entry); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	switch {
	case entry.Msg != nil:
		return string(entry.Msg)
	case entry.Line == "":
		return ""
	case strings.Contains(entry.Line, "the stream ends within a message"):
		return cut
	case strings.Contains(entry.Line, "is longer than 100"):
		return skipped
	default:
		return ends
	}
}
