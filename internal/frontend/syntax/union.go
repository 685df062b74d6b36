package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Union is a type of several variants, which are distinguished by a tag, by
// their names or by their content.
type Union struct {
	Span        source.Span // of the key "union"
	External    Word        // external, or zero
	Tag         Word
	Content     Word // zero: the tag is next to the fields of the variant
	Match       Word // key, kind, ordered, or zero
	Variants    []*Variant
	Common      *Struct // fields that every variant has; or nil
	CommonKey   Word    // the key that has them
	Default     Word    // the tag that a missing one is read as, or zero
	DefaultTag  Word    // always, never, as_read, or zero: whether that tag is written
	Unknown     Word    // keep, reject, or zero: as the defaults of the spec say
	UnknownName Word
}

// A Variant is one member of a union.
type Variant struct {
	Tag     Word
	Tags    []Word  // every current tag, if there are several
	Key     Word    // the key that identifies it, or zero
	Name    Word    // of the struct that Fields declare
	Struct  *Struct // declared here
	Payload *Expr   // or a type that is declared elsewhere
	Const   *Value  // or one value
	// Bodyless reports that the spec declares no body, in a union whose tags are
	// separate from the bodies.
	Bodyless bool
	Meta
}

func (p *parser) union(m *mapping, key, n *Node) *Union {
	u := &Union{Span: key.Span}
	variants := m.get("variants")
	if variants == nil && n.Kind != List {
		m.need("variants", "add variants: with a type for each tag")
	}
	unknown, policy := m.pair("unknown")
	u.Unknown, u.UnknownName = p.unknown(unknown, policy)
	if common, fields := m.pair("common"); common != nil {
		u.Common, u.CommonKey = p.structure(fields), p.name(common, "common")
	}
	told := p.tagging(u, n)
	if p.want(variants, Map, "variants") {
		for _, pair := range variants.Pairs {
			u.Variants = append(u.Variants, p.variant(u, pair))
		}
	}
	if !told || variants == nil || variants.Kind != Map {
		return nil
	}
	p.misplaced(u, unknown)
	return u
}

// unionDefault reads the tag that a missing one is read as, alone or with how it is
// written.
func (p *parser) unionDefault(u *Union, key, n *Node) {
	if n.Kind != Map {
		u.Default = p.word(n, "default")
		return
	}
	m := p.mapping(n, "default", key.Span)
	if m == nil {
		return
	}
	u.Default = p.word(m.need("tag", "write default: {tag: TAG, write: as_read}"), "tag")
	u.DefaultTag = p.choice(m.get("write"), "write", "always", "never", "as_read")
	m.done()
}

// tagging reads how the variants are distinguished. It is false if the spec does
// not say it.
func (p *parser) tagging(u *Union, n *Node) bool {
	if n.Kind == Scalar && n.Text == "external" {
		u.External = p.word(n, "union")
		return true
	}
	if n.Kind != Map {
		p.noUnion(u, n)
		return false
	}
	m := p.mapping(n, "union", u.Span)
	if m == nil {
		return false
	}
	match, how := m.pair("match")
	if match != nil {
		u.Match = p.choice(how, "match", "key", "kind", "ordered")
		u.Tag, u.Content = p.name(m.get("tag"), "tag"), p.name(m.get("content"), "content")
	} else {
		tag := m.get("tag")
		if tag == nil && !m.has("external") {
			m.need("tag", "write union: {tag: type}")
		}
		u.Tag = p.name(tag, "tag")
		u.Content = p.name(m.get("content"), "content")
	}
	m.done()
	for _, w := range []Word{u.Tag, u.Content} {
		if match != nil && !w.IsZero() {
			p.report.Add(diag.KeyConflict, w.Span, fmt.Sprintf("a union with match has no tags, so %q is not allowed", w.Text)).
				WithHelp("keep either match or the tag")
			return false
		}
	}
	return !u.Tag.IsZero() || !u.Match.IsZero()
}

