package gogen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A reader emits what reads.
type reader struct{ *plan }

// local is the name of a variable within nested loops: item, item2.
func local(name string, depth int) string {
	if depth > 1 {
		return name + strconv.Itoa(depth)
	}
	return name
}

// readExpr is the call that reads a value of a shape, null apart, or "" when
// it takes more than a call.
func (p reader) readExpr(sh *shape) code {
	if l := sh.limits.reads(); l != nil && sh.form != formList {
		return l.read(sh.kindWord())
	}
	switch {
	case sh.form == formEnum, sh.form == formUnion:
		return src("decode$1(d)", sh.name)
	case sh.alias != nil && !sh.null:
		return src("decode$1(d)", p.types[sh.alias])
	case sh.codec.word != "":
		return src("d.$1()", sh.codec.word)
	}
	return ""
}

// readAlone is the body of a function that reads a value of any shape.
func (p reader) readAlone(g *stmts, typ code, sh *shape) {
	if e := p.readExpr(sh); e != "" && !sh.null {
		g.put("return $1", e)
		return
	}
	g.put("var v $1", typ)
	p.readTo(g, "v", sh)
	g.put("return v")
}

// readConst reads a value that carries no information.
func readConst(sh *shape) code {
	switch {
	case sh.empty:
		return src("d.Empty()")
	case sh.literal == nil:
		return src("d.NullValue()")
	}
	switch v := sh.literal.Value; v.Kind {
	case model.StringValue:
		return src("d.Const($1)", quote(v.Text))
	case model.NumberValue:
		return src("d.ConstNumber($1)", v.Text)
	default:
		return src("d.ConstBool($1)", strconv.FormatBool(v.Bool))
	}
}

// read reads a value of a shape and hands its expression to store.
func (p reader) read(g *stmts, sh *shape, depth int, store func(code) code) {
	if sh.null {
		g.put(`
			if d.Null() {
				$1
			} else $2`, store("nil"), block(func(g *stmts) {
			p.readPresent(g, sh, depth, store)
		}))
		return
	}
	if e := p.readExpr(sh); e != "" {
		g.add(store(e))
		return
	}
	item := local("item", depth)
	switch sh.form {
	case formNothing:
		g.add(readConst(sh))
		g.add(store("struct{}{}"))
	case formStruct:
		g.put("var $1 $2", item, sh.name)
		p.decodeInto(g, item, sh.decl.(*model.Struct), "")
		g.add(store(code(item)))
	case formList, formMap:
		g.put("$1 := $2{}", item, p.bare(sh))
		p.fill(g, item, sh, depth)
		g.add(store(code(item)))
	}
}

// readPresent reads a value of a nullable shape that is not null.
func (p reader) readPresent(g *stmts, sh *shape, depth int, store func(code) code) {
	switch {
	case sh.nilable():
		p.read(g, sh.present(), depth, store)
	case sh.form == formStruct:
		g.add(store(src("decode$1(d)", sh.name)))
	default:
		item := local("item", depth)
		p.read(g, sh.present(), depth+1, func(e code) code { return src("$1 := $2", item, e) })
		g.add(store(src("&$1", item)))
	}
}

// fill reads the elements of a list or map into target, which is empty.
func (p reader) fill(g *stmts, target string, sh *shape, depth int) {
	elem := p.shape(sh.elem)
	if sh.form == formList {
		g.put("for d.BeginArray(); d.NextItem(); $1", block(func(g *stmts) {
			p.read(g, elem, depth+1, func(e code) code { return src("$1 = append($1, $2)", target, e) })
		}))
		if l := sh.limits.reads(); l != nil {
			g.put("$1.Items(d, len($2))", l.variable(), target)
		}
		return
	}
	key := local("key", depth)
	g.put("for d.BeginObject(); d.NextKey(); $1", block(func(g *stmts) {
		g.put("$1 := $2(d.Name)", key, p.keyType(sh))
		if p.closedKeys(sh) {
			g.put(`
				if !$1.Known() {
					d.Fail()
				}`, key)
		}
		p.read(g, elem, depth+1, func(e code) code { return src("$1[$2] = $3", target, key, e) })
	}))
}

