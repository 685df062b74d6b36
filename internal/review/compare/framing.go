package compare

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func framingWords(d *lower.Dialect) string {
	words := d.Framing.Kind.String()
	if d.Framing.Width > 0 {
		words += fmt.Sprintf(" of %d bytes", d.Framing.Width)
	}
	if d.Framing.LittleEndian {
		words += ", little-endian"
	}
	if d.Framing.MaxBytes > 0 {
		words += fmt.Sprintf(", at most %d bytes", d.Framing.MaxBytes)
	}
	if d.Framing.MaxFrom != "" {
		words += ", or what " + d.Framing.MaxFrom + " says"
	}
	if d.MaxWeight != model.WeightFor(d.Framing.MaxBytes) {
		words += fmt.Sprintf(", a weight of at most %d", d.MaxWeight)
	}
	return words
}

// framingBreaks reports why messages are not delimited as the reader expects, or may be
// longer or heavier than it takes.
func framingBreaks(x *exchange) string {
	a, b := x.w.Framing, x.r.Framing
	if a.Kind != b.Kind || a.Width != b.Width || a.LittleEndian != b.LittleEndian {
		return "messages are not delimited alike"
	}
	w, r := x.sides[0].takes(1-x.by), x.sides[1].takes(1-x.by)
	switch {
	case w.says != "" && r.says != "" && w.says != r.says:
		return "the reader says with its capability " + r.says + " how long messages may be, and the writer looks for " + w.says
	case w.says != "" && r.says == "" && r.bytes > 0:
		return fmt.Sprintf("a message of more than %d bytes is refused, and may be written to a reader with the capability %s", r.bytes, w.says)
	case r.bytes > 0 && (w.bytes == 0 || w.bytes > r.bytes):
		return fmt.Sprintf("a message of more than %d bytes is refused", r.bytes)
	case x.w.MaxWeight > x.r.MaxWeight:
		return fmt.Sprintf("a message that weighs more than %d is refused", x.r.MaxWeight)
	}
	return ""
}

// recordsBreak reports why records of a journal are refused, which have a weight as messages do.
func (c *comparer) recordsBreak(e *edit) {
	a, b := c.sides[0], c.sides[1]
	if a.proto.Journal != nil && b.proto.Journal != nil && a.rows.Dialect.MaxWeight > b.rows.Dialect.MaxWeight {
		e.verdict(backward, []int{byJournal}, recordTooHeavy.of(b.rows.Dialect.MaxWeight), nil)
	}
}

// framingShows is the length of a message that is too long. Of one whose length the peers
// agree on, no message by itself shows it.
func framingShows(_ string, x *exchange) (string, int) {
	w, r := x.sides[0].takes(1-x.by), x.sides[1].takes(1-x.by)
	longer := r.bytes > 0 && (w.bytes == 0 || w.bytes > r.bytes)
	if x.w.Framing.Kind != x.r.Framing.Kind || !longer || w.says+r.says != "" {
		return "", 0
	}
	return "", r.bytes + 1
}

// A length is how long the messages are that a role takes.
type length struct {
	bytes int    // unless it says otherwise; 0: any
	says  string // the capability of the role with which it does; or ""
}

// takes is the length of messages that are sent to a role.
func (s *side) takes(role int) length {
	out := length{bytes: s.rows.Dialect.Framing.MaxBytes}
	if l := s.rows.Limits()[role]; l != nil {
		_, out.says, _ = strings.Cut(s.rows.Dialect.Framing.MaxFrom, ".")
		out.bytes = cmp.Or(l.Default, out.bytes)
	}
	return out
}
