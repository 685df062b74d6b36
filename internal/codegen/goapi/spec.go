package goapi

import (
	"go/ast"
	"regexp"
	"strings"
	"sync"
)

// A form is what a type is made of.
type form uint8

const (
	structForm form = iota
	interfaceForm
	aliasForm // another name of a type
	otherForm
)

func (f form) String() string {
	return [...]string{"a struct", "an interface", "an alias", "a type that is neither struct nor interface"}[f]
}

// A spec is what a type is declared as.
type spec struct {
	form    form
	text    string   // on one line
	members []member // the exported fields, methods and embedded types
	all     []ast.Expr
	names   []string // of all
	sealed  bool     // an interface that only types of its package have
	expr    ast.Expr
}

// A member is a field or a method, or an embedded type.
type member struct{ name, typ string }

func (s *spec) member(name string) (member, bool) {
	for _, m := range s.members {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// spec reads the declaration of a type.
func (p *pkg) spec(s *ast.TypeSpec) *spec {
	out := &spec{form: otherForm, expr: s.Type}
	list := &ast.FieldList{}
	switch t := s.Type.(type) {
	case *ast.StructType:
		out.form, list, out.text = structForm, t.Fields, "struct"
	case *ast.InterfaceType:
		out.form, list, out.text = interfaceForm, t.Methods, "interface"
	}
	if s.Assign.IsValid() {
		out.form = aliasForm
	}
	if out.form == aliasForm || out.form == otherForm {
		out.text = p.print(s.Type)
		return out
	}
	for _, f := range list.List {
		typ := p.print(f.Type)
		names := f.Names
		if len(names) == 0 { // it is embedded, under the name of its type
			id, ok := f.Type.(*ast.Ident)
			if !ok {
				continue
			}
			names = []*ast.Ident{id}
		}
		for _, id := range names {
			out.all, out.names = append(out.all, f.Type), append(out.names, id.Name)
			if id.IsExported() {
				out.members = append(out.members, member{id.Name, strings.TrimPrefix(typ, "func")})
			} else {
				out.sealed = true
			}
		}
	}
	return out
}

// named is the declaration of a type by its name in the new version, or nil.
func (p *pkg) named(name string) *spec {
	if s, ok := p.parsed[name]; ok {
		return s
	}
	var out *spec
	text := p.types[name]
	if text == "" && p.Other != nil {
		text = p.Other(name)
	}
	if text != "" {
		out = p.spec(parsed(text)[0].(*ast.GenDecl).Specs[0].(*ast.TypeSpec))
	}
	p.parsed[name] = out
	return out
}

// expanded is the text of a type with what other names of types stand for.
func (p *pkg) expanded(typ string) string {
	return name().ReplaceAllStringFunc(typ, func(word string) string {
		if s := p.named(word); s != nil && s.form == aliasForm {
			return p.expanded(s.text)
		}
		return word
	})
}

// name is a name, with the package that it is of; that of another package is none of this one.
var name = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:\b\w+\.)?\b[A-Z]\w*`) })

// comparable reports whether == can be applied to values of a struct.
func (p *pkg) comparable(s *spec) bool { return p.incomparable(s) == "" }

// incomparable is a field because of which == cannot be applied; or "".
func (p *pkg) incomparable(s *spec) string {
	for i, t := range s.all {
		if !p.plainType(t) {
			return s.names[i]
		}
	}
	return ""
}

// plainType reports whether == can be applied to values of a type.
func (p *pkg) plainType(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.ArrayType:
		return t.Len != nil && p.plainType(t.Elt)
	case *ast.MapType, *ast.FuncType:
		return false
	case *ast.IndexExpr: // of the runtime: a struct with a value of the type
		return p.plainType(t.Index)
	case *ast.StructType:
		for _, f := range t.Fields.List {
			if !p.plainType(f.Type) {
				return false
			}
		}
	case *ast.SelectorExpr:
		return !runtimeSlices[t.Sel.Name]
	case *ast.Ident:
		return p.plainName(t.Name)
	}
	return true
}

// runtimeSlices are the types of the runtime that are slices.
var runtimeSlices = map[string]bool{"Raw": true}

// plainName is plainType for a type of the package. A type contains itself only by way of
// pointers, slices, maps and interfaces.
func (p *pkg) plainName(name string) bool {
	if plain, ok := p.plain[name]; ok {
		return plain
	}
	p.plain[name] = true
	s := p.named(name)
	plain := true
	switch {
	case s == nil || s.form == interfaceForm:
	case s.form == structForm:
		plain = p.comparable(s)
	default:
		plain = p.plainType(s.expr)
	}
	p.plain[name] = plain
	return plain
}
