package gogen

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A hotPath is a message that the spec calls hot: a notification with a variant, whose
// payload may be a variant again. The last is a struct.
type hotPath struct {
	message  *message
	variants []*variant
	text     string // of the message up to the members of the struct
	tagged   bool   // text ends with the tag of the struct
	typ      string // that holds all of it
}

// hotPaths returns the messages that are read as a whole: what comes before their payload
// is compared at once, and they are one allocation.
func (p messages) hotPaths() []hotPath {
	var out []hotPath
	for _, m := range p.messages() {
		head, u := p.hotUnion(m)
		if u == nil {
			continue
		}
		p.hotVariants(u, hotPath{message: m, text: head, typ: "hot" + p.methods[m.Method]}, func(path hotPath) {
			for _, other := range out { // the same words, divided otherwise
				if other.typ == path.typ {
					path.typ += strconv.Itoa(len(out) + 1)
				}
			}
			out = append(out, path)
		})
	}
	return out
}

// hotUnion returns the union that is the params of a notification, and what comes before them
// if that is always the same; or nil.
func (p messages) hotUnion(m *message) (head string, u *model.Union) {
	head, ok := p.constantHead(m)
	if !ok || m.shape.form != formUnion || m.shape.null {
		return "", nil
	}
	return head, m.shape.decl.(*model.Union)
}

// constantHead returns the text of a notification up to its params, if it is always the
// same and the params come last.
func (p messages) constantHead(m *message) (string, bool) {
	d := &p.rows.Dialect
	if !m.notifies() || !m.hasParams() || m.optional() || len(d.MembersOf(lower.NotificationShape)) > 0 {
		return "", false
	}
	text := ""
	slots := p.slots(&written{shape: lower.NotificationShape, name: m.name, of: m})
	for i, slot := range slots {
		value := ""
		switch {
		case slot.Role == lower.VersionRole && d.ReadJSONRPC <= lower.MemberOptional:
			value = model.Quote(d.JSONRPC)
		case slot.Role == lower.TagRole:
			value = model.Quote(d.Shapes.Value(lower.NotificationShape))
		case slot.Role == lower.MethodRole:
			value = model.Quote(m.Name)
		case slot.Role == lower.ParamsRole && i == len(slots)-1:
		default:
			return "", false
		}
		text += "," + model.Quote(slot.Key) + ":" + value
	}
	return "{" + strings.TrimPrefix(text, ","), true
}

// hotVariants calls add with each hot variant of u that is a struct, or a union with such
// variants.
func (p messages) hotVariants(u *model.Union, path hotPath, add func(hotPath)) {
	by := lower.ByOf(u)
	if len(u.Parts) > 0 || by != lower.ByContent && by != lower.ByTag {
		return
	}
	for _, v := range p.variants[u] {
		if !v.Hot || !v.pointer || v.bodyless() {
			continue
		}
		next := path
		next.variants = append(path.variants[:len(path.variants):len(path.variants)], v)
		next.typ += v.typ
		next.text += opening(u, v)
		switch body := model.Resolve(v.Type).(type) {
		case *model.Struct:
			tags := lower.Tags(body)
			if v.own || p.isTuple(body) || len(tags) > 1 || len(storedTags(body)) > 0 {
				continue
			}
			next.tagged = by == lower.ByTag
			if next.tagged == (len(tags) == 1) {
				add(next)
			}
		case *model.Union:
			if v.own && p.body(v).form == formUnion && !p.body(v).null {
				p.hotVariants(body, next, add)
			}
		}
	}
}

// emitHot emits the reader of the hot messages.
func (p messages) emitHot(f *file, paths []hotPath) {
	common := paths[0].text
	for _, path := range paths {
		for !strings.HasPrefix(path.text, common) {
			common = common[:len(common)-1]
		}
	}
	for _, path := range paths {
		p.declareHot(f, path)
	}
	f.declare(`
		// readHot reads a message that the spec marks as hot, if it has the text that this
		// package writes. Otherwise it returns nil, and the message is read again.
		func readHot(d *codec.Decoder, from codec.From) Message {
			start := d.Place()
			if !d.ExpectMessage($1) {
				return nil
			}
			switch $2
			d.Restart(start)
			return nil
		}`, lit(common), cases(func(g *stmts) {
		for _, path := range paths {
			expect := src("d.Expect($1)", lit(path.text[len(common):]))
			if from := path.message.row.From; from != lower.FromBoth {
				expect = src("from&codec.$1 != 0 && $2", fromConst(from), expect)
			}
			g.put("case $1:\n\t$2", expect, body(func(g *stmts) { p.readHot(g, path) }))
		}
	}))
}

// writeHot writes the hot variants of a message: what comes before their content is one
// text, and no method of an interface is called for it.
func (p messages) writeHot(g *stmts, m *message) {
	head, u := p.hotUnion(m)
	if u == nil || len(u.Parts) > 0 || lower.ByOf(u) != lower.ByContent {
		return
	}
	var types []code
	for _, v := range p.variants[u] {
		if v.Hot && v.pointer && !v.bodyless() && !p.recursion.cyclic[p.node(v)] {
			types = append(types, src(`
				case $1:
					return append($2, "}}"...)`, v.goType(), writer(p).appendCall(p.node(v), "params", appendText(head+opening(u, v)), level{})))
		}
	}
	if len(types) > 0 {
		g.put("switch params := v.Params.(type) $1", cases(func(g *stmts) { g.add(types...) }))
	}
}

// fields returns the names of the fields of that type that hold the variants.
func (h hotPath) fields() []string {
	out := []string{"params", "payload"}[:min(2, len(h.variants))]
	for i := len(out); i < len(h.variants); i++ {
		out = append(out, local("payload", i))
	}
	return out
}

// declareHot emits the type that holds a hot message, which is thus one allocation.
func (p messages) declareHot(f *file, path hotPath) {
	name := path.typ
	f.define([]string{name + " is a message with its params, in one allocation."}, jen.Type().Id(name).StructFunc(func(g *jen.Group) {
		g.Id("message").Id(path.message.name)
		for i, field := range path.fields() {
			g.Id(field).Id(path.variants[i].typ)
		}
	}))
}

// readHot reads the struct of a hot message and what comes after it.
func (p messages) readHot(g *stmts, path hotPath) {
	g.put("v := new($1)", path.typ)
	target := "v.message.Params"
	for _, field := range path.fields() {
		g.put("$1 = &v.$2", target, field)
		target = "v." + field + ".Payload"
	}
	objects := 1 + len(path.variants) // those that are open before the members of the struct, or before it
	within, closed := "Within", objects
	if path.tagged {
		within, closed = "WithinTagged", objects-1
	}
	g.put(`
		d.$1($2)
		$3.DecodeJSON(d)
		if d.ExpectEnd($4) {
			return &v.message
		}`, within, number(objects), strings.TrimSuffix(target, ".Payload"), lit(strings.Repeat("}", closed)))
}
