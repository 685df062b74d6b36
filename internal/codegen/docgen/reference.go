package docgen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/catalog"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A reference is what is said of a protocol, before it is written in any form.
type reference struct {
	Head     string // the mark of generated files
	Title    string
	Name     string
	Version  string
	Versions []string
	Roles    [2]string
	Doc      prose
	Glance   []fact // the protocol at a glance
	Sections []*section

	index  map[string]int           // of versions
	anchor func(element any) string // "" for what the reference does not show
}

// A section is a part of the reference. Its ID has a hyphen, which no name of a type has.
type section struct {
	ID, Title string
	Lead      prose
	Lines     []line
	Entries   []*entry
	Tables    []*table
	Diagram   *diagram // or nil
}

// An entry is what is said of one element.
type entry struct {
	ID, Name string
	Kind     string
	Chips    []chip
	From     sender
	Arrow    string // who sends it
	New      int    // the index of the version that added it; 0: it was always there
	Doc      prose
	Facts    []fact
	Tables   []*table
	Examples []*example
	Refused  *refused
	Names    []fact

	of []*catalog.Element // what is shown in it
}

// A sender is which role sends something: 0, 1, 2 for both, or −1 where nobody does.
type sender int

// A chip is a mark of an element in a word.
type chip struct{ Text, Class string }

// A fact is one thing about an element.
type fact struct {
	Head string
	Line line
	More line // the rest of a long list
}

// A table has the parts of a type.
type table struct {
	ID      string // of the type; "" where the entry has it
	Caption line
	Kind    string // fields, variants, values, items, errors, versions
	Heads   []string
	Top     bool // it is not that of an entry
	Rows    []*row
	Notes   []line   // about the whole
	Groups  []*table // the elements that each version added
}

// A row is a part of a type.
type row struct {
	ID, Name string
	Link     string
	New      int
	Chips    []chip
	Type     line
	Limits   []line
	Reader   line // what a reader does without a value
	Writer   line // and a writer
	Doc      prose
	Notes    []line

	// Of an element in the table of versions: in how many it is not there, and then is.
	Kind             string
	Without, Present int
}

// A builder builds the reference of one protocol.
type builder struct {
	proto   *model.Protocol
	rows    *lower.Program
	catalog *catalog.Catalog
	reader  *interp.Reader
	maker   *sample.Maker // nil without types and messages
	session *sessions.Maker
	plans   []backend.Planned
	prose   *renderer
	ref     *reference

	brevity bool // only what is told of single elements: no refused messages, no code

	sizes    *lower.Least // of values
	elements map[any]*catalog.Element
	home     map[model.Decl]any // types that are shown with an element of the model, which they belong to
}

// newBuilder prepares what all references need.
func newBuilder(rows *lower.Program, plans []backend.Planned, title string) *builder {
	p := rows.Protocol
	b := &builder{
		proto: p, rows: rows, catalog: catalog.New(rows), reader: interp.New(p), plans: plans, prose: newRenderer(),
		sizes: lower.SizesOf(p.Decls), elements: map[any]*catalog.Element{}, home: map[model.Decl]any{},
	}
	b.maker = sample.Of(rows, 1).Lifelike(1)
	for _, e := range b.catalog.Elements {
		for _, of := range e.Of {
			if b.elements[of] == nil { // an event is also a variant of its union
				b.elements[of] = e
			}
		}
	}
	b.ref = &reference{
		Head: backend.Head(p), Title: clean(cmp.Or(title, p.Title, p.Name)), Name: p.Name, Version: clean(p.Version), Roles: [2]string{clean(p.Roles[0]), clean(p.Roles[1])},
		index: map[string]int{},
		anchor: func(element any) string {
			if e := b.elements[element]; e != nil {
				return e.Anchor
			}
			return ""
		},
	}
	for i, v := range p.Versions {
		b.ref.Versions = append(b.ref.Versions, clean(v))
		b.ref.index[v] = i
	}
	b.homes()
	return b
}

