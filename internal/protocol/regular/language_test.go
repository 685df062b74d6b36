package regular

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

const (
	hostPattern = `^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,63}$`
	uuidPattern = `^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`
	uuid4       = `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`
	datePattern = `^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$`
	// hard takes long to compare with what it is not literally equal to.
	hard   = `^[\d\D]*a[\d\D]{30}$|^[\d\D]{0,30}$|^[\d\D]*[^a][\d\D]{30}$`
	semver = `^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`
)

func (l Language) String() string { return fmt.Sprintf("%+q of %d to %d", l.Patterns, l.Min, l.Max) }

// matches reports whether a string is in l, as package regexp says.
func (l Language) matches(text string) bool {
	n := utf8.RuneCountInString(text)
	if n < l.Min || l.Max >= 0 && n > l.Max {
		return false
	}
	for _, p := range l.Patterns {
		if !regexp.MustCompile(p).MatchString(text) {
			return false
		}
	}
	return true
}

// shown checks that a witness is in sub and not in l.
func shown(t *testing.T, l, sub Language, r Result) {
	t.Helper()
	if r.Length > maxWitness {
		return
	}
	if utf8.RuneCountInString(r.Witness) != r.Length || !sub.matches(r.Witness) || l.matches(r.Witness) {
		t.Errorf("%.80q does not show that %.80v is not within %.80v (length %d)", r.Witness, sub, l, r.Length)
	}
}

// in is the answer of a comparison: a witness in quotes, or "yes".
func in(t *testing.T, l, sub Language) string {
	t.Helper()
	switch r := l.Includes(sub); r.Verdict {
	case Included:
		return "yes"
	case NotIncluded:
		shown(t, l, sub, r)
		return `"` + r.Witness + `"`
	}
	return "undecided"
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct{ sub, l, want, reverse string }{
		{`^[a-z]+$`, `^[a-z]+$`, `yes`, `yes`},
		{`^[a-z]+$`, `^[a-z0-9]+$`, `yes`, `"0"`},
		{`^[a-z]+$`, `^[a-z]*$`, `yes`, `""`},
		{`^[a-z][a-z0-9_]*$`, `^\w+$`, `yes`, `"0"`},
		{`^[a-z]{1,300}$`, `^[a-z]{1,301}$`, `yes`, `"` + strings.Repeat("a", 301) + `"`},
		{`^[a-z0-9-]{1,64}$`, `^[a-z0-9]{1,64}$`, `"-"`, `yes`},
		{datePattern, `^\d{4}-\d{2}-\d{2}$`, `yes`, `"0000-00-00"`},
		{uuid4, uuidPattern, `yes`, `"aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"`},
		{`^(?:red|green|blue)$`, `^(?:blue|red|green|black)$`, `yes`, `"black"`},
		{`^(?:ab|a)$`, `^ab?$`, `yes`, `yes`},
		{`^(?:a|b)*$`, `^(?:a*b*)*$`, `yes`, `yes`},
		{`^(?:aa)*$`, `^(?:aaa)*$`, `"aa"`, `"aaa"`},
		{`^(?:a{6})*$`, `^(?:aaa)*$`, `yes`, `"aaa"`},
		{semver, `^\d+\.\d+\.\d+`, `yes`, `"00.0.0"`},
		{`^sess_[a-z0-9]+$`, `^sess_`, `yes`, `"sess_"`},
		{`^[a-z0-9]+(?:-[a-z0-9]+)*$`, `^[a-z0-9-]+$`, `yes`, `"-"`},
		{`^https://`, `^https?://`, `yes`, `"http://"`},
		{hostPattern, `^[a-z0-9.-]+$`, `yes`, `"a"`},
		{`^[^\n]{0,1000}$`, `^[\d\D]{0,1000}$`, "yes", "\"\n\""},

		// What is behind a match does not count.
		{`^ab`, `a`, `yes`, `"a"`},
		{`cat`, `a`, `yes`, `"a"`},
		{`a`, `^a`, `"ba"`, `yes`},
		{`ab`, `a|b`, `yes`, `"a"`},
		{`a$`, `a`, `yes`, `"ab"`},
		{``, `^$`, `"a"`, `yes`},
		{``, `(?:)|a`, `yes`, `yes`},
		{`^`, `$`, `yes`, `yes`},

		// Assertions between code points.
		{`\bcat\b`, `cat`, `yes`, `"acat"`},
		{`^\w+\b$`, `^\w+$`, `yes`, `yes`},
		{`^\B$`, `^$`, `yes`, `yes`},
		{`^a\b`, `^a\B`, `"a"`, `"aa"`},
		{`(?:^|/)a$`, `a$`, `yes`, `"aa"`},
		{`a^b`, `^c$`, `yes`, `"c"`},
		{`(?m)^a`, `a`, `yes`, `"ba"`},
		{`(?m)a$`, `a\n|a$`, `yes`, `yes`},
		{`^a\b[\d\D]$`, `^c$`, `"a!"`, `"c"`},
		{`^[\d\D]\bc$`, `^c$`, `"!c"`, `"c"`},
		{`(?m)^a$[\d\D]$`, `^c$`, "\"a\n\"", `"c"`},
		{`(?m)^[\d\D]^a$`, `^c$`, "\"\na\"", `"c"`},

		// A class such as [Aa] is compiled as a letter without its case.
		{`^[Aa]$`, `^a$`, `"A"`, `yes`},
		{`^[Aa]$`, `^[a-zA-Z]$`, `yes`, `"b"`},
		{`^[Kk]$`, `^(?i:k)$`, `yes`, "\"\u212A\""},

		// A surrogate is not a character.
		{`^[^\x{D7FF}]$`, `^[\x{0}-\x{D7FE}\x{E000}-\x{10FFFF}]$`, `yes`, `yes`},
		{`^[\x{D800}-\x{DFFF}]$`, `^a$`, `yes`, `"a"`},
		{`^é😀+$`, `^[^a]+$`, `yes`, `"b"`},
		{`^.$`, `^[\d\D]$`, `yes`, "\"\n\""},

		// The sets of the second pattern are many, but small ones suffice.
		{`^x[a-z]{60}y$`, `x[a-z0-9]{60}y`, `yes`, ""},
		{`a[a-z]{20}y`, `a[a-z0-9]{20}y`, `yes`, ""},
		{`a[a-z]{20}y`, `a[a-z0-9]{21}y`, `"abbbbbbbbbbbbbbbbbbbby"`, ""},
		{`^[ab]*a[ab]{30}$`, `^[ab]*[ac][ab]{30}$`, `yes`, ""},
	} {
		sub, l := Language{[]string{c.sub}, 0, -1}, Language{[]string{c.l}, 0, -1}
		if got := in(t, l, sub); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.sub, c.l, got, c.want)
		}
		if c.reverse == "" {
			continue
		}
		if got := in(t, sub, l); got != c.reverse {
			t.Errorf("%q in %q: %s, want %s", c.l, c.sub, got, c.reverse)
		}
	}
}

