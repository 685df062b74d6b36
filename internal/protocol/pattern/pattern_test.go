package pattern

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/test/tier"
)

// accepted are patterns as people write them.
var accepted = []string{
	``, `a`, `^$`, `$`, `^`, `a+`, `a*`, `[a-z]+`, `^a*b`, `^[a-z]+$`, `^[a-z0-9-]{1,64}$`, `^[^\n]{0,500}$`, `ab|cd`, `\d`, `x[a-z0-9]{20}y`, `[a-z0-9]{8}-x`,
	`^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
	`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
	`^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$`, `^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$`,
	`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`, `^[a-zA-Z][a-zA-Z0-9]*(?:[._-][a-zA-Z0-9]+)*$`,
	`^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$`,
	`^(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,7}:|(?:[0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,5}(?::[0-9a-fA-F]{1,4}){1,2}|(?:[0-9a-fA-F]{1,4}:){1,4}(?::[0-9a-fA-F]{1,4}){1,3}|(?:[0-9a-fA-F]{1,4}:){1,3}(?::[0-9a-fA-F]{1,4}){1,4}|(?:[0-9a-fA-F]{1,4}:){1,2}(?::[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:(?::[0-9a-fA-F]{1,4}){1,6}|:(?:(?::[0-9a-fA-F]{1,4}){1,7}|:))$`,
	`^[A-Za-z][A-Za-z0-9+\-.]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f][0-9A-Fa-f])*$`,
	`^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$`,
	`^#?(?:[0-9a-fA-F]{3}){1,2}$`, `^\+?[1-9]\d{1,14}$`, `^/(?:[^/\n]+/)*[^/\n]*$`, `^sha256:[0-9a-f]{64}$`, `^v\d+$`, `^"(?:[^"\\]|\\[^\n])*"$`,
	`^\w+(?:, \w+)*$`, `\bcat\b`, `^(?:a|b)*$`, `^(?:(?:a+b)+c)+$`, `^[\d\D]*$`, `(?:^|/)a*$`, `^(?:[\d\D]*|(?:a|a)*b)$`, `^(?:a|a)*`, `^(?:\b|a)+x`, `^(?:^|a){2,}x`,
	`^[a-z]{1,100}[0-9]{1,100}$`, `^[a-z]{1,16}[a-z]{1,16}$`, `^é😀+$`, `[\-a]`, `[a-]`, `[-a]`, `[^-]`, `a{0}`, `a{0,1}`, `(?:)`, `()`, `a|`, `|a`, `(|a)b`, `^(?:)*$`, `a*?`,
}

// slow are patterns that a matcher needs long for.
var slow = []string{
	`^(a|a)*$`, `^a*a*a*a*a*b$`, `a*b`, `a*$`, `\d+$`, `^(?:a(?:|))*$`, `^(?:a?b?a?)*$`, `^(?:a+)+$`, `^(?:a|a){30}$`, `^(?:a?){30}a{30}$`, `^[ab]*[bc]*d`, `^(?:\w+ ?)*$`,
	`^\d*\.?\d*$`, `(?:^|a)a*$`, `^(?:(?:a|a)*b|a)$`, `^(?:a|ab|b)*c`, `a{0,1000}b`, `^(?:\ba?)*$|a*b`, `[^\d]*\bx`,
}

func TestAccepted(t *testing.T) {
	for _, text := range accepted {
		if _, fault := Parse(text); fault != nil {
			t.Errorf("%s: %s", text, fault.Text)
		}
	}
}

// TestSlow checks that for every pattern that is refused there is a text on which a
// matcher tries more ways than are allowed.
func TestSlow(t *testing.T) {
	for _, text := range slow {
		_, fault := Parse(text)
		if fault == nil || fault.Slow == "" {
			t.Errorf("%s: %+v", text, fault)
			continue
		}
		witnessed(t, text, fault.Slow)
	}
}

