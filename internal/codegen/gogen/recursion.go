package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A value of a recursive type may be deeper than the stack allows, or cyclic. The
// writers and checks of such types count the depth; the depth of others is bounded.
// Checks also count on the way to content that is preserved verbatim, which may be
// nested to any depth.

// A node is a type with a writer and a check: a declared type, or a *variant whose
// type was made for it.
type node any

// recursion holds which types count their depth.
type recursion struct {
	all       []node
	holds     map[node][]node
	component map[node]int  // nodes of the same number hold each other
	mixed     map[int]bool  // components of more than structs
	cyclic    map[node]bool // a value may hold another one of the type
	deep      map[node]bool // a value may nest deeper than the spec shows
	// heights is how high the values of a type are by themselves.
	heights map[node]int
}

// leaf returns the shape of the elements of unnamed lists and maps.
func (p *plan) leaf(sh *shape) *shape {
	for (sh.form == formList || sh.form == formMap) && sh.alias == nil {
		sh = p.shape(sh.elem)
	}
	return sh
}

// nodeOf returns the node of a shape, or nil.
func nodeOf(sh *shape) node {
	switch {
	case sh.alias != nil:
		return sh.alias
	case sh.form == formStruct || sh.form == formUnion:
		return sh.decl
	}
	return nil
}

// node returns the node of the type of a variant, or nil.
func (p *plan) node(v *variant) node {
	if v.own {
		return v
	}
	return nodeOf(p.shape(v.Type))
}

// ownBody returns the shape of what the type made for a variant holds. A list
// or map is read and written there, whatever it is called elsewhere.
func (p *plan) ownBody(v *variant) *shape {
	sh := *p.body(v)
	if !wrapped(v.union) {
		sh.alias = nil
	}
	return &sh
}

// findRecursion finds the types that count their depth.
func (p *plan) findRecursion() {
	r := &p.recursion
	*r = recursion{holds: map[node][]node{}, deep: map[node]bool{}, heights: map[node]int{}}
	var all, kept []node
	within := func(n node, sh *shape) {
		leaf := p.leaf(sh)
		if to := nodeOf(leaf); to != nil {
			r.holds[n] = append(r.holds[n], to)
		} else if leaf.form == formAny || leaf.form == formObject {
			kept = append(kept, n)
		}
	}
	for _, t := range p.allStructs() {
		all = append(all, t)
		if p.object(t).KeepsVerbatim() {
			kept = append(kept, t)
		}
		for _, f := range p.fieldsOf(t) {
			within(t, f.shape)
		}
		if sh := p.extraShape(t); sh != nil {
			within(t, sh)
		}
	}
	for _, d := range p.proto.Decls {
		switch d := d.(type) {
		case *model.Alias:
			if sh := p.shape(d); sh.alias == d {
				all = append(all, d)
				within(d, p.shape(sh.elem))
			}
		case *model.Union:
			all = append(all, d)
			if lower.KeepsUnknown(d) {
				kept = append(kept, d)
			}
			for _, part := range d.Parts {
				r.holds[d] = append(r.holds[d], part)
			}
			for _, v := range p.variants[d] {
				if to := p.node(v); to != nil {
					r.holds[d] = append(r.holds[d], to)
				}
				if v.own {
					all = append(all, v)
					within(v, p.ownBody(v))
				}
			}
		}
	}
	holds := func(n node) []node { return r.holds[n] }
	r.component, r.cyclic = model.Components(all, holds)
	r.mixed = map[int]bool{}
	for _, n := range all {
		if _, ok := n.(*model.Struct); !ok {
			r.mixed[r.component[n]] = true
		}
	}
	r.all = all
	for _, n := range all {
		if r.cyclic[n] {
			kept = append(kept, n)
		}
	}
	r.deep = model.Leading(kept, all, holds)
	for _, n := range all { // now: files are emitted concurrently
		p.nodeHeight(n)
	}
}

// height returns how deep objects and arrays are nested in a value of a shape, up
// to the next value of a recursive type.
func (p *plan) height(sh *shape) int {
	n := nodeOf(sh)
	switch {
	case n != nil && p.recursion.cyclic[n]:
		return 0
	case n != nil:
		return p.nodeHeight(n)
	case sh.form == formList || sh.form == formMap:
		return 1 + p.height(p.shape(sh.elem))
	case sh.form == formObject || sh.empty:
		return 1
	}
	return 0
}

