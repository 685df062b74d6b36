package syntax

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A Spec is one spec file, or several that were joined. A part that is missing in
// the file, or could not be read, is nil or zero.
type Spec struct {
	File         *source.File
	Include      []Word // paths and patterns of files with more of the spec
	Extends      Word   // path of the spec that this one extends
	Add          []*Addition
	Reserved     []Word // names that must not be used again
	Protocol     *Protocol
	Roles        []Word
	Dialect      *Dialect
	Defaults     Defaults
	Extensions   Extensions
	Types        []*TypeDecl
	Envelope     *Envelope
	Events       []*Message
	Requests     []*Message
	Methods      []*Method
	Errors       []*ErrorDecl
	Capabilities []*Capability
	Negotiation  *Negotiation
	Session      []*SessionRules
	Journal      *Journal
	Parts        []*source.File // the files that it includes
	Below        []*source.File // the files of the specs that it extends
	Sections     []Word         // the top-level keys that have something below them, in the order of the file
	Excuses      []*Excuse      // the rules of lint that are off somewhere
}

// A Protocol has the name and the versions of the protocol.
type Protocol struct {
	Span       source.Span // of the key
	Name       Word
	Title      Word
	Doc        Word
	Version    Word
	Versions   []Word
	Versioning Word
}

// Defaults are the defaults of the spec. Zero words are the defaults of the
// language.
type Defaults struct {
	WriteAbsent Word // omit | null
	Patch       Word // true | false
	OnError     Word // unset | refuse
	BadItems    Word // skip | refuse
	Unknown     Word // keep | reject
	Enums       Word // closed | open
	Extra       Word // ignore | keep | reject
	Int64       Word // number | bigint | string
}

func (p *parser) spec(root *Node) *Spec {
	start := source.Span{File: p.file, Start: root.Span.Start, End: min(root.Span.Start+1, root.Span.End)}
	m := p.mapping(root, "the spec", start, "begin with wiregen: 1; wiregen init writes a small spec")
	if m == nil {
		return nil
	}
	if p.foreign(root) {
		return nil
	}
	s := &Spec{File: p.file}
	p.excuses = nil
	for _, pair := range root.Pairs {
		if v := pair.Value; v.Kind == Map && len(v.Pairs) == 0 {
			continue
		}
		s.Sections = append(s.Sections, Word{Text: p.meant(pair.Key), Span: pair.Key.Span})
	}
	if p.part {
		p.languageVersion(m.get("wiregen"))
		p.wholeKeys(m)
	} else {
		p.languageVersion(m.need("wiregen", `begin with "wiregen: 1"`))
		m.insertMissing("wiregen", "1")
		p.whole(s, m)
	}
	for _, name := range []string{"name", "title", "version", "versions", "versioning"} {
		m.misplaced(name, "write it under protocol")
	}
	s.Include = p.words(m.get("include"), "include")
	s.Types = p.typeDecls(m.get("types"))
	s.Envelope = p.envelope(m.pair("envelope"))
	s.Events = p.messages(m.get("events"), "events", "event")
	s.Requests = p.messages(m.get("requests"), "requests", "request")
	s.Methods = p.methods(m.get("methods"))
	s.Errors = p.errors(m.get("errors"))
	s.Capabilities = p.capabilities(m.get("capabilities"))
	s.Negotiation = p.negotiation(m.pair("negotiation"))
	s.Session = p.session(m.get("session"))
	s.Journal = p.journal(m.pair("journal"))
	s.Add = p.additions(m.get("add"))
	s.Reserved = p.words(m.get("reserved"), "reserved")
	s.Excuses = p.excuses
	m.done()
	return s
}

// whole reads the keys that apply to the whole protocol.
func (p *parser) whole(s *Spec, m *mapping) {
	s.Extends = p.name(m.get("extends"), "extends")
	if s.Extends.IsZero() {
		m.need("protocol", `write protocol: {name: my-protocol, version: "1"}`)
	}
	key, value := m.pair("protocol")
	s.Protocol = p.protocol(key, value, !s.Extends.IsZero())
	if n := m.get("roles"); n != nil {
		s.Roles = p.words(n, "roles")
	}
	s.Dialect = p.dialect(m.pair("dialect"))
	s.Defaults = p.defaults(m.pair("defaults"))
	s.Extensions = p.extensions(m.pair("extensions"))
}

