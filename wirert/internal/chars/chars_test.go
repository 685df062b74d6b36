package chars

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/test/tier"
)

// unescape, escape and end say what the functions do, one byte at a time.

func unescape(src []byte) (out []byte, ns int) {
	for ns < len(src) {
		c := src[ns]
		if c < ' ' || c == '"' {
			break
		}
		if c == '\\' {
			if ns+1 == len(src) || strings.IndexByte(`"\/bfnrt`, src[ns+1]) < 0 {
				break
			}
			ns++
			c = "\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, src[ns])]
		}
		out = append(out, c)
		ns++
	}
	return out, ns
}

func escape(src string) (out []byte, ns int) {
	for ; ns < len(src); ns++ {
		c := src[ns]
		if i := strings.IndexByte("\"\\\b\f\n\r\t", c); i >= 0 {
			out = append(out, '\\', `"\bfnrt`[i])
		} else if c < ' ' {
			break
		} else {
			out = append(out, c)
		}
	}
	return out, ns
}

func end(src []byte, i int) int {
	for i < len(src) && src[i] >= ' ' && src[i] != '"' && src[i] != '\\' {
		i++
	}
	return i
}

func ascii(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r >= utf8.RuneSelf })
}

func check(t *testing.T, src []byte) {
	t.Helper()
	for _, i := range []int{0, len(src) / 3} {
		if got, want := End(src, i), end(src, i); got != want {
			t.Fatalf("End(%q, %d) = %d, want %d", src, i, got, want)
		}
	}
	if got, want := Valid(src), utf8.Valid(src); got != want || ValidString(string(src)) != want {
		t.Fatalf("Valid(%q) = %v", src, got)
	}

	want, ns := unescape(src)
	dst := make([]byte, len(src)+1)
	dst[len(src)] = 'x'
	nd, n, high := Unescape(dst[:len(src)], src)
	if n != ns || !bytes.Equal(dst[:nd], want) {
		t.Fatalf("Unescape(%q) = %q, %d, want %q, %d", src, dst[:nd], n, want, ns)
	}
	if !high && !ascii(want) {
		t.Fatalf("Unescape(%q) has seen ASCII only", src)
	}
	if dst[len(src)] != 'x' {
		t.Fatalf("Unescape(%q) writes after its room", src)
	}

	if n, high := Skip(src); n != ns || !high && !ascii(src[:ns]) {
		t.Fatalf("Skip(%q) = %d, %v, want %d", src, n, high, ns)
	}

	want, ns = escape(string(src))
	dst = make([]byte, 2*len(src)+600)
	dst[len(dst)-1] = 'x'
	nd, n, high = Escape(dst[:len(dst)-1], string(src))
	if n != ns || !bytes.Equal(dst[:nd], want) {
		t.Fatalf("Escape(%q) = %q, %d, want %q, %d", src, dst[:nd], n, want, ns)
	}
	if !high && !ascii(src[:ns]) {
		t.Fatalf("Escape(%q) has seen ASCII only", src)
	}
	if dst[len(dst)-1] != 'x' {
		t.Fatalf("Escape(%q) writes after its room", src)
	}
}

// Where there is less room than text, what is copied is a beginning of the text.
func checkRoom(t *testing.T, src []byte, room int) {
	t.Helper()
	all, _ := unescape(src)
	dst := make([]byte, room+1)
	dst[room] = 'x'
	nd, ns, _ := Unescape(dst[:room], src)
	part, used := unescape(src[:ns])
	if !bytes.Equal(dst[:nd], part) || used != ns || nd < room && nd < len(all) || dst[room] != 'x' {
		t.Fatalf("Unescape(%q) into %d bytes = %q, %d", src, room, dst[:nd], ns)
	}
	all, _ = escape(string(src))
	dst[room] = 'x'
	nd, ns, _ = Escape(dst[:room], string(src))
	part, used = escape(string(src[:ns]))
	if !bytes.Equal(dst[:nd], part) || used != ns || nd+2 <= room && nd < len(all) || dst[room] != 'x' {
		t.Fatalf("Escape(%q) into %d bytes = %q, %d", src, room, dst[:nd], ns)
	}
}

