package docgen

import (
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Guide tells of single elements of a protocol what its reference says of them, as Markdown
// without links. It is safe for concurrent use.
type Guide struct {
	mu sync.Mutex
	b  *builder
}

// NewGuide returns the guide of a protocol, which names elements as plans do.
func NewGuide(rows *lower.Program, plans []backend.Planned) *Guide {
	b := newBuilder(rows, plans, "")
	b.brevity = true
	return &Guide{b: b}
}

// Of returns what is said of an element of the model: a type, method, error, or an event or
// request of the envelope. It is "" if nothing is.
func (g *Guide) Of(element any) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.b
	switch t := element.(type) {
	case *model.Method:
		if i := slices.IndexFunc(b.rows.Calls, func(c lower.Call) bool { return c.Of == t }); i >= 0 {
			return inShort(b.method(&b.rows.Calls[i]))
		}
	case *model.Variant:
		e := b.proto.Envelope
		switch {
		case e == nil || b.elements[t] == nil:
		case e.Events != nil && slices.Contains(e.Events.Variants, t):
			return inShort(b.variant(t, model.EventAct))
		case e.Requests != nil && slices.Contains(e.Requests.Variants, t):
			return inShort(b.variant(t, model.RequestAct))
		}
	case model.Decl:
		if b.elements[t] != nil {
			return inShort(b.declared(t))
		}
	case *model.ErrorCode:
		if i := slices.IndexFunc(b.rows.Errors, func(e lower.Error) bool { return e.Of == t }); i >= 0 {
			return b.errorInShort(&b.rows.Errors[i])
		}
	}
	return ""
}

// Field returns what is said of a field of a struct.
func (g *Guide) Field(s *model.Struct, f *model.Field) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	row := g.b.rows.Decl(s).Struct
	i := slices.IndexFunc(row.Fields, func(x lower.Field) bool { return x.Of == f })
	if i < 0 {
		return ""
	}
	return g.b.rowInShort("field", s.Name, g.b.field(&row.Fields[i], ""), f)
}

// Value returns what is said of a value of an enum.
func (g *Guide) Value(e *model.Enum, v *model.EnumValue) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	row, i := lower.EnumOf(e), slices.Index(e.Values, v)
	if i < 0 {
		return ""
	}
	return g.b.rowInShort("value", e.Name, g.b.valueRow(e, row, i, v), v)
}

// Variant returns what is said of a variant of a union: of its type, and of its tag.
func (g *Guide) Variant(u *model.Union, v *model.Variant) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	b := g.b
	r := b.part("", catalog.VariantName(b.rows.Decl(u).Union, v), &v.Meta)
	r.older(v.FormerNames)
	if r.Type = b.typed(v.Type); v.Type == nil {
		r.Type = words("the tag alone")
	}
	text := b.rowInShort("variant", u.Name, r, v)
	if d, ok := v.Type.(model.Decl); ok && b.elements[d] != nil {
		text += "\n---\n\n" + inShort(b.declared(d))
	}
	return text
}

// mostRows is how many parts of a type are told.
const mostRows = 20

// inShort is an entry as Markdown.
func inShort(x *entry) string {
	w := &twin{}
	w.put("%s **%s**%s%s\n\n", x.Kind, codeOf(x.Name), comma(plain(x.Arrow)), marks(x.Chips))
	w.prose(x.Doc)
	for i := range x.Facts {
		x.Facts[i].Line, x.Facts[i].More = unlinked(x.Facts[i].Line), unlinked(x.Facts[i].More)
	}
	w.facts(x.Facts)
	for _, t := range x.Tables {
		w.tableInShort(t)
	}
	for _, e := range x.Examples {
		w.put("%s:\n\n%s", e.Title, fenced("json", e.Text))
	}
	if len(x.Names) > 0 {
		w.put("Names in generated code:\n\n")
		w.facts(x.Names)
	}
	return w.String()
}

// tableInShort is a table without anchors and links, and without what is too much.
func (w *twin) tableInShort(t *table) {
	short := *t
	short.ID, short.Caption, short.Rows, short.Notes = "", unlinked(t.Caption), nil, nil
	for i, r := range t.Rows {
		if i == mostRows {
			short.Notes = append(short.Notes, words("And "+count(len(t.Rows)-i, "other")+"."))
			break
		}
		row := *r
		row.ID, row.Link, row.Type, row.Reader, row.Writer = "", "", unlinked(r.Type), unlinked(r.Reader), unlinked(r.Writer)
		row.Limits, row.Notes = allUnlinked(r.Limits), allUnlinked(r.Notes)
		short.Rows = append(short.Rows, &row)
	}
	short.Notes = append(short.Notes, allUnlinked(t.Notes)...)
	w.table(&short)
}

// unlinked is a line without links.
func unlinked(l line) line {
	out := slices.Clone(l)
	for i := range out {
		out[i].Link = ""
	}
	return out
}

func allUnlinked(lines []line) []line {
	var out []line
	for _, l := range lines {
		out = append(out, unlinked(l))
	}
	return out
}

// rowInShort is a part of a type as Markdown.
func (b *builder) rowInShort(kind, owner string, r *row, of any) string {
	w := &twin{}
	w.put("%s **%s** of %s%s\n\n", kind, codeOf(r.Name), codeOf(owner), marks(r.Chips))
	w.prose(r.Doc)
	var facts []fact
	add := func(head string, lines ...line) {
		for _, l := range lines {
			if len(l) > 0 {
				facts = append(facts, fact{Head: head, Line: unlinked(l)})
			}
		}
	}
	add("Type", r.Type)
	add("Limit", r.Limits...)
	add("Read", r.Reader)
	add("Written", r.Writer)
	for _, n := range r.Notes {
		w.put("%s\n\n", lineMarkdown(unlinked(n)))
	}
	for _, p := range b.plans {
		if names := p.Plan.Names(of); len(names) > 0 {
			add(p.Target.Title, code(strings.Join(names, ", ")))
		}
	}
	w.facts(facts)
	return w.String()
}

// errorInShort is an error as Markdown.
func (b *builder) errorInShort(e *lower.Error) string {
	r := b.errorRow("", e)
	w := &twin{}
	w.put("error **%s** %s%s\n\n", codeOf(r.Name), lineMarkdown(r.Reader), marks(r.Chips))
	w.prose(r.Doc)
	for _, n := range r.Notes {
		w.put("%s\n\n", lineMarkdown(unlinked(n)))
	}
	var facts []fact
	for _, f := range []fact{{Head: "Data", Line: r.Type}, {Head: "May answer", Line: r.Writer}} {
		if len(f.Line) > 0 {
			facts = append(facts, fact{Head: f.Head, Line: unlinked(f.Line)})
		}
	}
	for _, p := range b.plans {
		if names := p.Plan.Names(e.Of); len(names) > 0 {
			facts = append(facts, fact{Head: p.Target.Title, Line: code(strings.Join(names, ", "))})
		}
	}
	w.facts(facts)
	return w.String()
}
