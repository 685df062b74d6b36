package cli

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestProgress reads a file with a clock that goes by 150 ms with each piece.
func TestProgress(t *testing.T) {
	clock := time.Unix(0, 0)
	for size, want := range map[int64]string{
		4e6: "a<U+001B>b: 3 of 4 MB, 63 %|a<U+001B>b: 3 of 4 MB, 82 %|a<U+001B>b: 4 of 4 MB, 100 %",
		0:   "a<U+001B>b: 3 MB|a<U+001B>b: 3 MB|a<U+001B>b: 4 MB",
	} {
		var out strings.Builder
		p := &progress{r: strings.NewReader(strings.Repeat("x", 4e6)), name: "a\x1bb", size: size, now: func() time.Time {
			clock = clock.Add(150 * time.Millisecond)
			return clock
		}}
		p.start(&out)
		if n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{p}, make([]byte, 365_000)); n != 4e6 || err != nil {
			t.Fatal(n, err)
		}
		p.hide()
		p.hide()
		got := strings.ReplaceAll(strings.TrimPrefix(out.String(), "\r\x1b[K"), "\r\x1b[K", "|")
		if got != want+"|" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestNoProgress reads a file without a terminal: nothing is said.
func TestNoProgress(t *testing.T) {
	in, err := os.Open("progress.go")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out strings.Builder
	p := newProgress(in, "x", &out)
	if _, err := io.Copy(io.Discard, p); err != nil || p.out != nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}
