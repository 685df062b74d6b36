package gogen

// A patch field sets a new value, clears the value, or leaves it unchanged. In Go
// it is a wirert.Patch.

// patchType returns wirert.Patch[string].
func (p *plan) patchType(f *field) code { return src("wirert.Patch[$1]", p.patchedType(f)) }

// patchedType returns the Go type of a patch's new value.
func (p *plan) patchedType(f *field) code {
	if f.boxed {
		return src("*$1", f.shape.name)
	}
	return p.direct(f.shape)
}

// direct returns the Go type of a value that is not null, without aliases of Go. As the
// argument of a generic type within its own type, an alias makes Go 1.26 panic where
// another declaration comes to the alias first (golang/go#80150).
func (p *plan) direct(s *shape) code {
	elem := func() code {
		of := p.shape(s.elem)
		if of.null && !of.nilable() {
			return src("*$1", p.direct(of))
		}
		return p.direct(of)
	}
	switch {
	case s.distinct != nil:
		return code(p.types[s.distinct])
	case s.alias != nil:
		return code(p.types[s.alias])
	case s.form == formList:
		return src("[]$1", elem())
	case s.form == formMap:
		return src("map[$1]$2", p.keyType(s), elem())
	}
	behind := *s
	behind.spelled = ""
	return p.bare(&behind)
}

// readPatch reads null, or a new value.
func (p reader) readPatch(g *stmts, f *field) {
	set := func(e code) code { return src("v.$1 = wirert.SetTo($2)", f.name, e) }
	g.put(`
		if d.Null() {
			v.$1 = wirert.Clear[$2]()
		} else $3`, f.name, p.patchedType(f), block(func(g *stmts) {
		if f.boxed {
			g.add(set(p.newStruct(f.shape)))
			return
		}
		p.read(g, f.shape.present(), 1, set)
	}))
}

// writePatch writes a patch that is not unchanged.
func (p writer) writePatch(w *objectWriter, f *field) {
	w.either(src("v.$1.State == wirert.Set", f.name), func(w *objectWriter) {
		p.writeValue(w, src("v.$1.Value", f.name), f.shape.present(), 0, f.word())
	}, "null")
}

// checkPatch checks a new value.
func (p checker) checkPatch(g *stmts, f *field, at spot) {
	p.checkWhere(g, src("v.$1.State == wirert.Set", f.name), f.address("v."+f.name+".Value"), f.shape.present(), 1, at)
}
