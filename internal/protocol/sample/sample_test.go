package sample_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/check"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

func wire(t testing.TB) *model.Protocol {
	t.Helper()
	text, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return compileText(t, string(text))
}

func compileText(t testing.TB, text string) *model.Protocol {
	t.Helper()
	var r diag.Report
	p := check.Check(syntax.Parse(source.NewFile("wire.yaml", []byte(text)), &r), &r)
	if p == nil {
		t.Fatal(r.All()[0].Message)
	}
	return p
}

// TestAccepted makes messages of every type: each is accepted.
func TestAccepted(t *testing.T) {
	p := wire(t)
	r := interp.New(p)
	for _, name := range sample.New(p, 1).Types() {
		m := sample.New(p, 1)
		n := m.Edges(name) + 200
		for range n {
			text := m.Message(name)
			if got := r.Read(name, []byte(text)); got.Err != nil {
				t.Fatalf("%s: %v\n%s", name, got.Err, text)
			}
			if strings.ContainsAny(text, "\n\r") {
				t.Fatalf("%s: a message on several lines: %q", name, text)
			}
		}
		t.Logf("%s: %d edges", name, m.Edges(name))
	}
}

// TestMissed makes near misses of every type: each is refused, at the path
// that it names.
func TestMissed(t *testing.T) {
	tier.Slow(t)
	p := wire(t)
	r := interp.New(p)
	for _, name := range sample.New(p, 1).Types() {
		m := sample.New(p, 1)
		for range 500 {
			bad := m.Invalid(name)
			got := r.Read(name, []byte(bad.Text))
			if got.Err == nil || !isAt(got.Err.Path, bad.Path) {
				t.Errorf("%s: %s at %q: got %v\n%s", name, bad.Fault, bad.Path, got.Err, bad.Text)
			}
		}
	}
}

// isAt reports whether a path of an error, which leaves out keys of what is sensitive, is that
// of a fault.
func isAt(got, want string) bool {
	before, _, hides := strings.Cut(got, "[…]")
	return got == want || hides && strings.HasPrefix(want, before)
}

// TestSameSeed makes the same messages twice.
func TestSameSeed(t *testing.T) {
	p := wire(t)
	a, b, c := sample.New(p, 7), sample.New(p, 7), sample.New(p, 8)
	same := true
	for range 300 {
		x := a.Message("Event")
		if x != b.Message("Event") {
			t.Fatal("one seed gives two messages")
		}
		same = same && x == c.Message("Event")
	}
	if same {
		t.Error("two seeds give the same messages")
	}
}

// TestAllocations makes messages that are forgotten once they are written: they share
// their memory.
func TestAllocations(t *testing.T) {
	m := sample.New(wire(t), 9)
	for range m.Edges("Message") + 2000 {
		m.Append(nil, "Message")
	}
	var line []byte
	if n := testing.AllocsPerRun(5000, func() { line = m.Append(line[:0], "Message") }); n > 6 {
		t.Errorf("%v allocations for a message", n)
	}
}

// TestKept makes the same messages from values that share their memory, and from ones that
// do not.
func TestKept(t *testing.T) {
	p := wire(t)
	for _, name := range sample.New(p, 1).Types() {
		shared, kept := sample.New(p, 3), sample.New(p, 3)
		for range shared.Edges(name) + 300 {
			if got, want := shared.Message(name), kept.Kept(name); got != want {
				t.Fatalf("%s: got %s, want %s", name, got, want)
			}
		}
	}
}

// TestLifelikeForms: a timestamp or a URI that no reader checks was its key, or "a".
func TestLifelikeForms(t *testing.T) {
	p := compileText(t, `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  A: {doc: A., fields: {at: timestamp, "made_at?": {type: timestamp, enforced: both}, where: uri, "short?": {type: uri, max_length: 3}}}
`)
	forms := map[string]string{"at": "[0-9-]{10}T.*", "made_at": "[0-9-]{10}T.*", "where": "[a-z]+:.+", "short": ".{0,3}"}
	m := sample.New(p, 1).Lifelike(2)
	for range 50 {
		var got map[string]any
		if err := json.Unmarshal([]byte(m.Message("A")), &got); err != nil {
			t.Fatal(err)
		}
		for key, form := range forms {
			if text, ok := got[key].(string); ok && !regexp.MustCompile("^"+form+"$").MatchString(text) {
				t.Errorf("%s: %q", key, text)
			}
		}
	}
}