// TestSeveral compares languages with several patterns, or none.
func TestSeveral(t *testing.T) {
	list := func(patterns ...string) Language { return Language{patterns, 0, -1} }
	for _, c := range []struct {
		sub, l Language
		want   string
	}{
		{list(), list(), "yes"},
		{list(`a`), list(), "yes"},
		{list(), list(`a`), `""`},
		{list(`a`, `b`), list(`a`), "yes"},
		{list(`a`), list(`a`, `b`), `"a"`},
		{list(`a`, `b`), list(`b`, `a`), "yes"},
		{list(`^a`, `b$`), list(`^a[\d\D]*b$`), "yes"},
		{list(`^a`, `a$`), list(`^a[\d\D]*a$`), `"a"`},
		{list(`^(?:a{6})*$`), list(`^(?:a{2})*$`, `^(?:a{3})*$`), "yes"},
		{list(`^(?:a{2})*$`, `^(?:a{3})*$`), list(`^(?:a{6})*$`), "yes"},
		{list(`^a+$`, `^(?:a{2})*$`, `^(?:a{3})*$`), list(`^a{12}`), `"aaaaaa"`},
		{list(`^a`, `^b`), list(`c`), "yes"},
		{list(`^[a-y]+$`), list(`^[b-z]+$`, `^[a-x]+$`), `"a"`},
		{list(`^[b-y]+$`), list(`^[b-z]+$`, `^[a-x]+$`), `"y"`},
		{list(hard), list(hard), "yes"},
		{list(`^[ab]{1,9}$`), list(hard), "yes"},
		{list(`a`, hard), list(`[ab]`, hard), "yes"},
		{list(`^[ab]*$`), list(hard), "undecided"},
		{list(`^[ab]*$`, `ab`), list(hard, `^[ab]*a$`), `"ab"`},
		{list(`(`), list(), "undecided"},
		{list(), list(`(`), "undecided"},
	} {
		if got := in(t, c.l, c.sub); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.sub.Patterns, c.l.Patterns, got, c.want)
		}
	}
}

