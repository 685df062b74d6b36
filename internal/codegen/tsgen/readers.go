package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A value that leaves out a default or has an older name is not in its normal form, and its
// guard refuses it. The types of which a valid value may differ from its normal form have,
// beside the guard, a reader that goes through the value once: it returns the value itself or
// a copy in the normal form, and leaves a value with a fault to the table, at its place.

// readers emits the module with the readers. It has its own guards for what the module
// with the guards does not export.
type readers struct {
	guards
	imports  bool                // something of the module with the guards is used
	own      map[model.Decl]bool // deep types whose guards this module has as well
	queue    []model.Decl        // of own ones that are still to be made
	runtime  map[string]bool     // what this module imports of the runtime's reader
	messages []string            // those that have a reader
}

// any reports whether there are readers.
func (e *readers) any() bool { return len(e.made) > 0 }

// newReaders finds out which types have a reader. Where the exact values of integers count,
// the table reads everything that guards refuse.
func (p *plan) newReaders() *readers {
	e := &readers{guards: *p.newGuards(), own: map[model.Decl]bool{}, runtime: map[string]bool{"readAt": true}}
	e.made, e.named = map[model.Decl]bool{}, e.guardOf
	if p.hasExact() {
		return e
	}
	changes := p.changing()
	for i, t := range p.rows.Types {
		if d, ok := t.Of.(model.Decl); ok && (changes[i] || p.deep[d]) && e.canRead(t) && (t.Struct != nil || !model.Hidden(d)) {
			e.made[d] = true
		}
	}
	return e
}

// changing reports for each type whether a valid value may differ from its normal form.
func (p *plan) changing() []bool {
	out := make([]bool, len(p.rows.Types))
	for again := true; again; {
		again = false
		for i, t := range p.rows.Types {
			if !out[i] && changes(t, func(r lower.Ref) bool { return r != lower.NoType && out[r.Type] }) {
				out[i], again = true, true
			}
		}
	}
	return out
}

// changes reports whether a type has something that is read as something else, or holds a
// type that does.
func changes(t *lower.Type, inner func(lower.Ref) bool) bool {
	switch t.Form {
	case lower.EnumForm:
		return len(t.Enum.FormerValues) > 0 || t.Enum.Other == lower.OtherFallback
	case lower.ListForm, lower.MapForm:
		return t.Items == lower.ItemsSkipped || inner(*t.Elem)
	case lower.TupleForm:
		return slices.ContainsFunc(t.Tuple.Items, inner)
	case lower.StructForm:
		return slices.ContainsFunc(t.Struct.Tags, func(tag lower.Tag) bool { return !isPlainTag(tag) }) ||
			slices.ContainsFunc(t.Struct.Fields, func(f lower.Field) bool {
				return isFilled(&f) || len(f.FormerNames) > 0 || f.OnError != lower.OnErrorRefuse || inner(f.Type)
			}) || t.Struct.ExtraType != nil && inner(*t.Struct.ExtraType)
	case lower.UnionForm:
		return t.Union.Default >= 0 || slices.ContainsFunc(t.Union.Cases, func(c lower.Case) bool { return len(c.FormerNames) > 0 || inner(c.Type) })
	}
	return false
}

// isPlainTag reports whether a tag has one value, which is always there.
func isPlainTag(t lower.Tag) bool {
	return len(t.Values) == 1 && len(t.FormerNames) == 0 && !t.Implied && t.Written == lower.WrittenAlways
}

// isFilled reports whether an absent field, or null, is read as something else.
func isFilled(f *lower.Field) bool {
	return f.Absent == lower.AbsentDefault || f.Null == lower.NullAsAbsent
}

// canRead reports whether there is a reader for a type: for structs without rules about
// other members than their own, and for unions with a tag that is always there.
func (e *readers) canRead(t *lower.Type) bool {
	switch {
	case t.Form == lower.StructForm:
		s := t.Struct
		return s.Extra == lower.ExtraIgnored && s.Extensions == nil && len(s.Groups) == 0 &&
			!slices.ContainsFunc(s.Tags, func(tag lower.Tag) bool { return !isPlainTag(tag) || tag.Key == "__proto__" }) &&
			!slices.ContainsFunc(s.Fields, func(f lower.Field) bool { return !e.canFill(&f) })
	case t.Form != lower.UnionForm || t.Union.Default >= 0 || len(t.Union.Around) > 0:
		return false
	case t.Union.By == lower.ByContent:
		return len(t.Union.Parts) == 0 && t.Union.Key != "__proto__" && t.Union.Content != "__proto__"
	default:
		return t.Union.By == lower.ByTag
	}
}

