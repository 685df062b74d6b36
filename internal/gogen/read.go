package gogen

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// dec is a call of the decoder.
func dec(name string, args ...jen.Code) *jen.Statement { return jen.Id("d").Dot(name).Call(args...) }

// decoderParam is the parameter of every private reader.
func decoderParam() jen.Code { return jen.Id("d").Op("*").Add(rt("Decoder")) }

// local is the name of a variable within nested loops: item, item2.
func local(name string, depth int) string {
	if depth > 1 {
		return name + strconv.Itoa(depth)
	}
	return name
}

// readExpr is the call that reads a value of a shape, null apart, or nil when
// it takes more than a call.
func (p *plan) readExpr(sh *shape) *jen.Statement {
	if l := sh.limits.reads(); l != nil && sh.form != formList {
		return l.read(sh.kindWord())
	}
	switch sh.form {
	case formString:
		return dec("String")
	case formBool:
		return dec("Bool")
	case formInt:
		return dec("Int")
	case formFloat:
		return dec("Float")
	case formCoded:
		return dec(sh.coded.word)
	case formAny:
		return dec("Raw")
	case formObject:
		return dec("RawObject")
	case formEnum, formUnion:
		return jen.Id("decode" + sh.name).Call(jen.Id("d"))
	case formList, formMap:
		if sh.alias != nil && !sh.null {
			return jen.Id("decode" + p.types[sh.alias]).Call(jen.Id("d"))
		}
	}
	return nil
}

// readConst reads a value that carries no information.
func readConst(sh *shape) jen.Code {
	switch {
	case sh.empty:
		return dec("Empty")
	case sh.literal == nil:
		return dec("NullValue")
	}
	switch v := sh.literal.Value; v.Kind {
	case model.StringValue:
		return dec("Const", jen.Lit(v.Text))
	case model.NumberValue:
		return dec("ConstNumber", jen.Op(v.Text))
	case model.BoolValue:
		return dec("ConstBool", jen.Lit(v.Bool))
	default:
		panic(fmt.Sprintf("gogen: a literal of kind %d", v.Kind))
	}
}

// read reads a value of a shape and hands its expression to store.
func (p *plan) read(g *jen.Group, sh *shape, depth int, store func(jen.Code) jen.Code) {
	item := local("item", depth)
	if sh.null {
		// if d.Null() { … = nil } else { … }
		g.If(dec("Null")).Block(store(jen.Nil())).Else().BlockFunc(func(g *jen.Group) {
			p.readPresent(g, sh, depth, store)
		})
		return
	}
	if e := p.readExpr(sh); e != nil {
		g.Add(store(e))
		return
	}
	switch sh.form {
	case formNothing:
		g.Add(readConst(sh))
		g.Add(store(jen.Struct().Values()))
	case formStruct:
		// var item Point
		// item.decode(d)
		g.Var().Id(item).Id(sh.name)
		g.Add(p.decodeInto(jen.Id(item), sh.decl.(*model.Struct), nil))
		g.Add(store(jen.Id(item)))
	case formList, formMap:
		g.Id(item).Op(":=").Add(p.bare(sh)).Values()
		p.fill(g, jen.Id(item), sh, depth)
		g.Add(store(jen.Id(item)))
	}
}

// readPresent reads a value of a nullable shape that is not null.
func (p *plan) readPresent(g *jen.Group, sh *shape, depth int, store func(jen.Code) jen.Code) {
	present := *sh
	present.null = false
	if sh.nilable() {
		p.read(g, &present, depth, store)
		return
	}
	if sh.form == formStruct {
		g.Add(store(jen.Id("decode" + sh.name).Call(jen.Id("d"))))
		return
	}
	item := local("item", depth)
	p.read(g, &present, depth+1, func(e jen.Code) jen.Code { return jen.Id(item).Op(":=").Add(e) })
	g.Add(store(jen.Op("&").Id(item)))
}

