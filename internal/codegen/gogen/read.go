package gogen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A reader emits the functions that read values.
type reader struct{ *plan }

// local returns the name of a variable within nested loops: item, item2.
func local(name string, depth int) string {
	if depth > 1 {
		return name + strconv.Itoa(depth)
	}
	return name
}

// readExpr returns the call that reads a value of a shape, null apart, or "" when
// it takes more than a call.
func (p reader) readExpr(sh *shape) code {
	if e := p.readScalar(sh); e != "" {
		return p.named(sh, e)
	}
	switch {
	case sh.form == formEnum, sh.form == formUnion:
		return src("decode$1(d)", sh.name)
	case sh.alias != nil && !sh.null:
		return src("decode$1(d)", p.types[sh.alias])
	}
	return ""
}

// readScalar returns the call of the runtime that reads a scalar, or "" for other
// shapes.
func (p reader) readScalar(sh *shape) code {
	switch l := sh.limits.reads(); {
	case l != nil && sh.form != formList:
		return l.read(sh.kindWord())
	case sh.codec.word != "":
		return src("d.$1()", sh.codec.word)
	}
	return ""
}

// readAlone emits the body of a function that reads a value of any shape.
func (p reader) readAlone(g *stmts, typ code, sh *shape) {
	if e := p.readExpr(sh); e != "" && !sh.null {
		g.put("return $1", e)
		return
	}
	if (sh.form == formList || sh.form == formMap) && sh.alias == nil {
		if sh.null {
			g.put("if d.Null() {\n\treturn nil\n}")
		}
		g.put("v := $1{}", p.bare(sh))
		p.fill(g, "v", sh, 0)
		g.put("return v")
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
		g.put("var $1 $2\n$3", item, sh.name, p.readStruct(sh, code(item)))
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
		g.add(store(p.newStruct(sh)))
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
		if p.hasRow(elem) && !elem.null {
			g.put("d.Rows(&$1)", target)
		} else {
			g.put("for d.BeginArray(); d.NextItem(); $1", block(func(g *stmts) {
				p.read(g, elem, depth+1, func(e code) code { return src("$1 = append($1, $2)", target, e) })
			}))
		}
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
				if !$1 {
					d.Fail()
				}`, declared(key, p.rows.Decl(sh.key).Enum))
		}
		p.read(g, elem, depth+1, func(e code) code { return src("$1[$2] = $3", target, key, e) })
	}))
}

// readFunc returns a function that reads a value of a shape, null apart, or ""
// when there is none.
func (p reader) readFunc(sh *shape) code {
	switch {
	case sh.distinct != nil:
		return src("decode$1", p.types[sh.distinct])
	case sh.limits != nil && sh.limits.reads() != nil:
		return ""
	case sh.form == formEnum, sh.form == formUnion:
		return src("decode$1", sh.name)
	case sh.alias != nil:
		return src("decode$1", p.types[sh.alias])
	case sh.codec.word != "":
		return src("(*codec.Decoder).$1", sh.codec.word)
	}
	return ""
}

// scalar reports whether the field points to a value that is not a struct.
func (f *field) scalar() bool {
	return f.pointer() && f.shape.form != formStruct
}

// nested returns the struct that a field holds by value, or nil.
func (f *field) nested() *model.Struct {
	if f.shape.form == formStruct && !f.pointer() && !f.row.Patch {
		return f.shape.decl.(*model.Struct)
	}
	return nil
}

// emitReader emits the method that reads what is in a struct.
func (p reader) emitReader(f *file, t *model.Struct) {
	if p.byRow[t] {
		return
	}
	body := p.readMembers
	switch {
	case p.isTuple(t):
		body = p.readItems
	case len(p.fieldsOf(t)) == 0 && !carriesTag(t) && p.object(t).Extra == lower.ExtraIgnored && p.object(t).Extensions == nil:
		body = func(g *stmts, _ *model.Struct) { g.put("d.Empty()") }
	}
	f.declare("func (v *$1) DecodeJSON(d *codec.Decoder) $2", p.types[t], block(func(g *stmts) {
		if p.inOrder(t) {
			p.readInOrder(f, g, t)
		}
		body(g, t)
	}))
	values{plan: p.plan}.emitDefaults(f, t)
}

// readMembers reads the members of an object: its tags, the outermost first, then
// its fields, as the table has them.
func (p reader) readMembers(g *stmts, t *model.Struct) {
	g.put(`
		var m codec.Members
		for m.Enter(d, type$1); m.Next(); $2`, p.types[t], block(func(g *stmts) {
		for _, tag := range lower.Tags(t) {
			p.readOwnTag(g, &tag)
		}
		for _, f := range p.fieldsOf(t) {
			p.readMember(g, f)
		}
		p.readExtra(g, t)
	}))
	p.readGroups(g, t)
	for _, tag := range lower.Tags(t) {
		p.setTag(g, &tag)
	}
	for _, f := range p.fieldsOf(t) {
		p.setDefault(g, f)
	}
}

// spelledKey returns a key as the runtime compares it: as it is written in JSON.
func spelledKey(key string) code {
	text := model.Quote(key)
	return lit(text[1 : len(text)-1])
}

// readMember reads the value of one key, by one call where there is one.
func (p reader) readMember(g *stmts, f *field) {
	key, target := spelledKey(f.Name), src("&v.$1", f.name)
	method, call := p.memberMethod(f), p.memberCall(f)
	switch {
	case f.nested() != nil && p.hasRow(f.shape):
		g.put("m.Row($1, $2)", key, target)
	case method != "" && f.nested() == nil:
		g.put("m.$1($2, $3)", method, key, f.shape.plainPointer(target))
	case method != "":
		g.put("m.$1($2, $3)", method, key, target)
	case call != "":
		g.put("codec.$1(&m, $2, $3, $4)", call, key, target, p.memberReader(f))
	case f.absent && f.shape.literal != nil && f.shape.literal.Value.Kind == model.StringValue:
		g.put("m.Const($1, $2)", key, quote(f.shape.literal.Value.Text))
	case f.shape.null && !f.absent && !f.flag && !f.row.Patch:
		g.put("if m.BeginOrNull($1) $2", key, block(func(g *stmts) {
			p.readSet(g, f)
		}))
	default:
		g.put("if m.Begin($1) $2", key, block(func(g *stmts) {
			p.readField(g, f)
		}))
	}
}

// memberCall returns the function of the runtime that reads a field with the
// help of memberReader; or "".
func (p reader) memberCall(f *field) string {
	sh := f.shape
	switch {
	case f.absent || f.flag || p.memberReader(f) == "":
		return ""
	case f.row.Patch:
		return "MemberPatch"
	case f.pointer() && (f.shape.textual() || sh.distinct != nil && sh.hasCell()): // the decoder has a cell for it
		return ""
	case f.pointer():
		return "MemberPointer"
	case sh.alias == nil && sh.form == formList:
		return "MemberList"
	case sh.alias == nil && sh.form == formMap:
		return "MemberMap"
	}
	return "Member"
}

// memberReader returns what memberCall reads a value, or the elements of one,
// with; or "".
func (p reader) memberReader(f *field) code {
	sh := f.shape
	switch {
	case sh.form == formStruct:
		return ""
	case sh.alias != nil || sh.form != formList && sh.form != formMap:
		return p.readFunc(sh.present())
	case f.row.Patch || sh.limits != nil && sh.limits.reads() != nil || sh.form == formMap && (sh.key != nil || sh.keyName != nil):
		return ""
	}
	switch elem := p.shape(sh.elem); {
	case elem.null:
		return ""
	default:
		return p.readFunc(elem)
	}
}

// memberMethod returns the method of the runtime that reads a field by itself;
// or "".
func (p reader) memberMethod(f *field) string {
	sh := f.shape
	switch {
	case f.nested() != nil:
		return "Struct"
	case f.absent || f.flag || f.row.Patch || sh.codec.word == "" || sh.limits.reads() != nil:
		return ""
	case f.pointer() && (sh.form == formCoded || sh.distinct != nil):
		return ""
	case f.pointer():
		return "Optional" + sh.codec.word
	}
	return sh.codec.word
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

// readSet reads a value that is present and not null.
func (p reader) readSet(g *stmts, f *field) {
	target := "v." + f.name
	read := p.readExpr(f.shape.present())
	switch {
	case f.flag:
		g.put("$1\n$2 = true", readConst(f.shape), target)
	case f.nested() != nil:
		g.add(p.readStruct(f.shape, code(target)))
	case f.shape.form == formStruct:
		g.put("$1 = new($2)\n$3", target, f.shape.name, p.readPointed(f.shape, code(target)))
	case f.scalar():
		if f.shape.distinct != nil && f.shape.hasCell() {
			read = p.readScalar(f.shape)
		}
		g.put("$1 = $2", target, p.cell(f.shape, read))
	case read != "":
		g.put("$1 = $2", target, read)
	default: // a list or map
		g.put("$1 = $2{}", target, p.bare(f.shape))
		p.fill(g, target, f.shape, 0)
	}
}

// hasCell reports whether the decoder has cells for scalars of a shape.
func (s *shape) hasCell() bool {
	return s.textual() || s.form == formBool || s.form == formInt || s.form == formFloat
}

// cell returns a pointer to a scalar that was read. One that the decoder has a cell
// for is of a type that the runtime has.
func (p reader) cell(sh *shape, read code) code {
	switch {
	case sh.distinct != nil && sh.hasCell():
		plain := *sh
		plain.distinct = nil
		return src("(*$1)($2)", p.types[sh.distinct], p.cell(&plain, read))
	case sh.textual() && sh.form == formEnum:
		return src("(*$1)(d.RefString(string($2)))", p.bare(sh), read)
	case sh.textual():
		return src("d.RefString($1)", read)
	case sh.form == formBool, sh.form == formInt, sh.form == formFloat:
		return src("d.Ref$1($2)", sh.codec.word, read)
	}
	return src("codec.Ref($1)", read)
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
		g.add(p.readStruct(sh, code(target)))
	case (sh.form == formList || sh.form == formMap) && sh.alias == nil && !sh.null:
		g.put("$1 = $2{}", target, p.bare(sh))
		p.fill(g, target, sh, 0)
	default:
		p.read(g, sh, 1, func(e code) code { return src("$1 = $2", target, e) })
	}
}

// args returns the arguments of a call, without those that are "".
func args(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), ", ")
}
