package vectors

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/quick"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A Writer generates messages as a writer of this version writes them: in normal
// form, and without undeclared content.
type Writer struct {
	sample *sample.Maker
	reader *interp.Reader
	quick  *quick.Program             // of what a writer writes
	types  map[string]model.Type      // the declared types
	edges  map[string]map[string]bool // the messages of each type that were returned
}

// NewWriter returns a writer of p's messages whose choices follow from seed.
func NewWriter(p *model.Protocol, seed uint64) *Writer {
	w := &Writer{reader: interp.New(p), types: make(map[string]model.Type), edges: make(map[string]map[string]bool)}
	for _, d := range p.Decls {
		w.types[d.TypeName()] = d
	}
	w.sample = sample.NewWriter(p, seed, func(t model.Type, text string) (string, bool) {
		return w.written(text, func(v *interp.Value) interp.Reading { return w.reader.ReadType(t, v) }, func(text []byte) bool {
			return w.quick.Value(t, text) == quick.Accepted
		})
	})
	w.quick = quick.New(w.sample.Rows(), quick.Options{Strict: true})
	return w
}

// attempts is the maximum number of messages tried to find one that may be written.
const attempts = 10_000

// Next returns the next message of the type called name: first the edge cases of the type,
// each once, then random ones.
func (w *Writer) Next(name string) (string, error) {
	if w.edges[name] == nil {
		w.edges[name] = make(map[string]bool)
	}
	for range attempts {
		edge := w.sample.Left(name) > 0
		text, ok := w.written(w.sample.Plain(name), func(v *interp.Value) interp.Reading { return w.reader.ReadValue(name, v) }, func(text []byte) bool {
			if t, declared := w.types[name]; declared {
				return w.quick.Value(t, text) == quick.Accepted
			}
			return name == w.reader.Messages.Any && w.quick.Message(text) != nil
		})
		if !ok || edge && w.edges[name][text] {
			continue
		}
		if edge {
			w.edges[name][text] = true
		}
		return text, nil
	}
	return "", fmt.Errorf("found no message of %s that a writer of this version may write", name)
}

// written is the written form of a text, unless a writer of this version must not
// write it. plain reports quickly that a strict reader accepts a text.
func (w *Writer) written(text string, read func(*interp.Value) interp.Reading, plain func([]byte) bool) (written string, ok bool) {
	v, err := w.reader.Parse([]byte(text))
	if err != nil {
		return "", false
	}
	got := read(v)
	if got.Err != nil || got.Unfit != nil {
		return "", false
	}
	written = got.Value.Written()
	if plain([]byte(written)) {
		return written, true
	}
	again, err := w.reader.Parse([]byte(written))
	return written, err == nil && read(again).Strict() == nil
}
