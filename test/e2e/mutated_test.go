package e2e

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/test/tier"
)

var mutated = flag.Int("mutated", tier.Count(2_000, 20_000), "how many mutated messages Go and TypeScript are asked about")

// fragments are put into messages: texts, numbers and signs at the edges of JSON.
var fragments = []string{
	`null`, `true`, `{}`, `[[]]`, `""`, `{"a":1,"a":2}`, `[`, `]`, `{`, `}`, `:`, `,`, ` `, "\t", "\u00a0", "\ufeff",
	`1e3`, `-0`, `1.0`, `1e400`, `1e-400`, `-1E+2`, `0.1e-7`, `9007199254740993`, `9007199254740992.5`,
	`123456789012345678901234567890`, `01`, `.5`, `1.`, `-`,
	`"\ud800"`, `"\ud83d\ude00"`, `"\ud83d"x`, `"é"`, `"\u2028"`, `"\u0000"`, `"\x"`,
	`"type"`, `"payload"`, `"text"`, `"__proto__"`, `"constructor"`,
}

// mutate changes a message in one place: a byte less, a fragment more, another
// value, or the members of another message before or after those it has.
func mutate(r *rand.Rand, text, other string) string {
	fragment := fragments[r.IntN(len(fragments))]
	at := r.IntN(len(text) + 1)
	members, isObject := strings.CutPrefix(other, "{")
	isObject = isObject && strings.HasSuffix(members, "}") && len(members) > 1
	first, last := strings.Index(text, "{"), strings.LastIndex(text, "}")
	switch r.IntN(5) {
	case 0:
		if at < len(text) {
			return text[:at] + text[at+1:]
		}
	case 1:
		return text[:at] + fragment + text[at:]
	case 2:
		if colon := strings.IndexByte(text[at:], ':'); colon >= 0 {
			begin := at + colon + 1
			if end := strings.IndexAny(text[begin:], ",}"); end >= 0 {
				return text[:begin] + fragment + text[begin+end:]
			}
		}
	case 3:
		if isObject && last > 0 {
			return text[:last] + "," + members[:len(members)-1] + text[last:]
		}
	case 4:
		if isObject && first >= 0 {
			return text[:first+1] + members[:len(members)-1] + "," + text[first+1:]
		}
	}
	return text
}

// TestMutatedMessages reads messages that are nearly valid with Go, TypeScript and the
// reference interpreter: all must give the same verdict on each, in the same words,
// write the same values, and be stable after one pass. Content that is kept unread
// may differ in the spelling of numbers and strings, so what TypeScript writes is
// compared as values.
func TestMutatedMessages(t *testing.T) {
	t.Parallel()
	all := toRead(t)
	r := rand.New(rand.NewPCG(11, 13))
	pick := func() (*construct, message) {
		c := all[r.IntN(len(all))]
		return c, c.messages[r.IntN(len(c.messages))]
	}
	questions := make([]question, *mutated)
	for i := range questions {
		c, m := pick()
		text := m.text
		for range 1 + r.IntN(3) {
			_, other := pick()
			text = mutate(r, text, other.text)
		}
		questions[i] = question{c.name, m.typ, text}
	}
	inGo, inTS := ask(t, goReader(t, all), questions), ask(t, tsReader(t, all), questions)
	if len(inGo) != len(questions) || len(inTS) != len(questions) {
		t.Fatalf("%d questions, %d answers of Go, %d of TypeScript", len(questions), len(inGo), len(inTS))
	}
	byModel := make(map[string]*interp.Reader)
	for _, c := range all {
		byModel[c.name] = interp.New(c.protocol)
	}
	accepted, differ := 0, 0
	for i, q := range questions {
		g, ts, m := inGo[i], inTS[i], modelAnswer(byModel[q.Construct], q.Type, q.Text)
		if g.Error == "" {
			accepted++
		}
		if g == m && g.Error == ts.Error && g.Check == ts.Check && g.Dropped == ts.Dropped && g.Second == g.Written && (g.Check != "" || ts.Second == ts.Written && sameValue(t, g.Written, ts.Written)) {
			continue
		}
		if differ++; differ <= 10 {
			t.Errorf("%s.%s %s\n\tGo         %+v\n\tTypeScript %+v\n\tthe model  %+v", q.Construct, q.Type, q.Text, g, ts, m)
		}
	}
	t.Logf("%d messages, %d accepted, %d answered differently", len(questions), accepted, differ)
	if accepted == 0 || accepted == len(questions) {
		t.Error("the messages are all right or all wrong, which tests little")
	}
}

func sameValue(t *testing.T, a, b string) bool {
	t.Helper()
	if a == b {
		return true
	}
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

// goReader builds the program that reads with every construct's Go.
func goReader(t *testing.T, all []*construct) *exec.Cmd {
	t.Helper()
	return exec.Command(goModule(t, all).Build(t))
}

// tsReader returns the program that reads with every construct's JavaScript.
func tsReader(t *testing.T, all []*construct) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	called := map[string]string{}
	for _, c := range all {
		for _, typ := range c.types {
			called[c.name+"."+typ] = c.nameIn("ts", typ)
		}
		for _, m := range c.messages {
			called[c.name+"."+m.typ] = c.nameIn("ts", m.typ)
		}
		writeFiles(t, filepath.Join(dir, c.name), slices.DeleteFunc(slices.Clone(c.targets["ts"]), func(f backend.File) bool {
			return strings.HasSuffix(f.Name, ".d.ts") // which Node does not read
		}))
	}
	table, err := json.Marshal(called)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "reader.mjs"), strings.Replace(tsProgram, "/*CALLED*/", string(table), 1))
	cmd := exec.Command("node", "reader.mjs")
	cmd.Dir = dir
	return cmd
}