// wholeKeys refuses, in a part of a spec, the keys that apply to the whole
// protocol.
func (p *parser) wholeKeys(m *mapping) {
	for _, name := range []string{"protocol", "extends", "roles", "dialect", "defaults", "extensions"} {
		if key, _ := m.pair(name); key != nil {
			p.report.Add(diag.PartKey, key.Span, fmt.Sprintf("%q applies to the whole protocol, and this file is only part of a spec", name)).
				WithHelp("write it in the spec that includes this file")
		}
	}
}

func (p *parser) languageVersion(n *Node) {
	w := p.word(n, "wiregen")
	if !w.IsZero() && w.Text != "1" {
		p.report.Add(diag.LanguageVersionUnknown, w.Span, fmt.Sprintf("this wiregen reads version 1 of the language, not %q", w.Text)).
			WithHelp("write wiregen: 1").Writes("1")
	}
}

// protocol reads the name and the versions. A layer has only the keys that differ
// from the spec below it.
func (p *parser) protocol(key, value *Node, layer bool) *Protocol {
	if key == nil {
		return nil
	}
	m := p.mapping(value, "protocol", key.Span)
	if m == nil {
		return nil
	}
	out := &Protocol{Span: key.Span}
	need := m.need
	if layer {
		need = func(name, _ string) *Node { return m.get(name) }
	}
	out.Name = p.name(need("name", "write name: my-protocol"), "name")
	out.Title = p.word(m.get("title"), "title")
	out.Doc = p.doc(m.get("doc"), "doc")
	out.Version = p.version(need("version", `write version: "1"`), "version")
	if n := m.get("versions"); p.want(n, List, "versions") {
		for _, item := range n.Items {
			if w := p.version(item, "a version"); !w.IsZero() {
				out.Versions = append(out.Versions, w)
			}
		}
	}
	out.Versioning = p.choice(m.get("versioning"), "versioning", "counter", "semver", "date", "integer", "breaking")
	p.excuse(m, nil)
	m.done()
	return out
}

// version reads a version, which must be quoted: every other YAML tool reads 1.10
// as 1.1.
func (p *parser) version(n *Node, what string) Word {
	w := p.word(n, what)
	if after, ok := strings.CutPrefix(w.Text, "after "); ok && what == "since" {
		p.report.Add(diag.VersionInvalid, w.Span, fmt.Sprintf("%q is not a version", w.Text)).
			WithAdvice(longWritten(n, fmt.Sprintf("write since: {after: \"%s\"}", strings.Trim(after, " \"'"))))
		return Word{}
	}
	// A text that does not begin with a digit is not a version, quoted or not.
	if !w.IsZero() && !w.Quoted && w.Text[0] >= '0' && w.Text[0] <= '9' {
		p.report.Add(diag.VersionUnquoted, w.Span, fmt.Sprintf("the version %s is not quoted", w.Text)).
			WithAdvice(written(n, `"`+w.Text+`"`))
	}
	return w
}

func (p *parser) defaults(key, value *Node) (out Defaults) {
	if key == nil {
		return out
	}
	m := p.mapping(value, "defaults", key.Span)
	out.WriteAbsent = p.choice(m.get("write_absent"), "write_absent", "omit", "null")
	out.Patch = p.choice(m.get("patch"), "patch", "true", "false")
	out.OnError = p.choice(m.get("on_error"), "on_error", "unset", "refuse")
	out.BadItems = p.choice(m.get("bad_items"), "bad_items", "skip", "refuse")
	out.Unknown = p.choice(m.get("unknown"), "unknown", "keep", "reject")
	out.Enums = p.choice(m.get("enums"), "enums", "closed", "open")
	out.Extra = p.choice(m.get("extra"), "extra", "ignore", "keep", "reject")
	out.Int64 = p.choice(m.get("int64"), "int64", "number", "bigint", "string")
	m.done()
	return out
}
