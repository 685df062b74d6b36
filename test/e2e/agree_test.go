package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/test/tier"
)

var agree = flag.Int("agree", tier.Count(4_000, 100_000), "how many made messages every reader is asked about, for each set of specs")

// TestAgree makes messages and near misses of every type of a protocol, of a spec
// with every construct, and of each construct, and reads them with eight readers:
// generated Go, generated TypeScript, generated Python, the reference interpreter, and the schemas of
// both sides with two validators. All must give the same verdict; the four that
// report errors, the same path and words; and what is written must be the same bytes,
// or the same value if it has content that is kept unread.
func TestAgree(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../../spec/wire.yaml", "../../testdata/everything.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		c := &construct{name: name, protocol: compileSpec(t, name, text)}
		c.targets = emit(t, c, reading()...)
		t.Run(name, func(t *testing.T) { agreeOn(t, []*construct{c}) })
	}
	t.Run("everything, with other defaults", func(t *testing.T) { agreeOn(t, siblings(t)) })
	t.Run("constructs", func(t *testing.T) { agreeOn(t, toRead(t)) })
}

// siblings returns testdata/everything.yaml with other defaults of the file: each
// value of each of them is in one.
func siblings(t *testing.T) []*construct {
	t.Helper()
	text, err := os.ReadFile("../../testdata/everything.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const own = "defaults: {int64: string, extra: ignore}\n"
	var all []*construct
	for i, defaults := range []string{
		"{int64: number, write_absent: null, extra: keep, enums: open}",
		"{int64: string, write_absent: omit, extra: reject, unknown: reject, enums: closed}",
		"{write_absent: null, patch: true, on_error: unset, bad_items: skip, extra: reject, unknown: keep, enums: open}",
	} {
		changed := strings.Replace(string(text), own, "defaults: "+defaults+"\n", 1)
		if changed == string(text) {
			t.Fatalf("everything.yaml has no line %q", own)
		}
		c := &construct{name: fmt.Sprintf("everything%d", i)}
		c.protocol = compileSpec(t, c.name, []byte(changed))
		c.targets = emit(t, c, reading()...)
		all = append(all, c)
	}
	return all
}

// A made is a message with what its maker expects of it.
type made struct {
	question
	bad   bool
	path  string // of the fault
	multi bool   // with several faults: nothing is said of it

	model answer // the result of the reference interpreter
	kept  bool   // it is read, and what is written holds content that was kept unread
}

func agreeOn(t *testing.T, all []*construct) {
	differ := 0
	saw := askAll(t, all, *agree, func(q made, what string, answers ...any) {
		if differ++; differ <= 10 {
			t.Errorf("%s.%s: %s\n\t%.600q\n\t%+v", q.Construct, q.Type, what, q.Text, answers)
		}
	})
	for _, reader := range readers {
		n := saw[reader]
		t.Logf("%-34s saw %7d messages: %7d valid, %7d invalid", reader, n.valid+n.invalid, n.valid, n.invalid)
		if n.valid == 0 || n.invalid == 0 {
			t.Errorf("%s saw none that is valid, or none that is invalid", reader)
		}
	}
	t.Logf("%d disagreements", differ)
}

// readers are all that are compared.
var readers = []string{
	"generated Go", "generated TypeScript", "generated Python", "the model",
	"the read schema, in Go", "the read schema, in ajv", "the write schema, in Go", "the write schema, in ajv",
}

// counts has the number of messages that a reader saw.
type counts struct{ valid, invalid int }

// tallies are the counts of each reader.
type tallies map[string]counts

func (t tallies) add(reader string, valid bool) {
	n := t[reader]
	if valid {
		n.valid++
	} else {
		n.invalid++
	}
	t[reader] = n
}

// A complaint reports where readers disagree.
type complaint func(q made, what string, answers ...any)

// askAll reads n made messages with every reader, and reports where they disagree.
func askAll(t *testing.T, all []*construct, n int, say complaint) tallies {
	t.Helper()
	for _, c := range all {
		c.types = readableTypes(c)
	}
	list := makeMessages(all, n)
	askModel(all, list)
	saw := make(tallies)
	inGo := answersOf(list, func() *exec.Cmd { return goReader(t, all) }, "Go", say)
	inTS := answersOf(list, func() *exec.Cmd { return tsReader(t, all) }, "TypeScript", say)
	inPython := answersOf(list, func() *exec.Cmd { return pyReader(t, all) }, "Python", say)
	compareAll(t, all, list, given{inGo, inTS, inPython}, saw, say)
	return saw
}

// askModel reads every message with the reference interpreter.
func askModel(all []*construct, list []made) {
	byModel, protocols := make(map[string]*interp.Reader), make(map[string]*model.Protocol)
	for _, c := range all {
		byModel[c.name], protocols[c.name] = interp.New(c.protocol), c.protocol
	}
	for i := range list {
		q := &list[i]
		if strings.HasPrefix(q.Type, progressHead) {
			q.model = modelProgress(byModel[q.Construct], protocols[q.Construct], q.Type, q.Text)
			continue
		}
		q.model = modelAnswer(byModel[q.Construct], q.Type, q.Text)
		q.kept = q.model.Error == "" && byModel[q.Construct].Read(q.Type, []byte(q.model.Written)).Strict() != nil
	}
}

// answersOf reads every message with a reader. If it crashes or hangs, this is
// reported for the message that it was reading, and a new one reads the messages of
// the other constructs; those that were not read have no answer.
func answersOf(list []made, start func() *exec.Cmd, reader string, say complaint) []*answer {
	out := make([]*answer, len(list))
	dead := make(map[string]bool)
	for from := 0; from < len(list); {
		var open []int
		var qs []question
		for i := from; i < len(list); i++ {
			if !dead[list[i].Construct] {
				open, qs = append(open, i), append(qs, list[i].question)
			}
		}
		answers, err := converse(start(), qs)
		for i, a := range answers {
			out[open[i]] = &a
		}
		if err == nil || len(answers) >= len(open) {
			break
		}
		from = open[len(answers)]
		dead[list[from].Construct] = true
		say(list[from], reader+" dies or hangs", err)
	}
	return out
}

// given are the answers of the generated readers to each message; nil for none.
type given struct{ inGo, inTS, inPython []*answer }

// compareAll compares the answers about all messages with each other, and then with
// those of the schemas.
func compareAll(t *testing.T, all []*construct, list []made, by given, saw tallies, say complaint) {
	t.Helper()
	var values []validation
	for i, q := range list {
		m := q.model
		g, ts, py := by.inGo[i], by.inTS[i], by.inPython[i]
		if g == nil || ts == nil || py == nil {
			continue
		}
		saw.add("generated Go", g.Error == "")
		saw.add("generated TypeScript", ts.Error == "")
		saw.add("generated Python", py.Error == "")
		saw.add("the model", m.Error == "")
		if strings.HasPrefix(q.Type, progressHead) {
			compareProgress(t, q, *g, *ts, *py, m, say)
			continue
		}
		if strings.Contains(m.Error, tooHeavy) {
			q.bad, q.multi = false, true // its maker does not weigh it
		}
		compareReaders(t, q, *g, *ts, m, say)
		compareWithPython(t, q, *py, m, say)
		if isBeyondSchemas(m.Error) {
			continue
		}
		values = append(values, validation{made: q, side: readSide, text: q.Text, valid: m.Error == ""})
		if m.Error == "" {
			// A writer of this version must not write what is kept unread.
			values = append(values, validation{made: q, side: writeSide, text: m.Written, valid: m.Check == "" && !q.kept})
		}
	}
	validateAll(t, all, values, saw, say)
}

// compareReaders compares the answers of the readers that also write.
func compareReaders(t *testing.T, q made, g, ts, m answer, say complaint) {
	t.Helper()
	switch {
	case strings.Count(m.Dropped, "\n") > 100: // runtimes do not list so many
	case !q.multi && q.bad == (m.Error == ""):
		say(q, "the maker and the model disagree", m)
	case q.bad && !isAt(m.Error, q.path):
		say(q, "the model finds the fault elsewhere, not at "+q.path, m)
	case g != m:
		say(q, "Go and the model disagree", g, m)
	case ts.Error != m.Error || ts.Check != m.Check || ts.Dropped != m.Dropped || ts.Answer != m.Answer && ts.Answer != "not asked":
		say(q, "TypeScript and the model disagree", ts, m)
	case m.Error == "" && m.Check == "" && (ts.Second != ts.Written || !sameValue(t, m.Written, ts.Written)):
		say(q, "TypeScript and the model write different values", ts, m)
	}
}

// compareWithPython compares the answer of the Python reader with that of the model.
func compareWithPython(t *testing.T, q made, py, m answer, say complaint) {
	t.Helper()
	switch {
	case strings.Count(m.Dropped, "\n") > 100: // runtimes do not list so many
	case py.Error != m.Error || py.Check != m.Check || py.Dropped != m.Dropped || py.Answer != m.Answer:
		say(q, "Python and the model disagree", py, m)
	case m.Error == "" && m.Check == "" && (py.Second != py.Written || !sameValue(t, m.Written, py.Written)):
		say(q, "Python and the model write different values", py, m)
	}
}

// validateAll validates all values with both validators.
func validateAll(t *testing.T, all []*construct, values []validation, saw tallies, say complaint) {
	t.Helper()
	bySchema := make(map[string]*schemas)
	for _, c := range all {
		s, err := newSchemas(c)
		if err != nil {
			t.Fatal(err)
		}
		bySchema[c.name] = s
	}
	inNode := ajv(t, all, values)
	for i, v := range values {
		err := bySchema[v.Construct].validate(t, v.side, v.Type, v.text)
		saw.add("the "+v.side+" schema, in Go", err == nil)
		saw.add("the "+v.side+" schema, in ajv", inNode[i] == "")
		if (err == nil) != v.valid {
			say(v.made, "the "+v.side+" schema and the model disagree, in Go", v.text, v.valid, err)
		}
		if (inNode[i] == "") != v.valid {
			say(v.made, "the "+v.side+" schema and the model disagree, in ajv", v.text, v.valid, inNode[i])
		}
	}
}

// isAt reports whether an error has a path.
func isAt(err, path string) bool {
	// Errors leave out keys of what is sensitive.
	if before, _, hides := strings.Cut(err, "[…]"); hides && strings.HasPrefix(path, before) {
		return true
	}
	if path == "" {
		return strings.HasPrefix(err, "expected ")
	}
	return strings.HasPrefix(err, path+": expected ") || strings.HasPrefix(err, path+" is missing: expected ")
}

// readableTypes returns the types whose names in every target are known: that of the spec, or
// those that it pins.
func readableTypes(c *construct) []string {
	var out []string
	for _, d := range c.protocol.Decls {
		pinned := d.Info().Pins
		if len(pinned) >= 2 || len(pinned) == 0 && names.GoName(d.TypeName()) == d.TypeName() {
			out = append(out, d.TypeName())
		}
	}
	of := c.protocol.MessageNames()
	if of.Any != "" { // which have more to show than any other type
		out = append(out, of.Any, of.Any, of.Any, of.Any)
	}
	if of.Batch != "" {
		out = append(out, of.Batch)
	}
	return out
}

// makeMessages returns n messages of all types in turn: of twenty, fourteen valid
// ones, four near misses, one with several faults, and one that is not UTF-8. With them
// are pairs of messages for every kind of progress.
func makeMessages(all []*construct, n int) []made {
	var out []made
	makers := make(map[string]*sample.Maker)
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range all {
		makers[c.name] = sample.New(c.protocol, 2026)
	}
	for round := 0; len(out) < n; round++ {
		for _, c := range all {
			for _, typ := range c.types {
				q := made{question: question{Construct: c.name, Type: typ}}
				switch m := makers[c.name]; round % 20 {
				case 3, 6, 13, 16:
					bad := m.Invalid(typ)
					q.bad, q.Text, q.path = true, bad.Text, bad.Path
				case 9:
					q.multi, q.Text = true, m.MultiFault(typ)
				case 11:
					q.Text = m.Message(typ)
					if c.protocol.MaxWeight() < model.LeastMaxWeight {
						q.multi, q.Text = true, heavier(r, q.Text)
					}
				case 19:
					q.bad, q.Text = true, withBadByte(r, m.Message(typ))
				default:
					q.Text = m.Message(typ)
				}
				out = append(out, q)
			}
		}
	}
	return append(out[:n], progressPairs(all)...)
}

// heavier returns a message with some array or object in it that has many items or members.
func heavier(r *rand.Rand, text string) string {
	var opened []int
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case !inString && (c == '[' || c == '{'):
			opened = append(opened, i)
		}
	}
	if len(opened) == 0 {
		return text
	}
	at := opened[r.IntN(len(opened))] + 1
	var more strings.Builder
	item := []string{"{}", "[]", "0", `""`, "null"}[r.IntN(5)]
	if end := endOfValue(text[at:]); end > 0 && r.IntN(4) > 0 {
		item = text[at : at+end]
	}
	for i := range 200 + r.IntN(2000) {
		if text[at-1] == '{' {
			fmt.Fprintf(&more, `"zz%d":%s,`, i, item)
		} else {
			more.WriteString(item + ",")
		}
	}
	list := more.String()
	if rest := strings.TrimLeft(text[at:], " \t\r\n"); rest[0] == ']' || rest[0] == '}' {
		list = strings.TrimSuffix(list, ",")
	}
	return text[:at] + list + text[at:]
}

// endOfValue is the length of the first value of a text, with space before it; 0 if it does not
// begin with one, or it is long.
func endOfValue(text string) int {
	d := json.NewDecoder(strings.NewReader(text))
	var v json.RawMessage
	if d.Decode(&v) != nil || len(v) > 100 {
		return 0
	}
	return int(d.InputOffset())
}

// withBadByte returns a message with bytes somewhere in it that are not UTF-8: an
// invalid byte, an incomplete character, a continuation byte, a surrogate, an overlong
// character, one beyond the last.
func withBadByte(r *rand.Rand, text string) string {
	bad := []string{"\xff", "\xc3", "\xe2\x82", "\xa9", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80"}[r.IntN(7)]
	i := r.IntN(len(text) + 1)
	return text[:i] + bad + text[i:]
}
