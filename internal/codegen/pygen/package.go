package pygen

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"

	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// packageView fills pyproject.toml, README.md, __init__.py and test_vectors.py.
type packageView struct {
	Head           string
	Package        string
	Distribution   string // the name of the distribution
	Version        string
	License        string
	Description    string   // one line
	Module         []string // the docstring of the package
	Title          string
	Number         string // the version of the protocol
	Versions       string // all of them, as a tuple
	Legacy         string // that of a peer without the handshake; "" if there is none
	Doc            string
	HasErrors      bool
	Journal        bool
	HasMessages    bool
	Message        string // the type of any message
	Sides          []sideView
	Connects       string // the role that the first end connects to; "" without connections
	Imports        string
	All            []string // the names that the package exports
	Refs           []string // the types by their names, as members of a dict
	Example        string   // a class for the README
	AMessage       string   // the class of the first method
	UnknownRequest string
	OpenUnion      string
	Vectors        bool
	TestImports    string // of test_vectors.py
	Requires       string // the distribution of the runtime, if it is imported
	Generation     string // that it must support
}

// A sideView is what one side may send.
type sideView struct{ Role, Type, Side string }

func (p *plan) view(out *output, types, calls []string) packageView {
	v := packageView{
		Head: out.head, Package: p.pkg, Distribution: strings.ReplaceAll(p.pkg, "_", "-"), Version: cmp.Or(p.opts.Version, pythonVersion(p.proto.Version)),
		License: p.opts.License, Title: p.title(), Number: p.proto.Version, Doc: markdown.Prose(visibleText(strings.TrimSpace(p.proto.Doc))), HasMessages: p.hasMessages(), Message: p.message,
		Vectors: p.opts.Vectors, Description: p.title() + " " + p.proto.Version + ": its messages, as typed Python.", Module: moduleDoc(p, ""), Journal: p.rows.Journal != nil, HasErrors: slices.Contains(calls, "make_error"),
	}
	if p.hasConnections() {
		v.Connects = p.ends[1].word
	}
	for _, t := range p.rows.Types {
		if t.Union != nil && p.unknown[t.Union.Of] != "" && len(t.Union.Parts) == 0 {
			v.OpenUnion = cmp.Or(v.OpenUnion, p.types[t.Union.Of])
		}
	}
	for _, d := range p.proto.Decls {
		if _, ok := d.(*model.Struct); ok {
			v.Example = cmp.Or(v.Example, p.types[d])
		}
		v.Refs = append(v.Refs, quote(d.TypeName())+": "+p.refCode(d))
	}
	v.All = slices.Concat(types, []string{"Codec", "UNSET", "Unset", "WireError", "read", "redacted", "write"})
	use := imports{}
	v.All = append(v.All, "PROTOCOL_VERSION", "PROTOCOL_VERSIONS")
	v.Versions = strings.TrimSuffix(statement(tupleOf(backend.Atoms(quoteAll(p.proto.Versions))), "", ""), "\n")
	if n := p.proto.Negotiation; n != nil && n.Legacy != "" {
		v.Legacy = n.Legacy
		v.All = append(v.All, "LEGACY_VERSION")
	}
	use.use(typingModule, "Final as _Final")
	use.use(typingModule, "TypeVar")
	use.use(typingModule, "overload")
	for _, name := range types {
		use.use(".types", name+" as "+name)
	}
	use.use(valueModule, "Struct as _Struct")
	use.use(codecModule, "Codec as Codec")
	use.use(errorModule, "WireError as WireError")
	use.use(errorModule, "without_frames as _without_frames")
	use.use(valueModule, "UNSET as UNSET")
	use.use(valueModule, "Unset as Unset")
	use.use(valueModule, "plain as _plain")
	use.use(typingModule, "Any as _Any")
	if v.Journal {
		use.use(journalModule, "JournalReader as JournalReader")
		use.use(".journal", "read_journal as read_journal")
		v.All = append(v.All, "JournalReader", "read_journal")
	}
	if v.HasMessages {
		use.use(typingModule, "Literal as _Literal")
		v.AMessage, v.UnknownRequest = p.methods[p.rows.Calls[0].Of], p.shared["UnknownRequest"]
		for _, name := range calls {
			use.use(".calls", name+" as "+name)
			v.All = append(v.All, name)
		}
		for of, name := range p.shared {
			use.use(messageModule, of+" as "+name)
			v.All = append(v.All, name)
		}
		v.All = append(v.All, "read_message", "write_message")
		for i, side := range []lower.From{lower.FromClient, lower.FromAgent} {
			v.Sides = append(v.Sides, sideView{Role: p.proto.Roles[i], Type: p.sides[i], Side: side.String()})
		}
	}
	slices.Sort(v.All)
	if !out.own {
		v.Requires, v.Generation = imported, generation()
	}
	test := imports{}
	test.use("._codec", "PROTOCOL")
	test.use(errorModule, "WireError")
	test.use("._runtime.reader", "Report")
	test.use(valueModule, "UNSET")
	v.TestImports = out.imports(test)
	v.Imports = out.imports(use)
	return v
}

const codecModule = "._runtime.codec"

func (p *plan) emitPackage(out *output, types, calls []string) {
	v := p.view(out, types, calls)
	out.root("pyproject.toml", v)
	out.root("README.md", v)
	out.file("__init__.py", v)
	out.add(out.pkg+"/py.typed", nil)
	if p.opts.Vectors {
		out.file("test_vectors.py", v)
		text, err := p.given.Vectors()
		out.add(out.pkg+"/vectors.jsonl", text)
		out.fail(err)
	}
}

// refCode is the reference to the row of a type: its key, or a dict if it has more than that.
func (p *plan) refCode(d model.Decl) string {
	r := p.rows.Ref(d)
	for _, a := range p.rows.Aliases {
		if a.Of == d { // with what is said of the alias
			r = a.Type
		}
	}
	if r == (lower.Ref{Type: r.Type}) {
		return quote(p.rows.At(r).Key)
	}
	text, err := json.Marshal(r)
	if err != nil {
		panic("pygen: " + err.Error())
	}
	return literals.Code(p.refsByKey(backend.Parse(string(text))))
}

// pythonVersion is the version of a protocol as that of a distribution: what is not a number is
// left out.
func pythonVersion(version string) string {
	var parts []string
	for _, part := range strings.FieldsFunc(version, func(r rune) bool { return r == '.' || r == '-' || r == '+' }) {
		if strings.Trim(part, "0123456789") == "" {
			parts = append(parts, cmp.Or(strings.TrimLeft(part, "0"), "0"))
		}
	}
	return cmp.Or(strings.Join(parts, "."), "0")
}