func TestLengths(t *testing.T) {
	as := func(n int) string { return `"` + strings.Repeat("a", n) + `"` }
	for _, c := range []struct {
		sub, l Language
		want   string
		length int // of a witness that is not spelled out
	}{
		{Language{nil, 0, 10}, Language{nil, 0, 20}, "yes", 0},
		{Language{nil, 0, 20}, Language{nil, 0, 10}, as(11), 0},
		{Language{nil, 3, -1}, Language{nil, 5, -1}, as(3), 0},
		{Language{nil, 5, -1}, Language{nil, 3, -1}, "yes", 0},
		{Language{nil, -5, -1}, Language{nil, 0, -1}, "yes", 0},
		{Language{nil, 0, -1}, Language{nil, 0, 5_000_000}, `""`, 5_000_001},
		{Language{nil, 0, math.MaxInt32}, Language{nil, 0, math.MaxInt32 - 1}, `""`, math.MaxInt32},
		{Language{nil, 0, -1}, Language{nil, 0, math.MaxInt}, "yes", 0},
		{Language{nil, 0, math.MaxInt}, Language{nil, 0, math.MaxInt - 2}, `""`, math.MaxInt - 1},
		{Language{nil, math.MaxInt, -1}, Language{nil, math.MaxInt32, -1}, "yes", 0},
		{Language{nil, 0, 0}, Language{[]string{`^$`}, 0, -1}, "yes", 0},
		{Language{nil, 7, 6}, Language{[]string{`^$`}, 0, 0}, "yes", 0},

		{Language{[]string{`^[a-z]+$`}, 0, -1}, Language{[]string{`^[a-z]+$`}, 0, 64}, as(65), 0},
		{Language{[]string{`^[a-z]{2,64}$`}, 0, -1}, Language{nil, 2, 64}, "yes", 0},
		{Language{nil, 2, 64}, Language{[]string{`^[\d\D]{2,64}$`}, 0, -1}, "yes", 0},
		{Language{nil, 2, 65}, Language{[]string{`^[\d\D]{2,64}$`}, 0, -1}, as(65), 0},
		{Language{nil, 1, 64}, Language{[]string{`^[\d\D]{2,64}$`}, 0, -1}, as(1), 0},
		{Language{[]string{`^[a-z]+$`}, 3000, -1}, Language{[]string{`^[a-z]{0,100}$`}, 0, -1}, as(3000), 0},
		{Language{[]string{`^[a-z]+$`}, 3_000_000, -1}, Language{[]string{`^[a-z]{0,100}$`}, 0, -1}, `""`, 3_000_000},
		{Language{[]string{`^[a-z]+$`}, 3_000_000, -1}, Language{[]string{`^[a-z0-9]{100,}$`}, 0, -1}, "yes", 0},
		{Language{[]string{`^x(?:abc)*$`}, 9, -1}, Language{[]string{`^x(?:abc)?$`}, 0, -1}, `"xabcabcabc"`, 0},
		{Language{[]string{`^x(?:abc)*$`}, 9, -1}, Language{[]string{`^b$`}, 0, -1}, `"xabcabcabc"`, 0},
		{Language{[]string{`^x(?:abc)*$`}, 10, -1}, Language{[]string{`^x(?:abc)?$`}, 0, -1}, `"xabcabcabc"`, 0},
		{Language{[]string{`^x(?:abc)*y$`}, 300, -1}, Language{[]string{`^x(?:abc)?$`}, 0, -1}, `"x` + strings.Repeat("abc", 100) + `y"`, 0},
		{Language{[]string{`^x(?:abc)*$`}, 4000, 4000}, Language{[]string{`^x(?:abc)?$`}, 0, -1}, `"x` + strings.Repeat("abc", 1333) + `"`, 0},
		{Language{[]string{`^x(?:abc)*$`}, 4001, 4002}, Language{[]string{`^x(?:abc)?$`}, 0, -1}, "yes", 0},
		{Language{[]string{`^(?:[a-z]{97})*$`}, 0, -1}, Language{nil, 0, 5_000_000}, `""`, 5_000_059},
		{Language{[]string{`^(?:[a-z]{97}|[0-9]{89})*$`}, 0, -1}, Language{nil, 0, 5_000_000}, `""`, 5_000_001},
		{Language{[]string{`^(?:aa)*$`}, 1001, 1002}, Language{[]string{`^(?:aaa)*$`}, 0, -1}, "yes", 0},
		{Language{[]string{`^(?:aa)*$`}, 1001, 1004}, Language{[]string{`^(?:aaa)*$`}, 0, -1}, as(1004), 0},
		{Language{[]string{`^(?:aa)*$`}, 1001, 1001}, Language{nil, 2, 3}, "yes", 0},
		{Language{[]string{`a`}, 0, 3}, Language{[]string{`^[\d\D]{0,2}a`}, 0, -1}, "yes", 0},
		{Language{[]string{`a`}, 0, 4}, Language{[]string{`^[\d\D]{0,2}a`}, 0, -1}, `"bbba"`, 0},
		{Language{[]string{hostPattern}, 0, -1}, Language{[]string{hostPattern}, 0, 575}, "yes", 0},
		{Language{[]string{hostPattern}, 0, -1}, Language{[]string{hostPattern}, 0, 5_000_000}, "yes", 0},
	} {
		if got := in(t, c.l, c.sub); got != c.want {
			t.Errorf("%v in %v: %.80s, want %.80s", c.sub, c.l, got, c.want)
		}
		if r := c.l.Includes(c.sub); c.length > 0 && r.Length != c.length {
			t.Errorf("%v in %v: a witness of length %d, want %d", c.sub, c.l, r.Length, c.length)
		}
	}
	r := Language{[]string{hostPattern}, 0, 253}.Includes(Language{[]string{hostPattern}, 0, -1})
	if r.Verdict != NotIncluded || r.Length != 254 {
		t.Errorf("names of hosts within 253: %v", r)
	}
	shown(t, Language{nil, 0, 253}, Language{[]string{hostPattern}, 0, -1}, r)
}

