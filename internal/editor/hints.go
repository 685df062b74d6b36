package editor

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Hint is words that an editor shows within a line, which the file does not have.
type Hint struct {
	Offset int
	Label  string
	Detail string // a sentence
}

// Hints returns what a file leaves to the rules of the language: the names of types that are
// declared within elements, how unions are told apart, who sends a method. There are none while
// the spec is not valid.
func (s *Snapshot) Hints(file string) []Hint {
	d := s.files[file]
	if d == nil || d.beside != Part || s.good != s {
		return nil
	}
	h := &hinting{words: s.assistant.words(), file: file}
	for i := range h.words.rows.Calls {
		h.call(&h.words.rows.Calls[i])
	}
	for _, t := range h.words.protocol.Decls {
		h.decl(t, d.sketch())
	}
	slices.SortStableFunc(h.out, func(a, b Hint) int { return a.Offset - b.Offset })
	return h.out
}

// A hinting collects the hints of a file.
type hinting struct {
	words *vocabulary
	file  string
	out   []Hint
}

// add adds a hint behind the name of an element, or what else is at its place.
func (h *hinting) add(m *model.Meta, label, detail string) {
	if m.Span.IsZero() || m.Span.File.Name != h.file {
		return
	}
	h.out = append(h.out, Hint{Offset: m.Span.End, Label: label, Detail: detail})
}

// call says who sends a method.
func (h *hinting) call(c *lower.Call) {
	p := h.words.protocol
	from := catalog.Senders(p, c.From)
	arrow := strings.Join(from, " ⇄ ")
	if len(from) == 1 {
		to := p.Roles[1]
		if from[0] == to {
			to = p.Roles[0]
		}
		arrow = from[0] + " → " + to
	}
	detail := "A request, which is answered."
	if c.Shape == lower.NotificationShape {
		detail = "A notification, which is not answered."
	}
	h.add(&c.Of.Meta, arrow, detail)
}

// bys say how the variants of a union are distinguished.
var bys = map[lower.By]string{
	lower.ByName: "by the one key", lower.ByKind: "by kind", lower.ByKey: "by the key that is present", lower.ByOrder: "by order",
}

// decl says what a type is called that has no name in the spec, and how a union is told apart.
func (h *hinting) decl(d model.Decl, s *sketch) {
	m := d.Info()
	if m.Derived {
		h.add(m, d.TypeName(), "The name of the type that is declared here.")
	}
	if _, ok := d.(*model.Union); !ok {
		return
	}
	row := h.words.rows.Decl(d).Union
	if row.By == lower.ByTag || row.By == lower.ByContent {
		return // the tag is in the spec
	}
	label := bys[row.By]
	if row.By == lower.ByKey {
		var keys []string
		for _, c := range row.Cases {
			if c.Key != "" {
				keys = append(keys, c.Key)
			}
		}
		label += ": " + strings.Join(keys, ", ")
	}
	h.add(m, label, "How a reader tells the variants of "+d.TypeName()+" apart.")
}