// canFill reports whether a reader can write down the default of a field: one with members
// is read by its type. Nor does it tell under which of several names there is a null that is
// read as absent.
func (e *readers) canFill(f *lower.Field) bool {
	if len(f.FormerNames) > 0 && f.Null == lower.NullAsAbsent {
		return false
	}
	if f.Default != nil && f.Default.Kind == model.ObjectValue || f.Name == "__proto__" || f.OnError != lower.OnErrorRefuse {
		return false
	}
	return f.Default == nil || f.Default.Kind != model.ListValue || f.Default.JSON() == "[]"
}

// guardOf is the name of the guard of a type, which is imported, or for one that counts its
// depth made here.
func (e *readers) guardOf(d model.Decl) string {
	if !e.deep[d] {
		e.imports = true
		return "guards.is" + e.types[d]
	}
	if !e.own[d] {
		e.own[d] = true
		e.queue = append(e.queue, d)
	}
	return "at" + e.types[d]
}

// hasReader reports whether values of a type are read by a reader.
func (e *guards) hasReader(t model.Type) bool {
	d, ok := model.Resolve(t).(model.Decl)
	return ok && e.made[d]
}

// variant is the guard of the value x of a variant or, in the module with readers, what reads
// it. That is not called with false, so that false is what a guard returns.
func (e *guards) variant(of *model.Meta, t model.Type, x string, at depth) string {
	d, ok := model.Resolve(t).(model.Decl)
	switch {
	case ok && e.made[d]:
		return e.reading(of.Hides() || model.Hidden(t), "as"+e.types[d], x, at.expr())
	case ok && e.made != nil && x == "content" && !of.Hides() && !model.Hidden(t):
		return fmt.Sprintf("%s || readAt(reader, table.$%s, content, %s)", e.is(t, x, at), e.types[d], at.expr())
	}
	return e.is(t, x, at)
}

// emitReaders adds the module with the readers, if there are any.
func (p *plan) emitReaders(out *output) *readers {
	e := p.newReaders()
	if !e.any() {
		return e
	}
	m := &module{}
	m.fill("about readers", nil)
	for _, d := range p.proto.Decls {
		if e.made[d] {
			e.reader(m, d)
		}
	}
	if d := &p.rows.Dialect; p.hasMessages() && d.Shapes == nil && len(d.Members) == 0 && !d.Ignores {
		e.messageReaders(m)
	}
	made := e.made
	e.made = nil // guards call guards
	for len(e.queue) > 0 {
		d := e.queue[0]
		e.queue = e.queue[1:]
		e.use("fits")
		m.add("deep guard", guardView{e.types[d], e.body(d, depth{counted: true})})
	}
	e.made = made
	if e.guards.reader {
		e.runtime["normal"] = true
	}
	if e.imports {
		m.whole("guards")
	}
	m.whole("table")
	slices.Sort(e.nodes)
	m.link("./table", slices.Compact(e.nodes)...)
	m.link("./runtime/guard", slices.Sorted(maps.Keys(e.helpers))...)
	m.link("./runtime/read", slices.Sorted(maps.Keys(e.runtime))...)
	if e.secret {
		m.link("./runtime/secret", "readSecretAs")
	}
	if len(e.messages) > 0 {
		m.link("./runtime/message", "readWhole", "refuseParams")
	}
	out.module("readers", m)
	return e
}

// messageReaders adds the readers of messages with params.
func (e *readers) messageReaders(m *module) {
	e.messageParts(m)
	v := e.messagesView()
	m.add("params of messages", v)
	add := func(template, name string, view any) {
		m.export(template, view)
		e.messages = append(e.messages, name)
	}
	add("reader of messages", "Message", v)
	for _, side := range e.sideViews() {
		add("reader of the messages of a side", side.Name, side)
	}
	for _, c := range v.Calls {
		add("reader of the messages of a method", c.Name, c)
	}
}

// A readerView is the reader of one type.
type readerView struct {
	Name string
	Deep bool
	Body string
	// What follows is of a union alone.
	Choice  string // the body of what reads the variant of v
	Needs   string // the parameters of that
	Content string // the access to what the tag says the type of; "" if it is next to the tag
	Path    string // to that
	Copy    string // of v, with other content
	// What follows is of an envelope with texts as tags.
	Tag     string  // the access to the tag
	Readers []entry // by tag: what reads the content, or the guard of a type without a reader
	Other   string  // the statement that keeps an unknown variant; "" if none is kept
}

