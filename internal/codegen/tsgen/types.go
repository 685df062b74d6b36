package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// declarations emits the module with the declarations of all types and messages.
// The module is empty at run time.
type declarations struct {
	*plan
	written bool // what is declared is what is written of messages
}

// typesLink is the import of these declarations by others.
var typesLink = link{word: "import type", as: "wire", from: "./types"}

// typesView fills types.d.ts.
type typesView struct {
	Doc            []string
	Declarations   []declaration
	Messages       []declaration
	UnknownMessage declaration
	Extensions     []declaration // the messages of extensions, if there can be any
	Flagged        bool          // a flag tells a result from an error, which has no code
	TagKey         string        // the member that names the shape of a message, if shapes name their members
	Ignores, Batch bool
	Inputs         []declaration // of messages
	Maps           []declaration
}

// emitTypes emits the declarations of some types, and those of messages.
func (p *plan) emitTypes(out *output, types []model.Decl) {
	e := &declarations{plan: p}
	v := typesView{Messages: e.messageDecls(), Ignores: e.rows.Dialect.Ignores, Batch: e.rows.Dialect.Batch != nil, Inputs: e.messageInputs(), Maps: e.maps()}
	if e.hasMessages() {
		v.UnknownMessage = e.unknownMessageDecl()
		v.Extensions = e.extensionMessageDecls()
		if d := &e.rows.Dialect; d.Named() {
			v.Flagged, v.TagKey = d.NamesOf(lower.ResponseShape).OK != "", key(d.Shapes.Key)
		}
	}
	for _, d := range types {
		v.Declarations = append(append(v.Declarations, e.of(d)...), e.inputDecls(d)...)
	}
	v.Declarations = append(v.Declarations, e.objectInput()...)
	v.Doc = []string{docText(e.title()) + " " + docText(e.proto.Version) + "."}
	if doc := docs(&model.Meta{Doc: e.proto.Doc}); len(doc) > 0 && doc[0] != "" {
		v.Doc = append(append(v.Doc, ""), doc...)
	}
	v.Doc = append(v.Doc, "", "@packageDocumentation")
	m := &module{}
	m.fill("types.d.ts.tmpl", v)
	out.declarations("types", m)
}

// A declaration is one exported type: an interface if it has members, else an alias of
// one type or of several arms.
type declaration struct {
	Doc     []string
	Name    string
	Extends string // the interface whose members it has too, or ""
	Members []memberView
	Alias   string
	Arms    []armView
	Tall    bool // one arm per line, so that adding one changes no other line
	Tuple   bool // the arms are the items of a tuple
	// ReadOnly says that the tuple is readonly.
	ReadOnly bool
}

type memberView struct {
	Doc  []string
	Key  string // with ? if it may be absent
	Type string
}

type armView struct {
	Doc  []string
	Type string
}

// Body is the members, each below its doc comment.
func (d declaration) Body() string {
	var b strings.Builder
	for _, m := range d.Members {
		writeComment(&b, m.Doc, "  ")
		b.WriteString("  " + m.Key + ": " + m.Type + ";\n")
	}
	return b.String()
}

// OneLine reports whether the arms fit on the line of the name.
func (d declaration) OneLine() bool {
	if d.Tall {
		return false
	}
	n := len("export type  = ;") + len(d.Name)
	for _, a := range d.Arms {
		if len(a.Doc) > 0 {
			return false
		}
		n += len(a.Type) + 3
	}
	return n <= 100
}

// of are the declarations of one named type.
func (e *declarations) of(d model.Decl) []declaration {
	t := e.rows.Decl(d)
	switch d := d.(type) {
	case *model.Alias:
		return []declaration{{Doc: remarkedDocs(&d.Meta, backend.ValueRemarks(d.Type, d.Doc)), Name: e.types[d], Alias: e.aliasType(d)}}
	case *model.Struct:
		return []declaration{e.structDecl(t.Struct)}
	case *model.Enum:
		return []declaration{e.enumDecl(t.Enum)}
	case *model.Tuple:
		return []declaration{e.tupleDecl(t.Tuple)}
	case *model.Union:
		return e.unionDecls(t.Union)
	default:
		panic("tsgen: unknown declaration " + d.TypeName())
	}
}