func build(rows *lower.Program, plans []backend.Planned, title string) *reference {
	p := rows.Protocol
	b := newBuilder(rows, plans, title)
	if !slices.ContainsFunc(p.Decls, func(d model.Decl) bool { return !b.brief(d) }) {
		b.session = sessions.Of(rows, b.reader, 1)
	}
	b.names()
	b.ref.Doc = b.prose.prose(p.Doc)
	b.ref.Glance = b.glance()
	for _, s := range []*section{
		b.handshake(), b.methods(), b.events(model.EventAct), b.events(model.RequestAct), b.types(), b.errors(), b.capabilities(),
		b.framing(), b.rules(), b.versions(), b.journal(), b.reserved(),
	} {
		if s != nil {
			for _, t := range s.Tables {
				t.Top = true
			}
			b.ref.Sections = append(b.ref.Sections, s)
		}
	}
	return b.ref
}

// mostValues is how many values an example has that is made, unless chance adds some: nobody
// reads a longer one, and that of each type in a long chain would fill the page.
const mostValues = 80

// brief reports whether there are values of t that are examples. t may be nil.
func (b *builder) brief(t model.Type) bool {
	n, _ := b.sizes.Of(t)
	return n <= mostValues
}

// homes finds the types that are shown with the one element that declares them: what a
// method takes and answers, and the payload of an event.
func (b *builder) homes() {
	own := func(t model.Type, of any) {
		s, ok := t.(*model.Struct)
		if !ok || b.home[s] != nil {
			return
		}
		if e := b.elements[s]; e != nil && e.Of[0] == any(s) && s.Inline && len(e.Users) == 1 {
			b.home[s] = of
		}
	}
	for _, m := range b.proto.Methods {
		own(m.Params, m)
		own(m.Result, m)
	}
	if e := b.proto.Envelope; e != nil {
		for _, v := range e.Messages.Variants {
			if s, ok := v.Type.(*model.Struct); ok && v.OwnPayload && b.home[s] == nil {
				b.home[s] = v
			}
		}
		for _, v := range e.Messages.Variants {
			own(v.Result, v)
		}
	}
}

// isHome reports whether a type is shown with an element.
func (b *builder) isHome(t model.Type, of any) bool {
	d, ok := t.(model.Decl)
	return ok && b.home[d] != nil && b.home[d] == of
}

// names tells the renderer of documentation which anchors there are, and which names are
// those of elements. Of several elements with a name, the first has it.
func (b *builder) names() {
	for _, e := range b.catalog.Elements {
		b.prose.known[e.Anchor] = true
		if _, taken := b.prose.anchors[e.Name]; !taken {
			b.prose.anchors[e.Name] = e.Anchor
		}
	}
	for _, d := range b.proto.Decls {
		b.prose.known[catalog.Anchor(catalog.TypeSpace, d.TypeName())] = true
	}
}

// meta fills in what every element has.
func (b *builder) meta(m *model.Meta) (chips []chip, added int) {
	if w := catalog.SinceWords(m.Since); w != "" {
		added = b.ref.index[m.Since.Version]
		if m.Since.After {
			added++
		}
		chips = append(chips, chip{"since " + w, "since"})
	}
	if m.Experimental {
		chips = append(chips, chip{"experimental", "danger"})
	}
	if d := m.Deprecated; d != nil {
		chips = append(chips, chip{strings.TrimSpace("deprecated " + clean(strings.TrimPrefix(catalog.DeprecatedWords(d), "yes"))), "danger"})
	}
	if m.Sensitive {
		chips = append(chips, chip{"sensitive", "break"})
	}
	if m.Unrecorded {
		chips = append(chips, chip{"not recorded", ""})
	}
	if m.Gate != "" {
		chips = append(chips, chip{"only with " + clean(m.Gate), "loss"})
	}
	return chips, added
}

