package editor

import (
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// A SymbolKind is the kind of a Symbol.
type SymbolKind int

// The kinds of symbols.
const (
	SectionSymbol SymbolKind = iota // a top-level key
	StructSymbol
	EnumSymbol
	UnionSymbol
	AliasSymbol
	EnvelopeSymbol
	FieldSymbol
	ValueSymbol // of an enum
	VariantSymbol
	EventSymbol
	RequestSymbol
	MethodSymbol
	ErrorSymbol
	RoleSymbol
	VersionSymbol
	FeatureSymbol
	RangeSymbol // of error codes
	FileSymbol
)

var kindWords = [...]string{
	SectionSymbol: "section", StructSymbol: "struct", EnumSymbol: "enum", UnionSymbol: "union", AliasSymbol: "type", EnvelopeSymbol: "envelope",
	FieldSymbol: "field", ValueSymbol: "value", VariantSymbol: "variant", EventSymbol: "event", RequestSymbol: "request", MethodSymbol: "method",
	ErrorSymbol: "error", RoleSymbol: "role", VersionSymbol: "version", FeatureSymbol: "feature", RangeSymbol: "range of error codes", FileSymbol: "file",
}

func (k SymbolKind) String() string { return kindWords[k] }

// A Symbol is a name that a spec declares.
type Symbol struct {
	Name  string
	Kind  SymbolKind
	Owner string      // the name of the element that it is a part of, or ""
	Span  source.Span // of the name
	Whole source.Span // of the declaration; only Symbols sets it
	Parts []*Symbol   // only Symbols sets it

	variant *syntax.Variant // of an event, a request and a variant
	body    *syntax.Variant // of a type that a variant declares: that variant
	enum    *syntax.Enum    // of a value
	tagged  bool            // of a variant: its name is in messages
	former  []syntax.Word
}

// A declarer collects the symbols of a spec.
type declarer struct {
	out      []*Symbol
	gates    []*Symbol          // by features
	features map[string]*Symbol // the first of each that no enum declares
}

// declare returns the symbols of a spec in the order of its tree.
func declare(spec *syntax.Spec) *declarer {
	d := &declarer{features: map[string]*Symbol{}}
	if p := spec.Protocol; p != nil {
		versions := p.Versions
		if len(versions) == 0 {
			versions = []syntax.Word{p.Version}
		}
		d.words(VersionSymbol, versions)
	}
	d.words(RoleSymbol, spec.Roles)
	d.dialect(spec.Dialect)
	for _, t := range spec.Types {
		d.add(bodyKind(&t.Body), t.Name, "")
		d.body(&t.Body, t.Name.Text)
	}
	if e := spec.Envelope; e != nil {
		d.add(EnvelopeSymbol, e.Name, "")
		d.meta(&e.Meta)
	}
	d.messages(EventSymbol, spec.Events)
	d.messages(RequestSymbol, spec.Requests)
	for _, m := range spec.Methods {
		d.method(m)
	}
	for _, e := range spec.Errors {
		d.add(ErrorSymbol, e.Name, "")
		d.meta(&e.Meta)
		d.ref(e.Data, e.Name.Text)
	}
	for _, c := range spec.Capabilities {
		d.meta(&c.Meta)
	}
	return d
}

func (d *declarer) add(kind SymbolKind, w syntax.Word, owner string) *Symbol {
	s := &Symbol{Name: w.Text, Kind: kind, Owner: owner, Span: w.Span}
	if !w.IsZero() {
		d.out = append(d.out, s)
	}
	return s
}

func (d *declarer) words(kind SymbolKind, list []syntax.Word) {
	for _, w := range list {
		d.add(kind, w, "")
	}
}

func (d *declarer) dialect(x *syntax.Dialect) {
	if x == nil {
		return
	}
	d.structure(x.Members, "dialect")
	for _, r := range x.Ranges {
		d.add(RangeSymbol, r.Name, "")
	}
	if s := x.Shapes; s != nil {
		for _, shape := range []*syntax.Shape{&s.Request, &s.Response, &s.Notification} {
			d.structure(shape.Members, "dialect")
		}
	}
}

func bodyKind(b *syntax.Body) SymbolKind {
	switch {
	case b.Struct != nil:
		return StructSymbol
	case b.Enum != nil:
		return EnumSymbol
	case b.Union != nil, b.Expr != nil && b.Expr.Kind == syntax.EitherExpr:
		return UnionSymbol
	}
	return AliasSymbol
}

// meta collects the features of gates, which may be declared nowhere.
func (d *declarer) meta(m *syntax.Meta) {
	if m.Gate == nil || m.Gate.Feature.IsZero() {
		return
	}
	d.gates = append(d.gates, &Symbol{Name: m.Gate.Feature.Text, Kind: FeatureSymbol, Span: m.Gate.Feature.Span})
}

func (d *declarer) body(b *syntax.Body, owner string) {
	d.meta(&b.Meta)
	d.structure(b.Struct, owner)
	if b.Enum != nil {
		for _, v := range b.Enum.Values {
			s := d.add(ValueSymbol, v.Name, owner)
			s.enum, s.former = b.Enum, v.FormerNames
			d.meta(&v.Meta)
		}
	}
	if u := b.Union; u != nil {
		for _, v := range u.Variants {
			d.variant(VariantSymbol, v, owner, u.Match.IsZero())
		}
		d.structure(u.Common, owner)
	}
}

func (d *declarer) structure(s *syntax.Struct, owner string) {
	if s == nil {
		return
	}
	for _, f := range s.Fields {
		d.add(FieldSymbol, f.Name, owner).former = f.FormerNames
		inner := owner + "." + f.Name.Text
		d.body(&f.Body, inner)
	}
}

func (d *declarer) messages(kind SymbolKind, list []*syntax.Message) {
	for _, m := range list {
		d.variant(kind, &m.Variant, "", true)
		d.ref(m.Result, m.Tag.Text)
	}
}

func (d *declarer) variant(kind SymbolKind, v *syntax.Variant, owner string, tagged bool) {
	s := d.add(kind, v.Tag, owner)
	s.variant, s.tagged, s.former = v, tagged, v.FormerNames
	d.add(StructSymbol, v.Name, owner).body = v
	d.meta(&v.Meta)
	inner := v.Tag.Text
	if owner != "" {
		inner = owner + "." + inner
	}
	d.structure(v.Struct, inner)
}

func (d *declarer) method(m *syntax.Method) {
	d.add(MethodSymbol, m.Name, "").former = m.FormerNames
	d.meta(&m.Meta)
	for _, r := range []*syntax.Ref{m.Params, m.Notify, m.Result, m.ErrorData} {
		d.ref(r, m.Name.Text)
	}
	if m.Registration != nil {
		d.ref(m.Registration.Options, m.Name.Text)
	}
}

func (d *declarer) ref(r *syntax.Ref, owner string) {
	if r != nil {
		d.structure(r.Struct, owner)
	}
}