// fill reads the elements of a list or map into target, which is empty.
func (p *plan) fill(g *jen.Group, target *jen.Statement, sh *shape, depth int) {
	elem := p.shape(sh.elem)
	if sh.form == formList {
		// for d.BeginArray(); d.NextItem(); {
		//	v.Weights = append(v.Weights, d.Float())
		// }
		g.For(dec("BeginArray"), dec("NextItem"), jen.Empty()).BlockFunc(func(g *jen.Group) {
			p.read(g, elem, depth+1, func(e jen.Code) jen.Code {
				return target.Clone().Op("=").Append(target.Clone(), e)
			})
		})
		if l := sh.limits.reads(); l != nil {
			g.Id(l.variable()).Dot("Items").Call(jen.Id("d"), jen.Len(target.Clone()))
		}
		return
	}
	// for d.BeginObject(); d.NextKey(); {
	//	key := string(d.Name)
	//	v.Labels[key] = d.String()
	// }
	key := local("key", depth)
	g.For(dec("BeginObject"), dec("NextKey"), jen.Empty()).BlockFunc(func(g *jen.Group) {
		g.Id(key).Op(":=").Add(p.keyType(sh)).Call(jen.Id("d").Dot("Name"))
		if sh.key != nil && !sh.key.Open {
			g.If(jen.Op("!").Id(key).Dot("Known").Call()).Block(dec("Fail"))
		}
		p.read(g, elem, depth+1, func(e jen.Code) jen.Code {
			return target.Clone().Index(jen.Id(key)).Op("=").Add(e)
		})
	})
}

// decodeInto reads a struct in place. Its optional scalars go where the
// struct around it keeps its own, or else get a place of their own.
func (p *plan) decodeInto(target *jen.Statement, t *model.Struct, scalars jen.Code) jen.Code {
	var args []jen.Code
	if t.Tag != nil {
		return jen.Block(
			dec("BeginObject"),
			target.Clone().Dot("decode").Call(p.decodeArgs(t, jen.Lit(0), scalars)...),
		)
	}
	args = p.decodeArgs(t, nil, scalars)
	return target.Clone().Dot("decode").Call(args...)
}

func (p *plan) decodeArgs(t *model.Struct, seen, scalars jen.Code) []jen.Code {
	args := []jen.Code{jen.Id("d")}
	if seen != nil {
		args = append(args, seen)
	}
	if p.hasScalars(t) {
		if scalars == nil {
			scalars = jen.New(jen.Id("optional" + p.types[t]))
		}
		args = append(args, scalars)
	}
	return args
}

// scalar reports whether the field points to a value that is kept beside the struct.
func (f *field) scalar() bool {
	return f.pointer() && f.shape.form != formStruct
}

// nested is the struct that a field holds by value, or nil.
func (f *field) nested() *model.Struct {
	if f.shape.form == formStruct && !f.pointer() && !f.row.Patch {
		return f.shape.decl.(*model.Struct)
	}
	return nil
}

// hasScalars reports whether a struct, or one that it holds by value, has
// optional scalars.
func (p *plan) hasScalars(t *model.Struct) bool {
	for _, f := range p.fieldsOf(t) {
		if f.scalar() {
			return true
		}
		if n := f.nested(); n != nil && p.hasScalars(n) {
			return true
		}
	}
	return false
}

// declareScalars is
//
//	type optionalStatus struct {
//		share float64
//	}
func (p *plan) declareScalars(f *jen.File, t *model.Struct) {
	name := p.types[t]
	docLines(f, "optional"+name+" are the optional scalars of "+name+", allocated together with it.")
	f.Type().Id("optional" + name).StructFunc(func(g *jen.Group) {
		for _, gf := range p.fieldsOf(t) {
			if gf.scalar() {
				g.Id(gf.slot).Add(p.bare(gf.shape))
			} else if n := gf.nested(); n != nil && p.hasScalars(n) {
				g.Id(gf.slot).Id("optional" + p.types[n])
			}
		}
	})
	f.Line()
}

