package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/parallel"
)

// TestPanicIsReported: a panic is a bug of wiregen, and is reported with its place and
// the address for bug reports.
func TestPanicIsReported(t *testing.T) {
	crash := &parallel.Crash{Value: "index out of range", Stack: []byte("goroutine 7: the true place")}
	for name, v := range map[string]any{"plain": "index out of range", "beside others": crash, "wrapped": fmt.Errorf("emit: %w", crash)} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			code := guard(&b, func() int { panic(v) })
			if code != 3 {
				t.Errorf("exit code %d, want 3", code)
			}
			for _, words := range []string{"a bug in wiregen, not in your spec: index out of range", "goroutine", issues} {
				if !strings.Contains(b.String(), words) {
					t.Errorf("%q is not in\n%s", words, b.String())
				}
			}
			if name != "plain" && !strings.Contains(b.String(), "the true place") {
				t.Errorf("the place is lost:\n%s", b.String())
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code int
		text string
	}{
		{nil, 0, ""},
		{errors.Join(errFault), 1, ""},
		{errors.New("two\nlines \x1b[2J"), 2, "wiregen: two\nwiregen: lines <U+001B>[2J\n"},
	} {
		var b strings.Builder
		if code := exitCode(&b, tt.err); code != tt.code || b.String() != tt.text {
			t.Errorf("%v: exit code %d and %q", tt.err, code, b.String())
		}
	}
}

// BenchmarkGenerate is the main job on the real protocol, with nothing to
// write: what a person waits for, less the start of the process.
func BenchmarkGenerate(b *testing.B) {
	spec, err := filepath.Abs("../../../spec/wire.yaml")
	if err != nil {
		b.Fatal(err)
	}
	out := b.TempDir()
	for b.Loop() {
		if code := Main([]string{"generate", "--out", out, spec}, io.Discard, os.Stderr); code != 0 {
			b.Fatal(code)
		}
	}
}

// BenchmarkCheck is the front end alone, and the names of every target.
func BenchmarkCheck(b *testing.B) {
	for b.Loop() {
		if code := Main([]string{"check", "../../../spec/wire.yaml"}, io.Discard, os.Stderr); code != 0 {
			b.Fatal(code)
		}
	}
}
