package gogen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// about emits what is said of the protocol as a whole.
type about struct{ *plan }

// emitDoc gives the doc comment of the package, and its versions.
func (p about) emitDoc(f *file) {
	for _, line := range p.packageDoc() {
		f.PackageComment(lineComment(line))
	}
	f.declare(`
		// The generation of this code, which the runtime must support.
		const _ = codec.SupportsGen2`)
	p.emitVersions(f)
}

func (p about) packageDoc() []string {
	title := oneLine(p.proto.Title)
	if title == "" {
		title = oneLine(p.proto.Name)
	}
	lines := paragraphs(fmt.Sprintf("Package %s holds the messages of %s %s, and reads and writes them.",
		p.pkg, title, oneLine(p.proto.Version)))
	if p.proto.Doc != "" {
		lines = append(append(lines, ""), paragraphs(p.proto.Doc)...)
	}
	text := "DecodeX reads an X from JSON, AppendX writes one to the end of a buffer, CheckX reports whether a value may " +
		"be written. Every type also works with encoding/json. A tag that this version does not declare is kept as it " +
		"came, in a type whose name begins with Unknown; a declared one with a bad body is an error that names its place."
	if len(p.proto.Methods) > 0 {
		text += " DecodeMessage reads one JSON-RPC message"
		if p.rows.Dialect.Batch != nil {
			text += ", DecodeBatch several in one array"
		}
		text += "."
	}
	return append(append(lines, ""), paragraphs(text)...)
}

// emitVersions gives what the package knows of versions.
func (p about) emitVersions(f *file) {
	constant := func(doc, name, version string) {
		f.document(doc, "func $1() string { return $2 }", name, quote(version))
	}
	constant("ProtocolVersion is the version of the protocol that this package speaks.", "ProtocolVersion", p.proto.Version)
	f.declare(`
		// Versions are all versions of the protocol, oldest first.
		func Versions() []string { return $1 }`, texts(p.versions()))
	f.document("CompareVersions compares two versions "+comparedBy(p.proto.Versioning)+
		": it is negative when a is older than b, zero when they are equal, positive when a is newer.",
		"func CompareVersions(a, b string) int { return wirert.CompareVersions(a, b) }")
	p.emitNegotiation(f)
	if n := p.proto.Negotiation; n != nil && n.Legacy != "" {
		constant("LegacyVersion is the version of a peer that skips the handshake.", "LegacyVersion", n.Legacy)
	}
	if j := p.proto.Journal; j != nil && j.NoHeader != "" {
		constant("JournalVersion is the version of a journal without a header.", "JournalVersion", j.NoHeader)
	}
}

func (p *plan) versions() []string {
	if len(p.proto.Versions) == 0 {
		return []string{p.proto.Version}
	}
	return p.proto.Versions
}

func comparedBy(v model.Versioning) string {
	switch v {
	case model.Semver:
		return "as semantic versions"
	case model.Date:
		return "as dates"
	case model.Integer:
		return "as numbers"
	}
	return "number by number"
}