// emitReader gives the private readers of a struct.
func (p *plan) emitReader(f *jen.File, t *model.Struct) {
	name := p.types[t]
	if p.hasScalars(t) {
		p.declareScalars(f, t)
	}
	if t.Tag != nil {
		// func decodeTextPart(d *wirert.Decoder) *TextPart {
		//	d.BeginObject()
		//	return resumeTextPart(d, 0)
		// }
		f.Add(fn("decode"+name).Params(decoderParam()).Add(ptr(name)).Block(
			dec("BeginObject"),
			jen.Return(jen.Id("resume"+name).Call(append([]jen.Code{jen.Id("d"), jen.Lit(0)}, zeroOf(t)...)...)),
		))
		f.Line()
		f.Comment("// resume" + name + " reads on in an object whose tag may have been read.")
		params := []jen.Code{decoderParam(), jen.Id("seen").Uint64()}
		if tag, _ := innerTag(t); tag.Stored {
			params = append(params, jen.Id("kind").Id(p.types[tag.Of.Union]+"Type"))
		}
		f.Add(fn("resume" + name).Params(params...).Add(ptr(name)).BlockFunc(func(g *jen.Group) {
			p.allocate(g, t, jen.Id("seen"))
		}))
	} else {
		f.Add(fn("decode" + name).Params(decoderParam()).Add(ptr(name)).BlockFunc(func(g *jen.Group) {
			p.allocate(g, t, nil)
		}))
	}
	f.Line()
	f.Add(p.readerOf(t))
	f.Line()
	p.emitDefaults(f, t)
}

// allocate makes a struct together with its scalars and reads it:
//
//	v := new(struct {
//		Status
//		scalars optionalStatus
//	})
//	v.Status.decode(d, &v.scalars)
//	return &v.Status
func (p *plan) allocate(g *jen.Group, t *model.Struct, seen jen.Code) {
	name := p.types[t]
	if !p.hasScalars(t) {
		g.Id("v").Op(":=").New(jen.Id(name))
		p.storeTag(g, t, jen.Id("v"))
		g.Id("v").Dot("decode").Call(p.decodeArgs(t, seen, nil)...)
		g.Return(jen.Id("v"))
		return
	}
	g.Id("v").Op(":=").New(jen.Struct(jen.Id(name), jen.Id("scalars").Id("optional"+name)))
	p.storeTag(g, t, jen.Id("v").Dot(name))
	g.Id("v").Dot(name).Dot("decode").Call(p.decodeArgs(t, seen, jen.Op("&").Id("v").Dot("scalars"))...)
	g.Return(jen.Op("&").Id("v").Dot(name))
}

// readerOf is the method that reads the members of a struct:
//
//	func (v *Usage) decode(d *wirert.Decoder) {
//		var seen uint64
//		for d.BeginObject(); d.NextKey(); {
//			switch string(d.Name) {
//			case "input":
//				d.Once(&seen, 1<<0)
//				v.Input = d.Int()
//			default:
//				d.Skip()
//			}
//		}
//		d.Need(seen, 1<<0)
//	}
func (p *plan) readerOf(t *model.Struct) jen.Code {
	fields := p.fieldsOf(t)
	params := []jen.Code{decoderParam()}
	if t.Tag != nil {
		params = append(params, jen.Id("seen").Uint64())
	}
	if p.hasScalars(t) {
		params = append(params, jen.Id("s").Op("*").Id("optional"+p.types[t]))
	}
	if p.isTuple(t) {
		return p.tupleReader(t, params)
	}
	return method(p.types[t], "decode").Params(params...).BlockFunc(func(g *jen.Group) {
		if len(fields) == 0 && t.Tag == nil && t.Extra == model.ExtraIgnore {
			g.Add(dec("Empty"))
			return
		}
		begin := dec("BeginObject")
		if t.Tag != nil {
			begin = jen.Empty()
		}
		p.declareMasks(g, t, fields)
		loop := jen.For(dec("NextKey"))
		if t.Tag == nil {
			loop = jen.For(begin, dec("NextKey"), jen.Empty())
		}
		other := undeclaredKey(t)
		if t.Tag == nil && len(fields) == 0 {
			g.Add(loop.Block(other...))
			return
		}
		g.Add(loop.Block(jen.Switch(jen.String().Call(jen.Id("d").Dot("Name"))).BlockFunc(func(g *jen.Group) {
			for i, tag := range ownTags(t) {
				g.Case(jen.Lit(tag.Key)).Block(once(i), p.readOwnTag(&tag))
			}
			for _, f := range fields {
				g.Case(fieldKeys(f)...).BlockFunc(func(g *jen.Group) {
					g.Add(once(f.bit))
					p.readField(g, f)
				})
			}
			g.Default().Block(other...)
		})))
		p.needFields(g, t, fields)
		for _, f := range fields {
			p.setDefault(g, f)
		}
	})
}