func witnessed(t *testing.T, text, slow string) {
	t.Helper()
	root, _ := parse(text)
	// The search for a later beginning is a way, too.
	if _, most, _ := count(root, slow, 2*maxWays); most+1 <= maxWays {
		t.Errorf("%s: %.80q leads to %d ways", text, slow, most+1)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`^*a`: "^*", `\b+a`: `\b+`, `$?a`: "$?", `a{02}`: "{02}", `a{,5}`: "{,5}", `a{1001}`: "{1001}", `(?=a)`: "(?", `(?<n>a)`: "(?", `(a)\1`: `\1`, `[`: "[", `[]a]`: "[]",
		`[^]`: "[^]", `[a-\d]`: `a-\d`, `[\d-a]`: `\d-`, `[a-b-c]`: "-", `[--a]`: "-", `[z-a]`: "z-a", `[[:alpha:]]`: "[", `\s`: `\s`, `\u0041`: `\u`, `\x41`: `\x`, `\p{L}`: `\p`,
		`a.`: ".", `a{`: "{", `a}`: "}", `a]`: "]", `a**`: "*", `a{2}{3}`: "{3}", `a*??`: "?", `*a`: "*", `(a`: "(", `a)`: ")", `\`: `\`, `\é`: `\é`, `\-`: `\-`, `[\b]`: `\b`, `{2}`: "{2}",
		`a{3,2}`: "{3,2}", `(?:a{1000}){1000}`: "(?:a{1000}){1000}", `(?:a{500}b{500}){2}`: "(?:a{500}b{500}){2}", `(?i)a`: "(?", `\q`: `\q`,
		strings.Repeat("(?:|)", 20): strings.Repeat("(?:|)", 20),
	} {
		_, fault := Parse(text)
		switch {
		case fault == nil:
			t.Errorf("%s is not refused", text)
		case text[fault.From:fault.To] != want || fault.Text == "" || fault.Help == "":
			t.Errorf("%s: %q: %+v", text, text[fault.From:fault.To], *fault)
		}
	}
}

// A question is a pattern with texts, and whether Go matches each.
type question struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts"`
	matches []bool
}

// TestRandom makes patterns. Each that is accepted is compiled by Go and by
// Node, and both must agree on random texts, on texts that are made to
// match, and on those that lead to the most ways; each that is refused because
// of its time has a text that shows it.
func TestRandom(t *testing.T) {
	tier.Slow(t)
	r := rand.New(rand.NewPCG(1, 2))
	var asked []*question
	n, refused := tier.Count(1000, 20_000), 0
	for range n {
		text := random(r, 2+r.IntN(3))
		p, fault := Parse(text)
		if fault != nil {
			if fault.Slow != "" {
				refused++
				witnessed(t, text, fault.Slow)
			}
			continue
		}
		asked = append(asked, ask(t, r, p))
	}
	t.Logf("%d accepted, %d would be slow", len(asked), refused)
	if len(asked) < n/4 || refused < n/40 {
		t.Errorf("of %d patterns %d are accepted and %d slow", n, len(asked), refused)
	}
	inNode(t, asked)
}

func ask(t *testing.T, r *rand.Rand, p *Pattern) *question {
	q := &question{Pattern: p.text, Texts: []string{"", "a", "ab", "\n", "é"}}
	for range 8 {
		q.Texts = append(q.Texts, word(r, r.IntN(12)))
	}
	re := regexp.MustCompile(p.text)
	if made, _, found := p.Texts(0, -1); found {
		for range 4 {
			text := made.Make(r.IntN)
			if !re.MatchString(text) {
				t.Errorf("%s: %q was made to match", p.text, text)
			}
			q.Texts = append(q.Texts, text)
		}
	}
	// Texts that lead to many ways, with a part of them repeated.
	worst := ""
	for limit := 1; limit < maxWays; limit *= 2 {
		text, done := p.tooMany(true, limit)
		if !done || text == "" {
			break
		}
		worst = text
	}
	if runes := []rune(worst); len(runes) > 0 {
		for range 3 {
			i := r.IntN(len(runes))
			j := i + 1 + r.IntN(len(runes)-i)
			q.Texts = append(q.Texts, string(runes[:j])+strings.Repeat(string(runes[i:j]), 2000/(j-i))+string(runes[j:]))
		}
	}
	root, _ := parse(p.text)
	for _, text := range q.Texts {
		want := re.MatchString(text)
		matched, most, _ := count(root, text, maxWays)
		if matched != want || most > maxWays {
			t.Errorf("%s: %.40q: Go returns %v, a matcher %v, in %d ways", p.text, text, want, matched, most)
		}
		q.matches = append(q.matches, want)
	}
	return q
}

// inNode checks that Node agrees, and that no pattern takes long.
func inNode(t *testing.T, asked []*question) {
	const script = `
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const q = JSON.parse(line), re = new RegExp(q.pattern, "u"), start = process.cpuUsage().user;
  console.log(JSON.stringify({ matches: q.texts.map((t) => re.test(t)), ms: (process.cpuUsage().user - start) / 1000 }));
});`
	cmd := exec.Command("node", "-e", script)
	var in bytes.Buffer
	for _, q := range asked {
		line, _ := json.Marshal(q)
		in.Write(append(line, '\n'))
	}
	cmd.Stdin = &in
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for _, q := range asked {
		lines.Scan()
		var got struct {
			Matches []bool
			MS      float64
		}
		if err := json.Unmarshal(lines.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got.Matches) != fmt.Sprint(q.matches) {
			t.Errorf("%s: Go returns %v, Node %v for %.200q", q.Pattern, q.matches, got.Matches, q.Texts)
		}
		if got.MS > 1000 {
			t.Errorf("%s: Node needed %.0f ms", q.Pattern, got.MS)
		}
	}
}

// TestCommonPatternsInNode compares Go and Node on the patterns above.
func TestCommonPatternsInNode(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var asked []*question
	for _, text := range accepted {
		p, fault := Parse(text)
		if fault == nil {
			asked = append(asked, ask(t, r, p))
		}
	}
	inNode(t, asked)
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		text      string
		low, high int
		shortest  int
		found     bool
	}{
		{`^$`, 0, -1, 0, true}, {`^$`, 1, -1, 0, false}, {`^[a-z]{9}$`, 0, 5, 9, false}, {`^[a-z]{9}$`, 0, -1, 9, true}, {`a^`, 0, -1, 0, false}, {`$a`, 0, -1, 0, false},
		{`^(?:aaa)*$`, 4, 5, 6, false}, {`^(?:aaa)*$`, 4, 6, 6, true}, {`[^\d\D]`, 0, -1, 0, false}, {`^[^\d\D]*$`, 0, -1, 0, true}, {`^[^\d\D]*$`, 1, -1, 0, false},
		{`a\bb`, 0, -1, 0, false}, {`\b`, 0, -1, 1, true}, {`\B`, 0, -1, 0, true}, {`ab`, 100, 100, 100, true}, {`^a{3}$|^b{700}$`, 4, -1, 700, true}, {`é`, 0, 1, 1, true},
	} {
		p, fault := Parse(c.text)
		if fault != nil {
			t.Fatalf("%s: %s", c.text, fault.Text)
		}
		made, shortest, found := p.Texts(c.low, c.high)
		if shortest != c.shortest || found != c.found {
			t.Errorf("%s from %d to %d: %d, %v", c.text, c.low, c.high, shortest, found)
		}
		for range 20 {
			if !found {
				break
			}
			text := made.Make(rand.IntN)
			if n := utf8.RuneCountInString(text); n < c.low || c.high >= 0 && n > c.high || !regexp.MustCompile(c.text).MatchString(text) {
				t.Errorf("%s from %d to %d: %q", c.text, c.low, c.high, text)
			}
		}
	}
}

