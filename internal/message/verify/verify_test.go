package verify_test

import (
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

const spec = `wiregen: 1
protocol: {name: demo, version: "1"}
methods:
  say: {from: client, params: {text: string, "token?": string}, result: {heard: bool}, progress: {method: told, token: params.token}}
  told: {from: agent, notify: {token: string}}
`

// pairs is a long recording: each request with its answer or, where silent is
// set, small ones with a token and without any.
type pairs struct {
	left   int
	silent bool
	buf    []byte
	id     int
}

func (p *pairs) Read(b []byte) (int, error) {
	if len(p.buf) == 0 {
		if p.left <= 0 {
			return 0, io.EOF
		}
		id, text := strconv.Itoa(p.id), strings.Repeat("x", 2000)
		line := `{"jsonrpc":"2.0","id":"` + id + `","method":"say","params":{"text":"` + text + "\"}}\n"
		if p.silent {
			line = `{"jsonrpc":"2.0","id":"` + id + `","method":"say","params":{"text":"","token":"` + id + "\"}}\n"
		} else {
			line += `{"jsonrpc":"2.0","id":"` + id + `","result":{"heard":true}}` + "\n"
		}
		p.id++
		p.left -= len(line)
		p.buf = []byte(line)
	}
	n := copy(b, p.buf)
	p.buf = p.buf[n:]
	return n, nil
}

// TestConstantMemory reads recordings of two lengths: the memory in use at the end is
// the same, even if no request is answered.
func TestConstantMemory(t *testing.T) {
	tier.Slow(t)
	p := protocolOf(t, spec)
	held := func(size int, silent bool) uint64 {
		v, err := verify.New(p, verify.Options{}, func(verify.Fault) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(&pairs{left: size, silent: silent}); err != nil {
			t.Fatal(err)
		}
		if got := v.Result(); silent == (got.Unanswered == 0) || got.Lines < size/4000 {
			t.Fatalf("%+v", got)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(v)
		return m.HeapAlloc
	}
	held(1<<20, false)
	if small, large := held(1<<20, false), held(32<<20, false); large > small+1<<20 {
		t.Errorf("%d bytes are held after 1 MiB, %d after 32", small, large)
	}
	// More requests than may wait at a time: 148,000 and 296,000.
	if small, large := held(12<<20, true), held(24<<20, true); large > small+small/4 {
		t.Errorf("without answers, %d bytes are held after 12 MiB, %d after 24", small, large)
	}
}

// protocolOf returns the protocol of a spec.
func protocolOf(t *testing.T, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// TestNameless verifies a request of a method without a name, as any undeclared one.
func TestNameless(t *testing.T) {
	p := protocolOf(t, spec)
	v, err := verify.New(p, verify.Options{}, func(f verify.Fault) { t.Error(f.Line, f.Text()) })
	if err != nil {
		t.Fatal(err)
	}
	request := `{"jsonrpc":"2.0","id":"1","method":""}` + "\n"
	answer := `{"jsonrpc":"2.0","id":"1","result":1}` + "\n"
	if err := v.Read(strings.NewReader(request + answer + request + answer)); err != nil {
		t.Fatal(err)
	}
	if got := v.Result(); got.Requests != 2 || got.Responses != 2 || got.Unknown != 2 {
		t.Errorf("%+v", got)
	}
}

// TestSecretErrorData reads the data of an error that answers a sensitive method: the fault
// quoted it, unlike that of a result.
func TestSecretErrorData(t *testing.T) {
	text := `wiregen: 1
protocol: {name: demo, version: "1"}
errors: {BUSY: {code: -32000}}
methods:
  login: {from: client, sensitive: true, params: {}, result: empty, errors: [BUSY], error_data: {token: int}}
`
	p := protocolOf(t, text)
	var got []string
	v, err := verify.New(p, verify.Options{}, func(f verify.Fault) { got = append(got, f.Text()) })
	if err != nil {
		t.Fatal(err)
	}
	lines := `{"jsonrpc":"2.0","id":1,"method":"login","params":{}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no","data":{"token":"hunter2"}}}
`
	if err := v.Read(strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	if want := "error.data.token: expected an integer, found a string of 7 characters"; strings.Join(got, "\n") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLimit reads long lines: max_bytes of a protocol is the limit of its messages, and was
// that of records of its journal and of values of a type, too.
func TestLimit(t *testing.T) {
	text := `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {framing: {kind: ndjson, max_bytes: 200}}
methods:
  say: {from: client, notify: Said}
types:
  Said: {fields: {text: string}}
  Head: {fields: {made: int, version: string}}
journal: {header: Head, record: Said, version: header.version}
`
	p := protocolOf(t, text)
	long := strings.Repeat("x", 5000)
	record := `{"text":"` + long + `"}` + "\n"
	for name, x := range map[string]struct {
		lines string
		opt   verify.Options
		want  string
	}{
		"journal": {`{"made":1,"version":"1"}` + "\n" + record + record, verify.Options{}, ""},
		"values":  {record + record, verify.Options{As: "Said"}, ""},
		"message": {`{"jsonrpc":"2.0","method":"say","params":{"text":"` + long[:300] + `"}}`, verify.Options{}, "the line is longer than 200 bytes, the limit of the protocol"},
	} {
		var got []string
		v, err := verify.New(p, x.opt, func(f verify.Fault) { got = append(got, f.Text()) })
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(x.lines)); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, "\n") != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// TestWeight reads a message that is too heavy as the generated readers do: with their words,
// also where a text is too short for the longest message.
func TestWeight(t *testing.T) {
	const text = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {framing: {kind: ndjson, max_weight: 65536}}
methods:
  say: {from: client, notify: {all: "Said[]"}}
types:
  Said: {fields: {"a?": string, "b?": string, "c?": string}}
`
	p := protocolOf(t, text)
	// Of the params 48, and of each item 40 and 96.
	for n, want := range map[int]string{481: "", 482: "params.all[481]: expected a weight of at most 65536, found more"} {
		items := strings.Repeat("{},", n-1) + "{}"
		for name, x := range map[string]struct {
			line, want string
			opt        verify.Options
		}{
			"message": {`{"jsonrpc":"2.0","method":"say","params":{"all":[` + items + `]}}`, want, verify.Options{}},
			"value":   {`{"all":[` + items + `]}`, strings.TrimPrefix(want, "params."), verify.Options{As: "SayParams"}},
		} {
			got := ""
			v, err := verify.New(p, x.opt, func(f verify.Fault) { got += f.Text() })
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Read(strings.NewReader(x.line)); err != nil {
				t.Fatal(err)
			}
			if got != x.want {
				t.Errorf("%s of %d: %q, want %q", name, n, got, x.want)
			}
		}
	}
}

// TestSummary counts the lines with faults, also those of blank lines and of requests that were
// never answered: there were faults and no line with one.
func TestSummary(t *testing.T) {
	var r diag.Report
	protocol := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(summarySpec)), &r), &r)
	if protocol == nil {
		t.Fatal(r.All()[0].Message)
	}
	const unanswered, bad = `{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}}`, `{"jsonrpc":"2.0","id":2,"method":"say","params":{"text":1}}`
	for _, c := range []struct {
		name, recording string
		sessions        bool
		lines, bad      int
		faults          int
	}{
		{"a blank line", "\n", false, 1, 1, 1},
		{"a blank line in a recording", `{"dir":"client","line":""}` + "\n", false, 1, 1, 1},
		{"never answered", unanswered + "\n", false, 1, 1, 1},
		{"never answered beside a faulty line", bad + "\n" + unanswered + "\n", false, 2, 2, 2},
		{"never answered, in a line that is faulty", unanswered + "\n" + unanswered + "\n", false, 2, 1, 2},
		{"both never answered, in one line", `[{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}},{"jsonrpc":"2.0","id":3,"method":"say","params":{"text":"a"}}]` + "\n", false, 1, 1, 2},
		{"one never answered beside another fault of its line", `[{"jsonrpc":"2.0","id":1,"method":"say","params":{"text":"a"}},{"jsonrpc":"2.0","id":3,"result":{}}]` + "\n", false, 1, 1, 2},
		{"in two sessions", unanswered + "\n\n" + unanswered + "\n", true, 2, 2, 2},
		{"an empty line between sessions", "\n", true, 0, 0, 0},
	} {
		var texts []string
		v, err := verify.New(protocol, verify.Options{Sessions: c.sessions}, func(f verify.Fault) { texts = append(texts, f.Text()) })
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(c.recording)); err != nil {
			t.Fatal(err)
		}
		if r := v.Result(); r.Lines != c.lines || r.Bad != c.bad || r.Faults != c.faults {
			t.Errorf("%s: %d lines, %d bad, %d faults; want %d, %d, %d: %q", c.name, r.Lines, r.Bad, r.Faults, c.lines, c.bad, c.faults, texts)
		}
	}
}

const summarySpec = `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {batch: {max: 9}}
methods:
  say: {from: client, params: {text: string}, result: empty}
`

// TestBlankInJournal passes over blank lines of a journal, as its readers do: they were faults.
func TestBlankInJournal(t *testing.T) {
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("spec.yaml", []byte(`wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Header: {fields: {version: string}}
  Record: {fields: {at: int}}
methods:
  say: {from: client, params: {text: string}, result: empty}
journal: {header: Header, record: Record, version: header.version}
`)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	for recording, faults := range map[string]int{
		"{\"version\":\"1\"}\n\n{\"at\":1}\r\n\r\n":  0,
		"{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n": 1,
	} {
		v, err := verify.New(p, verify.Options{}, func(verify.Fault) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(strings.NewReader(recording)); err != nil {
			t.Fatal(err)
		}
		if got := v.Result(); got.Faults != faults {
			t.Errorf("%q: %+v", recording, got)
		}
	}
}
