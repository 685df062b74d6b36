package check

import "github.com/wiregen/wiregen/internal/model"

func (c *checker) journal() {
	s := c.spec.Journal
	if s == nil {
		return
	}
	out := &model.Journal{Version: s.Version.Text, NoHeader: c.listed(s.NoHeader)}
	out.Span, out.Doc = s.Span, s.Doc.Text
	c.out.Journal = out
	c.resolve = append(c.resolve, func() { out.Header, out.Record = c.expr(s.Header), c.expr(s.Record) })
	c.values = append(c.values, func() {
		c.versionPath(s.Version, map[string]model.Type{"header": out.Header, "record": out.Record})
	})
}
