package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// slog calls the LogValue method of a value, but not those of the values within it.
// Every type that can contain a sensitive value, or one that logs show in part,
// therefore has this method.

// findLogged finds the types that have a LogValue.
func (p *plan) findLogged() {
	var goals []node
	for _, t := range p.allStructs() {
		if p.hidesSomething(t) {
			goals = append(goals, t)
		}
	}
	for _, d := range p.proto.Decls {
		if p.rowLog(d) != "" {
			goals = append(goals, d)
		}
		if u, ok := d.(*model.Union); ok {
			for _, v := range p.variants[u] {
				if n := p.node(v); n != nil && p.elementLog(&v.Meta, v.Type) != "" {
					goals = append(goals, n)
				}
			}
		}
	}
	p.logged = model.Leading(goals, p.recursion.all, func(n node) []node { return p.recursion.holds[n] })
}

// hidesSomething reports whether a struct has a field that logs do not show
// whole.
func (p *plan) hidesSomething(t *model.Struct) bool {
	for _, f := range t.Fields {
		if p.elementLog(&f.Meta, f.Type) != "" {
			return true
		}
	}
	return t.ExtraType != nil && p.logWithin(t.ExtraType) != ""
}

// logOf returns how much of an element logs show, as the runtime has it; or ""
// for all of it.
func logOf(m *model.Meta) code {
	switch {
	case m.Sensitive:
		return rt("LogNothing")
	case m.LogTruncate > 0:
		return number(m.LogTruncate)
	}
	return ""
}

// elementLog is logOf for a field or a variant, which has a type unless it is its
// tag alone.
func (p *plan) elementLog(m *model.Meta, t model.Type) code {
	if log := logOf(m); log != "" {
		return log
	}
	return p.logWithin(t)
}

// logWithin is logOf for the aliases that a type consists of, and for the keys of its maps:
// they have no rows that the runtime could look up.
func (p *plan) logWithin(t model.Type) code {
	for _, m := range model.Metas(t) {
		if log := logOf(m); log != "" {
			return log
		}
	}
	return ""
}

// rowLog returns how much logs show of the values of a declared type, or of a
// union of which a variant is not shown whole.
func (p *plan) rowLog(d model.Decl) code {
	log := logOf(d.Info())
	if u, ok := d.(*model.Union); ok {
		for _, v := range u.Variants {
			if log == "" {
				log = p.elementLog(&v.Meta, v.Type)
			}
		}
	}
	return log
}

// hidesResults reports whether some method or request has a result that logs do not
// show whole.
func (p *plan) hidesResults() bool {
	for _, r := range p.results {
		if p.hides(r.Type) {
			return true
		}
	}
	for _, m := range p.proto.Methods {
		if m.Result != nil && (logOf(&m.Meta) != "" || p.hides(m.Result)) {
			return true
		}
	}
	return false
}

// hides reports whether a value of a type may hold what logs do not show whole.
func (p *plan) hides(t model.Type) bool {
	return p.logWithin(t) != "" || p.logged[nodeOf(p.leaf(p.shape(t)))]
}

// logValue emits the LogValue of a type.
func (p *plan) logValue(f *file, name, value string, id code) {
	f.declare("func (v $1) LogValue() slog.Value { return table.LogValue($2, $3) }", name, id, value)
}

// logStruct emits the LogValue of a struct, or of another type with pointer
// methods.
func (p *plan) logStruct(f *file, n node, name string) {
	if p.logged[n] {
		p.logValue(f, name, "&v", code("type"+name))
	}
}

// logMessages emits the LogValue of messages.
func (p messages) logMessages(f *file) {
	some := false
	members := func(shape lower.Shape) bool { return p.members[shape] != nil && p.logged[p.members[shape]] }
	for _, m := range p.messages() {
		if members(m.row.Shape) || m.hasParams() && (logOf(&m.Meta) != "" || p.hides(m.Params)) {
			some = true
			p.logValue(f, m.name, "&v", "typeMessage")
		}
	}
	results := p.hidesResults()
	if members(lower.ResponseShape) || results {
		p.logValue(f, "Response", "&v", "typeMessage")
	}
	if members(lower.RequestShape) {
		p.logValue(f, "UnknownMessage", "&v", "typeMessage")
	}
	if members(lower.NotificationShape) && p.rows.Dialect.Named() {
		p.logValue(f, "UnknownNotification", "&v", "typeMessage")
	}
	if p.rows.Dialect.Batch != nil && (some || results) {
		p.logValue(f, "Batch", "v", "typeBatch")
	}
}
