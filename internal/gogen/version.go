package gogen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitDoc gives the doc comment of the package, and its versions.
func (p *plan) emitDoc(f *jen.File) {
	for _, line := range p.packageDoc() {
		f.PackageComment(lineComment(line))
	}
	f.Comment("// The generation of this code, which the runtime must support.")
	f.Const().Id("_").Op("=").Add(rt("SupportsGen1"))
	f.Line()
	p.emitVersions(f)
}

func (p *plan) packageDoc() []string {
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
func (p *plan) emitVersions(f *jen.File) {
	f.Comment("// ProtocolVersion is the version of the protocol that this package speaks.")
	f.Add(fn("ProtocolVersion").Params().String().Add(brief(jen.Lit(p.proto.Version))))
	f.Line()

	f.Comment("// Versions are all versions of the protocol, oldest first.")
	f.Add(fn("Versions").Params().Index().String().Add(brief(texts(p.versions()))))
	f.Line()

	docLines(f, "CompareVersions compares two versions "+comparedBy(p.proto.Versioning)+
		": it is negative when a is older than b, zero when they are equal, positive when a is newer.")
	f.Add(fn("CompareVersions").Params(jen.List(jen.Id("a"), jen.Id("b")).String()).Int().
		Add(brief(rt("CompareVersions").Call(jen.Id("a"), jen.Id("b")))))
	f.Line()

	p.emitNegotiation(f)
	if n := p.proto.Negotiation; n != nil && n.Legacy != "" {
		f.Comment("// LegacyVersion is the version of a peer that skips the handshake.")
		f.Add(fn("LegacyVersion").Params().String().Add(brief(jen.Lit(n.Legacy))))
		f.Line()
	}
	if j := p.proto.Journal; j != nil && j.NoHeader != "" {
		f.Comment("// JournalVersion is the version of a journal without a header.")
		f.Add(fn("JournalVersion").Params().String().Add(brief(jen.Lit(j.NoHeader))))
		f.Line()
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