// decodeInto reads a struct in place. Its optional scalars go where the
// struct around it keeps its own, or else get a place of their own.
func (p reader) decodeInto(g *stmts, target string, t *model.Struct, scalars string) {
	if p.hasScalars(t) && scalars == "" {
		scalars = "new(optional" + p.types[t] + ")"
	}
	if carriesTag(t) {
		g.put(`
			{
				d.BeginObject()
				$1.decode($2)
			}`, target, args("d", "0", scalars))
		return
	}
	g.put("$1.decode($2)", target, args("d", scalars))
}

// args are the arguments of a call, without those that are "".
func args(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), ", ")
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

// declareScalars gives the struct of a struct's optional scalars.
func (p reader) declareScalars(f *file, t *model.Struct) {
	name := p.types[t]
	var slots []pair
	for _, gf := range p.fieldsOf(t) {
		if gf.scalar() {
			slots = append(slots, pair{code(gf.slot), p.bare(gf.shape)})
		} else if n := gf.nested(); n != nil && p.hasScalars(n) {
			slots = append(slots, pair{code(gf.slot), code("optional" + p.types[n])})
		}
	}
	f.document("optional"+name+" are the optional scalars of "+name+", allocated together with it.",
		"type optional$1 struct $2", name, fields(slots))
}

// emitReader gives the private readers of a struct.
func (p reader) emitReader(f *file, t *model.Struct) {
	name := p.types[t]
	if p.hasScalars(t) {
		p.declareScalars(f, t)
	}
	tag, tagged := innerTag(t)
	if tagged {
		zero, kind := "", ""
		if tag.Stored {
			zero, kind = ", "+zeroTag(tag.Kind), ", kind "+p.types[tag.Of.Union]+"Type"
		}
		f.declare(`
			func decode$1(d *wirert.Decoder) *$1 {
				d.BeginObject()
				return resume$1(d, 0$2)
			}

			// resume$1 reads on in an object whose tag may have been read.
			func resume$1(d *wirert.Decoder, seen uint64$3) *$1 $4`, name, zero, kind, p.allocate(t, "seen"))
	} else {
		f.declare("func decode$1(d *wirert.Decoder) *$1 $2", name, p.allocate(t, ""))
	}
	p.emitDecode(f, t)
	values(p).emitDefaults(f, t)
}

// allocate is the body of what makes a struct, together with its scalars, and reads it.
func (p reader) allocate(t *model.Struct, seen string) code {
	name, store := p.types[t], ""
	if tag, ok := innerTag(t); ok && tag.Stored { // the tag that the union has read
		store = "v." + tagField(&tag) + " = kind"
	}
	if !p.hasScalars(t) {
		return src(`
			{
				v := new($1)
				$2
				v.decode($3)
				return v
			}`, name, store, args("d", seen))
	}
	return src(`
		{
			v := new(struct {
				$1
				scalars optional$1
			})
			$2
			v.$1.decode($3)
			return &v.$1
		}`, name, strings.Replace(store, "v.", "v."+name+".", 1), args("d", seen, "&v.scalars"))
}

// emitDecode gives the method that reads what is in a struct.
func (p reader) emitDecode(f *file, t *model.Struct) {
	fields, tagged := p.fieldsOf(t), carriesTag(t)
	params := src("d *wirert.Decoder")
	if tagged {
		params += ", seen uint64"
	}
	if p.hasScalars(t) {
		params += code(", s *optional" + p.types[t])
	}
	body := p.readMembers
	switch {
	case p.isTuple(t):
		body = p.readItems
	case len(fields) == 0 && !tagged && p.object(t).Extra == lower.ExtraIgnored:
		body = func(g *stmts, _ *model.Struct) { g.put("d.Empty()") }
	}
	f.declare("func (v *$1) decode($2) $3", p.types[t], params, block(func(g *stmts) { body(g, t) }))
}

// readMembers reads the members of an object.
func (p reader) readMembers(g *stmts, t *model.Struct) {
	fields := p.fieldsOf(t)
	p.declareMasks(g, t, fields)
	each, other := "d.BeginObject(); d.NextKey();", p.undeclaredKey(t)
	if carriesTag(t) {
		each = "d.NextKey()"
	}
	if !carriesTag(t) && len(fields) == 0 {
		g.put(`
			for $1 {
				$2
			}`, each, other)
		return
	}
	g.put(`
		for $1 {
			switch string(d.Name) $2
		}`, each, cases(func(g *stmts) {
		for i, tag := range ownTags(t) {
			g.put(`
				case $1:
					$2
					$3`, quote(tag.Key), once(i), p.readOwnTag(&tag))
		}
		for _, f := range fields {
			g.put(`
				case $1:
					$2
					$3`, quoted(append([]string{f.Name}, f.Was...)), once(f.bit), body(func(g *stmts) { p.readField(g, f) }))
		}
		g.put(`
			default:
				$1`, other)
	}))
	p.needFields(g, t, fields)
	for _, f := range fields {
		p.setDefault(g, f)
	}
}

