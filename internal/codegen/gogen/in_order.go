package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// findHot notes the structs that the spec calls hot, themselves or as a variant.
func (p *plan) findHot() {
	p.hot = map[*model.Struct]bool{}
	for _, d := range p.proto.Decls {
		switch d := d.(type) {
		case *model.Struct:
			if d.Hot {
				p.hot[d] = true
			}
		case *model.Union:
			for _, v := range d.Variants {
				if s, ok := model.Resolve(v.Type).(*model.Struct); v.Hot && ok {
					p.hot[s] = true
				}
			}
		}
	}
}

// inOrder reports whether a struct has its own reader for members that come as they
// are written: one that the spec calls hot, whose reader needs not know which keys were
// there.
func (p reader) inOrder(t *model.Struct) bool {
	if !p.hot[t] || p.isTuple(t) || len(p.fieldsOf(t)) == 0 || len(p.object(t).Groups) > 0 {
		return false
	}
	if len(lower.Tags(t)) > 1 || len(storedTags(t)) > 0 || len(notedTags(t)) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.fieldsOf(t), func(f *field) bool { return f.row.Patch || p.defaultOfAbsent(f) })
}

// readInOrder emits that reader, and the call of it.
func (p reader) readInOrder(f *file, g *stmts, t *model.Struct) {
	name := p.types[t]
	begin := "BeginInOrder"
	if carriesTag(t) {
		begin = "BeginAfterTag"
	}
	g.put(`
		if start, ok := d.$1(); ok {
			if v.decodeInOrder(d) {
				return
			}
			*v = $2{}
			d.Restart(start)
		}`, begin, name)
	f.declare(`
		// decodeInOrder reads the members in the order in which this package writes them. It
		// returns false for any other order.
		func (v *$1) decodeInOrder(d *codec.Decoder) bool $2`, name, block(func(g *stmts) {
		before := "{"
		if carriesTag(t) {
			before = ","
		}
		for _, f := range p.fieldsOf(t) {
			key := lit(before + model.Quote(f.Name) + ":")
			if before == "{" || f.row.Absent == lower.AbsentRefused {
				g.put("if !d.Expect($1) {\n\treturn false\n}", key)
				p.readField(g, f)
			} else {
				g.put("if d.Expect($1) $2", key, block(func(g *stmts) { p.readField(g, f) }))
			}
			before = ","
		}
		for _, f := range p.fieldsOf(t) {
			p.setDefault(g, f)
		}
		g.put("return d.EndInOrder()")
	}))
}