func TestExample(t *testing.T) {
	for _, c := range []struct {
		l    Language
		want string
		ok   bool
	}{
		{Language{nil, 0, -1}, "", true},
		{Language{nil, 3, -1}, "aaa", true},
		{Language{nil, 3, 2}, "", false},
		{Language{nil, maxWitness + 1, -1}, "", false},
		{Language{[]string{`\d`}, 0, -1}, "0", true},
		{Language{[]string{`[^a-zA-Z0-9]`}, 0, -1}, "!", true},
		{Language{[]string{`[^ -~]`}, 0, -1}, "ª", true},
		{Language{[]string{datePattern}, 0, -1}, "0000-01-01", true},
		{Language{[]string{`^(?:b|aa)*$`}, 3, -1}, "aab", true},
		{Language{[]string{`^(?:aa)*$`}, 3, -1}, "aaaa", true},
		{Language{[]string{`^(?:aa)*$`}, 3, 3}, "", false},
		{Language{[]string{`a^`}, 0, -1}, "", false},
		{Language{[]string{`a`, `b`}, 0, -1}, "ab", true},
		{Language{[]string{`^a$`, `^b$`}, 0, -1}, "", false},
		{Language{[]string{`[\x{D800}-\x{DFFF}]`}, 0, -1}, "", false},
		{Language{[]string{`(`}, 0, -1}, "", false},
	} {
		if got, ok := c.l.Example(); got != c.want || ok != c.ok {
			t.Errorf("%v: %q %t, want %q %t", c.l, got, ok, c.want, c.ok)
		}
	}
}

// TestForms compares the forms of texts that a spec can name. All are decided.
func TestForms(t *testing.T) {
	forms := map[string]Language{"date": {[]string{datePattern}, 0, -1}, "semver": {[]string{semver}, 0, -1}, "host": {[]string{hostPattern}, 0, -1}}
	for kind := model.String; kind <= model.Timestamp; kind++ {
		if p := kind.Info().Pattern; p != "" {
			forms[kind.RowName()] = Language{[]string{p}, 0, -1}
		}
	}
	if len(forms) < 8 {
		t.Fatalf("only %d forms", len(forms))
	}
	for a, sub := range forms {
		if text, ok := sub.Example(); !ok || !sub.matches(text) {
			t.Errorf("%s: %q is an example: %t", a, text, ok)
		}
		same := Language{[]string{"(?:" + sub.Patterns[0] + ")"}, 0, -1}
		if got := in(t, same, sub); got != "yes" {
			t.Errorf("%s in itself: %s", a, got)
		}
		for b, l := range forms {
			got := in(t, l, sub)
			if want := a == b || a == "uint64_text" && b == "int64_text"; got == "undecided" || got == "yes" && !want {
				t.Errorf("%s in %s: %s", a, b, got)
			}
		}
	}
}
