package gogen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// about emits the description of the protocol as a whole.
type about struct{ *plan }

// emitDoc emits the doc comment of the package, and its versions.
func (p about) emitDoc(f *file) {
	for _, line := range p.packageDoc() {
		f.PackageComment(lineComment(line))
	}
	f.declare(`
		// Fails to compile if the runtime does not support this generation of code.
		const _ = codec.SupportsGen2`)
	p.emitVersions(f)
}

func (p about) packageDoc() []string {
	title := oneLine(p.proto.Title)
	if title == "" {
		title = oneLine(p.proto.Name)
	}
	lines := paragraphs(fmt.Sprintf("Package %s encodes and decodes the messages of %s %s.",
		p.pkg, title, oneLine(p.proto.Version)))
	if p.proto.Doc != "" {
		lines = append(append(lines, ""), paragraphs(p.proto.Doc)...)
	}
	if p.hasMessages() && !p.noConnections {
		lines = append(append(lines, ""), paragraphs(p.connectionsDoc())...)
	}
	text := "DecodeX decodes an X, AppendX appends its JSON to a buffer, and CheckX returns an error if a value must " +
		"not be written. Every type also works with encoding/json, and with encoding/json/v2 where a program is built with " +
		"GOEXPERIMENT=jsonv2. Do not embed a generated struct in another: its MarshalJSON " +
		"would be promoted, and write only its fields. A variant with an undeclared tag is preserved verbatim, in a type " +
		"whose name begins with Unknown; a declared variant with invalid content is an error that reports its path."
	if p.rows.Tolerant() {
		text += " DecodeXReport is like DecodeX, and calls a function with the path of each value that it skips and the reason."
	}
	if len(p.proto.Methods) > 0 {
		text += " DecodeMessage decodes one JSON-RPC message"
		if p.rows.Dialect.Batch != nil {
			text += ", DecodeBatch a batch"
		}
		text += "; NewDecoder and NewEncoder read and write streams of them. The Reply method of a request returns its response, or an error if the " +
			"result must not be written; its DecodeResult method decodes the result of a response."
	}
	return append(append(lines, ""), paragraphs(text)...)
}

// connectionsDoc names what a program of connections begins with: go doc lists it among the
// functions that every type has.
func (p about) connectionsDoc() string {
	first, second := p.ends[0], p.ends[1]
	return fmt.Sprintf("[%[1]s] and [%[2]s] are the ends of a connection: their methods send what each may send, and their handlers, "+
		"[%[1]sHandler] and [%[2]sHandler], get what the other end sends. [Connect%[2]s] and [Start%[2]s] begin a connection of the %[3]s, [ServeConn], [ServeStdio] and "+
		"[Serve] those of the %[4]s.", first, second, oneLine(p.proto.Roles[0]), oneLine(p.proto.Roles[1]))
}

// emitVersions emits the versions of the protocol.
func (p about) emitVersions(f *file) {
	f.declare(`
		// ProtocolVersion returns the version of the protocol that this package implements.
		// wirert.CompareVersions orders versions $3.
		func ProtocolVersion() string { return $1 }

		// ProtocolInfo is the type of Protocol.
		type ProtocolInfo struct{}

		// Protocol has methods that describe the protocol as a whole.
		var Protocol ProtocolInfo

		// Versions returns all versions of the protocol, oldest first.
		func (ProtocolInfo) Versions() []string { return $2 }

		// Verify returns an error unless data is a value of the type with this name in the spec.
		// It does not decode the value. The options can enable strict reading.
		func (ProtocolInfo) Verify(name string, data []byte, o wirert.Options) error {
			return table.Verify(name, data, o)
		}`, quote(p.proto.Version), texts(p.versions()), comparedBy(p.proto.Versioning))
	if len(p.proto.Gates) > 0 {
		f.declare(`
			// ProtocolGate names what must be negotiated before something is sent: a
			// capability, a feature or a subscription. The empty gate is always open.
			type ProtocolGate string`)
	}
	p.emitNegotiation(f)
	constant := func(doc, name, version string) {
		f.document(name+doc, "const $1 = $2", name, quote(version))
	}
	if n := p.proto.Negotiation; n != nil && n.Legacy != "" {
		constant(" is the version of a peer that skips the handshake.", "LegacyVersion", n.Legacy)
	}
	if j := p.proto.Journal; j != nil && j.NoHeader != "" {
		constant(" is the version of a journal without a header.", "JournalVersion", j.NoHeader)
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
	case model.Integer, model.Breaking:
		return "as numbers"
	}
	return "number by number"
}