// noUnion reports a union that is neither external nor a map.
func (p *parser) noUnion(u *Union, n *Node) {
	a := help("write union: {tag: type}, {tag: type, content: value}, external or {match: key}")
	switch {
	case n.Kind == List:
		if arms, ok := plainItems(n); ok {
			own := strings.Join(arms, " | ")
			a = diag.Advice{Help: "write type: " + own, Steps: []diag.Step{{Do: diag.Rename, At: u.Span, Text: "type"}, {Do: diag.Write, At: n.Span, Text: own}}}
		}
	case n.Text == "key" || n.Text == "kind" || n.Text == "ordered":
		a = longWritten(n, fmt.Sprintf("write union: {match: %s}", n.Text))
	case n.Text == "tag" || n.Text == "tagged" || n.Text == "internal":
		a = longWritten(n, "write union: {tag: type}")
	case n.Text == "adjacent" || n.Text == "content":
		a = longWritten(n, "write union: {tag: type, content: value}")
	}
	code := diag.ChoiceUnknown
	if n.Kind == List {
		code = diag.YAMLWrongKind
	}
	p.report.Add(code, p.head(n), "union must be external, or a map that says how the variants are distinguished").WithAdvice(a)
}

// plainItems are the texts of a list of texts.
func plainItems(n *Node) ([]string, bool) {
	var out []string
	for _, item := range n.Items {
		if item.Kind != Scalar {
			return nil, false
		}
		out = append(out, item.Text)
	}
	return out, len(out) > 0
}

// misplaced refuses keys that do not apply to the way in which the variants of u
// are distinguished.
func (p *parser) misplaced(u *Union, unknown *Node) {
	if unknown != nil && !u.Match.IsZero() {
		refuseKey(p.report, unknown.Span, "unknown", "the variants have no tags")
	}
	if !u.CommonKey.IsZero() && !u.internal() && u.Match.Text != "key" {
		refuseKey(p.report, u.CommonKey.Span, "common", "only variants with a tag next to their fields, or with match: key, share fields")
	}
	for _, v := range u.Variants {
		u.Misplaced(v, p.report)
	}
}

// internal reports whether the tag is next to the fields of the variants.
func (u *Union) internal() bool {
	return u.External.IsZero() && u.Match.IsZero() && u.Content.IsZero()
}

// Misplaced refuses keys of the variant v that do not apply to the way in which
// the variants of u are distinguished.
func (u *Union) Misplaced(v *Variant, r *diag.Report) {
	if len(v.Tags) > 0 && !u.internal() {
		refuseKey(r, v.Tags[0].Span, "tags", "only a variant with the tag next to its fields can have several tags")
	}
	if len(v.FormerNames) > 0 && !u.Match.IsZero() {
		refuseKey(r, v.FormerNames[0].Span, "was", "the variants have no tags")
	}
	if !v.Key.IsZero() && u.Match.Text != "key" {
		refuseKey(r, v.Key.Span, "key", "the variants are not distinguished by a key")
	}
	if v.Struct != nil && !v.Struct.Body.IsZero() && !u.internal() && (u.Match.Text != "key" || u.CommonKey.IsZero()) {
		r.Add(diag.UnionKeyMisplaced, v.Struct.Body.Span, `"body" does not apply here: the union adds neither a tag nor common fields to those of the struct`).
			WithHelp(fmt.Sprintf("write payload: %s", v.Struct.Body.Text)).
			Repairable("", diag.Step{Do: diag.Rename, At: v.Struct.Body.Span, Text: "payload"})
	}
}

func refuseKey(r *diag.Report, span source.Span, key, why string) {
	r.Add(diag.UnionKeyMisplaced, span, fmt.Sprintf("%q does not apply here: %s", key, why)).WithHelp("remove it").Drops()
}

// Apart reports whether the body of a variant is separate from its tag, so that it
// may be missing.
func (u *Union) Apart() bool { return !u.External.IsZero() || !u.Content.IsZero() }

// unknown reads how undeclared tags of a union are handled.
func (p *parser) unknown(key, n *Node) (unknown, name Word) {
	if n == nil || n.Kind != Map {
		return p.choice(n, "unknown", "keep", "reject"), Word{}
	}
	m := p.mapping(n, "unknown", key.Span)
	keep := m.need("keep", "write unknown: {keep: true, name: Unknown…}")
	name = p.name(m.get("name"), "name")
	m.done()
	unknown = Word{Text: "keep", Span: key.Span}
	if keep != nil && !p.boolean(keep, "keep") {
		unknown.Text = "reject"
	}
	return unknown, name
}

