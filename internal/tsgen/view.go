package tsgen

import "github.com/wiregen/wiregen/internal/model"

// A declaration is one exported type: an interface when it has members, else
// an alias of one type or of several arms.
type declaration struct {
	Doc     []string
	Name    string
	Members []memberView
	Alias   string
	Arms    []armView
	Tall    bool // one arm a line, so that a further one changes no line
	Tuple   bool // the arms are the items of a tuple
}

type memberView struct {
	Doc  []string
	Key  string // with ? when it may be absent
	Type string
}

type armView struct {
	Doc  []string
	Type string
}

// OneLine reports whether the arms fit beside the name.
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

// declarations are those of one named type.
func (p *plan) declarations(d model.Decl) []declaration {
	switch d := d.(type) {
	case *model.Struct:
		return []declaration{p.structDecl(d)}
	case *model.Enum:
		return []declaration{p.enumDecl(d)}
	case *model.Tuple:
		return []declaration{p.tupleDecl(d)}
	case *model.Alias:
		return []declaration{{Doc: remarkedDocs(&d.Meta, limitsRemarks(d.Type, d.Doc)), Name: p.types[d], Alias: p.shape(d.Type).declare()}}
	case *model.Union:
		return p.unionDecls(d)
	default:
		panic("tsgen: unknown declaration " + d.TypeName())
	}
}

// A guardView is the guard of one type. A deep one counts its depth in a
// function of its own, so that the exported one has a single parameter.
type guardView struct {
	Name string
	Deep bool
	Body string
}

func (p *plan) guard(d model.Decl) guardView {
	g := guardView{Name: p.types[d], Deep: p.deep[d]}
	at := depth{counted: g.Deep}
	switch d := d.(type) {
	case *model.Struct:
		g.Body = p.structGuard(d, at)
	case *model.Enum:
		g.Body = p.enumGuard(d)
	case *model.Tuple:
		g.Body = p.tupleGuard(d, at)
	case *model.Alias:
		g.Body = "  return " + p.shape(d.Type).guard("v", at) + ";\n"
	case *model.Union:
		g.Body = p.unionGuard(d, at)
	}
	return g
}
