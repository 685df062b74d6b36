package check

import "github.com/wiregen/wiregen/internal/model"

func (c *collector) journal() {
	s := c.spec.Journal
	if s == nil {
		return
	}
	out := &model.Journal{Version: s.Version.Text, NoHeader: c.listed(s.NoHeader)}
	out.Span, out.Doc = s.Span, s.Doc.Text
	c.out.Journal = out
}

func (r resolver) journal() {
	if s := r.spec.Journal; s != nil {
		r.out.Journal.Header, r.out.Journal.Record = r.expr(s.Header), r.expr(s.Record)
	}
}