// variant reads one entry of variants. If bodies are separate from tags, a variant
// that does not declare a body has none.
func (p *parser) variant(u *Union, pair Pair) *Variant {
	v := &Variant{Tag: p.name(pair.Key, "a tag")}
	if pair.Value.Kind == Scalar {
		v.Payload = p.plainType(pair.Value, "a variant")
		return v
	}
	m := p.mapping(pair.Value, fmt.Sprintf("the variant %q", v.Tag.Text), pair.Key.Span)
	if m == nil {
		return v
	}
	v.Name = p.name(m.get("name"), "name")
	apart := u.Apart() && m.get("with") == nil
	is := p.variantBody(m, &v.Struct, &v.Payload, v.Name, apart)
	if p.constant(m, v) {
		is, apart = false, false
	}
	v.Tags = p.words(m.get("tags"), "tags")
	v.Bodyless = apart && m.get("fields") == nil && m.get("payload") == nil
	v.Meta = p.meta(m, withReserved|withExamples)
	v.Key = p.name(m.get("key"), "key")
	p.structKeys(m, v.Struct, is)
	p.holding(m, v)
	if declared := m.has("fields"); !m.done() && !declared {
		v.Struct = nil // the variant is ambiguous
	}
	return v
}

// holding reads the struct that a variant holds instead of fields, if it holds one.
func (p *parser) holding(m *mapping, v *Variant) {
	key, name := m.pair("body")
	if key == nil {
		return
	}
	for _, other := range []string{"fields", "payload", "const", "with", "extra", "present"} {
		if m.has(other) {
			p.conflict(key.Span, fmt.Sprintf("%s has both %q and %q", m.what, other, "body"), "keep one of them")
			v.Payload = nil
			return
		}
	}
	body := p.name(name, "body")
	if body.Text == "" { // which was reported
		v.Bodyless = false
		return
	}
	v.Struct, v.Bodyless = &Struct{With: []Word{body}, Body: body}, false
}

// constant reads the one value that a variant has instead of fields or a payload, and
// reports whether there is one.
func (p *parser) constant(m *mapping, v *Variant) bool {
	key, value := m.pair("const")
	if key == nil {
		return false
	}
	for _, other := range []string{"fields", "payload", "name"} {
		if m.has(other) {
			p.conflict(key.Span, fmt.Sprintf("%s has both %q and %q", m.what, other, "const"), "keep one of them")
			return false
		}
	}
	v.Struct, v.Const = nil, p.value(value)
	return true
}

// variantBody reads the fields or the payload of a variant. One with neither has no
// body if bare, else no fields. The result reports whether the body is a struct
// that the variant declares.
func (p *parser) variantBody(m *mapping, s **Struct, payload **Expr, name Word, bare bool) bool {
	fields, declared := m.pair("fields")
	key, reference := m.pair("payload")
	switch {
	case fields != nil && key != nil:
		p.report.Add(diag.KeyConflict, key.Span, m.what+` has both "fields" and "payload"`).WithHelp("keep one of them")
	case key != nil && !name.IsZero():
		p.report.Add(diag.KeyConflict, name.Span, m.what+` has both "payload" and "name"`).
			WithHelp("remove the name: the type of the payload has one").Drops()
	case fields == nil && bare && !name.IsZero():
		p.report.Add(diag.KeyConflict, name.Span, m.what+" has a name but no body").
			WithHelp("remove the name, or add fields: {}").
			Repairable("remove the name", diag.Step{Do: diag.Drop, At: name.Span}).
			Repairable("add fields: {}", diag.Step{Do: diag.Set, At: m.name, Key: "fields", Text: "{}"})
	}
	switch {
	case fields != nil:
		*s = p.structure(declared)
	case key != nil:
		*payload = p.plainType(reference, "payload")
	case !bare:
		*s = &Struct{}
	}
	return fields != nil || key == nil && !bare
}