// nodeHeight is height for the values of n itself.
func (p *plan) nodeHeight(n node) int {
	if h, ok := p.recursion.heights[n]; ok {
		return h
	}
	h := 0
	switch n := n.(type) {
	case *model.Struct:
		for _, f := range p.fieldsOf(n) {
			h = max(h, p.height(f.shape))
		}
		if sh := p.extraShape(n); sh != nil {
			h = max(h, p.height(p.shape(sh.elem)))
		}
		h++
	case *model.Alias:
		h = 1 + p.height(p.shape(p.shape(n).elem))
	case *model.Union:
		for _, part := range n.Parts {
			h = max(h, p.height(p.shape(part)))
		}
		for _, v := range p.variants[n] {
			if v.own {
				h = max(h, p.height(p.ownBody(v)))
			} else {
				h = max(h, p.height(p.shape(v.Type)))
			}
		}
		if wrapped(n) {
			h++
		}
	}
	p.recursion.heights[n] = h
	return h
}

// A level is the depth of a place of generated code within a value, relative to
// the depth at which its function was called: 0 if the function does not count.
type level struct {
	counts bool // the function has a parameter depth
	more   int
}

func (l level) below() level {
	l.more++
	return l
}

// code returns the level in Go: depth+2.
func (l level) code() code {
	switch {
	case !l.counts:
		return number(l.more)
	case l.more == 0:
		return "depth"
	}
	return src("depth+$1", l.more)
}

// deepCall reports whether the check of a value of a type at a level gets its depth.
func (p *plan) deepCall(n node, at level) bool { return p.recursion.deep[n] && at != (level{}) }

// checkCall checks e, which is of the type name: checkPart(e, depth+1).
func (p checker) checkCall(n node, name string, e code, at level) code {
	if !p.deepCall(n, at) {
		return src("Check$1($2)", name, e)
	}
	if t, ok := n.(*model.Struct); ok && p.byRow[t] {
		return src("table.CheckRowAt($1, $2)", e, at.code())
	}
	return src("check$1($2, $3)", name, e, at.code())
}

// emitCheckOf emits CheckX, whose body gets its depth.
func (p checker) emitCheckOf(f *file, n node, name, typ string, body func(*stmts, level)) {
	hidden := hiddenNode(n)
	if p.recursion.deep[n] {
		f.declare(`
			func Check$1(v $2) error { return $4 }

			func check$1(v $2, depth int) error $3`, name, typ, block(func(g *stmts) { body(g, level{counts: true}) }),
			hide(hidden, src("check$1(v, 0)", name)))
		return
	}
	checks := block(func(g *stmts) { body(g, level{}) })
	if hidden {
		f.declare(`
			func Check$1(v $2) error { return codec.Hide(check$1(v)) }

			func check$1(v $2) error $3`, name, typ, checks)
		return
	}
	f.declare("func Check$1(v $2) error $3", name, typ, checks)
}

// checkDepth emits the first statement of the check of a recursive type.
func (p checker) checkDepth(g *stmts, n node, name string) {
	if h := p.nodeHeight(n); p.recursion.cyclic[n] && h > 0 {
		g.put(`
			if depth > codec.DefaultMaxDepth-$1 {
				if err := codec.CheckDepth(depth, v, Append$2); err != nil {
					return err
				}
			}`, h, name)
	}
}

// panicNote returns the note about when a writer, which never fails, panics.
func (p docs) panicNote(n node) string {
	if !p.recursion.cyclic[n] {
		return ""
	}
	return " It panics with a *wirert.Error if v nests deeper than wirert.MaxWrittenDepth."
}

// emitAppendOf emits AppendJSON. That of a recursive type gets its depth. It has a
// comment if that says more than the one of AppendX.
func (p writer) emitAppendOf(f *file, n node, comment, receiver string, body func(*stmts, level)) {
	doc := ""
	if comment != "v" {
		doc = "AppendJSON appends " + comment + "." + docs(p).panicNote(n)
	}
	if !p.recursion.cyclic[n] {
		f.document(doc, "func ($1) AppendJSON(dst []byte) []byte $2", receiver, block(func(g *stmts) { body(g, level{}) }))
		return
	}
	f.document(doc, `
		func ($1) AppendJSON(dst []byte) []byte { return v.writeJSON(dst, 0) }

		func ($1) writeJSON(dst []byte, depth int) []byte $2`, receiver, block(func(g *stmts) {
		g.put("codec.Descend(depth)")
		body(g, level{counts: true})
	}))
}

// counts reports whether the generated writer of n counts its depth.
func (p *plan) counts(n node) bool {
	t, ok := n.(*model.Struct)
	return p.recursion.cyclic[n] && !(ok && p.byRow[t])
}

// appendCall appends e, of a type with methods: e.writeJSON(dst, depth+1).
func (p writer) appendCall(n node, e code, dst any, at level) code {
	if !p.counts(n) || !at.counts {
		return src("$1.AppendJSON($2)", e, dst)
	}
	return src("$1.writeJSON($2, $3)", e, dst, at.code())
}
