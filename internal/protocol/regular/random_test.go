package regular

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/test/tier"
)

// letters has a code point of every symbol of random patterns, in the order of
// witnesses.
var letters = []string{"a", "b", "c", "d", "0", "A", "!", "é", "\n"}

// random is a pattern of some depth.
func random(r *rand.Rand, depth int) string {
	part := func() string { return random(r, depth-1) }
	if depth == 0 {
		return one(r, `a`, `b`, `a`, `b`, `c`, `é`, `[ab]`, `[^a]`, `[a-c]`, `[Aa]`, `\d`, `\w`, `\W`, `.`, `[\d\D]`)
	}
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		return part() + part()
	case 4, 5:
		return "(?:" + part() + "|" + part() + ")"
	case 6, 7:
		return "(?:" + part() + ")" + one(r, "*", "+", "?", "*?", "{2}", "{0,2}", "{1,3}", "{2,}")
	case 8:
		return one(r, "^", `\b`, `\B`, "(?m:^)") + part()
	case 9:
		return part() + one(r, "$", `\b`, `\B`, "(?m:$)")
	case 10:
		return "^" + part() + "$"
	}
	return part()
}

func one(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

func randomLanguage(r *rand.Rand) Language {
	l := Language{Max: -1}
	for range r.IntN(6)/2 + r.IntN(2) {
		p := random(r, 1+r.IntN(4))
		if r.IntN(2) == 0 {
			p = "^(?:" + p + ")$"
		}
		l.Patterns = append(l.Patterns, p)
	}
	if r.IntN(3) == 0 {
		l.Min = r.IntN(4)
	}
	if r.IntN(3) == 0 {
		l.Max = r.IntN(6)
	}
	return l
}

// texts are all strings of letters of up to most code points, in order.
func texts(letters []string, most int) []string {
	out := []string{""}
	for from := 0; most > 0; most-- {
		to := len(out)
		for _, head := range out[from:to] {
			for _, tail := range letters {
				out = append(out, head+tail)
			}
		}
		from = to
	}
	return out
}

// A compiled is a language whose patterns are compiled.
type compiled struct {
	Language
	patterns []*regexp.Regexp
}

func compile(l Language) compiled {
	c := compiled{Language: l}
	for _, p := range l.Patterns {
		c.patterns = append(c.patterns, regexp.MustCompile(p))
	}
	return c
}

func (c compiled) holds(text string) bool {
	n := utf8.RuneCountInString(text)
	return n >= c.Min && (c.Max < 0 || n <= c.Max) &&
		!slices.ContainsFunc(c.patterns, func(p *regexp.Regexp) bool { return !p.MatchString(text) })
}

// TestRandom compares random languages, and tries every short string: the witness is
// the first that shows a difference, and there is none if one includes the other.
func TestRandom(t *testing.T) {
	tier.Slow(t)
	r := rand.New(rand.NewPCG(3, 4))
	const longest = 4
	short, long := texts(letters, longest), texts([]string{"a", "b"}, 9)
	n := tier.Count(400, 4_000)
	var counts [3]int
	for range n {
		sub, l := randomLanguage(r), randomLanguage(r)
		if r.IntN(2) == 0 && len(sub.Patterns) > 0 {
			l.Patterns = []string{changed(r, sub.Patterns[0])}
		}
		got := l.Includes(sub)
		counts[got.Verdict]++
		if got.Verdict == NotIncluded {
			shown(t, l, sub, got)
		}
		in, out := compile(sub), compile(l)
		differs := func(text string) bool { return in.holds(text) && !out.holds(text) }
		i := slices.IndexFunc(short, differs)
		switch {
		case i >= 0 && (got.Verdict != NotIncluded || got.Witness != short[i]):
			t.Errorf("%v in %v: %+v, want %q", sub, l, got, short[i])
		case i < 0 && got.Verdict == NotIncluded && got.Length <= longest:
			t.Errorf("%v in %v: %+v, but no short string differs", sub, l, got)
		case i < 0 && got.Verdict == Included && slices.ContainsFunc(long, differs):
			t.Errorf("%v in %v: %q differs", sub, l, long[slices.IndexFunc(long, differs)])
		case got.Verdict == Undecided:
			t.Errorf("%v in %v is undecided", sub, l)
		}
		frugal(t, sub, l, got, 700)
		example(t, sub, in, short)
	}
	t.Logf("%d are included, %d are not", counts[Included], counts[NotIncluded])
	if min(counts[Included], counts[NotIncluded]) < n/5 {
		t.Errorf("%d are included, %d are not", counts[Included], counts[NotIncluded])
	}
}

// changed is a pattern like another: one letter is a different one, or repeated.
func changed(r *rand.Rand, p string) string {
	at := strings.IndexAny(p, "abc")
	if at < 0 || strings.Contains(p, "[") || strings.Contains(p, `\b`) {
		return "(?:" + p + ")|" + random(r, 1)
	}
	return p[:at] + one(r, "[ab]", `\w`, "(?:a|b)*", "c?", "") + p[at+1:]
}

// TestLittleWork ends comparisons of several patterns, whose machines are nested, at
// many places. What one search leaves incomplete, the next must not take for complete.
func TestLittleWork(t *testing.T) {
	tier.Slow(t)
	sub := Language{[]string{`\w*`, `^a[Aa]$`, `^[^a]?.*$`}, 0, 4}
	for _, patterns := range [][]string{{`^c[^a]+`, `^b\b|^\W$`}, {`^[a-z]$`, `^a`}, {`^aA?`, `^a`, `b|^[aA]*$`}} {
		l := Language{patterns, 0, -1}
		frugal(t, sub, l, l.Includes(sub), 5)
	}
}

// frugal checks that a small budget leads to the same verdict, or to none.
func frugal(t *testing.T, sub, l Language, want Result, step int) {
	t.Helper()
	for work := 64; work < 1<<14; work += step {
		got := l.includes(sub, &budget{left: work})
		switch {
		case got.Verdict == Undecided:
		case got.Verdict != want.Verdict:
			t.Errorf("%v in %v with little work: %+v, want %+v", sub, l, got, want)
		case got.Verdict == NotIncluded && len(got.Witness) > 0:
			shown(t, l, sub, got)
		}
	}
}

func example(t *testing.T, l Language, c compiled, short []string) {
	t.Helper()
	got, ok := l.Example()
	i := slices.IndexFunc(short, c.holds)
	switch {
	case ok && !c.holds(got):
		t.Errorf("%q is an example of %v", got, l)
	case i >= 0 && (!ok || got != short[i]):
		t.Errorf("an example of %v: %q, want %q", l, got, short[i])
	case i < 0 && ok && utf8.RuneCountInString(got) <= 4:
		t.Errorf("an example of %v: %q, which is not among the short strings", l, got)
	}
}

// TestBounds checks that a comparison that is too hard ends, and what it keeps.
func TestBounds(t *testing.T) {
	tier.Slow(t)
	const slack = maxWork / 8
	class := "[" + strings.Repeat("aceg", 500) + "]"
	for _, c := range []struct {
		sub, l string
		want   Verdict
	}{
		{`^[ab]*$`, hard, Undecided},
		{`^(?:a{97}|b{89}|c{83}|d{79})*$`, `^(?:b{89}|c{83}|d{79}|e{73})*$`, NotIncluded},
		{strings.Repeat(`a{1000}`, 900), `a`, Included},
		{strings.Repeat(`a{1000}`, 5000), `a`, Undecided},
		{strings.Repeat(class+`{1000}`, 100), `a`, NotIncluded},
	} {
		b := &budget{left: maxWork}
		got := Language{[]string{c.l}, 0, -1}.includes(Language{[]string{c.sub}, 0, -1}, b)
		if got.Verdict != c.want || -b.left > slack {
			t.Errorf("%.40q in %.40q: %v, want %v; %d too much work", c.sub, c.l, got.Verdict, c.want, -b.left)
		}
	}

	m, _ := newMachines([]string{`^[ab]*$`}, []string{hard}, &budget{left: maxWork})
	for _, loose := range []bool{false, true} {
		b := &budget{left: maxWork}
		s := &search{b: b, symbols: len(m.symbols.runes), all: m.all, not: newSubsets(m.refusing[0], b), loose: loose}
		if w := s.find(0, unbounded); w != nil || !b.over() {
			t.Fatalf("a search ends with %v", w)
		}
		states, members := 0, 0
		for _, layer := range s.tail {
			states += len(layer)
		}
		for _, set := range s.not.sets {
			members += len(set)
		}
		if kept := states + members; kept > maxWork/keeping || kept < maxWork/keeping/100 || -b.left > slack {
			t.Errorf("%d states and %d members of sets; %d too much work", states, members, -b.left)
		}
	}
}
