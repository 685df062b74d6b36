package codec_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/internal/sample"
)

// tokenParts are what random string tokens are made of.
var tokenParts = []string{
	"a", "plain text, ", "é", "日本語", "😀", "\u2028", "\x7f", "<&>", `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`, `\u001f`, `\u00e9`, `\u65e5`,
	`\uD83D\uDE00`, `\ud800`, `\udc00`, `\ud800\ud800`, `\udc00\ud800`, `\uFFFF`, strings.Repeat("x", 63), strings.Repeat("日", 30), strings.Repeat(`\n`, 40),
}

// Random string tokens are read as encoding/json reads them, short ones and those that are
// long enough for blocks, and are written back as it writes them.
func TestStringTokens(t *testing.T) {
	n := tier.Count(100_000, 2_000_000)
	if raceDetector {
		n = 20_000
	}
	r := rand.New(rand.NewPCG(7, 7))
	long := 0
	var token []byte
	for range n {
		token = append(token[:0], '"')
		size := r.IntN(40)
		if r.IntN(8) == 0 {
			size = r.IntN(1500)
		}
		few := 1 + r.IntN(len(tokenParts))
		for len(token) < size {
			token = append(token, tokenParts[r.IntN(few)]...)
		}
		token = append(token, '"')
		if len(token) > 300 {
			long++
		}

		var want string
		if err := json.Unmarshal(token, &want); err != nil {
			t.Fatalf("%s: %v", token, err)
		}
		v, err := sample.DecodeInput(token)
		if got, ok := v.(sample.InputString); err != nil || !ok || string(got) != want {
			t.Fatalf("%s is read as %q, %v, want %q", token, v, err, want)
		}
		if !codec.AcceptsFast(token) {
			t.Fatalf("%s is not passed over", token)
		}
		if got := codec.AppendString(nil, want); string(got) != jsonString(want) {
			t.Fatalf("%q is written as %s, want %s", want, got, jsonString(want))
		}
	}
	if long < n/20 {
		t.Errorf("%d of %d are long", long, n)
	}
}

// A byte that belongs to no character, and what JSON does not have in a string, are refused
// wherever they are.
func TestStringFaultsAtEachPlace(t *testing.T) {
	for _, fault := range []string{"\x80", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\n", "\x00", `\x`, `\u12g4`, `\u`, `\`} {
		for _, fill := range []string{"a", `\n`, "é", `\u0041`} {
			for at := range 200 {
				before := strings.Repeat(fill, at)
				token := []byte(`"` + before + fault + strings.Repeat("z", 300) + `"`)
				if fault == `\` {
					token = []byte(`"` + before + fault)
				}
				if _, err := sample.DecodeInput(token); err == nil || codec.AcceptsFast(token) {
					t.Fatalf("%q is accepted", token)
				}
			}
		}
	}
}

// What is written to a buffer with any room is the same, and what comes before it stays.
func TestAppendStringIntoRoom(t *testing.T) {
	s := strings.Repeat("some \"words\" of\ttext\x01, 日本 ", 30)
	want := jsonString(s)
	for room := range 2 * len(want) {
		dst := append(make([]byte, 0, room), "head"[:min(4, room)]...)
		head := string(dst)
		if got := codec.AppendString(dst, s); string(got) != head+want {
			t.Fatalf("with room for %d bytes: %s", room, got)
		}
		if !bytes.HasPrefix(dst, []byte(head)) {
			t.Fatalf("with room for %d bytes, what came before is %q", room, dst)
		}
	}
}