// sent is who sends something, from the roles that do.
func (b *builder) sent(roles []string) (from sender, arrow string) {
	switch {
	case len(roles) == 0:
		return -1, ""
	case len(roles) == 2:
		return 2, b.ref.Roles[0] + " ⇄ " + b.ref.Roles[1]
	}
	if roles[0] == b.proto.Roles[0] {
		return 0, b.ref.Roles[0] + " → " + b.ref.Roles[1]
	}
	return 1, b.ref.Roles[1] + " → " + b.ref.Roles[0]
}

// element returns the entry of an element, with its data in the catalog.
func (b *builder) element(of any, m *model.Meta) *entry {
	e := b.elements[of]
	x := &entry{ID: e.Anchor, Name: clean(e.Name), Kind: e.Kind, Doc: b.prose.prose(m.Doc)}
	x.Kind = strings.TrimSuffix(x.Kind, ", experimental")
	x.Chips, x.New = b.meta(m)
	x.From, x.Arrow = b.sent(e.SentBy)
	if m.Gate != "" {
		x.fact("Gate", say("It is sent only with %s.", b.gate(m.Gate)))
	}
	if d := m.Deprecated; d != nil && d.Use != "" {
		x.fact("Use instead", b.named(d.Use))
	}
	if len(e.FormerNames) > 0 {
		x.fact("Older names", say("%s, which readers still accept.", list(codes(e.FormerNames), "and")))
	}
	if m.LogTruncate > 0 {
		x.fact("Logs", words("show at most "+count(m.LogTruncate, "character")+"."))
	}
	x.of = []*catalog.Element{e}
	return x
}

func (x *entry) fact(head string, l line) {
	if len(l) > 0 {
		x.Facts = append(x.Facts, fact{Head: head, Line: l})
	}
}

// most is the length of a list that is shown as a whole.
const most = 12

// long adds a list of which what is too much comes apart.
func (x *entry) long(head string, lines []line) {
	switch {
	case len(lines) == 0:
	case len(lines) <= most+3:
		x.fact(head, commas(lines))
	default:
		x.Facts = append(x.Facts, fact{Head: head, Line: commas(lines[:most]), More: commas(lines[most:])})
	}
}

// named is a name, with a link if it is that of an element.
func (b *builder) named(name string) line {
	if to := b.prose.anchors[name]; to != "" {
		return link(name, to)
	}
	return code(name)
}

func codes(names []string) []line {
	var out []line
	for _, n := range names {
		out = append(out, code(n))
	}
	return out
}

// generated are the names of elements that are shown together, in what other targets make:
// of the first two, and of the others, the types of its parts, one. The names of fields
// are in their order; if all are those in messages, they are left out.
func (b *builder) generated(elements []*catalog.Element) []fact {
	var out []fact
	for _, p := range b.plans {
		var all []string
		for i, e := range elements {
			names := e.NamesIn(p.Plan)
			if len(names) == 0 {
				continue
			}
			if i == 0 && len(names) > 1 {
				all = append(all, names[0])
				names = names[1:]
			}
			all = append(all, names[0]+fieldsIn(p.Plan, e))
		}
		if len(all) > 0 {
			out = append(out, fact{Head: p.Target.Title, Line: code(strings.Join(all, ", "))})
		}
	}
	return out
}

// fieldsIn are the names of the parts of an element in a target, in parentheses; "" if they
// are those in messages.
func fieldsIn(plan backend.Plan, e *catalog.Element) string {
	var parts []string
	differ := false
	for _, of := range e.Of {
		for _, part := range partsOf(of) {
			if got := plan.Names(part.of); len(got) > 0 {
				parts = append(parts, got[0])
				differ = differ || got[0] != part.name
			}
		}
	}
	if !differ {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

type part struct {
	of   any
	name string
}

// partsOf are the parts of a type with their names in messages.
func partsOf(of any) []part {
	var out []part
	switch t := of.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			out = append(out, part{f, f.Name})
		}
	case *model.Enum:
		for _, v := range t.Values {
			out = append(out, part{v, v.Value})
		}
	}
	return out
}
