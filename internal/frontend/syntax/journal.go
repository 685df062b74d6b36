package syntax

import "github.com/wiregen/wiregen/internal/source"

// A Journal is a recorded session.
type Journal struct {
	Span     source.Span
	Header   *Expr
	Record   *Expr
	Version  Word
	NoHeader Word
	Doc      Word
}

func (p *parser) journal(key, n *Node) *Journal {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "journal", key.Span)
	if m == nil {
		return nil
	}
	j := &Journal{Span: key.Span}
	j.Header = p.plainType(m.need("header", "name the type of the first line"), "header")
	j.Record = p.plainType(m.need("record", "name the type of every further line"), "record")
	j.Version = p.name(m.get("version"), "version")
	if v := m.get("no_header"); v != nil {
		j.NoHeader = p.version(v, "no_header")
	}
	j.Doc = p.doc(m.get("doc"), "doc")
	m.done()
	return j
}
