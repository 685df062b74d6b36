package goapi

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A pkg is one version of a package.
type pkg struct {
	backend.Package
	renamed map[string]string // the names that its declarations have in the other version
	types   map[string]string // the declarations of types, by their names in the new version
	parsed  map[string]*spec
	plain   map[string]bool // types that are known to be comparable, or not
}

func newPackage(p backend.Package, renamed map[string]string) *pkg {
	out := &pkg{Package: p, renamed: renamed, types: make(map[string]string, len(p.Declarations)), parsed: map[string]*spec{}, plain: map[string]bool{}}
	for _, d := range p.Declarations {
		if strings.HasPrefix(d.Text, "type ") {
			out.types[out.today(d.Name)] = d.Text
		}
	}
	return out
}

// today is the name of what has a name in this version.
func (p *pkg) today(name string) string {
	if new, ok := p.renamed[name]; ok {
		return new
	}
	return name
}

// A kind is what an object is.
type kind uint8

const (
	typeObject kind = iota
	constObject
	varObject
	funcObject
	methodObject
	variantObject // a type is a variant of a union
)

func (k kind) String() string {
	return [...]string{"a type", "a constant", "a variable", "a function", "a method", "a variant"}[k]
}

// shape is what the type of an object of a kind is called.
func (k kind) shape() string {
	if k == funcObject || k == methodObject {
		return "signature"
	}
	return "type"
}

// An object is something that code refers to by a name.
type object struct {
	kind     kind
	name     string // in the new version; of a method with its type, of a variant with its union
	own      string // in its own version
	declared string // the declaration that it is told of, in its own version
	member   string // what of that it is; or ""
	owner    string // the type that it is a method or a variant of, in the new version; or ""
	typ      string // of a value, or a signature
	value    string // of a constant
	pointer  bool   // a method of the pointer only
	spec     *spec  // of a type
}

// shown is an object on one line.
func (x *object) shown() string {
	switch {
	case x.kind == typeObject:
		return x.spec.text
	case x.value != "":
		return strings.TrimSpace(x.typ+" = ") + " " + x.value
	}
	return x.typ
}

// objects are the objects of some declarations, by their names in the new version.
type objects struct {
	list  []*object
	named map[string]*object
}

func (o *objects) add(x *object) {
	o.list = append(o.list, x)
	o.named[x.name] = x
}

// parsed are the declarations in a text. It is the output of a backend, so that a failure
// is a fault of it.
func parsed(text string) []ast.Decl {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil {
		panic("goapi: a declaration is not valid Go: " + err.Error() + "\n" + text)
	}
	return file.Decls
}

// objects parses declarations.
func (p *pkg) objects(list []backend.Declaration) *objects {
	out := &objects{named: map[string]*object{}}
	for _, d := range list {
		for _, decl := range parsed(d.Text) {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				out.add(p.function(decl))
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						name := s.Name.Name
						out.add(&object{kind: typeObject, name: p.today(name), own: name, declared: name, spec: p.spec(s)})
					case *ast.ValueSpec:
						p.values(out, decl.Tok, s)
					}
				}
			}
		}
	}
	return out
}

// function is a function or a method.
func (p *pkg) function(d *ast.FuncDecl) *object {
	name := d.Name.Name
	x := &object{kind: funcObject, name: p.today(name), own: name, declared: name, typ: p.print(d.Type)}
	if d.Recv != nil {
		typ := d.Recv.List[0].Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ, x.pointer = star.X, true
		}
		x.kind, x.declared, x.member = methodObject, typ.(*ast.Ident).Name, name
		x.owner = p.today(x.declared)
		x.name, x.own = x.owner+"."+name, x.declared+"."+name
	}
	return x
}

// values adds constants and variables, or a variant: that a value is assigned to a union.
func (p *pkg) values(out *objects, word token.Token, s *ast.ValueSpec) {
	for i, id := range s.Names {
		if id.Name == "_" {
			union, typ := s.Type.(*ast.Ident).Name, p.variant(s.Values[i])
			out.add(&object{
				kind: variantObject, name: p.today(typ) + " is " + p.today(union), own: typ + " is " + union, declared: union, member: typ, owner: p.today(typ),
			})
			continue
		}
		if !id.IsExported() {
			continue
		}
		x := &object{kind: constObject, name: p.today(id.Name), own: id.Name, declared: id.Name}
		if s.Type != nil {
			x.typ = p.print(s.Type)
		}
		switch {
		case word == token.VAR:
			x.kind = varObject // always with its type
		case i < len(s.Values):
			x.value = p.print(s.Values[i])
		}
		out.add(x)
	}
}

// variant is the type of the value (*T)(nil) or *new(T).
func (p *pkg) variant(value ast.Expr) string {
	name := ""
	ast.Inspect(value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "nil" && id.Name != "new" {
			name = id.Name
		}
		return true
	})
	return name
}

// print is an expression on one line, with the names of the new version and without the
// names of parameters.
func (p *pkg) print(e ast.Expr) string {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false // it is of another package
		case *ast.FuncType:
			unnamed(n.Params)
			unnamed(n.Results)
		case *ast.Ident:
			n.Name = p.today(n.Name)
		}
		return true
	})
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		panic(fmt.Sprintf("goapi: %v", err))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// unnamed writes (a, b T) as (T, T).
func unnamed(list *ast.FieldList) {
	if list == nil {
		return
	}
	var out []*ast.Field
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			out = append(out, &ast.Field{Type: f.Type})
		}
	}
	list.List = out
}