var units = []string{
	"a", "some words ", "é", "日", "😀", `\n`, `\"`, `\\`, `\/`, `\t`, "\n", "\"", "\\", "\t", `\u00e9`, "\x01", "\x80", "\xc3", "\xe6\x97", "\xed\xa0\x80",
	"\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xc0\x80", "\xe0\x80\x80", "\xff", strings.Repeat("x", 31), strings.Repeat("y", 63), strings.Repeat("日本", 20),
}

func random(r *rand.Rand) []byte {
	var b []byte
	few := units[:1+r.IntN(len(units))]
	for size := r.IntN(1200); len(b) < size; {
		u := few[0]
		switch r.IntN(4) {
		case 0:
			u = few[r.IntN(len(few))]
		case 1:
			u = strings.Repeat("z", r.IntN(140))
		}
		b = append(b, u...)
	}
	return b
}

func TestRandom(t *testing.T) {
	tier.Slow(t)
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		src := random(r)
		check(t, src)
		checkRoom(t, src, r.IntN(len(src)+1))
	}
}

// Each kind of surprise at each place of two blocks, and everywhere in a long text.
func TestEachPlace(t *testing.T) {
	for _, unit := range units {
		for at := range 300 {
			for _, fill := range []string{"a", "é", `\n`} {
				src := []byte(strings.Repeat(fill, at/len(fill)) + strings.Repeat("b", at%len(fill)) + unit + strings.Repeat(fill, 300))
				check(t, src)
			}
		}
	}
}

// Each byte after runs of backslashes of each length, across the bounds of blocks.
func TestRuns(t *testing.T) {
	tier.Slow(t)
	for c := range 256 {
		for at := range 130 {
			for _, n := range []int{1, 2, 3} {
				check(t, []byte(strings.Repeat("b", at)+strings.Repeat(`\`, n)+string([]byte{byte(c)})+strings.Repeat("a", 300)))
			}
		}
	}
	for n := range 200 {
		for at := range 70 {
			for _, after := range []string{"a", "n", `"`, "\x1f", `\u`} {
				check(t, []byte(strings.Repeat("b", at)+strings.Repeat(`\`, n)+after+strings.Repeat("a", 300)))
			}
		}
	}
}

// All pairs of bytes, and triples that begin a character, within a text long enough for
// blocks.
func TestValidEveryStart(t *testing.T) {
	src := []byte(strings.Repeat("a", 400))
	for a := 0x80; a < 0x100; a++ {
		for b := range 0x100 {
			for _, c := range []byte{'a', 0x80, 0x8f, 0x90, 0xa0, 0xbf, 0xc3} {
				for _, d := range []byte{'a', 0x80, 0xbf} {
					for _, at := range []int{100, 127, 126, 125} {
						copy(src[at:], []byte{byte(a), byte(b), c, d})
						if got, want := Valid(src), utf8.Valid(src); got != want {
							t.Fatalf("% x at %d: %v", src[at:at+4], at, got)
						}
						copy(src[at:], "aaaa")
					}
				}
			}
		}
	}
}

func Fuzz(f *testing.F) {
	for _, u := range units {
		f.Add([]byte(strings.Repeat(u, 200)), 100)
	}
	f.Fuzz(func(t *testing.T, src []byte, room int) {
		check(t, src)
		checkRoom(t, src, max(0, room)%(len(src)+1))
	})
}

func Benchmark(b *testing.B) {
	for _, every := range []int{1 << 30, 17, 9, 3} {
		src := []byte(strings.Repeat("some words of text, ", 1000)[:16384])
		for i := every; i+1 < len(src); i += every {
			copy(src[i:], `\n`)
		}
		dst := make([]byte, 3*len(src))
		b.Run(fmt.Sprint("unescape/", every), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Unescape(dst, src)
			}
		})
		b.Run(fmt.Sprint("skip/", every), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Skip(src)
			}
		})
		text := strings.ReplaceAll(string(src), `\n`, "\n")
		b.Run(fmt.Sprint("escape/", every), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Escape(dst, text)
			}
		})
	}
	cjk := []byte(strings.Repeat("日本語文", 16384/12))
	b.Run("valid", func(b *testing.B) {
		b.SetBytes(int64(len(cjk)))
		for b.Loop() {
			Valid(cjk)
		}
	})
}
