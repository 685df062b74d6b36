package check

import "github.com/wiregen/wiregen/internal/protocol/model"

func (c *collector) journal() {
	s := c.spec.Journal
	if s == nil {
		return
	}
	out := &model.Journal{Version: s.Version.Text, NoHeader: c.listed(s.NoHeader)}
	out.Span, out.Doc = s.Span, s.Doc.Text
	c.out.Journal = out
	c.spell(&out.Header, "JournalHeader", s.Header, nil, placeDoc("The first line of a journal."))
	c.spell(&out.Record, "JournalRecord", s.Record, nil, placeDoc("Any later line of a journal."))
}