func (e *readers) reader(m *module, d model.Decl) {
	at := depth{counted: true}
	v := readerView{Name: e.types[d], Deep: e.deep[d]}
	t := e.rows.Decl(d)
	if t.Form == lower.StructForm {
		v.Body = e.structReader(t.Struct)
		m.export("reader of a struct", v)
		return
	}
	u := t.Union
	if u.By == lower.ByContent {
		v.Content, v.Path = e.access(u.Content), quote(u.Content)
	}
	if u.By == lower.ByContent && u.TagKind == lower.StringTag {
		e.envelope(m, v, u)
		return
	}
	if u.By == lower.ByTag {
		v.Choice = e.internalGuard(u, at)
	} else {
		v.Choice = e.adjacentGuard(u, at)
		v.Copy = fmt.Sprintf("{ %s: %s, %s: content }", key(u.Key), e.access(u.Key), key(u.Content))
	}
	v.Needs = "v, reader, depth"
	if !mentions(v.Choice, "reader") {
		v.Needs = "v"
		if e.deep[d] {
			v.Needs += ", depth"
		}
	}
	m.add("variant of a union", v)
	m.export("reader of a union", v)
}

// envelope adds the reader of an envelope. A guard and a reader are called alike, and only a
// guard returns false, after which the table reads the content.
func (e *readers) envelope(m *module, v readerView, u *lower.Union) {
	e.call("plain", "v")
	v.Tag = e.access(u.Key)
	v.Copy = fmt.Sprintf("{ %s: tag, %s: result }", key(u.Key), key(u.Content))
	for _, c := range u.Cases {
		v.Readers = append(v.Readers, entry{Key: c.Tags[0], Value: e.contentReader(c)})
	}
	undeclared := []string{"read === undefined", `typeof tag === "string"`}
	switch u.Unknown {
	case lower.UnknownExtended:
		v.Other = returnIf("    ", append(undeclared, extensions{u.Extensions}.Grouped("tag")))
	case lower.UnknownKept:
		for _, tag := range formerTags(u) {
			undeclared = append(undeclared, "tag !== "+quote(tag))
		}
		if len(u.Foreign) > 0 {
			foreign := e.foreignTags(u)
			e.nodes = append(e.nodes, foreign)
			undeclared = append(undeclared, "!"+foreign+".includes(tag)")
		}
		v.Other = returnIf("    ", undeclared)
	}
	m.add("readers of an envelope", v)
	m.export("reader of an envelope", v)
}

// mentions reports whether an expression or statements use a variable, or maybe a member of its name.
func mentions(code, variable string) bool {
	return slices.Contains(strings.FieldsFunc(code, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), variable)
}

// contentReader is a function with the content, a reader and the depth, which is a guard if
// the type has no reader.
func (e *readers) contentReader(c lower.Case) string {
	if !c.Body {
		return "() => true"
	}
	if d, ok := model.Resolve(c.Of.Type).(model.Decl); ok {
		if hidden := c.Type.Sensitive; e.made[d] && hidden {
			return "(content, reader, depth) => " + e.reading(hidden, "as"+e.types[d], "content", "depth")
		} else if e.made[d] {
			return "as" + e.types[d]
		}
		if !e.deep[d] {
			return e.guardOf(d)
		}
	}
	is := e.is(c.Of.Type, "content", depth{counted: true})
	if mentions(is, "depth") {
		return "(content, _, depth) => " + is
	}
	return "(content) => " + is
}

// nestedIn is what reads the field x, which has a reader behind it, and the condition under
// which it is called; both are "" for any other field. A reader reports by itself what is not
// an object. For some fields it must not be called then: it does not know that null would do as
// well, nor that the name of a missing field is the current one.
func (e *readers) nestedIn(hidden bool, t model.Type, x string, onlyObject bool) (read, is string) {
	if list, ok := model.Resolve(t).(*model.List); ok {
		if !e.hasReader(list.Elem) || list.Limits != nil || list.SkipBad {
			return "", ""
		}
		e.runtime["readItems"] = true
		as := "as" + e.types[model.Resolve(list.Elem).(model.Decl)]
		is = "Array.isArray(" + x + ")"
		if hidden {
			return e.reading(hidden, fmt.Sprintf("(v, r, depth) => readItems(r, v, depth, %s)", as), x, "depth + 1"), is
		}
		return fmt.Sprintf("readItems(reader, %s, depth + 1, %s)", x, as), is
	}
	if !e.hasReader(t) {
		return "", ""
	}
	if onlyObject {
		is = e.call("object", x)
	}
	return e.reading(hidden, "as"+e.types[model.Resolve(t).(model.Decl)], x, "depth + 1"), is
}
