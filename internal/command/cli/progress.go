package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/wiregen/wiregen/internal/diag"
)

// A progress reads a long file, and says on a terminal how far it is.
type progress struct {
	r     io.Reader
	out   io.Writer // a terminal
	name  string
	size  int64 // of the file; 0: unknown
	read  int64
	next  time.Time // when it is said
	now   func() time.Time
	shown bool
}

// The first progress is said after a while, so that short files have none.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// newProgress returns a reader of in, which says its progress on out if that is a terminal.
func newProgress(in *os.File, name string, out io.Writer) *progress {
	p := &progress{r: in, name: name, now: time.Now}
	f, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" || !isTerminal(f) {
		return p
	}
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		p.size = info.Size()
	}
	p.start(out)
	return p
}

// start begins to say the progress on a terminal.
func (p *progress) start(out io.Writer) { p.out, p.next = out, p.now().Add(progressAfter) }

// Read reads on.
func (p *progress) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.read += int64(n)
	if p.out != nil {
		if now := p.now(); now.After(p.next) {
			p.next = now.Add(progressEvery)
			p.say()
		}
	}
	return n, err
}

func (p *progress) say() {
	p.shown = true
	const mega = 1e6
	name := diag.Harmless(p.name)
	if p.size > 0 {
		fmt.Fprintf(p.out, "\r\x1b[K%s: %.0f of %.0f MB, %d %%", name, float64(p.read)/mega, float64(p.size)/mega, p.read*100/p.size)
	} else {
		fmt.Fprintf(p.out, "\r\x1b[K%s: %.0f MB", name, float64(p.read)/mega)
	}
}

// hide removes the progress from the terminal, before something else is written there.
func (p *progress) hide() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
