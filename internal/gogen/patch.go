package gogen

import "github.com/dave/jennifer/jen"

// A patch field says a new value, says that there is none any longer, or says
// nothing. In Go it is a wirert.Patch.

// patched is the shape of a patch's new value.
func (f *field) patched() *shape {
	present := *f.shape
	present.null = false
	return &present
}

// patchType is wirert.Patch[string].
func (p *plan) patchType(f *field) *jen.Statement { return rt("Patch").Types(p.patchedType(f)) }

// patchedType is the Go type of a patch's new value.
func (p *plan) patchedType(f *field) *jen.Statement {
	if f.boxed {
		return ptr(f.shape.name)
	}
	return p.bare(f.patched())
}

// readPatch is
//
//	if d.Null() {
//		v.Title = wirert.Clear[string]()
//	} else {
//		v.Title = wirert.SetTo(d.String())
//	}
func (p *plan) readPatch(g *jen.Group, f *field) {
	target := jen.Id("v").Dot(f.name)
	g.If(dec("Null")).Block(target.Clone().Op("=").Add(rt("Clear")).Types(p.patchedType(f)).Call()).Else().BlockFunc(func(g *jen.Group) {
		set := func(e jen.Code) jen.Code { return target.Clone().Op("=").Add(rt("SetTo")).Call(e) }
		if f.boxed {
			g.Add(set(jen.Id("decode" + f.shape.name).Call(jen.Id("d"))))
			return
		}
		p.read(g, f.patched(), 1, set)
	})
}

// writePatch writes a patch that says something.
func (p *plan) writePatch(w *objectWriter, f *field) {
	v := jen.Id("v").Dot(f.name)
	w.either(v.Clone().Dot("State").Op("==").Add(rt("Set")), func(w *objectWriter) {
		p.writeValue(w, v.Clone().Dot("Value"), f.patched(), 0, f.name)
	}, "null")
}

// checkPatch checks a new value.
func (p *plan) checkPatch(g *jen.Group, f *field, at spot) {
	v := jen.Id("v").Dot(f.name)
	g.If(v.Clone().Dot("State").Op("==").Add(rt("Set"))).BlockFunc(func(g *jen.Group) {
		value := v.Clone().Dot("Value")
		if f.shape.form == formStruct && !f.boxed {
			value = jen.Op("&").Add(value)
		}
		p.check(g, value, f.patched(), 1, at)
	})
}
