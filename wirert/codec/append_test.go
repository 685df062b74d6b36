package codec_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/wirert/codec"
)

func TestAppendFloat(t *testing.T) {
	// What JavaScript engines print.
	for _, c := range []struct {
		f    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {1, "1"}, {-1, "-1"}, {0.5, "0.5"}, {-1.25, "-1.25"}, {100, "100"},
		{1e5, "100000"}, {1e6, "1000000"}, {123456789, "123456789"}, {1e20, "100000000000000000000"},
		{1e21, "1e+21"}, {-1e21, "-1e+21"}, {999999999999999900000, "999999999999999900000"}, {1.5e21, "1.5e+21"},
		{1e22, "1e+22"}, {1e100, "1e+100"}, {1.7976931348623157e308, "1.7976931348623157e+308"}, {1e300, "1e+300"},
		{1e-5, "0.00001"}, {1e-6, "0.000001"}, {1.5e-6, "0.0000015"}, {1e-7, "1e-7"}, {1.5e-7, "1.5e-7"}, {9.99e-7, "9.99e-7"},
		{-1e-7, "-1e-7"}, {1e-10, "1e-10"}, {1e-100, "1e-100"}, {5e-324, "5e-324"}, {2.2250738585072014e-308, "2.2250738585072014e-308"},
		{9007199254740991, "9007199254740991"}, {9007199254740993, "9007199254740992"}, {4.35, "4.35"}, {0.30000000000000004, "0.30000000000000004"},
		{123456789012345680000, "123456789012345680000"}, {1.0000000000000002, "1.0000000000000002"},
		{math.NaN(), "null"}, {math.Inf(1), "null"}, {math.Inf(-1), "null"},
	} {
		if got := string(codec.AppendFloat(nil, c.f)); got != c.want {
			t.Errorf("AppendFloat(%v) = %s, want %s", c.f, got, c.want)
		}
	}
}

// ecmaNumber follows Number::toString of ECMAScript from its digits and exponent.
func ecmaNumber(f float64) string {
	if f == 0 {
		return "0"
	}
	if f < 0 {
		return "-" + ecmaNumber(-f)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	e, _ := strconv.Atoi(exponent)
	digits := strings.Replace(mantissa, ".", "", 1)
	k, n := len(digits), e+1
	sign := "+"
	if n-1 < 0 {
		sign = "-"
	}
	exp := strconv.Itoa(max(n-1, 1-n))
	switch {
	case k <= n && n <= 21:
		return digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return "0." + strings.Repeat("0", -n) + digits
	case k == 1:
		return digits + "e" + sign + exp
	}
	return digits[:1] + "." + digits[1:] + "e" + sign + exp
}

func TestAppendFloatRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for i := range 200_000 {
		f := math.Float64frombits(r.Uint64())
		switch i % 4 {
		case 0:
			f = r.NormFloat64() * math.Pow(10, float64(r.IntN(60)-30))
		case 1:
			f = math.Trunc(r.NormFloat64() * 1e7)
		case 2:
			f = float64(r.IntN(1000)) / 100
		}
		if f != f || math.IsInf(f, 0) {
			continue
		}
		got := codec.AppendFloat(nil, f)
		if want := ecmaNumber(f); string(got) != want {
			t.Fatalf("AppendFloat(%v) = %s, want %s", f, got, want)
		}
		if back, ok := codec.Fast(got, (*codec.Decoder).Float); !ok || back != f {
			t.Fatalf("%s is read as %v, want %v", got, back, f)
		}
	}
}