// undeclaredKey is what becomes of a key that a struct does not declare.
func undeclaredKey(t *model.Struct) []jen.Code {
	switch t.Extra {
	case model.ExtraKeep:
		extra := jen.Id("v").Dot("Extra")
		return []jen.Code{extra.Clone().Op("=").Add(dec("Extra", extra))}
	case model.ExtraReject:
		return []jen.Code{dec("Fail"), dec("Skip")}
	default:
		return []jen.Code{dec("Skip")}
	}
}

func fieldKeys(f *field) []jen.Code {
	keys := []jen.Code{jen.Lit(f.Name)}
	for _, old := range f.Was {
		keys = append(keys, jen.Lit(old))
	}
	return keys
}

const maskBits = 64

// mask is the variable that holds a field's bit: seen, seen2.
func mask(bit int) string { return local("seen", bit/maskBits+1) }

func bitOf(bit int) *jen.Statement { return jen.Op("1<<" + strconv.Itoa(bit%maskBits)) }

// once notes that a key was seen, and leaves the fast path when it was before.
func once(bit int) jen.Code { return dec("Once", jen.Op("&").Id(mask(bit)), bitOf(bit)) }

func (p *plan) declareMasks(g *jen.Group, t *model.Struct, fields []*field) {
	declared := map[string]bool{}
	if t.Tag != nil {
		declared[mask(0)] = true
	}
	for _, f := range fields {
		if m := mask(f.bit); !declared[m] {
			declared[m] = true
			g.Var().Id(m).Uint64()
		}
	}
}

// needFields fails where a required key is missing.
func (p *plan) needFields(g *jen.Group, t *model.Struct, fields []*field) {
	var order []string
	masks := map[string]*jen.Statement{}
	need := func(bit int) {
		m := mask(bit)
		if masks[m] == nil {
			order = append(order, m)
			masks[m] = bitOf(bit)
			return
		}
		masks[m].Op("|").Add(bitOf(bit))
	}
	for i, tag := range ownTags(t) {
		if !tag.Implied {
			need(i)
		}
	}
	for _, f := range fields {
		if f.row.Absent == lower.AbsentRefused {
			need(f.bit)
		}
	}
	for _, m := range order {
		g.Add(dec("Need", jen.Id(m), masks[m]))
	}
}

// readField reads the value of one key.
func (p *plan) readField(g *jen.Group, f *field) {
	if f.absent {
		g.Add(readConst(f.shape))
		return
	}
	if f.row.Patch {
		p.readPatch(g, f)
		return
	}
	if f.shape.null {
		g.If(jen.Op("!").Add(dec("Null"))).BlockFunc(func(g *jen.Group) { p.readSet(g, f) })
		return
	}
	p.readSet(g, f)
}

// readSet reads a value that is there and not null.
func (p *plan) readSet(g *jen.Group, f *field) {
	target := jen.Id("v").Dot(f.name)
	present := *f.shape
	present.null = false
	switch {
	case f.flag:
		g.Add(readConst(f.shape))
		g.Add(target.Op("=").True())
	case f.nested() != nil:
		var scalars jen.Code
		if p.hasScalars(f.nested()) {
			scalars = jen.Op("&").Id("s").Dot(f.slot)
		}
		g.Add(p.decodeInto(target, f.nested(), scalars))
	case f.shape.form == formStruct:
		g.Add(target.Op("=").Id("decode" + f.shape.name).Call(jen.Id("d")))
	case f.scalar():
		g.Id("s").Dot(f.slot).Op("=").Add(p.readExpr(&present))
		g.Add(target.Op("=").Op("&").Id("s").Dot(f.slot))
	case p.readExpr(&present) != nil:
		g.Add(target.Op("=").Add(p.readExpr(&present)))
	default: // a list or map
		g.Add(target.Clone().Op("=").Add(p.bare(f.shape)).Values())
		p.fill(g, target, f.shape, 0)
	}
}