// undeclaredKey is what becomes of a key that a struct does not declare.
func (p reader) undeclaredKey(t *model.Struct) string {
	switch p.object(t).Extra {
	case lower.ExtraKept:
		return "v.Extra = d.Extra(v.Extra)"
	case lower.ExtraRefused:
		return "d.Fail()\nd.Skip()"
	}
	return "d.Skip()"
}

const maskBits = 64

// mask is the variable that holds a field's bit: seen, seen2.
func mask(bit int) string { return local("seen", bit/maskBits+1) }

func bitOf(bit int) string { return "1<<" + strconv.Itoa(bit%maskBits) }

// once notes that a key was seen, and leaves the fast path when it was before.
func once(bit int) code { return src("d.Once(&$1, $2)", mask(bit), bitOf(bit)) }

func (p reader) declareMasks(g *stmts, t *model.Struct, fields []*field) {
	declared := map[string]bool{}
	if carriesTag(t) {
		declared[mask(0)] = true
	}
	for _, f := range fields {
		if m := mask(f.bit); !declared[m] {
			declared[m] = true
			g.put("var $1 uint64", m)
		}
	}
}

// needFields fails where a required key is missing.
func (p reader) needFields(g *stmts, t *model.Struct, fields []*field) {
	var order []string
	bits := map[string][]string{}
	need := func(bit int) {
		m := mask(bit)
		if bits[m] == nil {
			order = append(order, m)
		}
		bits[m] = append(bits[m], bitOf(bit))
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
		g.put("d.Need($1, $2)", m, strings.Join(bits[m], "|"))
	}
}

// readField reads the value of one key.
func (p reader) readField(g *stmts, f *field) {
	switch {
	case f.absent:
		g.add(readConst(f.shape))
	case f.row.Patch:
		p.readPatch(g, f)
	case f.shape.null:
		g.put("if !d.Null() $1", block(func(g *stmts) { p.readSet(g, f) }))
	default:
		p.readSet(g, f)
	}
}

// readSet reads a value that is there and not null.
func (p reader) readSet(g *stmts, f *field) {
	target := "v." + f.name
	read := p.readExpr(f.shape.present())
	switch {
	case f.flag:
		g.put("$1\n$2 = true", readConst(f.shape), target)
	case f.nested() != nil:
		scalars := ""
		if p.hasScalars(f.nested()) {
			scalars = "&s." + f.slot
		}
		p.decodeInto(g, target, f.nested(), scalars)
	case f.shape.form == formStruct:
		g.put("$1 = decode$2(d)", target, f.shape.name)
	case f.scalar():
		g.put("s.$1 = $2\n$3 = &s.$1", f.slot, read, target)
	case read != "":
		g.put("$1 = $2", target, read)
	default: // a list or map
		g.put("$1 = $2{}", target, p.bare(f.shape))
		p.fill(g, target, f.shape, 0)
	}
}

// readWrapped reads a value into the one field of a struct that was made to
// hold it.
func (p reader) readWrapped(g *stmts, typ, field string, sh *shape) {
	if sh.constant() {
		g.put("$1\nreturn new($2)", readConst(sh), typ)
		return
	}
	if e := p.readExpr(sh); e != "" && !sh.null {
		g.put("return &$1{$2: $3}", typ, field, e)
		return
	}
	g.put("v := new($1)", typ)
	p.readTo(g, "v."+field, sh)
	g.put("return v")
}

// readTo reads a value of any shape to a place of its Go type.
func (p reader) readTo(g *stmts, target string, sh *shape) {
	switch {
	case sh.form == formStruct && !sh.null:
		p.decodeInto(g, target, sh.decl.(*model.Struct), "")
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil && !sh.null:
		g.put("$1 = $2{}", target, p.bare(sh))
		p.fill(g, target, sh, 0)
	default:
		p.read(g, sh, 1, func(e code) code { return src("$1 = $2", target, e) })
	}
}