// jsonString returns what JSON.stringify writes for the text of a string.
func jsonString(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch short := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case short >= 0:
			b.WriteString(`\` + `"\bfnrt`[short:short+1])
		case r < ' ':
			b.WriteString(`\u00` + strconv.FormatInt(int64(r)+0x100, 16)[1:])
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

func TestAppendString(t *testing.T) {
	m := newMaker(4)
	parts := []string{"a", "plain text", "\"", "\\", "\n", "\x00", "\x1f", "\b", "\f", "\r", "\t", "é", "日本", "😀", "\u2028", "<&>", "\x7f",
		"\xff", "\xc3", "\xed\xa0\x80", "\xf0\x9f\x98", "\ufffd"}
	for range 100_000 {
		var b strings.Builder
		for range m.IntN(8) {
			b.WriteString(parts[m.IntN(len(parts))])
		}
		s := b.String()
		got := codec.AppendString([]byte("x"), s)
		if want := "x" + jsonString(s); utf8.ValidString(s) && string(got) != want {
			t.Fatalf("AppendString(%q) = %s, want %s", s, got, want)
		}
		var back string
		if err := json.Unmarshal(got[1:], &back); err != nil || !utf8.Valid(got) {
			t.Fatalf("AppendString(%q) = %q: %v", s, got, err)
		}
		// Each byte that belongs to no character is one U+FFFD.
		if want := string([]rune(s)); back != want {
			t.Fatalf("AppendString(%q) = %q, read back as %q, want %q", s, got, back, want)
		}
	}
}

func TestAppendMapAndList(t *testing.T) {
	m := map[string]int64{"b": 1, "": 2, "é": 3, "a\nb": 4, "￿": 5, "😀": 6, "B": 7}
	want := `{"":2,"B":7,"a\nb":4,"b":1,"é":3,"￿":5,"😀":6}`
	if got := string(codec.AppendMap(nil, m, codec.AppendInt)); got != want {
		t.Errorf("AppendMap = %s", got)
	}
	if got := string(codec.AppendMap(nil, map[string]int64(nil), codec.AppendInt)); got != "{}" {
		t.Errorf("AppendMap of nil = %s", got)
	}
	if got := string(codec.AppendList(nil, []int64{1, -2}, codec.AppendInt)); got != "[1,-2]" {
		t.Errorf("AppendList = %s", got)
	}
	if got := string(codec.AppendList[bool](nil, nil, codec.AppendBool)); got != "[]" {
		t.Errorf("AppendList of nil = %s", got)
	}
}

func TestCloseObject(t *testing.T) {
	if got := string(codec.CloseObject([]byte(`x`), 1)); got != "x{}" {
		t.Error(got)
	}
	if got := string(codec.CloseObject([]byte(`x,"a":1`), 1)); got != `x{"a":1}` {
		t.Error(got)
	}
}

// PutString copies its text by words, whose number depends on the length.
func TestPutString(t *testing.T) {
	const letters = `,"abcdefghijklmnopqrstuvwxyz0123456789_ABCDEF":`
	for n := range len(letters) + 1 {
		for _, s := range []string{"", "a", "a few words", "é", "a\"b", strings.Repeat("x", 100)} {
			for _, room := range []int{0, 1, 20, 400} {
				dst := append(make([]byte, 0, 1+room), '{')
				want := string(codec.AppendString(append([]byte("{"), letters[:n]...), s))
				if got := string(codec.PutString(dst, letters[:n], s)); got != want {
					t.Errorf("%d bytes and %q: %s, want %s", n, s, got, want)
				}
			}
		}
	}
}

// TestKeysThatBecomeEqual: keys of a map or an Extra whose invalid UTF-8 is replaced were
// written several times.
func TestKeysThatBecomeEqual(t *testing.T) {
	const bad = "\ufffd"
	got := codec.AppendMap(nil, map[string]int64{"\xff": 3, "\xfe": 2, bad: 1, "a\xff": 4, "a": 5, "\xff\xff": 6, bad + bad: 7}, codec.AppendInt)
	if want := `{"a":5,"a` + bad + `":4,"` + bad + `":3,"` + bad + bad + `":6}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	table := codec.Table{Types: []codec.Type{{Form: codec.Struct, Extra: codec.ExtraKept, Fields: []codec.Field{{Name: "x" + bad, Type: codec.Int, Optional: true}}}}}
	extra := map[string]codec.Raw{"\xff": codec.Raw(`3`), "\xfe": codec.Raw(`2`), "x\xff": codec.Raw(`1`)}
	if got, want := table.AppendExtra(nil, 0, extra), `,"`+bad+`":3`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := table.CheckExtra(0, extra, 0); err == nil {
		t.Error("a key is accepted that becomes a declared one")
	}
}
