package codec

import (
	"math/rand/v2"
	"testing"
)

// TestIsBase64 compares the check of base64 with what is decoded.
func TestIsBase64(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "AQgwEIz09+/=====\n-. a"
	valid := 0
	for range 200_000 {
		text := make([]byte, r.IntN(10))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		_, want := decodeBase64(text)
		if got := isBase64(text); got != want {
			t.Fatalf("isBase64(%q) is %t", text, got)
		}
		if want && len(text) > 0 {
			valid++
		}
	}
	if valid < 100 {
		t.Errorf("only %d texts were valid", valid)
	}
}