func word(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString([]string{"a", "a", "a", "b", "b", "c", "1", " ", "-", "\n", "é", "😀", "_"}[r.IntN(13)])
	}
	return b.String()
}

// random returns a pattern, mostly in the part that both languages share.
func random(r *rand.Rand, depth int) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteString("^")
	}
	for range r.IntN(4) + 1 {
		b.WriteString(randomPart(r, depth))
	}
	if r.IntN(4) == 0 {
		b.WriteString("$")
	}
	return b.String()
}

func randomPart(r *rand.Rand, depth int) string {
	atom := ""
	switch k := r.IntN(12); {
	case depth > 0 && k < 2:
		atom = "(?:" + random(r, depth-1) + ")"
	case depth > 0 && k < 4:
		atom = "(" + random(r, depth-1) + "|" + random(r, depth-1) + ")"
	case depth > 0 && k < 5:
		atom = "(?:" + random(r, depth-1) + "|)"
	default:
		atom = []string{"a", "b", "c", "1", "-", "[ab]", "[^a]", "[a-c1]", `\d`, `\w`, `\W`, `\D`, "é", "😀", `[^\n]`, `\.`, "_", `[\w-]`, `[\d\D]`}[r.IntN(19)]
		if r.IntN(12) == 0 {
			return []string{"^", "$", `\b`, `\B`}[r.IntN(4)]
		}
	}
	return atom + []string{"", "", "", "", "", "*", "+", "?", "{2}", "{0,3}", "{2,}", "*?", "+?", "??", "{1,2}?"}[r.IntN(15)]
}
